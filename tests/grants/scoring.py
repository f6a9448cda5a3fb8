"""What an assessor types on the page of an application, and where that page is."""

import re
from collections.abc import Mapping

from django.http import HttpResponse
from django.test import Client

from grants.models import Application
from tests.grants.assessing import Panel


def at(panel: Panel, application: Application | None = None, part: str = "") -> str:
    """The address of an assessor's page."""
    pk = f"{application.pk}/" if application else ""
    return f"/rondes/{panel.closed.round.slug}/beoordelen/{pk}{part}"


def typed(panel: Panel, choice: int = 0, **other: str) -> dict[str, str]:
    """The same level and a reason for every criterion."""
    found = {}
    for letter in panel.letters:
        found[f"points-{letter}"] = str(panel.levels(letter)[choice])
        found[f"reason-{letter}"] = f"Omdat {letter}."
    return {**found, **other}


def hidden(response: HttpResponse) -> dict[str, str]:
    """What the page itself sends along."""
    html = response.content.decode()
    names = ("seen", "page", "after", "token")
    found = {name: re.search(rf'name="{name}"[^>]*?value="([^"]*)"', html) for name in names}
    return {name: match[1] for name, match in found.items() if match}


def send(
    client: Client,
    address: str,
    told: Mapping[str, str],
    *,
    go: str = "submit",
    shown: HttpResponse | None = None,
) -> HttpResponse:
    """Open the page, or take one that is open, fill it in and send it."""
    page = client.get(address) if shown is None else shown
    return client.post(address, {**hidden(page), **told, "go": go})


def keep(client: Client, address: str, told: Mapping[str, str], shown: HttpResponse) -> HttpResponse:
    """As the page saves itself."""
    return client.post(address, {**hidden(shown), **told}, headers={"HX-Request": "true"})
