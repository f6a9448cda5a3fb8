"""What must hold for the questions of the form: conditions that can be true, and lists that exist."""

from collections.abc import Iterator

from schemes.form import Asked, Fact
from schemes.problems import Problem, one_of
from schemes.regulation import PoolKind, Regulation


def form_problems(regulation: Regulation) -> Iterator[Problem]:
    """Every question, attachment and list name that cannot work as it stands."""
    for fact in regulation.facts:
        if (fact.kind == "choice") != bool(fact.choices):
            yield Problem(
                f"facts › {fact.key}", 'kind = "choice" en choices horen bij elkaar; geef ze allebei'
            )
    for place, asked in asked_with_place(regulation):
        yield from _lists_problems(regulation, place, asked)
        yield from _condition_problems(regulation, place, asked)
    for kind in regulation.pools:
        yield from _name_problems(kind)


def asked_with_place(regulation: Regulation) -> Iterator[tuple[str, Asked]]:
    """Every question and every attachment, with the place where it stands."""
    for fact in regulation.facts:
        yield f"facts › {fact.key}", fact
    for attachment in regulation.attachments:
        yield f"attachments › {attachment.key}", attachment


def _lists_problems(regulation: Regulation, place: str, asked: Asked) -> Iterator[Problem]:
    if asked.required_on and not asked.required:
        yield Problem(place, "required_on zegt waar dit verplicht is; haal required = false weg")
    known = [pool for kind in regulation.pools for pool in kind.ids]
    for pool in asked.required_on:
        if pool not in known:
            which = one_of(known) if known else "Deze regeling heeft geen lijsten met een vaste naam."
            yield Problem(place, f"required_on noemt lijst «{pool}», die er niet is. {which}")


def _condition_problems(regulation: Regulation, place: str, asked: Asked) -> Iterator[Problem]:
    if asked.only_if is None:
        return
    before = {fact.key: fact for fact in _asked_before(regulation, asked)}
    other = before.get(asked.only_if.fact)
    if other is None or other.kind != "choice":
        yield Problem(
            place, f"only_if noemt «{asked.only_if.fact}»; dat moet een eerdere vraag zijn met choices"
        )
        return
    if other.only_if is not None:
        yield Problem(
            place,
            f"only_if noemt «{other.key}», een vraag die zelf only_if heeft; noem de vraag waar het begint",
        )
    for answer in asked.only_if.answers:
        if answer not in other.choices:
            yield Problem(
                place, f"only_if noemt het antwoord «{answer}», dat er niet is. {one_of(other.choices)}"
            )


def _asked_before(regulation: Regulation, asked: Asked) -> Iterator[Fact]:
    """The questions that come first on the form; all of them for an attachment."""
    for fact in regulation.facts:
        if fact is asked:
            return
        yield fact


def _name_problems(kind: PoolKind) -> Iterator[Problem]:
    place = f"pools › {kind.kind}"
    named = [name.id for name in kind.names]
    for pool in sorted({pool for pool in named if named.count(pool) > 1}):
        yield Problem(place, f"lijst «{pool}» heeft meer dan een naam; laat er één staan")
    for name in kind.names:
        if name.id not in kind.ids:
            yield Problem(place, f"names noemt lijst «{name.id}», die niet bij ids staat")
        least, most = name.least_requested_cents, name.most_requested_cents
        if least is not None and most is not None and least > most:
            yield Problem(place, f"op lijst «{name.id}» is het laagste bedrag hoger dan het hoogste")
