"""Where an assessor is: the round, and the application. Who does not assess there, learns nothing of it."""

from dataclasses import dataclass
from functools import cached_property

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from grants.enums import Stage
from grants.models import Application, Assessment, GrantRound
from grants.permissions import may
from grants.selectors.assessing.mine import MyWork, application_once_mine, my_work
from grants.selectors.assessing.obstacles import acts_for
from grants.selectors.rounds.stages import stage_of
from grants.views.signed_in import signed_in

READ_FROM = (Stage.ASSESSING, Stage.RANKED, Stage.DECIDED, Stage.ANNOUNCED)


@dataclass(frozen=True)
class Place:
    """An application of one's own, in all that one has to do in its round."""

    work: MyWork
    application: Application

    @cached_property
    def submitted(self) -> Assessment | None:
        """What this assessor submitted last."""
        return self.work.submitted(self.application)

    @property
    def can_read(self) -> bool:
        """Whether anything of the application may be shown: everything is declared, and nothing bars it."""
        return (
            not self.work.undeclared
            and self.application.pk in {each.pk for each in self.work.applications}
            and stage_of(self.work.round) in READ_FROM
            and not acts_for(self.work.assessor, self.application)
        )


def assessed_round(request: HttpRequest, slug: str) -> GrantRound:
    """The round with this name, for who assesses in it; not found for everyone else."""
    found = get_object_or_404(GrantRound.objects.select_related("regulation"), slug=slug)
    if not may(request.user, "assess", found):
        raise Http404(slug)
    return found


def my_place(request: HttpRequest, slug: str, pk: int) -> Place:
    """An application that this assessor assesses or assessed; not found for everyone else."""
    work = my_work(assessed_round(request, slug), signed_in(request))
    found = application_once_mine(work.round, work.assessor, pk)
    if found is None:
        raise Http404(pk)
    found.round = work.round
    return Place(work, found)


def readable_place(request: HttpRequest, slug: str, pk: int) -> Place:
    """The same, where it may be read; not found otherwise."""
    place = my_place(request, slug, pk)
    if not place.can_read:
        raise Http404(pk)
    return place
