"""What a round makes of its regulation: the readings that it chose, its lists, and how it divides the money."""

from dataclasses import replace

from grants.documents.stored import document_of
from grants.models import GrantRound
from schemes.documents import Document
from schemes.regulation import PoolKind, Reading

Choices = dict[str, str | int]


def choices_of(grant_round: GrantRound) -> Choices:
    """Each reading that the round chose, also those that it must still confirm anew."""
    return {name: reading["choice"] for name, reading in grant_round.readings.items()}


def document_read_by(grant_round: GrantRound) -> Document:
    """The document with the readings as the round chose them; as it stands itself where these do not go together."""
    document, choices = document_of(grant_round.regulation), choices_of(grant_round)
    if document.option_problem(choices) is not None:
        return document
    readings = tuple(_as_chosen(reading, grant_round) for reading in document.readings)
    return replace(document, readings=readings, chosen=document.regulation(choices))


def kinds_of(grant_round: GrantRound) -> tuple[PoolKind, ...]:
    """The kinds of lists that the round can have."""
    return document_of(grant_round.regulation).chosen.pools


def asks_whether_money_is_shared(kinds: tuple[PoolKind, ...]) -> bool:
    """Whether a list can be without a ceiling of its own, and so draw on one that is shared."""
    return any(kind.ceiling == "optional" for kind in kinds)


def _as_chosen(reading: Reading, grant_round: GrantRound) -> Reading:
    own = grant_round.readings.get(reading.id)
    if own is None:
        return reading
    return reading.model_copy(update={"chosen": own["choice"], "why": own.get("reason") or reading.why})
