"""The receipt of an application: what stands on it, and as a PDF. It is in Dutch, as every letter is."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import translation

from grants.documents.pdf import typeset
from grants.models import Submission
from grants.moments import exact_moment, moment
from schemes.words.dutch import euros

GROUP = 4


@dataclass(frozen=True)
class Sent:
    """A file that was sent in, as `indiening.json` has it."""

    key: str
    name: str
    size: int
    sha256: str


def grouped(digits: str) -> str:
    """A hash in groups of four, so that people can compare it."""
    return " ".join(digits[at : at + GROUP] for at in range(0, len(digits), GROUP))


def file_name(submission: Submission) -> str:
    """What the file with what was sent in is called."""
    return f"indiening-{submission.application.reference}-{submission.number}.json"


def size_in_words(size: int) -> str:
    """A size as people read it: 320 kB, 1,4 MB."""
    if size < 1_000_000:
        return f"{max(1, round(size / 1000))} kB"
    return f"{size // 1_000_000},{size % 1_000_000 // 100_000} MB"


def sent_files(submission: Submission) -> list[Sent]:
    """The attachments that this version names."""
    found = submission.payload.data["bijlagen"]
    return [Sent(each["bijlage"], each["naam"], each["grootte"], each["sha256"]) for each in found]


@translation.override("nl")
def receipt_pdf(submission: Submission, *, municipality: str, closes_at: datetime | None) -> bytes:
    """The receipt, from what was sent in alone: made again later it is the same."""
    told = submission.payload.data
    said, reference = told["aanvraag"], str(told["kenmerk"])
    data: dict[str, object] = {
        "title": f"Ontvangstbewijs {reference}",
        "author": municipality,
        "footer": f"Ontvangstbewijs {reference}",
        "intro": "Wij hebben uw aanvraag ontvangen. Bewaar dit bewijs: het laat zien wat u instuurde, en wanneer.",
        "late": late_words(closes_at) if submission.came_too_late else "",
        "rows": [
            ["Kenmerk", reference],
            ["Ontvangen", exact_moment(submission.received_at)],
            ["Aanvrager", told["aanvrager"]["naam"]],
            ["Ronde", told["ronde"]["titel"]],
            ["Activiteit", said["titel"]],
            ["Gevraagd", euros(said["gevraagd_cent"])],
        ],
        "proof": "Alles wat u instuurde, staat in één bestand. Dit is de vingerafdruk (SHA-256) van dat bestand:",
        "sha256": grouped(submission.sha256),
        "recompute": "U kunt dit zelf narekenen. Haal het bestand op bij uw aanvraag op de site, en typ dan op uw computer:",
        "command": f"sha256sum {file_name(submission)}",
        "salt_words": "Komt er een loting, dan bewijst dit geheime getal samen met de vingerafdruk dat uw aanvraag meedoet. "
        "Geef het aan niemand:",
        "salt": grouped(submission.payload.salt),
        "attachments": [
            {"name": each.name, "size": size_in_words(each.size), "sha256": grouped(each.sha256)}
            for each in sent_files(submission)
        ],
        "then": "De gemeente kijkt of uw aanvraag compleet is. Mist er iets, dan krijgt u een mail en de tijd om het aan te vullen. "
        "Op de site ziet u hoever uw aanvraag is, en wanneer u uiterlijk een besluit krijgt.",
    }
    return typeset("receipt", data, at=submission.received_at)


def late_words(closes_at: datetime | None) -> str:
    """What it means that it came too late."""
    until = "" if closes_at is None else f" U kon indienen tot {moment(closes_at)}."
    return (
        f"Uw aanvraag kwam te laat.{until} Zij is bewaard, maar doet niet mee, tenzij de gemeente besluit dat het toch mag. "
        "U krijgt daarover bericht."
    )
