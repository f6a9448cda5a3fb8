"""Until one's own assessment is in, nothing that a colleague does can be seen: every page, file and mail stays the same.

What differs by nature is listed in `MASK`. Each of `LEAKS` is a leak of a kind that others had; the comparison finds it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from uuid import uuid4

import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver

from grants import clock
from grants.enums import Role
from grants.models import Application, Assessment, User
from grants.selectors.assessing.mine import MyWork
from grants.views import shell
from grants.views.assessing import home
from tests.grants.assessing import ASSESSING, Panel, make_panel
from tests.grants.persons import client_of, give
from tests.grants.scoring import at
from tests.grants.test_permission_walk import routes_of

pytestmark = pytest.mark.django_db

MASK = re.compile(
    rb'name="(csrfmiddlewaretoken|token|page)"[^>]*value="[^"]*"|data-csrf="[^"]*"|nonce="[^"]*"|value="[A-Za-z0-9]{64}"'
)
"""Marks of forms that are new each time a page is shown."""


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with clock.at(ASSESSING):
        yield


@dataclass(frozen=True)
class Seen:
    """What somebody gets at an address: status, headers and body, but for the mask."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def seen(client: Client, address: str) -> Seen:
    response = client.get(address)
    body = b"".join(response.streaming_content) if response.streaming else response.content
    left_out = {"Set-Cookie", "X-Request-ID", "Content-Length"}
    headers = tuple(sorted((name, value) for name, value in response.items() if name not in left_out))
    return Seen(response.status_code, headers, MASK.sub(b"", body))


def addresses(panel: Panel) -> list[str]:
    """Every address of the site, filled in for the first application of the round and for its list."""
    first = panel.applications[0]
    found = []
    for route in routes_of(get_resolver().url_patterns):
        if route.startswith(("account", "static", "taal", "demo")) or "^" in route:
            continue
        filled = route.replace("<slug:slug>", panel.closed.round.slug).replace("<int:pk>", str(first.pk))
        found.append("/" + re.sub(r"<[a-z]+:[a-z_]+>", "1", filled))
    return found


def everything(panel: Panel, person: User, within: str = "/") -> dict[str, object]:
    """What this person gets of the whole site, or of the addresses with this in them, and the mail that was sent."""
    client = client_of(person)
    pages: dict[str, object] = {
        address: seen(client, address) for address in addresses(panel) if within in address
    }
    return pages | {"mail": [(each.subject, each.body, each.to) for each in mail.outbox]}


def differences(before: dict[str, object], after: dict[str, object]) -> list[str]:
    return [address for address, was in before.items() if after[address] != was]


def submit_and_correct(panel: Panel) -> None:
    """What a colleague does in an evening: submit, correct, discuss."""
    colleague, first = panel.assessors[1], panel.applications[0]
    panel.submit(colleague, first, 1)
    panel.submit(colleague, first, 0, correction="Ik las verkeerd.")
    words = {"words": "Ik zie een goed plan.", "token": str(uuid4())}
    client_of(colleague).post(at(panel, first, "bespreken/"), words)


def test_assessor_sees_nothing_of_what_a_colleague_did() -> None:
    panel = make_panel(applications=2)
    before = everything(panel, panel.assessors[0])
    submit_and_correct(panel)
    assert differences(before, everything(panel, panel.assessors[0])) == []
    assert Assessment.objects.count() == 2


def test_applicant_sees_nothing_of_it() -> None:
    panel = make_panel(applications=2)
    applicant = panel.closed.applicant
    panel.applications[0].organisation.representatives.create(user=applicant, added_by=applicant)
    before = everything(panel, applicant)
    submit_and_correct(panel)
    panel.submit(panel.assessors[0], panel.applications[0])
    assert differences(before, everything(panel, applicant)) == []


@pytest.mark.parametrize("role", [Role.OFFICIAL, Role.DECIDER, Role.AUDITOR])
def test_points_and_reasons_are_nowhere_for_the_municipality_until_the_list_is_done(role: Role) -> None:
    panel = make_panel(applications=2)
    submit_and_correct(panel)
    person = {
        Role.OFFICIAL: panel.official,
        Role.DECIDER: panel.decider,
        Role.AUDITOR: panel.closed.auditor,
    }[role]
    client = client_of(person)
    told = [address for address in addresses(panel) if b"Omdat a." in seen(client, address).body]
    assert told == []


def test_who_is_official_and_assessor_sees_no_points_either() -> None:
    panel = make_panel(applications=2)
    both = give(panel.assessors[0], panel.round, Role.OFFICIAL)
    submit_and_correct(panel)
    client = client_of(both)
    told = [address for address in addresses(panel) if b"Omdat a." in seen(client, address).body]
    assert told == []


def _in_order_of_points(work: MyWork) -> list[Application]:
    given = {each.application_id: 1 for each in Assessment.objects.all()}
    return sorted(work.applications, key=lambda each: (-given.get(each.pk, 0), -(each.position or 0)))


def _order(patch: pytest.MonkeyPatch) -> None:
    table = home._applications_table

    def ordered(work: MyWork) -> object:
        made = table(work)
        first = _in_order_of_points(work)[0].pk
        return (
            made
            if first == work.applications[0].pk
            else type(made)(made.caption, made.columns, made.rows[::-1])
        )

    patch.setattr(home, "_applications_table", ordered)


def _count(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        shell.Destination,
        "label",
        property(lambda self: f"{self.name} {Assessment.objects.count()}"),
        raising=False,
    )


def _header(patch: pytest.MonkeyPatch) -> None:
    was = Client.get

    def with_size(self: Client, address: str) -> HttpResponse:
        answer = was(self, address)
        answer["ETag"] = f'"{Assessment.objects.count()}"'
        return answer

    patch.setattr(Client, "get", with_size)


def _mail(patch: pytest.MonkeyPatch) -> None:
    was = Panel.submit

    def and_tell(
        self: Panel, assessor: User, application: Application, *given: object, **more: object
    ) -> object:
        mail.send_mail("Een beoordeling is binnen", "8 punten", "a@b.example", [self.assessors[0].email])
        return was(self, assessor, application, *given, **more)  # type: ignore[arg-type]

    patch.setattr(Panel, "submit", and_tell)


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "order of a list": _order,
    "a count": _count,
    "a header": _header,
    "a mail": _mail,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_comparison_finds_a_leak(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[leak](monkeypatch)
    panel = make_panel(applications=2)
    me = panel.assessors[0]
    before = everything(panel, me, "/beoordelen/")
    submit_and_correct(panel)
    assert differences(before, everything(panel, me, "/beoordelen/")) != []
