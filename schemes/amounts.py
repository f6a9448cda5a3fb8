"""What an application can get at most: what is eligible, as far as its points allow."""

from schemes.exact import Points
from schemes.regulation import Regulation
from schemes.round import Entry
from schemes.rules import AmountBand
from schemes.vocabulary import Cause


def band_of(regulation: Regulation, total: Points) -> AmountBand | None:
    """The amounts that go with a total: those of the highest border it reaches; None where there are none."""
    if not regulation.amounts:
        return None
    reached = [band for band in regulation.amounts if band.from_points <= total]
    return max(reached, key=lambda band: band.from_points, default=None)


def highest_amount(regulation: Regulation, entry: Entry, total: Points) -> tuple[int, Cause | None]:
    """The most that an application can get in cents, and why not all that was asked (None where it can)."""
    cents, cause = entry.grantable_cents, regulation.allocation.eligible_amount
    if (band := band_of(regulation, total)) is not None and band.most_cents < cents:
        cents, cause = band.most_cents, band
    for limit in regulation.shares:
        most = int(entry.number(limit.fact) * limit.share)
        if most < cents:
            cents, cause = most, limit
    return cents, None if cents == entry.requested_cents else cause


def claim_of(regulation: Regulation, entry: Entry, total: Points) -> int:
    """What an application asks of the ceiling, in cents."""
    if not regulation.amounts and not regulation.shares:
        return entry.grantable_cents
    return highest_amount(regulation, entry, total)[0]
