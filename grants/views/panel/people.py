"""What the pages about assessors share: who somebody is, and the tabs."""

from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants.models import GrantRound, User
from grants.selectors.assessing.progress import people_of
from grants.selectors.assessing.state import Assessing


@dataclass(frozen=True)
class Tab:
    """A page beside this one."""

    label: str
    address: str
    is_here: bool


def tabs_of(grant_round: GrantRound, here: str) -> list[Tab]:
    """The pages about the assessors of a round, of which this one is shown."""
    labels = {
        "panel": _("Voortgang"),
        "assignments": _("Toewijzen"),
        "interests_declared": _("Belangen"),
        "reports": _("Meldingen"),
        "spread": _("Spreiding"),
    }
    return [
        Tab(label, reverse(name, args=[grant_round.slug]), name == here) for name, label in labels.items()
    ]


def told(done: int, given: int) -> str:
    """How many assessments are in, of how many."""
    return ngettext(
        "%(done)s van %(count)s beoordeling is binnen",
        "%(done)s van %(count)s beoordelingen zijn binnen",
        given,
    ) % {"done": done, "count": given}


def assessor_in(state: Assessing, pk: int) -> User:
    """The assessor of this round with this id; not found for anybody else."""
    found = people_of(state).get(pk)
    if found is None:
        raise Http404(str(pk))
    return found
