from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest

from grants import clock
from grants.enums import Role, RulingKind, Stage, Standing
from grants.models import Application, Assessment, AssessmentDraft, GrantRound, Ruling
from grants.selectors.assessing.state import Bar
from tests.grants.assessing import ASSESSING, Panel, add_application, make_panel
from tests.grants.persons import client_of, give, make_person
from tests.grants.queries import assert_constant_queries
from tests.grants.rounds import CULTURE, FUND, HAGUE, MEETING_PLACES, VOLUNTEERS, make_open_round
from tests.grants.scoring import at, keep, send, typed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with clock.at(ASSESSING):
        yield


def test_assessor_scores_an_application_and_goes_to_the_next() -> None:
    panel = make_panel(applications=2)
    me, (first, second) = panel.assessors[0], panel.applications
    client = client_of(me)
    page = client.get(at(panel, first)).content.decode()
    assert "checked" not in page
    assert first.iban not in page
    answer = send(client, at(panel, first), typed(panel))
    assert answer.url == at(panel, second)
    made = Assessment.objects.get()
    assert {each.letter: each.points for each in made.scores.all()} == {
        letter: panel.levels(letter)[0] for letter in panel.letters
    }
    assert client.get(at(panel)).status_code == 200
    assert client.get("/beoordelen/").status_code == 200
    assert client.get(at(panel, first)).url == at(panel, first, "bespreken/")
    assert client.get(at(panel, first, "bespreken/")).status_code == 200
    assert client.get(at(panel, first, "corrigeren/")).status_code == 200
    assert client.get(at(panel, second, "verschonen/")).status_code == 200
    assert client.get(at(panel, second, "teruggeven/")).status_code == 200
    assert client.get(at(panel, None, "belangen/")).status_code == 200
    assert client.get(at(panel)).status_code == 200


def test_nothing_of_an_application_is_shown_before_every_interest_is_declared() -> None:
    panel = make_panel()
    me, (first,) = panel.assessors[0], panel.applications
    client = client_of(me)
    open_page = client.get(at(panel, first))
    add_application(panel)
    assert client.get(at(panel, first)).url == at(panel, None, "belangen/")
    saved = keep(client, at(panel, first), typed(panel), open_page)
    assert (saved.status_code, AssessmentDraft.objects.get().answers["reason-a"]) == (200, "Omdat a.")
    page = client.get(at(panel, None, "belangen/")).content.decode()
    assert "Antwoord a" not in page
    assert "checked" not in page.split("Wat u eerder opgaf")[0]


@pytest.mark.parametrize(
    "wrong",
    [
        {"points-a": ""},
        {"points-a": "7"},
        {"points-a": "1e9"},
        {"reason-a": "  "},
        {"reason-a": "x" * 20_000},
    ],
    ids=["no level", "no level of the article", "no number", "no reason", "a reason of 20,000 characters"],
)
def test_what_cannot_be_submitted_is_kept_and_said_at_its_field(wrong: dict[str, str]) -> None:
    panel = make_panel()
    client = client_of(panel.assessors[0])
    answer = send(client, at(panel, panel.applications[0]), typed(panel, 0, **wrong))
    page = answer.content.decode()
    assert (answer.status_code, Assessment.objects.count()) == (422, 0)
    assert "Omdat e." in page
    assert 'href="#id_' in page
    assert AssessmentDraft.objects.get().answers["reason-b"] == "Omdat b."


def test_what_cannot_be_judged_has_no_points_and_is_no_zero() -> None:
    panel = make_panel()
    send(
        client_of(panel.assessors[0]),
        at(panel, panel.applications[0]),
        typed(panel, 0, **{"points-a": "none"}),
    )
    scores = {each.letter: each.points for each in Assessment.objects.get().scores.all()}
    assert (scores["a"], scores["b"]) == (None, panel.levels("b")[0])


def test_two_tabs_are_a_conflict_that_shows_both_and_one_page_that_saves_on_is_none() -> None:
    panel = make_panel()
    client, address = client_of(panel.assessors[0]), at(panel, panel.applications[0])
    one, other = client.get(address), client.get(address)
    assert keep(client, address, typed(panel, 0, **{"reason-a": "Eerst."}), one).status_code == 200
    assert keep(client, address, typed(panel, 0, **{"reason-a": "Eerst, en meer."}), one).status_code == 200
    told = typed(panel, 0, **{"reason-a": "Anders."})
    assert keep(client, address, told, other).status_code == 409
    page = send(client, address, told, shown=other)
    assert page.status_code == 409
    assert ("Eerst, en meer." in page.content.decode(), "Anders." in page.content.decode()) == (True, True)
    assert Assessment.objects.count() == 0


def _withdraw(panel: Panel) -> None:
    Application.objects.filter(pk=panel.applications[0].pk).update(standing=Standing.WITHDRAWN)


def _take_off(panel: Panel) -> None:
    panel.applications[0].assignments.filter(assessor=panel.assessors[0]).end()


def _close(panel: Panel) -> None:
    Ruling(
        round=panel.round,
        kind=RulingKind.TERM_ENDED,
        deelplafond=panel.applications[0].deelplafond,
        allowed=True,
        covers=[each.pk for each in panel.applications],
        proposed_by=panel.official,
        approved_by=panel.decider,
    ).save()


def _rank(panel: Panel) -> None:
    GrantRound.objects.filter(pk=panel.round.pk).update(stage=Stage.RANKED)


@pytest.mark.parametrize("happens", [_withdraw, _take_off, _close, _rank])
def test_what_happens_meanwhile_is_told_and_what_was_typed_stays_to_copy(
    happens: Callable[[Panel], None],
) -> None:
    panel = make_panel()
    client, address = client_of(panel.assessors[0]), at(panel, panel.applications[0])
    shown = client.get(address)
    keep(client, address, typed(panel), shown)
    happens(panel)
    answer = send(client, address, typed(panel, 0, **{"reason-a": "Dit typte ik."}), shown=shown)
    assert (answer.status_code, Assessment.objects.count()) == (409, 0)
    assert "Dit typte ik." in answer.content.decode()


def test_correction_says_why_and_leaves_what_was_submitted() -> None:
    panel = make_panel()
    me, (first,) = panel.assessors[0], panel.applications
    panel.submit(me, first)
    client, address = client_of(me), at(panel, first, "corrigeren/")
    told = typed(panel, 1)
    assert send(client, address, told).status_code == 422
    answer = send(client, address, {**told, "correction": "Ik las verkeerd."})
    assert answer.url == at(panel, first, "bespreken/")
    made = list(Assessment.objects.order_by("number"))
    assert [each.number for each in made] == [1, 2]
    assert [each.scores.get(letter="a").points for each in made] == panel.levels("a")[:2]
    assert panel.state.counted(first) == [made[1]]


def test_own_earlier_points_are_at_hand_and_nobody_elses() -> None:
    panel = make_panel(applications=2)
    (me, colleague), (first, second) = panel.assessors, panel.applications
    panel.submit(colleague, first, 1)
    page = client_of(me).get(at(panel, second)).content.decode()
    assert "Wat gaf u eerder?" not in page
    panel.submit(me, first)
    page = client_of(me).get(at(panel, second)).content.decode()
    assert f"<dd>{first.reference}</dd>" in page


def test_colleagues_and_the_discussion_are_there_only_after_ones_own() -> None:
    panel = make_panel()
    (me, colleague), (first,) = panel.assessors, panel.applications
    panel.submit(colleague, first, 1)
    discussion = at(panel, first, "bespreken/")
    client_of(colleague).post(discussion, {"words": "Ik zie geen plan <b>.", "token": str(uuid4())})
    assert client_of(me).get(discussion).status_code in (302, 404)
    panel.submit(me, first)
    page = client_of(me).get(discussion).content.decode()
    assert ("Omdat a." in page, "Ik zie geen plan &lt;b&gt;." in page) == (True, True)


def test_recusal_takes_off_at_once_and_tells_that_competitors_wait() -> None:
    panel = make_panel(applications=2)
    me, (first, second) = panel.assessors[0], panel.applications
    client = client_of(me)
    asked = client.post(at(panel, first, "verschonen/"), {"words": "", "token": str(uuid4())})
    assert asked.status_code == 422
    client.post(at(panel, first, "verschonen/"), {"words": "Mijn zus werkt er.", "token": str(uuid4())})
    state = panel.state
    assert (state.bar(first, me), state.bar(second, me)) == (Bar.OWN, Bar.COMPETITOR)
    assert state.of(me) == []


def test_who_has_no_part_in_it_finds_nothing() -> None:
    panel = make_panel()
    first = panel.applications[0]
    stranger = give(make_person(), make_open_round(slug="andere"), Role.ASSESSOR)
    for person in (stranger, panel.official, panel.closed.applicant):
        assert client_of(person).get(at(panel, first)).status_code == 404


@pytest.mark.parametrize("regulation", [CULTURE, FUND, HAGUE, MEETING_PLACES, VOLUNTEERS])
def test_every_criterion_of_each_regulation_is_scored_and_read_back(regulation: str) -> None:
    panel = make_panel(regulation, assessors=1)
    me, (first,) = panel.assessors[0], panel.applications
    told = {f"points-{letter}": str(panel.levels(letter)[at_level % len(panel.levels(letter))])
            for at_level, letter in enumerate(panel.letters)}  # fmt: skip
    send(client_of(me), at(panel, first), {**typed(panel), **told})
    scores = {f"points-{each.letter}": str(each.points) for each in Assessment.objects.get().scores.all()}
    assert scores == told
    page = client_of(me).get(at(panel, first, "bespreken/")).content.decode()
    assert page.count("Omdat ") == len(panel.letters)


# ── Queries ───────────────────────────────────────────────────────────────────────────────────────


def grown(regulation: str = CULTURE) -> tuple[Panel, Callable[[], None]]:
    """A panel of one assessor, and what gives it one more assessor and one more application, all but the first assessed."""
    panel = make_panel(regulation, assessors=1)

    def more() -> None:
        panel.assessors.append(give(make_person(), panel.round, Role.ASSESSOR))
        added = add_application(panel)
        panel.applications.append(added)
        for each in panel.assessors:
            panel.declare(each)
        panel.assign(added, *panel.assessors)
        panel.submit(panel.assessors[0], added)
        panel.submit(panel.assessors[-1], added)

    return panel, more


@pytest.mark.parametrize(
    ("regulation", "part", "queries"),
    [
        (CULTURE, "", 24),
        (FUND, "", 24),
        (CULTURE, "verschonen/", 18),
        (CULTURE, "teruggeven/", 18),
    ],
)
def test_pages_of_an_application_take_the_same_queries_however_many(
    regulation: str, part: str, queries: int
) -> None:
    panel, more = grown(regulation)
    where = at(panel, panel.applications[0], part)
    assert_constant_queries(client_of(panel.assessors[0]), where, more, queries=queries)


@pytest.mark.parametrize(("part", "queries"), [("", 17), ("belangen/", 18)])
def test_pages_of_a_round_take_the_same_queries_however_many(part: str, queries: int) -> None:
    panel, more = grown()
    assert_constant_queries(client_of(panel.assessors[0]), at(panel, None, part), more, queries=queries)


def test_list_of_rounds_takes_the_same_queries_however_many_applications() -> None:
    panel, more = grown()
    assert_constant_queries(client_of(panel.assessors[0]), "/beoordelen/", more, queries=14)


@pytest.mark.parametrize(("part", "queries"), [("bespreken/", 39), ("corrigeren/", 25)])
def test_pages_after_submitting_take_the_same_queries_however_many(part: str, queries: int) -> None:
    panel = make_panel(assessors=1)
    (first,) = panel.applications
    panel.submit(panel.assessors[0], first)

    def more() -> None:
        panel.assessors.append(give(make_person(), panel.round, Role.ASSESSOR))
        panel.declare(panel.assessors[-1])
        panel.assign(first, panel.assessors[-1])
        panel.submit(panel.assessors[-1], first)

    assert_constant_queries(client_of(panel.assessors[0]), at(panel, first, part), more, queries=queries)
