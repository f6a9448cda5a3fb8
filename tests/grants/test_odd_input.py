"""Whatever is typed in whatever field of whatever page: an answer, and no mistake of ours."""

from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import get_resolver

from tests.grants.persons import client_of
from tests.grants.test_permission_walk import World, address_of, routes_of, world

__all__ = ["world"]
pytestmark = pytest.mark.django_db

ODD = {
    "nothing": b"",
    "bytes that are no text": b"\x00\xed\xa0\x80\xff",
    "a number without end": b"9" * 40,
    "markup, a formula and lines of a mail": b"=1<script>{{ x }}{% y %}\r\nBcc: b@elders.example\r\n\r\nc",
}
KEPT = ("csrfmiddlewaretoken", "token", "version", "seen", "page")
ASKED = ("page", "q", "standing", "deelplafond", "channel", "order", "sort", "nakijken", "more", "like")
LEFT_OUT = ("account/", "static/", "taal/")


class Fields(HTMLParser):
    """The names of all fields of a page, with the values of those that a browser sends by itself."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.hidden: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("name")
        if tag in {"input", "textarea", "select", "button"} and name:
            self.names.append(name)
            if name in KEPT:
                self.hidden[name] = given.get("value") or ""


def status_of(response: HttpResponseBase) -> int:
    """The status of an answer that was read to its end."""
    if response.streaming:
        b"".join(response.streaming_content)  # type: ignore[attr-defined]
    return response.status_code


def sent(client: Client, address: str, fields: Fields, odd: bytes) -> int:
    """The status, with this in every field but those that a browser sends by itself. What it changes is undone."""
    values: dict[str, str | bytes] = dict.fromkeys(fields.names, odd) | fields.hidden
    body = urlencode(values)
    with transaction.atomic():
        status = status_of(client.post(address, body, content_type="application/x-www-form-urlencoded"))
        transaction.set_rollback(True)
    return status


def asked(client: Client, address: str, odd: bytes) -> int:
    """The status of the page, with this in what lists are searched and filtered by."""
    return status_of(client.get(f"{address}?{urlencode(dict.fromkeys(ASKED, odd))}"))


@pytest.mark.parametrize("kind", ["visitor", "applicant", "official", "administrator"])
def test_nothing_that_is_typed_is_a_mistake_of_ours(world: World, kind: str) -> None:
    client = client_of(world.people[kind])
    wrong = []
    for address in addresses(world):
        page = client.get(address)
        status_of(page)
        is_page = page.headers.get("Content-Type", "").startswith("text/html")
        fields = Fields(page.content.decode() if is_page else "")
        answers = {what: sent(client, address, fields, odd) for what, odd in ODD.items() if fields.names}
        answers["?"] = asked(client, address, ODD["bytes that are no text"])
        wrong += [(address, what, status) for what, status in answers.items() if status >= 500]
    assert wrong == []


def addresses(world: World) -> list[str]:
    """Each page of the site but those of allauth, which has tests of its own."""
    routes = routes_of(get_resolver().url_patterns)
    return ["/" + address_of(route, world) for route in routes if not route.startswith(LEFT_OUT)]
