"""The front page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from grants.selectors.regulations import latest_versions
from grants.selectors.rounds.visible import rounds_for
from grants.views.demo import role_cards


def front(request: HttpRequest) -> HttpResponse:
    """What this site is for, for whoever comes in; in the demo also who one can be."""
    context = {
        "is_demo": settings.DEMO,
        "cards": role_cards() if settings.DEMO else [],
        "rounds": rounds_for(request.user),
        "regulations": latest_versions(),
    }
    return render(request, "front/front.html", context)
