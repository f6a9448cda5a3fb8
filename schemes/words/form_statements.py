"""What the form asks and what an official looks at, each as a plain Dutch sentence with its rule."""

from collections.abc import Iterator

from schemes.form import Asked, ListName, Requirement
from schemes.regulation import Regulation
from schemes.words.dutch import euros, listed


def form_statements(regulation: Regulation) -> Iterator[tuple[str | None, str]]:
    """Each question, attachment and requirement, and the amounts that fit a list: nothing that is calculated with."""
    for fact in regulation.facts:
        yield fact.rule, _asked(regulation, "Gevraagd op het formulier", fact)
    for criterion in regulation.criteria:
        if criterion.question is not None:
            where = f"Gevraagd op het formulier bij criterium {criterion.letter}"
            yield criterion.rule, f"{where}: {criterion.question}"
    for attachment in regulation.attachments:
        yield attachment.rule, _asked(regulation, "Bijlage", attachment)
    for kind in regulation.pools:
        for name in kind.names:
            if (borders := _borders(name)) is not None:
                yield kind.rule, f"Voor {name.label} kan op het formulier {borders} worden gevraagd."
    for requirement in regulation.requirements:
        yield requirement.rule, _requirement(requirement)


def _asked(regulation: Regulation, where: str, asked: Asked) -> str:
    needed = "verplicht" if asked.required else "niet verplicht"
    if asked.required_on:
        names = [
            kind.name_of(pool) for kind in regulation.pools for pool in kind.ids if pool in asked.required_on
        ]
        needed = f"alleen verplicht voor {listed(names)}"
    if asked.only_if is not None:
        answers = listed([f"«{answer}»" for answer in asked.only_if.answers], "of")
        question = regulation.fact(asked.only_if.fact).question
        needed += f", na het antwoord {answers} bij «{question}»"
    explained = "" if asked.help is None else f" {asked.help}"
    return f"{where}, {needed}: {asked.question}{explained}"


def _requirement(requirement: Requirement) -> str:
    what = "volledig is" if requirement.about == "complete" else "op de lijst mag"
    return f"Na sluiting gaat een ambtenaar na of de aanvraag {what}. {requirement.question}"


def _borders(name: ListName) -> str | None:
    least, most = name.least_requested_cents, name.most_requested_cents
    said = [f"ten minste {euros(least)}"] if least is not None else []
    said += [f"ten hoogste {euros(most)}"] if most is not None else []
    return listed(said) if said else None
