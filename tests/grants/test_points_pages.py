"""The pages on which an official establishes points."""

import csv
from collections.abc import Iterable, Iterator
from fractions import Fraction
from io import BytesIO, StringIO
from uuid import uuid4

import pytest
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from openpyxl import load_workbook

from grants import clock
from grants.documents.stored import regulation_of
from grants.enums import Role, Source, Standing
from grants.models import (
    Application,
    Establishment,
    EstablishmentDraft,
    LogEntry,
    Proposal,
    RegulationVersion,
    Remark,
    RoundPoints,
)
from grants.scheme_input import prepare
from grants.selectors.assessing.points import beside_of
from grants.services.assessing.assessments import Given, submit_assessment
from grants.services.assessing.establishing import Chosen
from grants.services.proposals import approve
from schemes.library import SHIPPED
from schemes.round import Outcome
from tests.grants.assessing import ASSESSING, Panel, add_application, make_panel
from tests.grants.documents import shipped_text
from tests.grants.persons import client_of, give, make_person
from tests.grants.points import (
    Choice,
    address,
    assessed,
    choose,
    confirm,
    established,
    first,
    form_of,
    hidden_in,
    page_of,
    shown,
    sign,
)
from tests.grants.queries import assert_constant_queries
from tests.grants.rounds import CULTURE, FUND, HAGUE, MEETING_PLACES
from tests.grants.test_odd_input import ODD, Fields, sent
from tests.schemes.documents import loaded

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with clock.at(ASSESSING):
        yield


def send(panel: Panel, typed: dict[str, str], at: int = 0, go: str = "establish") -> HttpResponseBase:
    return client_of(panel.official).post(page_of(panel, at), {**typed, "go": go})


def text_of(answer: HttpResponseBase) -> str:
    assert not isinstance(answer, StreamingHttpResponse)
    return answer.content.decode()  # type: ignore[attr-defined]


# ── The list ──────────────────────────────────────────────────────────────────────────────────────


def test_list_shows_no_points_before_the_last_assessment_is_in() -> None:
    panel = make_panel(assessors=3)
    panel.submit(panel.assessors[0], first(panel), 1)
    text = shown(client_of(panel.official), address(panel))
    assert "1 van de 3 beoordelingen zijn binnen" in text
    assert str(first(panel).reference) not in text
    hidden = shown(client_of(panel.official), page_of(panel))
    assert "Nog niet alle beoordelingen van deze lijst zijn binnen" in hidden
    assert "Omdat a." not in hidden


def test_list_says_how_far_each_application_is() -> None:
    panel = make_panel(applications=4)
    for application, second in zip(panel.applications, (0, {"a": 1, "b": 1}, {"a": None}, 0), strict=True):
        panel.submit(panel.assessors[0], application)
        panel.submit(panel.assessors[1], application, second)  # type: ignore[arg-type]
    choose(panel, {}, at=3)
    text = shown(client_of(panel.official), address(panel))
    words = (
        "Klaar om te bevestigen",
        "Verschil op 2 criteria",
        "Te weinig beoordelingen",
        "Vastgesteld</span>",
    )
    assert [text.count(each) for each in words] == [1, 1, 1, 1]
    assert "1 van 4 vastgesteld" in text


def test_list_is_confirmed_at_once_as_it_was_seen() -> None:
    panel = assessed(CULTURE, 0, 0, applications=2)
    client = client_of(panel.official)
    text = shown(client, address(panel))
    assert "Bij 2 aanvragen is iedereen het over alles eens." in text
    seen = text.split('name="seen" value="')[1].split('"')[0]
    assert client.post(address(panel, "bevestigen/"), {"seen": "iets anders"}).status_code == 409
    assert not Establishment.objects.exists()
    assert client.post(address(panel, "bevestigen/"), {"seen": seen}, follow=True).status_code == 200
    assert Establishment.objects.count() == 2
    again = client.post(address(panel, "bevestigen/"), {"seen": seen})
    assert "Er is iets veranderd nadat u deze pagina opende" in text_of(again)


def test_list_is_sorted_on_the_exact_total() -> None:
    panel = make_panel(FUND, assessors=3, applications=3)
    given = ({"a": 1}, {"a": 0}, {"a": 0})
    for at, application in enumerate(panel.applications):
        for number, assessor in enumerate(panel.assessors):
            panel.submit(assessor, application, given[number] if at == 1 else 0 if at == 2 else 1)
    confirm(panel)
    client = client_of(panel.official)

    def order(query: str) -> list[int]:
        text = shown(client, address(panel) + query)
        return sorted(range(3), key=lambda at: text.index(f">{panel.applications[at].reference}<"))

    assert (order(""), order("?volgorde=totaal")) == ([0, 1, 2], [2, 1, 0])
    assert "39 2/3" in shown(client, address(panel))  # 9 × 4 + (4 + 4 + 3) / 3


def test_who_only_looks_changes_nothing() -> None:
    panel = assessed(CULTURE, 0, {"a": 1})
    for person in (panel.decider, panel.closed.auditor):
        text = shown(client_of(person), page_of(panel))
        assert "Omdat a." in text
        assert 'name="points-a"' not in text
        assert client_of(person).post(page_of(panel), {"go": "establish"}).status_code == 403
        assert client_of(person).post(address(panel, "bevestigen/")).status_code == 403


@pytest.mark.parametrize(("part", "queries"), [("", 22), ("one", 28), ("vaststellen/", 24)])
def test_page_takes_the_same_queries_however_many(part: str, queries: int) -> None:
    panel = make_panel()
    for assessor in panel.assessors:
        panel.submit(assessor, first(panel), 1)
    confirm(panel)

    def one_more() -> None:
        made = add_application(panel)
        assessor = give(make_person(), panel.closed.round, Role.ASSESSOR)
        for each in (*panel.assessors, assessor):
            panel.declare(each)
        panel.assessors.append(assessor)
        panel.assign(made, *panel.assessors)
        for each in panel.assessors:
            panel.submit(each, made)
        panel.applications.append(made)
        choose(panel, {}, at=-1)

    where = page_of(panel) if part == "one" else address(panel, part)
    assert_constant_queries(client_of(panel.official), where, one_more, queries=queries)


# ── One application ───────────────────────────────────────────────────────────────────────────────


def test_page_shows_who_gave_what_and_nothing_chosen() -> None:
    panel = assessed(HAGUE, 0, {"d": 2})
    text = shown(client_of(panel.official), page_of(panel))
    assert text.count("is-split") == 1
    assert "2 stappen verschil" in text
    assert "checked" not in text
    assert text.count("Omdat d.") == 2


def test_difference_is_chosen_with_a_reason() -> None:
    panel = assessed(CULTURE, 0, {"a": 1})
    level = str(panel.levels("a")[1])
    form = form_of(panel)
    without = send(panel, {**form, "points-a": level})
    assert (without.status_code, "Vertel waarom u dit aantal kiest." in text_of(without)) == (422, True)
    form = form_of(panel)
    assert send(panel, {**form, "points-a": level, "reason-a": "Het plan is dun."}).status_code == 302
    assert established(panel)["a"] == panel.levels("a")[1]


@pytest.mark.parametrize("typed", ["99", "", "drie", "1/0", "\x00"])
def test_points_that_cannot_be_are_refused_and_what_was_typed_is_kept(typed: str) -> None:
    panel = assessed(CULTURE, 0, {"a": 1})
    answer = send(panel, {**form_of(panel), "points-a": typed, "reason-a": "Zo bewaard."})
    assert answer.status_code == 422
    assert "Zo bewaard." in text_of(answer)
    assert EstablishmentDraft.objects.get().answers["reason-a"] == "Zo bewaard."


def test_reason_that_is_too_long_is_refused_and_kept() -> None:
    panel = assessed(CULTURE, 0, 0)
    answer = send(panel, {**form_of(panel), "reason-a": "x" * 20_000})
    assert answer.status_code == 422
    assert "ten hoogste 4000 tekens, en u typte er 20000" in text_of(answer)
    assert "x" * 20_000 in text_of(answer)


def test_after_one_the_next_that_differs_is_opened() -> None:
    panel = make_panel(applications=3)
    for at, application in enumerate(panel.applications):
        panel.submit(panel.assessors[0], application)
        panel.submit(panel.assessors[1], application, {"a": 0 if at == 1 else 1})
    form = {**form_of(panel), "points-a": str(panel.levels("a")[0]), "reason-a": "Goed."}
    answer = send(panel, form)
    assert answer.headers["Location"] == page_of(panel, 2)
    last = {**form_of(panel, 2), "points-a": str(panel.levels("a")[0]), "reason-a": "Goed."}
    assert send(panel, last, 2).headers["Location"] == address(panel)


def test_page_from_before_a_correction_keeps_what_was_typed_and_can_be_sent_again() -> None:
    panel = assessed(CULTURE, 0, {"a": 1})
    level = str(panel.levels("a")[1])
    typed = {**form_of(panel), "points-a": level, "reason-a": "Het plan is dun."}
    panel.submit(panel.assessors[0], first(panel), 1, correction="Ik las het plan nog eens.")
    answer = send(panel, typed)
    assert answer.status_code == 409
    assert "De beoordelingen van deze aanvraag zijn veranderd" in text_of(answer)
    assert "Het plan is dun." in text_of(answer)
    again = {**hidden_in(text_of(answer)), "reason-a": "Het plan is dun.", "points-a": level}
    for letter in panel.letters[1:]:
        again |= {f"points-{letter}": str(panel.levels(letter)[0]), f"reason-{letter}": "Goed."}
    assert send(panel, again).status_code == 302


def test_colleague_who_was_first_costs_no_word() -> None:
    panel = assessed(CULTURE, 0, {"a": 1})
    typed = {**form_of(panel), "points-a": str(panel.levels("a")[1]), "reason-a": "Het plan is dun."}
    colleague = give(make_person("Anna Smit"), panel.round, Role.OFFICIAL)
    other = {**form_of(panel), "points-a": str(panel.levels("a")[0]), "reason-a": "Goed plan."}
    assert client_of(colleague).post(page_of(panel), {**other, "go": "establish"}).status_code == 302
    answer = send(panel, typed)
    assert answer.status_code == 409
    text = text_of(answer)
    assert "Anna Smit heeft de punten van deze aanvraag intussen vastgesteld" in text
    assert "Het plan is dun." in text
    assert 'name="correction"' in text
    again = {**typed, **hidden_in(text), "correction": "Ik zie het anders."}
    assert send(panel, again).status_code == 302
    assert first(panel).establishments.latest("number").number == 2


def test_two_who_type_at_once_see_both_texts() -> None:
    panel = assessed(CULTURE, 0, {"a": 1})
    colleague = give(make_person("Anna Smit"), panel.round, Role.OFFICIAL)
    mine, other = form_of(panel), form_of(panel)
    client_of(colleague).post(page_of(panel), {**other, "reason-a": "Van Anna.", "go": "later"})
    answer = send(panel, {**mine, "reason-a": "Van mij."})
    assert answer.status_code == 409
    assert "Van Anna." in text_of(answer)
    assert "Van mij." in text_of(answer)
    assert not Establishment.objects.exists()
    by_itself = client_of(panel.official).post(
        page_of(panel), {**mine, "reason-a": "Van mij."}, headers={"HX-Request": "true"}
    )
    assert (by_itself.status_code, "Anna Smit heeft hier intussen iets veranderd" in text_of(by_itself)) == (
        409,
        True,
    )


def test_what_is_typed_is_kept_by_itself_and_shown_again() -> None:
    panel = assessed(CULTURE, 0, {"a": 1})
    form = form_of(panel)
    answer = client_of(panel.official).post(
        page_of(panel), {**form, "reason-a": "Nog niet af"}, headers={"HX-Request": "true"}
    )
    assert "Bewaard om 20.00 uur" in text_of(answer)
    assert "Nog niet af" in shown(client_of(panel.official), page_of(panel))
    assert "een collega typte hier" in shown(client_of(panel.official), address(panel))
    kept = send(panel, {**form, "reason-a": "Nog niet af, wel meer"}, go="later")
    assert kept.headers["Location"] == address(panel)
    here = send(panel, {**form_of(panel), "reason-a": "Meer"}, go="")
    assert here.headers["Location"] == page_of(panel)


def test_withdrawn_meanwhile_is_said_and_what_was_typed_can_be_copied() -> None:
    panel = assessed(CULTURE, 0, {"a": 1})
    typed = {**form_of(panel), "reason-a": "Dit typte ik."}
    Application.objects.filter(pk=first(panel).pk).update(standing=Standing.WITHDRAWN)
    answer = send(panel, typed)
    assert answer.status_code == 409
    assert "Deze aanvraag doet niet meer mee" in text_of(answer)
    assert "Dit typte ik." in text_of(answer)


def test_correction_starts_from_what_was_established() -> None:
    panel = assessed(CULTURE, 0, {"a": 1})
    send(panel, {**form_of(panel), "points-a": str(panel.levels("a")[1]), "reason-a": "Het plan is dun."})
    quiet = shown(client_of(panel.official), page_of(panel))
    assert "Vastgesteld door" in quiet
    assert 'name="correction"' not in quiet
    text = shown(client_of(panel.official), page_of(panel) + "?wijzigen=1")
    assert text.count("checked") == len(panel.letters)
    form = hidden_in(text) | {"points-a": str(panel.levels("a")[0]), "reason-a": "Toch goed."}
    assert "Vertel waarom u deze punten verandert." in text_of(send(panel, form))
    form = form_of(panel) | {
        "points-a": str(panel.levels("a")[0]),
        "reason-a": "Toch goed.",
        "correction": "Een rekenfout.",
    }
    assert send(panel, form).status_code == 302
    assert "Gewijzigd:" in shown(client_of(panel.official), page_of(panel))


def test_markup_in_reasons_is_text() -> None:
    panel = assessed(CULTURE, 0, 0)
    send(panel, {**form_of(panel), "reason-a": '<script>alert("1")</script>'})
    text = shown(client_of(panel.official), page_of(panel))
    assert "&lt;script&gt;" in text
    assert "<script>alert" not in text


def test_weights_are_shown_as_they_count() -> None:
    panel = assessed(MEETING_PLACES, 0, 0)
    confirm(panel)
    text = shown(client_of(panel.official), page_of(panel))
    weights = [each.weight for each in regulation_of(panel.round).criteria]
    assert max(weights) == 3
    assert text.count("weegt 3 keer") == weights.count(3)
    assert "× 3 = " in text


def test_mean_is_shown_as_an_exact_fraction() -> None:
    panel = make_panel(FUND, assessors=3)
    for assessor, choice in zip(panel.assessors, (0, 0, 1), strict=True):
        panel.submit(assessor, first(panel), {"a": choice})
    assert "3 2/3" in shown(client_of(panel.official), page_of(panel))  # (4 + 4 + 3) / 3
    confirm(panel)
    text = shown(client_of(panel.official), page_of(panel))
    assert text.count("3 2/3") == 2  # in the matrix, and in what was established


@pytest.mark.parametrize(("slug", "second"), [(CULTURE, {"a": 1}), (FUND, 1), (HAGUE, {"b": None})])
def test_whatever_is_typed_is_no_mistake_of_ours(slug: str, second: Choice) -> None:
    panel = assessed(slug, 0, second)
    client, wrong = client_of(panel.official), []
    for where in (
        *(page_of(panel) + part for part in ("", "minder/", "verslag/")),
        address(panel, "vaststellen/"),
    ):
        fields = Fields(client.get(where).content.decode())
        for hidden in (fields.hidden, {}):
            fields.hidden = hidden
            statuses = [sent(client, where, fields, odd) for odd in ODD.values() if fields.names]
            wrong += [(where, status) for status in statuses if status >= 500]
    assert wrong == []


def any_number_on_a() -> None:
    """From now on the regulation lets any number from 0 to 10 be given on its first criterion."""
    text = shipped_text(CULTURE)
    start = text.index("levels = [", text.index("[[criteria]]"))
    end = text.index("]\n", start) + 1
    changed = f"{text[:start]}any_number_from = 0\nany_number_to = 10{text[end:]}"
    RegulationVersion.objects.create(
        slug=CULTURE,
        number=1,
        title="Elk getal",
        document=changed,
        sha256=loaded(changed).sha256,
        source=Source.SHIPPED,
    )


def test_any_number_is_typed_where_the_article_lets_it_be_given() -> None:
    any_number_on_a()
    panel = make_panel()
    levels = {letter: panel.levels(letter)[0] for letter in panel.letters[1:]}
    for assessor, points in zip(panel.assessors, (Fraction(15, 2), Fraction(9)), strict=True):
        given = {"a": Given(points, "Omdat a."), **{each: Given(levels[each], "Goed.") for each in levels}}
        submit_assessment(by=assessor, application=first(panel), given=given)
    assert "1,5 verschil" in shown(client_of(panel.official), page_of(panel))
    for typed, status in (("11", 422), ("acht", 422), ("8,25", 302)):
        form = {**form_of(panel), "points-a": typed, "reason-a": "Ertussenin."}
        assert send(panel, form).status_code == status
    assert established(panel)["a"] == Fraction(33, 4)
    assert 'value="8,25"' in shown(client_of(panel.official), page_of(panel) + "?wijzigen=1")


# ── What goes beside it ───────────────────────────────────────────────────────────────────────────


def test_note_of_the_meeting_is_kept_once_and_read() -> None:
    panel = assessed(CULTURE, 0, {"a": 1})
    where = page_of(panel) + "verslag/"
    token = "2f1d0f0e-0000-4000-8000-000000000001"
    client = client_of(panel.official)
    assert client.post(where, {"token": token, "words": ""}).status_code == 422
    for _ in range(2):
        client.post(where, {"token": token, "words": "Wij vonden de begroting te hoog."})
    assert Remark.objects.count() == 1
    discussion = f"/rondes/{panel.closed.round.slug}/beoordelen/{first(panel).pk}/bespreken/"
    assert f'href="{discussion}"' in shown(client, page_of(panel))
    assert client.get(discussion).status_code == 200
    assert "Wij vonden de begroting te hoog." in shown(client, page_of(panel))


def test_note_waits_until_officials_see_the_points() -> None:
    panel = make_panel()
    token = "2f1d0f0e-0000-4000-8000-000000000001"
    answer = client_of(panel.official).post(page_of(panel) + "verslag/", {"token": token, "words": "Vroeg."})
    assert (answer.status_code, "Vroeg." in text_of(answer)) == (409, True)


def test_fewer_assessments_are_proposed_from_the_page() -> None:
    panel = assessed(CULTURE, 0, {"a": None})
    client, token = client_of(panel.official), "2f1d0f0e-0000-4000-8000-000000000001"
    assert "Stel voor om het met minder te doen" in shown(client, page_of(panel))
    answer = client.post(page_of(panel) + "minder/", {"token": token, "words": "Niemand anders kan dit."})
    assert answer.status_code == 302
    approve(by=panel.decider, proposal=Proposal.objects.get())
    assert confirm(panel) == 1


def test_fewer_is_proposed_once_and_only_where_it_is_needed() -> None:
    panel = assessed(CULTURE, 0, {"a": None}, applications=2)
    panel.submit(panel.assessors[1], panel.applications[1], 0, correction="Toch gelezen.")
    client = client_of(panel.official)
    for at, status in ((0, 302), (0, 409), (1, 409)):
        where = page_of(panel, at) + "minder/"
        answer = client.post(where, {"token": str(uuid4()), "words": "Niemand anders kan dit."})
        assert answer.status_code == status
    assert "Er is al voorgesteld om het met minder te doen" in shown(client, page_of(panel))


# ── The computed criterion ────────────────────────────────────────────────────────────────────────


def hague(people: int = 100, requested_cents: int = 15_000_00) -> dict[str, object]:
    return {"facts": {"unique_participants": people}, "requested_cents": requested_cents}


def hague_panel() -> Panel:
    """A: 15.000 / 100 = 150; B: 197.600 / 1.250 = 158,08; together 212.600 / 1.350 = 157,48."""
    panel = make_panel(HAGUE, applications=0)
    panel.applications = [
        add_application(panel, **hague()),
        add_application(panel, **hague(1_250, 197_600_00)),
    ]
    for application in panel.applications:
        for assessor in panel.assessors:
            panel.declare(assessor)
            panel.assign(application, assessor)
    for application in panel.applications:
        for assessor in panel.assessors:
            panel.submit(assessor, application, 1)
    return panel


def test_sum_of_a_computed_criterion_is_shown_before_and_after_it_is_fixed() -> None:
    panel = hague_panel()
    client = client_of(panel.official)
    text = shown(client, page_of(panel))
    sentences = (
        "€ 15.000 gevraagd, gedeeld door 100 unieke deelnemers, is € 150 per unieke deelnemer.",
        "Deze aanvraag ligt ruim 4,75% onder het gemiddelde.",
        "Dat is «de kosten verschillen minder dan 10% van het gemiddelde»: 1 punt.",
    )
    assert [text.count(each) for each in sentences] == [1, 1, 1]
    assert "Het gemiddelde ligt vast zodra de punten van de ronde zijn vastgesteld." in text
    confirm(panel)
    sign(panel)
    text = shown(client, page_of(panel))
    assert [text.count(each) for each in sentences] == [1, 1, 1]
    assert "Het gemiddelde ligt vast." in text


@pytest.mark.parametrize("standing", [Standing.WITHDRAWN, Standing.INADMISSIBLE])
def test_who_leaves_before_signing_changes_the_average_and_after_it_nothing(standing: Standing) -> None:
    panel = hague_panel()
    regulation = regulation_of(panel.round)
    confirm(panel)
    sign(panel)

    def total() -> object:
        outcome = prepare(panel.round, beside_of(panel.round, regulation)).outcome()
        assert isinstance(outcome, Outcome)
        return next(line.points for line in outcome.lines if line.entry.id == first(panel).reference)

    before = total()
    Application.objects.filter(pk=panel.applications[1].pk).update(standing=standing)
    assert total() == before
    assert "€ 157,48" in shown(client_of(panel.official), page_of(panel))


def test_who_leaves_before_signing_counts_no_longer() -> None:
    panel = hague_panel()
    confirm(panel)
    Application.objects.filter(pk=panel.applications[1].pk).update(standing=Standing.WITHDRAWN)
    text = shown(client_of(panel.official), page_of(panel))
    assert "Van de ene aanvraag die meetelt samen" in text
    assert "Deze aanvraag ligt precies op het gemiddelde." in text


def test_who_comes_in_after_signing_moves_nobody() -> None:
    panel = hague_panel()
    confirm(panel)
    sign(panel)
    late = add_application(panel, **hague(1, 90_000_00))
    beside = beside_of(panel.round, regulation_of(panel.round))
    assert beside.counts_in_average == {
        **{str(each.reference): True for each in panel.applications},
        str(late.reference): False,
    }


def test_fact_that_is_missing_is_named() -> None:
    panel = hague_panel()
    Application.objects.filter(pk=panel.applications[1].pk).update(facts={})
    client = client_of(panel.official)
    for where in (page_of(panel), address(panel), address(panel, "vaststellen/")):
        assert f"ontbreekt een gegeven: {panel.applications[1].reference}." in shown(client, where)


# ── The round as a whole ──────────────────────────────────────────────────────────────────────────


def test_round_is_signed_as_it_was_read() -> None:
    panel = assessed(CULTURE, 0, 0)
    client, where = client_of(panel.official), address(panel, "vaststellen/")
    assert "Deze aanvragen zijn nog niet klaar" in shown(client, where)
    confirm(panel)
    seen = shown(client, where).split('name="seen" value="')[1].split('"')[0]
    assert client.post(where, {"seen": seen}).status_code == 422
    stale = client.post(where, {"seen": "iets anders", "declaration": "on"})
    assert (stale.status_code, RoundPoints.objects.count()) == (409, 0)
    assert client.post(where, {"seen": seen, "declaration": "on"}).status_code == 302
    text = shown(client, where)
    assert RoundPoints.objects.get().sha256 in text
    assert 'name="declaration"' not in text
    assert "De punten van deze ronde zijn vastgesteld, " in shown(client, address(panel))


def test_who_only_looks_reads_the_round_as_a_whole() -> None:
    panel = assessed(CULTURE, 0, 0)
    confirm(panel)
    client, where = client_of(panel.decider), address(panel, "vaststellen/")
    assert 'name="declaration"' not in shown(client, where)
    assert client.post(where, {"declaration": "on"}).status_code == 403


# ── Files ─────────────────────────────────────────────────────────────────────────────────────────


def exported(panel: Panel) -> list[dict[str, str]]:
    answer = client_of(panel.official).post(address(panel, "punten.csv"))
    assert isinstance(answer, StreamingHttpResponse)
    content = answer.streaming_content
    assert isinstance(content, Iterable)
    text = b"".join(content).decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text), delimiter=";"))


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_criterion_is_read_back_in_page_and_file(slug: str) -> None:
    panel = make_panel(slug)
    given = {letter: at % len(panel.levels(letter)) for at, letter in enumerate(panel.letters)}
    for assessor in panel.assessors:
        panel.submit(assessor, first(panel), given)
    confirm(panel)
    rows = {row["Criterium"]: row for row in exported(panel)}
    criteria = regulation_of(panel.round).criteria
    assert list(rows) == [each.letter for each in criteria]
    text = shown(client_of(panel.official), page_of(panel))
    basis = "gemiddelde van de beoordelaars" if slug == FUND else "iedereen gaf hetzelfde"
    for letter, at in given.items():
        points, row = panel.levels(letter)[at], rows[letter]
        assert (row["Teller"], row["Noemer"]) == (str(points.numerator), str(points.denominator))
        assert (row["Grond"], row["Reden"]) == (basis, f"Omdat {letter}.")
        assert f"<dt>{letter} · {basis}</dt>" in text


def test_file_has_all_that_led_to_the_points() -> None:
    panel = make_panel(FUND, assessors=3)
    for assessor, choice in zip(panel.assessors, (0, 0, 1), strict=True):
        panel.submit(assessor, first(panel), {"a": choice, "b": None if choice else 0})
    choose(panel, {"a": Chosen(None, "=Zo staat het in de brief.")})
    row, second, *_rest = exported(panel)
    assert [row[name] for name in ("Punten", "Teller", "Noemer", "Totaal van de aanvraag")] == [
        "3,67",
        "11",
        "3",
        "39,67",
    ]
    assert row["Gegeven door"] == "Beoordelaar 1: 4; Beoordelaar 2: 4; Beoordelaar 3: 3"
    assert second["Gegeven door"].endswith("Beoordelaar 3: kan dit niet beoordelen")
    assert row["Reden"] == "'=Zo staat het in de brief."
    assert row["Vastgesteld door"] == panel.official.name
    assert LogEntry.objects.latest("number").payload.data == {"form": "csv", "filters": {"what": "points"}}


def test_workbook_has_numbers_that_add_up_and_says_whether_the_points_are_final() -> None:
    panel = hague_panel()
    confirm(panel)
    for is_signed, told in (
        (False, "De punten van de ronde zijn nog niet vastgesteld."),
        (True, "Vastgesteld door"),
    ):
        if is_signed:
            sign(panel)
        answer = client_of(panel.official).post(address(panel, "punten.xlsx"))
        assert isinstance(answer, StreamingHttpResponse)
        content = answer.streaming_content
        assert isinstance(content, Iterable)
        sheet = load_workbook(BytesIO(b"".join(content))).active
        assert sheet is not None
        assert str(sheet.cell(3, 1).value).startswith(told)
    header = [str(cell.value) for cell in sheet[5]]
    last = dict(zip(header, [cell.value for cell in sheet[11]], strict=True))
    assert (last["Criterium"], last["Punten"], last["Grond"]) == ("f", 1, "berekend")
    assert str(last["Reden"]).startswith("€ 15.000 gevraagd, gedeeld door 100 unieke deelnemers")


def test_file_holds_nothing_of_a_list_that_officials_do_not_see_yet() -> None:
    panel = assessed(CULTURE, 0, 0)
    confirm(panel)
    assert len(exported(panel)) == len(panel.letters)
    more = add_application(panel)
    for assessor in panel.assessors:
        panel.declare(assessor)
    panel.assign(more, *panel.assessors)
    assert exported(panel) == []
