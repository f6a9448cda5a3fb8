"""The moments of a round in a few words."""

from django.utils.translation import gettext as _

from grants.enums import Stage
from grants.moments import moment, short_day
from grants.selectors.rounds.work import Work


def told_of(work: Work) -> str:
    """When the round opens, closes or closed, in a sentence."""
    opens, closes = work.round.opens_at, work.round.closes_at
    if opens is None or closes is None:
        return _("De momenten van deze ronde zijn nog niet ingevuld.")
    if work.stage is Stage.OPEN:
        return _("De ronde is open tot %(when)s.") % {"when": moment(closes)}
    if work.stage in (Stage.DRAFT, Stage.PUBLISHED):
        return _("De ronde opent op %(when)s.") % {"when": moment(opens)}
    return _("De ronde sloot op %(when)s.") % {"when": moment(closes)}


def window_notes(work: Work) -> dict[Stage, str]:
    """What stands below the steps of the bar."""
    opens, closes, assessed = work.round.opens_at, work.round.closes_at, work.round.assessed_by
    notes: dict[Stage, str] = {}
    if opens is not None and closes is not None:
        notes[Stage.OPEN] = _("%(opens)s tot %(closes)s") % {
            "opens": short_day(opens),
            "closes": short_day(closes),
        }
    if assessed is not None:
        notes[Stage.ASSESSING] = _("tot %(day)s") % {"day": short_day(assessed)}
    return notes
