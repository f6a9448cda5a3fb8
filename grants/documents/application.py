"""A whole application as a PDF: all that was sent in, to read, to keep and to print. In Dutch, as every letter."""

from collections.abc import Iterator

from django.utils import translation

from grants.documents.content import Added, BudgetLine, Content, content_in
from grants.documents.pdf import typeset
from grants.documents.receipt import grouped, late_words, sent_files, size_in_words
from grants.documents.requirements import in_words
from grants.documents.stored import regulation_of
from grants.models import Submission
from grants.moments import exact_moment
from schemes.facts import is_asked
from schemes.regulation import Regulation
from schemes.words.dutch import euros

NO_BUDGET = "Er zijn geen kosten ingevuld. De begroting kan in een bijlage staan."
Part = dict[str, object]


@translation.override("nl")
def application_pdf(submission: Submission, *, municipality: str) -> bytes:
    """What this version says, from what was sent in alone: made again later it is the same."""
    grant_round, told = submission.application.round, submission.payload.data
    lists = {each.key: each for each in grant_round.deelplafonds.all()}
    content, regulation = content_in(told, lists), regulation_of(grant_round)
    reference = str(told["kenmerk"])
    data: dict[str, object] = {
        "title": f"Aanvraag {reference}",
        "author": municipality,
        "footer": f"Aanvraag {reference}, versie {submission.number}",
        "intro": "Dit staat in de aanvraag zoals de gemeente die ontving.",
        "late": late_words(grant_round.closes_at) if submission.came_too_late else "",
        "rows": [row for row in _about(submission, content, regulation) if row[1]],
        "parts": list(_parts(content, regulation)),
        "budget": [
            _amounts(title, lines)
            for title, lines in (
                ("Kosten", content.costs),
                ("Eigen geld en geld van anderen", content.income),
            )
            if lines
        ],
        "money": _money(content),
        "attachments": list(_attachments(submission, regulation)),
        "proof": "Alles wat is ingestuurd, staat in één bestand: indiening.json. Dit is de vingerafdruk (SHA-256) van dat bestand:",
        "sha256": grouped(submission.sha256),
    }
    return typeset("application", data, at=submission.received_at)


def _about(submission: Submission, content: Content, regulation: Regulation) -> list[tuple[str, str]]:
    told = submission.payload.data
    return [
        ("Kenmerk", told["kenmerk"]),
        ("Versie", str(submission.number)),
        ("Ontvangen", exact_moment(submission.received_at)),
        ("Aanvrager", told["aanvrager"]["naam"]),
        ("KvK-nummer", told["aanvrager"]["kvk_nummer"]),
        ("Contactpersoon", content.contact_name),
        ("E-mailadres", content.contact_email),
        ("Telefoon", content.contact_telephone),
        ("Bankrekening", content.iban),
        ("Op naam van", content.account_holder),
        ("Ronde", told["ronde"]["titel"]),
        ("Regeling", regulation.title),
        ("Lijst", content.deelplafond.name),
        ("Gevraagd", euros(content.requested_cents)),
    ]


def _parts(content: Content, regulation: Regulation) -> Iterator[Part]:
    """Every question with its answer, also where none was given."""
    about = [_asked("Hoe heet de activiteit?", content.title), _asked("Samenvatting", content.summary)]
    facts = [
        _asked(fact.question, in_words(fact, content.facts.get(fact.key, "")), fact.rule)
        for fact in regulation.facts
        if is_asked(fact, content.facts)
    ]
    yield {"title": "De activiteit", "asked": [*about, *facts]}
    criteria = [each for each in regulation.criteria if each.average is None]
    if criteria:
        yield {
            "title": "Waarvoor punten te krijgen zijn",
            "asked": [
                _asked(each.question or each.name, content.answers.get(each.letter, ""), each.rule)
                for each in criteria
            ],
        }
    if content.added:
        yield {"title": "Aanvulling", "asked": [_added(each) for each in content.added]}


def _asked(question: str, answer: str, rule: str = "") -> Part:
    return {"question": question, "answer": answer, "rule": rule}


def _added(added: Added) -> Part:
    return _asked(added.requirement, added.text)


def _amounts(title: str, lines: tuple[BudgetLine, ...]) -> Part:
    return {
        "title": title,
        "lines": [(line.description, euros(line.cents)) for line in lines],
        "total": euros(sum(line.cents for line in lines)),
    }


def _money(content: Content) -> str:
    asked = f"Gevraagde subsidie: {euros(content.requested_cents)}."
    return asked if content.costs else f"{asked} {NO_BUDGET}"


def _attachments(submission: Submission, regulation: Regulation) -> Iterator[Part]:
    names = {each.key: each.label or each.question for each in regulation.attachments}
    for each in sent_files(submission):
        what = names.get(each.key)
        yield {
            "name": f"{what}: {each.name}" if what else each.name,
            "size": size_in_words(each.size),
            "sha256": grouped(each.sha256),
        }
