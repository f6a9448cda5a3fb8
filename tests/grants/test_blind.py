"""Until one's own assessment is in, nothing that a colleague does can be seen: every page, file and mail stays the same.

What differs by nature is listed in `MASK`. Each of `LEAKS` is a leak of a kind that others had; the comparison finds it.
For the municipality two worlds are compared, in which a colleague gave other points with other words.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from uuid import uuid4

import pytest
from django.core import mail
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import get_resolver, reverse

from grants import clock
from grants.enums import Role
from grants.forms.assessing.score import ScoreForm
from grants.models import Application, Assessment, User
from grants.selectors.assessing.mine import MyWork
from grants.services.assessing.assessments import Given, hand_back, recuse, submit_assessment
from grants.services.assessing.remarks import report_file
from grants.views import shell
from grants.views.assessing import home, score, scoring
from grants.views.assessing.scoring import Scoring
from tests.grants.assessing import ASSESSING, Panel, make_panel
from tests.grants.persons import client_of, give
from tests.grants.scoring import at, keep, send
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
    return answer_of(client.get(address))


def answer_of(response: HttpResponseBase) -> Seen:
    body = response.content if isinstance(response, HttpResponse) else response.getvalue()
    left_out = {"Set-Cookie", "X-Request-ID"}
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


def typing(panel: Panel, person: User) -> dict[str, object]:
    """What this person hears while typing, and of a form that is not complete."""
    client, where = client_of(person), at(panel, panel.applications[0])
    half = {"points-a": "6", "reason-a": "Een goed plan."}
    kept, refused = keep(client, where, half, client.get(where)), send(client, where, half)
    return {"typing": answer_of(kept), "not complete": answer_of(refused)}


@pytest.mark.parametrize("act", ["submits", "declares", "recuses", "hands back", "types", "reports a file"])
def test_assessor_hears_the_same_whatever_a_colleague_does(act: str) -> None:
    panel = make_panel(applications=2)
    me, colleague, first = panel.assessors[0], panel.assessors[1], panel.applications[0]
    file = first.attachments.create(
        name="begroting.pdf", kind="application/pdf", size=1, sha256="1" * 64, file="x", added_by=colleague
    )
    typing(panel, me)
    before = everything(panel, me) | typing(panel, me)
    client = client_of(colleague)
    match act:
        case "submits":
            submit_and_correct(panel)
        case "declares":
            panel.declare(colleague, own=[panel.applications[1]])
        case "recuses":
            recuse(by=colleague, application=first, reason="Mijn broer zit in het bestuur.")
        case "hands back":
            hand_back(by=colleague, application=first, reason="Ik ben ziek.")
        case "types":
            keep(client, at(panel, first), {"points-a": "0"}, client.get(at(panel, first)))
        case _:
            report_file(by=colleague, attachment=file, words="Gaat niet open.")
    assert differences(before, everything(panel, me) | typing(panel, me)) == []


MUNICIPALITY = [Role.OFFICIAL, Role.DECIDER, Role.AUDITOR]


def person_with(panel: Panel, role: Role) -> User:
    people = {Role.OFFICIAL: panel.official, Role.DECIDER: panel.decider, Role.AUDITOR: panel.closed.auditor}
    return people[role]


def in_a_world(
    panel: Panel, person: User, choice: int, words: str, *, is_complete: bool
) -> dict[str, object]:
    """What this person sees where a colleague gave these points for this reason. Nothing of that world stays."""
    first = panel.applications[0]
    with transaction.atomic():
        given = {letter: Given(each.points, words) for letter, each in panel.given(choice).items()}
        submit_assessment(by=panel.assessors[1], application=first, given=given)
        if is_complete:
            for assessor, application in product(panel.assessors, panel.applications):
                if (assessor, application) != (panel.assessors[1], first):
                    panel.submit(assessor, application)
        found = everything(panel, person)
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("role", MUNICIPALITY)
def test_municipality_sees_the_same_whatever_was_given_until_the_list_is_done(role: Role) -> None:
    panel = make_panel(applications=2)
    person = person_with(panel, role)
    one, other = (
        in_a_world(panel, person, *given, is_complete=False)
        for given in ((0, "Sterk plan."), (1, "Zwakker."))
    )
    assert differences(one, other) == []


@pytest.mark.parametrize("role", MUNICIPALITY)
def test_municipality_sees_what_was_given_once_the_list_is_done(role: Role) -> None:
    panel = make_panel(applications=2)
    person = person_with(panel, role)
    one, other = (
        in_a_world(panel, person, *given, is_complete=True) for given in ((0, "Sterk plan."), (1, "Zwakker."))
    )
    here = f"/rondes/{panel.closed.round.slug}"
    assert set(differences(one, other)) == {
        f"{here}/beoordelaars/spreiding/",
        f"{here}/beoordelen/{panel.applications[0].pk}/bespreken/",
        f"{here}/punten/",
        f"{here}/punten/{panel.applications[0].pk}/",
    }


def test_who_is_official_and_assessor_sees_no_points_either() -> None:
    panel = make_panel(applications=2)
    both = give(panel.assessors[0], panel.round, Role.OFFICIAL)
    one, other = (
        in_a_world(panel, both, *given, is_complete=False) for given in ((0, "Sterk plan."), (1, "Zwakker."))
    )
    assert differences(one, other) == []


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


def _changed(patch: pytest.MonkeyPatch, old: bytes, new: Callable[[], bytes]) -> None:
    """The page of one's applications, with something in it that depends on what is in."""
    render = home.render

    def rendered(*arguments: object) -> HttpResponse:
        answer = render(*arguments)  # type: ignore[arg-type]
        answer.content = answer.content.replace(old, old + new())
        return answer

    patch.setattr(home, "render", rendered)


def _size(patch: pytest.MonkeyPatch) -> None:
    _changed(patch, b"</main>", lambda: b" " * Assessment.objects.count())


def _title(patch: pytest.MonkeyPatch) -> None:
    _changed(patch, b"<title>", lambda: b"(nieuw) " if Assessment.objects.exists() else b"")


def _redirect(patch: pytest.MonkeyPatch) -> None:
    def onward(route: str, *arguments: object) -> HttpResponse:
        return HttpResponseRedirect(reverse(route, args=arguments) + f"?na={Assessment.objects.count()}")

    patch.setattr(score, "redirect", onward)


def _status(patch: pytest.MonkeyPatch) -> None:
    shown = score._open_or_stopped

    def closed_if_seen(scoring: Scoring) -> HttpResponseBase:
        return HttpResponse(status=410) if Assessment.objects.exists() else shown(scoring)

    patch.setattr(score, "_open_or_stopped", closed_if_seen)


def _saved(patch: pytest.MonkeyPatch) -> None:
    fragment = scoring.fragment

    def telling(request: HttpRequest, context: dict[str, object], *, status: int = 200) -> HttpResponse:
        answer = fragment(request, context, status=status)
        answer.content += f"<p>{Assessment.objects.count()} binnen</p>".encode()
        return answer

    patch.setattr(scoring, "fragment", telling)


def _error(patch: pytest.MonkeyPatch) -> None:
    errors = ScoreForm.full_clean

    def telling(self: ScoreForm) -> None:
        errors(self)
        if self.is_bound and Assessment.objects.exists():
            self.add_error(None, "Een collega gaf 8 punten.")

    patch.setattr(ScoreForm, "full_clean", telling)


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
    "a size": _size,
    "a title": _title,
    "a redirect": _redirect,
    "a status": _status,
    "what a page says when it saved itself": _saved,
    "an error": _error,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_comparison_finds_a_leak(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[leak](monkeypatch)
    panel = make_panel(applications=2)
    me = panel.assessors[0]
    typing(panel, me)
    before = everything(panel, me, "/beoordelen/") | typing(panel, me)
    submit_and_correct(panel)
    assert differences(before, everything(panel, me, "/beoordelen/") | typing(panel, me)) != []
