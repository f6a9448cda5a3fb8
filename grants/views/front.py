"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def front(request: HttpRequest) -> HttpResponse:
    """What this site is for, for whoever comes in."""
    return render(request, "front/front.html")
