"""A round is published by two people, and from then on changes only by two people with a reason."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from grants import clock
from grants.enums import Happening, ProposalKind, Role, Stage, Standing
from grants.models import (
    Application,
    Deelplafond,
    GrantRound,
    LogEntry,
    Proposal,
    ProposalVerdict,
    RegulationVersion,
    RoundRules,
    User,
)
from grants.scheme_input import prepare
from grants.selectors.applications.listed import applications_in
from grants.selectors.applications.sent_in import versions_of
from grants.selectors.proposals import proposals_for
from grants.selectors.rounds.history import changes_of
from grants.selectors.rounds.stages import stage_of
from grants.selectors.rounds.work import lists_of
from grants.services.applications.admissibility import find_inadmissible, refuse_late
from grants.services.canonical import fingerprint
from grants.services.errors import Refused
from grants.services.proposals import approve, withdraw
from grants.services.rounds.changes import propose_ceiling, propose_later_closing, propose_withdrawal
from grants.services.rounds.publication import propose_publication, publish
from grants.services.rounds.publishing import publish_round
from grants.services.rounds.rules import rules_of
from grants.services.rounds.setup import change_round
from tests.grants.persons import client_of, give, make_person, make_round
from tests.grants.races import at_once
from tests.grants.rounds import (
    CLOSES,
    FUND,
    HAGUE,
    MEETING_PLACES,
    OPENS,
    VOLUNTEERS,
    WHILE_OPEN,
    make_draft_round,
    make_open_round,
    make_organisation,
    make_received,
)

pytestmark = pytest.mark.django_db
BEFORE = OPENS - timedelta(days=30)
AFTER = CLOSES + timedelta(hours=2)
LATER = CLOSES + timedelta(days=1)
DAY = timedelta(days=1)


@pytest.fixture
def official(db: None) -> User:  # noqa: ARG001 - the order in which fixtures are made
    return make_person("Aisha Groen")


@pytest.fixture
def decider(db: None) -> User:  # noqa: ARG001 - idem
    return make_person("Henk Postma")


def staffed(grant_round: GrantRound, official: User, decider: User) -> GrantRound:
    give(official, grant_round, Role.OFFICIAL)
    give(decider, grant_round, Role.DECIDER)
    return grant_round


def draft(official: User, decider: User, regulation: str = HAGUE) -> GrantRound:
    return staffed(make_draft_round(regulation, slug="ronde"), official, decider)


def opened(official: User, decider: User, regulation: str = VOLUNTEERS) -> GrantRound:
    return staffed(make_open_round(regulation, slug="ronde"), official, decider)


def now() -> GrantRound:
    return GrantRound.objects.get(slug="ronde")


# ── Publishing ────────────────────────────────────────────────────────────────────────────────────


def test_round_is_published_by_two_and_its_rules_are_kept(official: User, decider: User) -> None:
    with clock.at(BEFORE):
        proposal = propose_publication(by=official, grant_round=draft(official, decider))
        expected = rules_of(now())
        publish(by=decider, proposal=proposal)
    published = now()
    assert (published.stage, published.published_at, published.version) == (Stage.PUBLISHED, BEFORE, 2)
    kept = RoundRules.objects.get()
    assert (kept.number, kept.why, kept.rules, kept.sha256) == (
        1,
        "published",
        expected,
        fingerprint(expected),
    )
    assert (kept.proposed_by, kept.approved_by) == (official, decider)
    logged = (
        LogEntry.objects.filter(object_key="round:ronde").order_by("number").values_list("action", flat=True)
    )
    assert list(logged) == ["proposal_made", "round_published", "proposal_approved"]


def test_rules_name_all_that_decides_the_outcome(official: User, decider: User) -> None:
    rules = rules_of(draft(official, decider, MEETING_PLACES))
    assert rules["regulation"] == {
        "slug": MEETING_PLACES,
        "number": 1,
        "sha256": RegulationVersion.objects.get(slug=MEETING_PLACES).sha256,
    }
    assert rules["moments"] == {
        "opens_at": "2027-02-01T08:00:00+00:00",
        "closes_at": "2027-03-01T11:00:00+00:00",
        "assessed_by": None,
    }
    assert rules["lists"] == [
        {
            "key": key,
            "kind": "area",
            "name": name,
            "ceiling_cents": cents,
            "max_grants": None,
            "draws_on_shared": False,
        }
        for key, name, cents in (("dorpen", "Dorpen", 100_000_00), ("noordoost", "Noordoost", 300_000_00))
    ]
    assert (rules["ceiling_cents"], rules["shares_money"], rules["completion_days"]) == (
        400_000_00,
        False,
        14,
    )
    assert rules["publication"] == {"number": "gmb-2027-1", "on": "2027-01-15"}
    assert rules["term"] == {"weeks": 13, "from": "closing", "source": "artikel 1:5"}
    readings = rules["readings"]
    assert isinstance(readings, dict)
    assert readings["insufficient_max_score"] == {"choice": 0, "reason": ""}


def test_nobody_publishes_alone_or_in_a_round_of_others(official: User, decider: User) -> None:
    made = draft(official, decider)
    stranger = give(make_person(), make_round("elders"), Role.OFFICIAL, Role.DECIDER)
    with clock.at(BEFORE):
        for person in (stranger, decider, make_person(administrator=True)):
            with pytest.raises(PermissionDenied):
                propose_publication(by=person, grant_round=made)
        give(official, made, Role.DECIDER)
        proposal = propose_publication(by=official, grant_round=made)
        with pytest.raises(PermissionDenied):
            publish(by=stranger, proposal=proposal)
        with pytest.raises(Refused, match="U hebt dit zelf voorgesteld"):
            publish(by=official, proposal=proposal)
    assert now().is_draft


def test_proposal_in_a_round_is_seen_by_the_people_of_that_round(official: User, decider: User) -> None:
    with clock.at(BEFORE):
        proposal = propose_publication(by=official, grant_round=draft(official, decider))
    elsewhere = give(make_person(), make_round("elders"), Role.OFFICIAL, Role.DECIDER)
    auditors = [give(make_person(), each, Role.AUDITOR) for each in (now(), make_round("derde"))]
    people = (official, decider, *auditors, elsewhere, make_person(administrator=True))
    seen = [len(proposals_for(person)) for person in people]
    assert seen == [1, 1, 1, 0, 0, 1]
    official.round_roles.current().end()
    assert list(proposals_for(official)) == [proposal]


@pytest.mark.parametrize(
    "change",
    [
        {"term_weeks": 8},
        {"purpose": "Iets anders."},
        {"title": "Een andere titel"},
        {"readings": {}},
        {"gazette_number": "gmb-2"},
        {"completion_days": 7},
    ],
)
def test_proposal_lapses_with_any_change(official: User, decider: User, change: dict[str, object]) -> None:
    made = draft(official, decider)
    with clock.at(BEFORE):
        proposal = propose_publication(by=official, grant_round=made)
        change_round(by=official, grant_round=made, version=1, **change)
        with pytest.raises(Refused, match="Na dit voorstel is er iets veranderd"):
            publish(by=decider, proposal=proposal)
    assert (now().stage, RoundRules.objects.count(), ProposalVerdict.objects.count()) == (Stage.DRAFT, 0, 0)


def test_round_that_changed_between_looking_and_locking_is_not_published(
    official: User, decider: User
) -> None:
    made = draft(official, decider)
    with clock.at(BEFORE):
        proposal = propose_publication(by=official, grant_round=made)
        change_round(by=official, grant_round=made, version=1, term_weeks=8)
        with pytest.raises(Refused, match="De ronde is na dit voorstel veranderd"):
            publish_round(decider, proposal)


def test_words_for_a_colleague_that_are_too_many_stay_typed(official: User, decider: User) -> None:
    draft(official, decider)
    with clock.at(BEFORE):
        answer = client_of(official).post("/rondes/ronde/publiceren/", {"reason": "x" * 2001})
    assert (answer.status_code, "x" * 2001 in answer.content.decode()) == (422, True)


def test_round_whose_opening_passed_meanwhile_is_not_published(official: User, decider: User) -> None:
    with clock.at(BEFORE):
        proposal = propose_publication(by=official, grant_round=draft(official, decider))
    with clock.at(OPENS), pytest.raises(Refused, match="De ronde zou al open zijn"):
        publish(by=decider, proposal=proposal)


def test_round_is_proposed_once_and_not_again_when_published(official: User, decider: User) -> None:
    made = draft(official, decider)
    with clock.at(BEFORE):
        proposal = propose_publication(by=official, grant_round=made)
        with pytest.raises(Refused, match="ligt er al een voorstel, van Aisha Groen"):
            propose_publication(by=official, grant_round=made)
        publish(by=decider, proposal=proposal)
        with pytest.raises(Refused, match="al gepubliceerd"):
            propose_publication(by=official, grant_round=made)


def test_what_is_missing_is_told_to_who_proposes(official: User, decider: User) -> None:
    made = draft(official, decider)
    GrantRound.objects.filter(pk=made.pk).update(purpose="", term_weeks=None)
    with clock.at(BEFORE):
        answer = client_of(official).post("/rondes/ronde/publiceren/", {"reason": ""})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Deze ronde kan nog niet worden gepubliceerd. Vul in binnen hoeveel weken" in page


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_publishing_and_editing_at_once_never_publishes_what_nobody_approved() -> None:
    official, decider = make_person("Aisha Groen"), make_person("Henk Postma")
    made = draft(official, decider)
    with clock.at(BEFORE):
        proposal = propose_publication(by=official, grant_round=made)
        heard = at_once(
            [
                lambda: publish(by=decider, proposal=Proposal.objects.get(pk=proposal.pk)),
                lambda: change_round(by=official, grant_round=made, version=1, term_weeks=8),
            ]
        )
    round_now = now()
    assert heard.count("done") == 1
    if round_now.is_draft:
        assert (round_now.term_weeks, RoundRules.objects.count()) == (8, 0)
    else:
        assert (round_now.term_weeks, RoundRules.objects.get().rules) == (13, rules_of(round_now))


# ── Ceilings ──────────────────────────────────────────────────────────────────────────────────────


def test_ceiling_is_raised_with_that_of_the_round(official: User, decider: User) -> None:
    made = opened(official, decider)
    with clock.at(WHILE_OPEN):
        proposal = propose_ceiling(
            by=official, grant_round=made, list_key="mantelzorg", ceiling_cents=75_000_00, reason="Meer geld."
        )
        approve(by=decider, proposal=proposal)
    assert (proposal.kind, now().ceiling_cents) == (ProposalKind.RAISE_CEILING, 155_000_00)
    assert Deelplafond.objects.get(key="mantelzorg").ceiling_cents == 75_000_00
    kept = RoundRules.objects.get(number=2)
    assert (kept.why, kept.reason, kept.rules) == ("ceiling_raised", "Meer geld.", rules_of(now()))
    change = changes_of(now())[0]
    assert (change.at, change.lowers) == (WHILE_OPEN, False)
    assert [text.replace("\N{NO-BREAK SPACE}", " ") for text in change.sentences] == [
        "Mantelzorg: van € 60.000 naar € 75.000.",
        "Het subsidieplafond: van € 140.000 naar € 155.000.",
    ]
    assert LogEntry.objects.filter(action="round_rules_changed").count() == 1


def test_lowered_ceiling_says_for_whom_it_does_not_hold(official: User, decider: User) -> None:
    opened(official, decider)
    client = client_of(official)
    typed = {"list_key": "mantelzorg", "ceiling_cents": "10.000", "reason": "De begroting is lager."}
    with clock.at(WHILE_OPEN):
        unsure = client.post("/rondes/ronde/wijzigen/plafond/", typed)
        assert unsure.status_code == 422
        assert "Kruis aan dat u weet voor wie dat niet geldt." in unsure.content.decode()
        address = client.post("/rondes/ronde/wijzigen/plafond/", {**typed, "sure": "on"}).headers["Location"]
        deciding = client_of(decider)
        assert "geldt niet voor aanvragen die al zijn ingediend" in deciding.get(address).content.decode()
        assert deciding.post(address, {"verdict": "approved", "reason": ""}).status_code == 302
    assert now().ceiling_cents == 90_000_00
    page = Client().get("/rondes/ronde/").content.decode()
    assert "De begroting is lager." in page
    assert "De verlaging geldt niet voor aanvragen die toen al waren ingediend (Awb 4:27 lid 2)." in page


def lowered(by: User, decider: User, made: GrantRound, cents: int, list_key: str = "mantelzorg") -> None:
    reason = "De begroting is lager."
    approve(
        by=decider,
        proposal=propose_ceiling(
            by=by, grant_round=made, list_key=list_key, ceiling_cents=cents, reason=reason
        ),
    )


def counted(list_key: str = "mantelzorg") -> tuple[int | None, int | None]:
    """The ceiling of a list as the calculation takes it, and as officials see it."""
    (pool,) = [pool for pool in prepare(now()).round_input.pools if pool.id == list_key]
    (shown,) = [each for each in lists_of(now()) if each.deelplafond.key == list_key]
    return pool.ceiling_cents, shown.ceiling_cents


@pytest.mark.parametrize(
    ("filed", "counts"),
    [
        (None, 10_000_00),
        (WHILE_OPEN - timedelta(microseconds=1), 60_000_00),
        (WHILE_OPEN, 10_000_00),
    ],
)
def test_lowered_ceiling_is_without_effect_on_what_was_filed_before(
    official: User, decider: User, filed: datetime | None, counts: int
) -> None:
    made = opened(official, decider)
    mantelzorg = Deelplafond.objects.get(key="mantelzorg")
    make_received(made, make_organisation(), make_person(), OPENS)  # on the other list
    if filed is not None:
        make_received(made, make_organisation(), make_person(), filed, deelplafond=mantelzorg)
    with clock.at(WHILE_OPEN):
        lowered(official, decider, made, 10_000_00)
    assert counted() == (counts, counts)


def test_ceiling_that_was_lowered_twice_is_that_of_the_first_who_filed(official: User, decider: User) -> None:
    made = opened(official, decider)
    mantelzorg = Deelplafond.objects.get(key="mantelzorg")
    with clock.at(WHILE_OPEN):
        lowered(official, decider, made, 40_000_00)
    make_received(
        made, make_organisation(), make_person(), WHILE_OPEN + timedelta(hours=1), deelplafond=mantelzorg
    )
    with clock.at(WHILE_OPEN + DAY):
        lowered(official, decider, now(), 10_000_00)
    assert counted() == (40_000_00, 40_000_00)
    Application.objects.update(standing=Standing.INADMISSIBLE)
    assert counted() == (10_000_00, 10_000_00)


def test_shared_ceiling_is_raised(official: User, decider: User) -> None:
    made = make_draft_round(MEETING_PLACES, slug="ronde")
    made.shares_money, made.shared_ceiling_cents, made.ceiling_cents = True, 50_000_00, 450_000_00
    made.stage, made.published_at = Stage.PUBLISHED, OPENS
    made.save()
    staffed(made, official, decider)
    client = client_of(official)
    typed = {"list_key": "-", "ceiling_cents": "60.000", "reason": "Meer geld."}
    address = client.post("/rondes/ronde/wijzigen/plafond/", typed).headers["Location"]
    assert client_of(decider).post(address, {"verdict": "approved", "reason": ""}).status_code == 302
    assert (now().shared_ceiling_cents, now().ceiling_cents) == (60_000_00, 460_000_00)


def test_ceiling_within_what_is_shared_leaves_that_of_the_round(official: User, decider: User) -> None:
    made = make_draft_round(MEETING_PLACES, slug="ronde")
    made.shares_money, made.shared_ceiling_cents = True, 200_000_00
    made.save()
    made.deelplafonds.filter(key="dorpen").update(draws_on_shared=True)
    GrantRound.objects.filter(pk=made.pk).update(stage=Stage.PUBLISHED, published_at=OPENS)
    staffed(made, official, decider)
    proposal = propose_ceiling(
        by=official, grant_round=now(), list_key="dorpen", ceiling_cents=150_000_00, reason="x"
    )
    approve(by=decider, proposal=proposal)
    assert (now().ceiling_cents, Deelplafond.objects.get(key="dorpen").ceiling_cents) == (
        400_000_00,
        150_000_00,
    )


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            {"list_key": "mantelzorg", "ceiling_cents": "60.000", "reason": "x"},
            "Dit is het bedrag dat er nu staat.",
        ),
        ({"list_key": "onbekend", "ceiling_cents": "1", "reason": "x"}, "Selecteer een geldige keuze"),
        ({"list_key": "mantelzorg", "ceiling_cents": "70.000", "reason": " "}, "Vul dit in."),
        ({"list_key": "mantelzorg", "ceiling_cents": "-1", "reason": "x"}, "Vul een bedrag in"),
    ],
)
def test_ceiling_that_cannot_be_is_told(
    official: User, decider: User, typed: dict[str, str], sentence: str
) -> None:
    opened(official, decider)
    answer = client_of(official).post("/rondes/ronde/wijzigen/plafond/", typed)
    assert (answer.status_code, sentence in answer.content.decode()) == (422, True)


def test_service_refuses_the_same(official: User, decider: User) -> None:
    made = opened(official, decider)
    for key, cents, reason, sentence in (
        ("mantelzorg", 60_000_00, "x", "Dit is het bedrag dat er nu staat"),
        ("", 1, "x", "geen eigen plafond"),
        ("mantelzorg", 1, " ", "Geef een reden op"),
    ):
        with pytest.raises(Refused, match=sentence):
            propose_ceiling(by=official, grant_round=made, list_key=key, ceiling_cents=cents, reason=reason)


# ── Closing later ─────────────────────────────────────────────────────────────────────────────────


def test_round_that_closed_opens_again_and_what_was_late_is_on_time(official: User, decider: User) -> None:
    made = opened(official, decider)
    late = make_received(made, make_organisation(), make_person(), CLOSES + timedelta(hours=1))
    later = make_received(made, make_organisation(), make_person(), LATER)
    assert late.standing == Standing.LATE
    with clock.at(AFTER):
        proposal = propose_later_closing(by=official, grant_round=made, closes_at=LATER, reason="Storing.")
        approve(by=decider, proposal=proposal)
        assert stage_of(now()) is Stage.OPEN
    standings = [Application.objects.get(pk=each.pk).standing for each in (late, later)]
    assert standings == [Standing.SUBMITTED, Standing.LATE]
    event = late.events.get()
    assert (event.kind, event.payload.data["reason"]) == (Happening.LATE_ADMITTED, "Storing.")
    assert changes_of(now())[0].sentences == (
        "De ronde sluit op dinsdag 2 maart 2027, 12.00 uur. Dat was maandag 1 maart 2027, 12.00 uur.",
    )


def test_closing_later_is_for_everyone_also_for_who_was_refused_as_late(
    official: User, decider: User
) -> None:
    made = opened(official, decider)
    refused, other = [
        make_received(made, make_organisation(), make_person(), CLOSES + timedelta(hours=1)) for _ in range(2)
    ]
    with clock.at(AFTER):
        refuse_late(by=official, application=refused, seen=refused.version, reason="Te laat.")
        find_inadmissible(
            by=official, application=other, seen=other.version, ground="x", reason="Niet van hier."
        )
        approve(
            by=decider,
            proposal=propose_later_closing(by=official, grant_round=made, closes_at=LATER, reason="Storing."),
        )
    standings = [Application.objects.get(pk=each.pk).standing for each in (refused, other)]
    assert standings == [Standing.SUBMITTED, Standing.INADMISSIBLE]


def test_what_is_in_time_after_all_is_called_late_nowhere(official: User, decider: User) -> None:
    made = opened(official, decider)
    in_time, still = [
        make_received(made, make_organisation(), make_person(), moment)
        for moment in (LATER - timedelta(microseconds=1), LATER)
    ]
    assert [each.was_late for each in applications_in(now())] == [True, True]
    with clock.at(AFTER):
        approve(
            by=decider,
            proposal=propose_later_closing(by=official, grant_round=made, closes_at=LATER, reason="Storing."),
        )
    assert [each.was_late for each in applications_in(now())] == [False, True]
    sent = [Application.objects.get(pk=each.pk).submissions.get() for each in (in_time, still)]
    assert [each.late for each in sent] == [True, True]
    assert [each.came_too_late for each in sent] == [False, True]
    assert [versions_of(Application.objects.get(pk=each.pk))[0].is_late for each in (in_time, still)] == [
        False,
        True,
    ]


def test_round_never_closes_earlier_nor_in_the_past_nor_once_it_is_assessed(
    official: User, decider: User
) -> None:
    made = opened(official, decider)
    with clock.at(LATER + DAY):
        for closes_at, sentence in ((CLOSES, "alleen later sluiten"), (LATER, "al voorbij")):
            with pytest.raises(Refused, match=sentence):
                propose_later_closing(by=official, grant_round=made, closes_at=closes_at, reason="x")
        proposal = propose_later_closing(by=official, grant_round=made, closes_at=LATER + 2 * DAY, reason="x")
        GrantRound.objects.filter(pk=made.pk).update(stage=Stage.ASSESSING)
        with pytest.raises(Refused, match="Na dit voorstel is er iets veranderd"):
            approve(by=decider, proposal=proposal)
        withdraw(by=official, proposal=proposal)
        with pytest.raises(Refused, match="De beoordeling is begonnen"):
            propose_later_closing(by=official, grant_round=made, closes_at=LATER + 2 * DAY, reason="x")


def test_later_closing_whose_moment_passed_before_approval_is_refused(official: User, decider: User) -> None:
    made = opened(official, decider)
    with clock.at(AFTER):
        proposal = propose_later_closing(by=official, grant_round=made, closes_at=LATER, reason="Storing.")
    with clock.at(LATER), pytest.raises(Refused, match="al voorbij"):
        approve(by=decider, proposal=proposal)
    assert now().closes_at == CLOSES


def test_closing_on_a_changed_clock_or_earlier_is_told_at_the_field(official: User, decider: User) -> None:
    opened(official, decider)
    client = client_of(official)
    with clock.at(WHILE_OPEN):
        for day, hour, sentence in (
            ("2027-03-28", "02:30", "is het nooit 02.30 uur"),
            ("2027-02-28", "12:00", "eerder sluiten kan niet"),
        ):
            typed = {"closes_on": day, "closes_time": hour, "reason": "x"}
            answer = client.post("/rondes/ronde/wijzigen/sluiting/", typed)
            assert (answer.status_code, sentence in answer.content.decode()) == (422, True)


FROZEN = {
    "title": "Anders", "slug": "anders", "stage": "draft", "regulation": "1", "opens_at": "2026-01-01T00:00", "opens_on": "2026-01-01",
    "opens_time": "01:00", "term_weeks": "1", "term_from": "receipt", "term_source": "x", "completion_days": "1",
    "purpose": "Anders", "audience": "Anders", "contact": "Anders", "gazette_number": "x", "gazette_on": "2026-01-01",
    "lezing_ties": "straddling", "readings": "{}", "shares_money": "ja", "name": "Anders", "key": "anders", "max_grants": "1",
}  # fmt: skip
"""What somebody could send along with a form to change what is frozen."""


@pytest.mark.parametrize(
    ("kind", "typed", "changed"),
    [
        ("plafond", {"list_key": "mantelzorg", "ceiling_cents": "70.000"}, {"ceiling_cents"}),
        ("sluiting", {"closes_on": "2027-03-05", "closes_time": "12:00"}, {"closes_at"}),
        ("intrekken", {"sure": "on"}, {"stage"}),
    ],
)
def test_each_change_changes_what_it_is_about_and_nothing_else(
    official: User, decider: User, kind: str, typed: dict[str, str], changed: set[str]
) -> None:
    made = opened(official, decider)
    before = GrantRound.objects.values().get(pk=made.pk)
    lists = list(made.deelplafonds.exclude(key="mantelzorg").values())
    with clock.at(WHILE_OPEN):
        answer = client_of(official).post(
            f"/rondes/ronde/wijzigen/{kind}/", {**FROZEN, **typed, "reason": "Zo besloot het college."}
        )
        assert (
            client_of(decider)
            .post(answer.headers["Location"], {"verdict": "approved", "reason": ""})
            .status_code
            == 302
        )
    after = GrantRound.objects.values().get(pk=made.pk)
    assert {name for name in before if before[name] != after[name]} == changed | {"version"}
    assert list(made.deelplafonds.exclude(key="mantelzorg").values()) == lists


# ── Withdrawing, and what cannot be ───────────────────────────────────────────────────────────────


def test_withdrawn_round_says_why_and_changes_no_more(official: User, decider: User) -> None:
    made = opened(official, decider)
    client = client_of(official)
    with clock.at(WHILE_OPEN):
        typed = {"reason": "De regeling is vernietigd.", "sure": "on"}
        address = client.post("/rondes/ronde/wijzigen/intrekken/", typed).headers["Location"]
        client_of(decider).post(address, {"verdict": "approved", "reason": ""})
        assert stage_of(now()) is Stage.WITHDRAWN
        page = Client().get("/rondes/ronde/").content.decode()
        again = client.post("/rondes/ronde/wijzigen/intrekken/", typed)
    assert ("De ronde gaat niet door." in page, "De regeling is vernietigd." in page) == (True, True)
    assert "Aanvraag beginnen" not in page
    assert (again.status_code, "Deze ronde is ingetrokken." in again.content.decode()) == (409, True)
    assert (made.rules.get(number=2).why, LogEntry.objects.filter(action="round_withdrawn").count()) == (
        "withdrawn",
        1,
    )


@pytest.mark.parametrize("stage", [Stage.DECIDED, Stage.ANNOUNCED, Stage.ARCHIVED])
def test_nothing_changes_once_the_round_is_decided(official: User, decider: User, stage: Stage) -> None:
    made = opened(official, decider)
    GrantRound.objects.filter(pk=made.pk).update(stage=stage)
    acts: list[Callable[[], object]] = [
        lambda: propose_ceiling(
            by=official, grant_round=made, list_key="mantelzorg", ceiling_cents=1, reason="x"
        ),
        lambda: propose_later_closing(by=official, grant_round=made, closes_at=LATER, reason="x"),
        lambda: propose_withdrawal(by=official, grant_round=made, reason="x"),
    ]
    for act in acts:
        with pytest.raises(Refused, match="Over deze ronde is al besloten"):
            act()
    page = client_of(official).get("/rondes/ronde/wijzigen/").content.decode()
    assert "Er kan niets meer veranderen" in page


def test_draft_is_changed_where_it_is_set_up(official: User, decider: User) -> None:
    made = draft(official, decider, FUND)
    with pytest.raises(Refused, match="nog een concept"):
        propose_withdrawal(by=official, grant_round=made, reason="x")
    answer = client_of(official).post("/rondes/ronde/wijzigen/sluiting/", {"reason": "x"})
    assert (answer.status_code, "Wijzig de regels bij het opzetten." in answer.content.decode()) == (
        409,
        True,
    )


def test_one_proposal_about_a_round_waits_at_a_time(official: User, decider: User) -> None:
    made = opened(official, decider)
    propose_withdrawal(by=official, grant_round=made, reason="x")
    with pytest.raises(Refused, match="ligt er al een voorstel"):
        propose_ceiling(by=official, grant_round=made, list_key="mantelzorg", ceiling_cents=1, reason="x")
    page = client_of(official).get("/rondes/ronde/wijzigen/").content.decode()
    assert "Aisha Groen stelde voor: ronde intrekken." in page


def test_change_that_does_not_exist_is_not_found(official: User, decider: User) -> None:
    opened(official, decider)
    assert client_of(official).get("/rondes/ronde/wijzigen/onzin/").status_code == 404


def test_history_is_empty_before_and_after_publication(official: User, decider: User) -> None:
    assert changes_of(draft(official, decider)) == []
    assert changes_of(make_open_round(slug="andere")) == []
