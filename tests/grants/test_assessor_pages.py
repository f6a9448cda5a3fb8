"""What an assessor does beside giving points: declaring, handing back, reporting; and typing while the log-in has expired."""

from collections.abc import Iterator
from fractions import Fraction
from uuid import uuid4

import pytest
from django.test import Client

from grants import clock
from grants.enums import InterestKind, RemarkKind, Stage
from grants.login.second_factor import PROVEN
from grants.models import (
    Application,
    Assessment,
    AssessmentDraft,
    Attachment,
    GrantRound,
    Interest,
    Remark,
    User,
)
from grants.services.assessing.assessments import Given, hand_back, recuse, submit_assessment
from grants.services.assessing.interests import Declared, declare_interests
from grants.services.assessing.remarks import discuss, report_file
from grants.services.errors import Refused
from tests.grants.after_closing import received_with_file
from tests.grants.assessing import ASSESSING, Panel, add_application, make_panel
from tests.grants.persons import client_of
from tests.grants.rounds import make_organisation
from tests.grants.scoring import at, keep, send, typed
from tests.grants.test_points_pages import any_number_on_a

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with clock.at(ASSESSING):
        yield


def log_in(client: Client, person: User) -> None:
    """In the browser in which something was typed already."""
    client.force_login(person)
    session = client.session
    session[PROVEN] = True
    session.save()


def say_so(panel: Panel, part: str, words: str, person: User) -> tuple[int, str]:
    """The status and the page, after this was typed on a page about the first application."""
    address = at(panel, panel.applications[0], part)
    answer = client_of(person).post(address, {"words": words, "token": str(uuid4())}, follow=True)
    return (answer.redirect_chain or [("", answer.status_code)])[0][1], answer.content.decode()


# ── Interests ─────────────────────────────────────────────────────────────────────────────────────


def not_declared() -> tuple[Panel, Client, str]:
    """Three applications about which nobody declared anything."""
    panel = make_panel(assessors=1, applications=0)
    panel.applications = [add_application(panel) for _ in range(3)]
    return panel, client_of(panel.assessors[0]), at(panel, None, "belangen/")


def kinds(panel: Panel) -> list[str | None]:
    found = {each.application_id: each.kind for each in Interest.objects.all()}
    return [found.get(each.pk) for each in panel.applications]


def test_no_interest_in_the_rest_declares_what_was_not_chosen_and_nothing_else() -> None:
    panel, client, where = not_declared()
    own = panel.applications[1].pk
    told = {f"kind-{own}": "own", f"reason-{own}": "Mijn zus werkt er."}
    assert (client.post(where, told).status_code, kinds(panel)) == (422, [None, None, None])
    assert client.post(where, {**told, "rest": "on"}).url == at(panel)
    assert kinds(panel) == [InterestKind.NONE, InterestKind.OWN, InterestKind.NONE]


def test_own_interest_without_words_is_not_declared_by_the_rest() -> None:
    panel, client, where = not_declared()
    answer = client.post(where, {f"kind-{panel.applications[1].pk}": "own", "rest": "on"})
    assert (answer.status_code, kinds(panel)) == (422, [None, None, None])
    assert "Vertel in een paar woorden wat uw belang is." in answer.content.decode()


def test_who_acts_for_an_applicant_cannot_say_that_there_is_no_interest() -> None:
    panel, client, where = not_declared()
    applicant, me = panel.applications[0].organisation, panel.assessors[0]
    applicant.representatives.create(user=me, added_by=panel.closed.applicant)
    answer = client.post(where, {"rest": "on"})
    assert (answer.status_code, kinds(panel)) == (409, [None, None, None])
    assert f"U treedt op voor de aanvrager van {panel.applications[0].reference}" in answer.content.decode()


# ── Handing back, stepping back ───────────────────────────────────────────────────────────────────


def test_handing_back_asks_why_and_the_official_reads_it() -> None:
    panel = make_panel()
    me, (first,) = panel.assessors[0], panel.applications
    status, page = say_so(panel, "teruggeven/", " ", me)
    assert (status, panel.state.of(me)) == (422, [first])
    assert "Vertel waarom u deze aanvraag teruggeeft." in page
    status, page = say_so(panel, "teruggeven/", "Ik ben <b>ziek</b>.", me)
    assert (status, panel.state.of(me)) == (302, [])
    assert f"U hebt {first.reference} teruggegeven." in page
    reports = f"/rondes/{panel.closed.round.slug}/beoordelaars/meldingen/"
    assert "Ik ben &lt;b&gt;ziek&lt;/b&gt;." in client_of(panel.official).get(reports).content.decode()


def test_what_was_submitted_is_not_handed_back() -> None:
    panel = make_panel()
    me, (first,) = panel.assessors[0], panel.applications
    panel.submit(me, first)
    status, page = say_so(panel, "teruggeven/", "Ik ben ziek.", me)
    assert (status, panel.state.of(me)) == (409, [first])
    assert ("U hebt deze aanvraag al beoordeeld." in page, "Ik ben ziek." in page) == (True, True)


def test_what_was_handed_back_is_neither_handed_back_again_nor_reported_on() -> None:
    panel, file = with_file()
    me, first = panel.assessors[0], panel.applications[0]
    hand_back(by=me, application=first, reason="Ik ben ziek.")
    with pytest.raises(Refused, match=r"Deze aanvraag beoordeelt u niet \(meer\)."):
        hand_back(by=me, application=first, reason="Nog steeds.")
    with pytest.raises(Refused, match="De melding is niet verstuurd"):
        report_file(by=me, attachment=file, words="Gaat niet open.")
    assert list(Remark.objects.values_list("kind", flat=True)) == [RemarkKind.HANDED_BACK]


# ── A file that does not open ─────────────────────────────────────────────────────────────────────


def with_file() -> tuple[Panel, Attachment]:
    """A panel whose first application has a file, for whoever assesses it."""
    panel = make_panel(applications=0)
    sent = received_with_file(panel.closed.round, make_organisation(), panel.closed.applicant)
    Application.objects.filter(pk=sent.pk).update(standing="complete")
    panel.applications = [Application.objects.get(pk=sent.pk)]
    for each in panel.assessors:
        panel.declare(each)
    panel.assign(sent, *panel.assessors)
    return panel, sent.attachments.get()


def test_file_that_does_not_open_is_reported_once_and_answered_by_the_official() -> None:
    panel, file = with_file()
    me, first = panel.assessors[0], panel.applications[0]
    client, where = client_of(me), at(panel, first, f"bijlagen/{file.pk}/melden/")
    assert b"".join(client.get(at(panel, first, f"bijlagen/{file.pk}/"))).startswith(b"%PDF")
    told = {"words": "Het blijft wit.", "token": str(uuid4())}
    assert [client.post(where, told).url for _ in range(2)] == [at(panel, first)] * 2
    report = Remark.objects.get()
    official = client_of(panel.official)
    reports = f"/rondes/{panel.closed.round.slug}/beoordelaars/meldingen/"
    page = official.get(reports).content.decode()
    assert ("Het blijft wit." in page, file.name in page) == (True, True)
    official.post(
        f"{reports}{report.pk}/", {"words": "Een nieuwe <b>staat</b> erbij.", "token": str(uuid4())}
    )
    for each, tries_again in ((me, True), (panel.assessors[1], False)):
        page = client_of(each).get(at(panel, first)).content.decode()
        assert "Een nieuwe &lt;b&gt;staat&lt;/b&gt; erbij." in page
        assert ("Hersteld: probeer het opnieuw." in page) is tries_again


# ── Any number ────────────────────────────────────────────────────────────────────────────────────


def test_assessor_types_any_number_where_the_article_lets_it_be_given() -> None:
    any_number_on_a()
    panel = make_panel(assessors=1)
    me, (first,) = panel.assessors[0], panel.applications
    client, address = client_of(me), at(panel, first)
    told = {f"points-{each}": str(panel.levels(each)[0]) for each in panel.letters[1:]}
    told |= {f"reason-{each}": f"Omdat {each}." for each in panel.letters}
    wrong: list[dict[str, str]] = [
        {},
        {"points-a": "10,01"},
        {"points-a": "-1"},
        {"points-a": "acht"},
        {"points-a": "8", "unable-a": "on"},
    ]
    assert [send(client, address, told | each).status_code for each in wrong] == [422] * 5
    assert Assessment.objects.count() == 0
    assert send(client, address, {**told, "points-a": "8,25"}).url == at(panel)
    correcting = at(panel, first, "corrigeren/")
    assert 'value="8,25"' in client.get(correcting).content.decode()
    send(client, correcting, {**told, "points-a": "", "unable-a": "on", "correction": "Geen begroting."})
    given = [each.scores.get(letter="a").points for each in Assessment.objects.order_by("number")]
    assert given == [Fraction(33, 4), None]


# ── A log-in that expired ─────────────────────────────────────────────────────────────────────────


def test_log_in_that_expired_is_told_below_the_form_that_saves_itself() -> None:
    panel = make_panel()
    address = at(panel, panel.applications[0])
    shown = client_of(panel.assessors[0]).get(address)
    answer = keep(Client(), address, typed(panel), shown)
    assert (answer.status_code, AssessmentDraft.objects.count()) == (401, 0)
    page = answer.content.decode()
    assert ("staat nog op deze pagina" in page, f"?next={address}" in page) == (True, True)


def test_what_was_submitted_without_a_log_in_is_there_after_logging_in() -> None:
    panel = make_panel()
    me, address = panel.assessors[0], at(panel, panel.applications[0])
    shown, client = client_of(me).get(address), Client()
    answer = send(client, address, typed(panel, 0, **{"reason-a": "Dit typte ik."}), shown=shown)
    assert answer.url == f"/account/login/?next={address}"
    assert AssessmentDraft.objects.count() == Assessment.objects.count() == 0
    log_in(client, me)
    page, again = (client.get(address).content.decode() for _ in range(2))
    assert ("U was uitgelogd." in page, "Dit typte ik." in page) == (True, True)
    assert "Dit typte ik." not in again


# ── What the services refuse, also where no page of ours asks for it ──────────────────────────────


def test_assessment_that_is_not_whole_is_refused_by_the_service() -> None:
    panel = make_panel()
    me, (first,) = panel.assessors[0], panel.applications
    whole = panel.given()
    wrong = {
        "Nog niet elk criterium is beoordeeld": {"a": whole["a"]},
        "Dat aantal punten kent de regeling niet bij criterium a": {
            **whole,
            "a": Given(Fraction(7, 3), "Omdat."),
        },
        "Vertel waarom, bij criterium a": {**whole, "a": Given(whole["a"].points, " ")},
    }
    for sentence, given in wrong.items():
        with pytest.raises(Refused, match=sentence):
            submit_assessment(by=me, application=first, given=given)
    assert Assessment.objects.count() == 0


def test_correction_without_a_reason_is_refused_by_the_service() -> None:
    panel = make_panel()
    panel.submit(panel.assessors[0], panel.applications[0])
    with pytest.raises(Refused, match="Vertel waarom u die verandert"):
        panel.submit(panel.assessors[0], panel.applications[0], 1)


def test_interest_without_words_is_refused_by_the_service() -> None:
    panel = make_panel()
    me, (first,) = panel.assessors[0], panel.applications
    with pytest.raises(Refused, match=f"wat uw belang bij aanvraag {first.reference} is"):
        declare_interests(
            by=me, grant_round=panel.round, declared={first.pk: Declared(InterestKind.OWN, " ")}
        )
    with pytest.raises(Refused, match="wat uw belang"):
        recuse(by=me, application=first, reason=" ")


def test_who_did_not_submit_does_not_speak_either() -> None:
    panel = make_panel()
    (me, colleague), (first,) = panel.assessors, panel.applications
    panel.submit(colleague, first)
    with pytest.raises(Refused, match="Praat mee zodra u zelf uw punten hebt ingediend"):
        discuss(by=me, application=first, words="Ik vind hem goed.")
    GrantRound.objects.filter(pk=panel.round.pk).update(stage=Stage.RANKED)
    with pytest.raises(Refused):
        discuss(by=colleague, application=first, words="Toch anders.")
    assert Remark.objects.count() == 0
