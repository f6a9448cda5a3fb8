"""What an application can get at most: what is eligible, as far as its points allow."""

from schemes.exact import Points
from schemes.regulation import Regulation
from schemes.round import Entry
from schemes.vocabulary import AmountBand


def band_of(regulation: Regulation, total: Points) -> AmountBand | None:
    """The amounts that go with a total: those of the highest border it reaches; None where there are none."""
    if not regulation.amounts:
        return None
    reached = [band for band in regulation.amounts if band.from_points <= total]
    return max(reached, key=lambda band: band.from_points, default=None)


def claim_of(regulation: Regulation, entry: Entry, total: Points) -> int:
    """What an application asks of the ceiling, in cents."""
    band = band_of(regulation, total)
    return entry.grantable_cents if band is None else min(entry.grantable_cents, band.most_cents)
