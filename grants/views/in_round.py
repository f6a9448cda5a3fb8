"""Rounds and applications as those who work in them see them. Nobody else learns what there is."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from grants.models import Application, GrantRound
from grants.permissions import may, require
from grants.selectors.applications.listed import applications_in
from grants.selectors.rounds.visible import rounds

SEE, HANDLE = "see_applications", "handle_applications"


def seen_round(request: HttpRequest, slug: str) -> GrantRound:
    """The round with this name, for who sees its applications; not found for everyone else."""
    found = get_object_or_404(rounds(), slug=slug)
    if not may(request.user, SEE, found):
        raise Http404(slug)
    return found


def handled_round(request: HttpRequest, slug: str) -> GrantRound:
    """The round with this name, for an official of it; forbidden for who only looks."""
    found = seen_round(request, slug)
    require(request.user, HANDLE, found)
    return found


def application_of(grant_round: GrantRound, pk: int) -> Application:
    """An application that was sent in for this round, knowing its round without another query."""
    found = get_object_or_404(applications_in(grant_round), pk=pk)
    found.round = grant_round
    return found


def seen_application(request: HttpRequest, slug: str, pk: int) -> Application:
    return application_of(seen_round(request, slug), pk)


def handled_application(request: HttpRequest, slug: str, pk: int) -> Application:
    return application_of(handled_round(request, slug), pk)
