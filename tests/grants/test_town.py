from collections import Counter
from datetime import UTC, datetime
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from grants import clock
from grants.demo.applicants import ApplicantPlan
from grants.demo.made_rounds import make_believable_round
from grants.demo.people import DOMAIN, INHABITANTS, PASSWORD
from grants.demo.town import make_town
from grants.demo.town_rounds import ROUNDS
from grants.documents.content import content_in
from grants.documents.rules import faults_of, lacking
from grants.documents.stored import regulation_of
from grants.enums import Role, Stage, Standing
from grants.models import (
    Application,
    ApplicationEvent,
    GrantRound,
    LogEntry,
    Municipality,
    Organisation,
    OutboxRow,
    RegulationVersion,
    Representative,
    RoundRole,
    Submission,
    User,
)
from grants.selectors.assessing.progress import lists_in, short_of
from grants.selectors.assessing.state import assessing_of
from grants.selectors.people import person_with
from grants.selectors.rounds.stages import stage_of
from grants.services.canonical import fingerprint
from grants.services.errors import Refused
from grants.services.people import add_person
from grants.services.rounds.deleting import delete_draft_round
from grants.validators import validate_kvk_number
from schemes.library import SHIPPED
from tests.grants.rounds import FUND

pytestmark = pytest.mark.django_db
COUNTED = (
    Municipality,
    User,
    Organisation,
    Representative,
    RegulationVersion,
    GrantRound,
    RoundRole,
    LogEntry,
    Application,
    ApplicationEvent,
    OutboxRow,
)


@pytest.fixture
def demo(settings: Settings) -> None:
    settings.DEMO = True


def _counts() -> list[int]:
    return [model.objects.count() for model in COUNTED]


def test_town_has_its_people_and_a_round_under_each_regulation() -> None:
    make_town()
    living = User.objects.filter(email__endswith=f"@{DOMAIN}").values_list("name", flat=True)
    assert set(living) == {each.name for each in INHABITANTS}
    assert set(GrantRound.objects.values_list("slug", "regulation__slug")) == {
        (each.slug, each.regulation) for each in ROUNDS
    }
    deciders = RoundRole.objects.filter(role=Role.DECIDER).values_list("user__name", flat=True)
    assert list(deciders) == ["Henk Postma"] * 6


def test_making_the_town_again_changes_nothing() -> None:
    make_town()
    before = _counts()
    make_town()
    assert _counts() == before


def test_what_was_changed_in_the_town_stays_changed() -> None:
    make_town()
    Municipality.objects.update(name="Voorbeelddorp")
    make_town()
    assert Municipality.objects.get().name == "Voorbeelddorp"


def test_round_that_was_deleted_in_the_town_stays_gone() -> None:
    make_town()
    draft = GrantRound.objects.get(stage=Stage.DRAFT)
    delete_draft_round(by=User.objects.get(name="Joke Brouwer"), grant_round=draft)
    make_town()
    assert GrantRound.objects.count() == 5
    assert not GrantRound.objects.filter(slug=draft.slug).exists()


def test_town_is_not_made_among_other_people() -> None:
    add_person(by=None, email="iemand@gemeente.example", name="Iemand")
    with pytest.raises(CommandError, match="niet in Voorbeeldstad wonen"):
        call_command("make_town")
    assert not GrantRound.objects.exists()


@pytest.mark.usefixtures("demo")
def test_demo_makes_the_town_among_other_people() -> None:
    add_person(by=None, email="iemand@gemeente.example", name="Iemand")
    make_town()
    assert GrantRound.objects.count() == 6


def test_nobody_has_a_password_outside_the_demo() -> None:
    make_town()
    assert {person.has_usable_password() for person in User.objects.all()} == {False}
    assert not Authenticator.objects.exists()


def test_first_administrators_of_a_town_outside_the_demo_are_real_people() -> None:
    make_town()
    assert not User.objects.filter(is_administrator=True).exists()
    for name in ("een", "twee"):
        call_command("make_administrator", f"{name}@gemeente.example", name, stdout=StringIO())
    assert User.objects.filter(is_administrator=True).count() == 2


@pytest.mark.usefixtures("demo")
def test_people_of_the_demo_log_in_with_password_and_code() -> None:
    make_town()
    official = next(each for each in INHABITANTS if each.name == "Aisha Groen")
    person = person_with(official.email)
    assert person is not None
    assert person.check_password(PASSWORD)
    code = format_hotp_value(hotp_value(official.totp_secret, next(yield_hotp_counters_from_time())))
    assert TOTP(Authenticator.objects.get(user=person)).validate_code(code)


@pytest.mark.usefixtures("demo")
def test_second_step_is_for_who_needs_it() -> None:
    make_town()
    with_code = set(Authenticator.objects.values_list("user__name", flat=True))
    assert with_code == {each.name for each in INHABITANTS if each.roles or each.is_administrator}
    assert "Noor Jansen" not in with_code


@pytest.mark.usefixtures("demo")
def test_command_says_how_to_get_in() -> None:
    said = StringIO()
    call_command("make_town", stdout=said)
    assert PASSWORD in said.getvalue()
    assert [each.email for each in INHABITANTS if each.email not in said.getvalue()] == []


def test_command_tells_no_password_outside_the_demo() -> None:
    said = StringIO()
    call_command("make_town", stdout=said)
    assert said.getvalue() == "Voorbeeldstad is klaar.\n"


def test_made_round_is_the_same_for_the_same_seed() -> None:
    make_town()
    first = make_believable_round(regulation="cultuurparticipatie", size=20, stage="draft", seed=3)
    before = _counts()
    again = make_believable_round(regulation="cultuurparticipatie", size=20, stage="draft", seed=3)
    assert (first.is_new, again.is_new) == (True, False)
    assert (again.round, again.applicants) == (first.round, first.applicants)
    assert _counts() == before


def test_another_seed_gives_other_applicants() -> None:
    make_town()
    first = make_believable_round(regulation="cultuurparticipatie", size=20, stage="draft", seed=3)
    other = make_believable_round(regulation="cultuurparticipatie", size=20, stage="draft", seed=4)
    assert first.round != other.round
    assert first.applicants != other.applicants
    assert (len(set(first.applicants)), len(set(other.applicants))) == (20, 20)


def test_made_round_has_people_in_every_role() -> None:
    make_town()
    made = make_believable_round(regulation="cultuurparticipatie", size=0, stage="draft", seed=1)
    held = sorted(made.round.roles.values_list("role", flat=True))
    assert held == ["assessor", "assessor", "assessor", "auditor", "decider", "official", "official"]


def test_making_a_round_takes_as_many_queries_for_few_as_for_many() -> None:
    make_town()
    taken = []
    for size in (10, 500):
        with CaptureQueriesContext(connection) as captured:
            make_believable_round(regulation="cultuurparticipatie", size=size, stage="draft", seed=1)
        taken.append(len(captured))
    assert taken[0] == taken[1]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"stage": "ranked"}, "kan het systeem nog niet maken"),
        ({"stage": "klaar"}, "De fase «klaar» is onbekend"),
        ({"regulation": "onbekend"}, "De regeling «onbekend» is hier niet"),
        ({"size": -1}, "size is -1. Geef een getal van 0"),
        ({"size": 100_001}, "size is 100001. Geef een getal van 0"),
        ({"size": 301, "stage": "assessing"}, "size is 301. Geef een getal van 0 tot en met 300"),
        ({"seed": 10**50}, "Geef een getal van 0 tot en met 999999999"),
    ],
)
def test_round_that_cannot_be_made_is_answered_with_a_sentence(
    change: dict[str, object], sentence: str
) -> None:
    asked = {"regulation": "cultuurparticipatie", "size": 5, "stage": "draft", "seed": 1, **change}
    with pytest.raises(CommandError, match=sentence) as error:
        call_command("make_round", **asked)
    assert error.value.returncode == 2


def test_round_without_a_town_says_to_begin_there() -> None:
    call_command("load_regulation", "--shipped", stdout=StringIO())
    with pytest.raises(Refused, match=r"Begin met: manage\.py make_town"):
        make_believable_round(regulation="cultuurparticipatie", size=5, stage="draft", seed=1)
    assert not User.objects.exists()


def test_made_round_is_told() -> None:
    make_town()
    said = StringIO()
    call_command("make_round", regulation="cultuurparticipatie", size=5, stdout=said)
    assert said.getvalue() == "Ronde cultuurparticipatie-5-1 is gemaakt. Aanvragers die klaarstaan: 5.\n"


def test_organisations_that_do_not_exist_have_numbers_that_cannot_exist() -> None:
    plans = [ApplicantPlan(number) for number in range(20_000)]
    numbers = [plan.kvk_number for plan in plans if plan.kvk_number]
    assert len(set(numbers)) == len(numbers)
    assert {number[:2] for number in numbers} == {"00"}
    assert len({plan.name for plan in plans}) == len(plans)
    for number in numbers:
        validate_kvk_number(number)


def test_rounds_of_the_town_are_at_different_points_whenever_it_is_made() -> None:
    for moment in (datetime(2027, 3, 28, 1, tzinfo=UTC), datetime(2031, 7, 1, tzinfo=UTC)):
        with clock.at(moment), transaction.atomic():
            make_town()
            stages = [stage_of(GrantRound.objects.get(slug=each.slug)) for each in ROUNDS]
            transaction.set_rollback(True)
        assert stages == [
            Stage.OPEN,
            Stage.CLOSED,
            Stage.CLOSED,
            Stage.DRAFT,
            Stage.PUBLISHED,
            Stage.ASSESSING,
        ]


def test_closed_round_of_the_town_shows_every_standing() -> None:
    make_town()
    found = Application.objects.filter(round__slug="het-fonds-2027").values_list("standing", flat=True)
    assert Counter(found) == {
        Standing.COMPLETE: 5,
        Standing.TO_COMPLETE: 1,
        Standing.COMPLETED: 1,
        Standing.NOT_HANDLED: 1,
        Standing.INADMISSIBLE: 2,
        Standing.WITHDRAWN: 1,
        Standing.SUBMITTED: 2,
        Standing.LATE: 1,
    }


def test_round_in_assessment_has_something_on_each_of_its_pages() -> None:
    """A list that is done, one that is not, and an interest about which two people must decide."""
    make_town()
    state = assessing_of(GrantRound.objects.select_related("regulation").get(stage=Stage.ASSESSING))
    lists = lists_in(state)
    assert {each.is_in for each in lists} == {True, False}
    assert 0 < sum(each.done for each in lists) < sum(each.given for each in lists)
    assert short_of(state) == []
    assert [state.undeclared(each) for each in state.assessors] == [[]] * 4
    assert len(state.unruled()) == 1


def test_made_round_in_assessment_is_half_way() -> None:
    make_town()
    for regulation, size in (("cultuurparticipatie", 0), ("cultuurparticipatie", 1), (FUND, 12)):
        made = make_believable_round(regulation=regulation, size=size, stage="assessing", seed=1)
        state = assessing_of(made.round)
        assert (stage_of(made.round), len(state.assigned)) == (Stage.ASSESSING, 2 * size)
        assert (len(state.latest) > 0) is (size > 0)


def test_applications_of_the_town_are_such_as_the_form_takes() -> None:
    make_town()
    for town_round in ROUNDS:
        grant_round = GrantRound.objects.select_related("regulation").get(slug=town_round.slug)
        regulation, lists = (
            regulation_of(grant_round),
            {each.key: each for each in grant_round.deelplafonds.all()},
        )
        for submission in Submission.objects.filter(application__round=grant_round, number=1):
            content = content_in(submission.payload.data, lists)
            assert [*faults_of(regulation, content), *lacking(regulation, content)] == []
            paid = sum(line.cents for line in content.income) + content.requested_cents
            assert content.total_costs_cents == paid
            assert submission.sha256 == fingerprint(submission.payload.data)


def test_log_of_the_town_is_whole() -> None:
    make_town()
    call_command("verify_log", stdout=StringIO())


@pytest.mark.parametrize(("stage", "received"), [("published", 0), ("open", 80), ("closed", 80)])
def test_made_round_is_in_the_stage_that_was_asked(stage: str, received: int) -> None:
    make_town()
    said = StringIO()
    asked = {"regulation": "apeldoorn-basisontmoetingsplekken", "size": 80, "stage": stage}
    call_command("make_round", **asked, stdout=said)
    made = GrantRound.objects.get(slug=f"apeldoorn-basisontmoetingsplekken-80-1-{stage}")
    assert (stage_of(made), made.applications.count()) == (Stage(stage), received)
    assert made.applications.filter(standing=Standing.LATE).count() == (2 if stage == "closed" else 0)
    assert f"{received}." in said.getvalue() or stage == "published"


@pytest.mark.parametrize("regulation", SHIPPED)
def test_round_can_be_made_under_each_regulation(regulation: str) -> None:
    make_town()
    made = make_believable_round(regulation=regulation, size=12, stage="open", seed=1)
    assert made.round.applications.count() == 12
