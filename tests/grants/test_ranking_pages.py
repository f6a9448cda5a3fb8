"""The page of a ranking: what it shows, to whom, and where it stops."""

import csv
import re
from collections.abc import Iterator
from io import BytesIO, StringIO

import pytest
from django.http import StreamingHttpResponse
from django.test import Client
from openpyxl import load_workbook

from grants import clock
from grants.enums import LineStatus, NeedKind, Role, Standing
from grants.models import (
    Application,
    Calculation,
    CalculationNeed,
    Deelplafond,
    GrantRound,
    LogEntry,
    OutboxRow,
    OutcomeLine,
)
from grants.views.ranking.picture import picture_of
from tests.grants.assessing import ASSESSING, Panel, add_application, make_panel
from tests.grants.case_rounds import load
from tests.grants.persons import client_of, give, make_person
from tests.grants.points import assessed, confirm, sign
from tests.grants.queries import queries_of
from tests.grants.ranking import ask, with_points, work_out
from tests.grants.rounds import CULTURE, FUND
from tests.grants.test_calculations import kept
from tests.grants.test_points_pages import hague_panel
from tests.grants.test_scheme_input import CASES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with clock.at(ASSESSING):
        yield


def address(panel: Panel, part: str = "") -> str:
    return f"/rondes/{panel.closed.round.slug}/rangschikking/{part}"


def text_of(client: Client, where: str, status: int = 200) -> str:
    answer = client.get(where)
    assert answer.status_code == status
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def limited(panel: Panel, cents: int) -> None:
    """Let the round have only this much."""
    GrantRound.objects.filter(pk=panel.round.pk).update(ceiling_cents=cents)
    Deelplafond.objects.filter(round=panel.round).update(ceiling_cents=cents)


def differing(*choices: int) -> Panel:
    """An application for each choice, in order of how high it was assessed."""
    panel = make_panel(CULTURE, applications=len(choices))
    for application, choice in zip(panel.applications, choices, strict=True):
        for assessor in panel.assessors:
            panel.submit(assessor, application, choice)
    confirm(panel)
    sign(panel)
    return panel


def test_round_that_was_not_worked_out_says_what_comes_first() -> None:
    panel = assessed(CULTURE, 0, 0)
    text = text_of(client_of(panel.official), address(panel))
    assert f"Van {panel.applications[0].reference} zijn nog geen punten vastgesteld." in text
    assert "Reken de ronde uit" not in text


def test_official_asks_and_sees_that_it_is_being_worked_out() -> None:
    panel = with_points()
    client = client_of(panel.official)
    assert "Reken de ronde uit" in text_of(client, address(panel))
    assert client.post(address(panel, "berekenen/")).url == address(panel)
    assert "De ronde wordt uitgerekend" in text_of(client, address(panel))
    again = client.post(address(panel, "berekenen/"))
    assert (again.status_code, "Er wordt al gerekend" in again.content.decode()) == (409, True)


def test_page_that_waits_is_opened_anew_once_it_is_done() -> None:
    panel = with_points()
    client = client_of(panel.official)
    ask(panel)
    assert "HX-Refresh" not in client.get(address(panel), headers={"HX-Request": "true"})
    OutboxRow.objects.update(done_at=ASSESSING)
    work_out(panel)
    assert client.get(address(panel), headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def test_what_failed_is_told_with_its_reason() -> None:
    panel = with_points()
    ask(panel)
    OutboxRow.objects.update(failed="Van A-1 zijn nog geen punten vastgesteld.")
    assert "Van A-1 zijn nog geen punten vastgesteld." in text_of(client_of(panel.official), address(panel))


def test_ranking_shows_places_amounts_the_line_and_who_is_below_the_threshold() -> None:
    # 002: 26, 13 and 26 points at their highest, one and highest level; € 5.000 each, a ceiling of € 5.000:
    # the first and third share place 1, and the second (below 14) has none
    panel = differing(0, 1, 0)
    limited(panel, 10_000_00)
    work_out(panel)
    text = text_of(client_of(panel.official), address(panel))
    assert "Er is niets meer nodig" in text
    assert text.count("1–2") >= 2
    assert "Onder de drempel" in text
    assert "€ 10.000 samen" in text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("001-23-stop-mode-lowest-amount", "Hier is het plafond van"),
        ("003-03-maximum-number-exceeded", "Hier is het hoogste aantal subsidies bereikt"),
        ("003-05-designated-place-drawn", "Hier is de plek vergeven"),
        ("003-01-fits-exactly-no-ranking", "Alle aanvragen passen samen."),
    ],
)
def test_line_names_what_ran_out(name: str, line: str) -> None:
    loaded = load(CASES[name])
    official = give(make_person(), loaded.grant_round, Role.OFFICIAL)
    kept(loaded, official)
    assert line in text_of(client_of(official), f"/rondes/{loaded.grant_round.slug}/rangschikking/")


def test_withdrawal_makes_the_calculation_old_and_an_earlier_one_stays_to_be_read() -> None:
    panel = with_points(applications=2)
    client = client_of(panel.official)
    work_out(panel)
    assert "Er is iets veranderd" not in text_of(client, address(panel))
    add_application(panel)
    assert "Er is iets veranderd na deze berekening" in text_of(client, address(panel))
    Application.objects.exclude(pk=panel.applications[0].pk).update(standing=Standing.WITHDRAWN)
    work_out(panel)
    assert "Berekening 2" in text_of(client, address(panel))
    assert "Dit is een eerdere berekening" in text_of(client, address(panel, "1/"))
    assert "Dit is een eerdere berekening" not in text_of(client, address(panel, "2/"))
    assert client.get(address(panel, "3/")).status_code == 404


def test_list_that_was_asked_for_is_shown_and_an_unknown_one_is_the_first_with_anybody_on_it() -> None:
    panel = with_points(FUND)
    work_out(panel)
    client = client_of(panel.official)
    reference = str(panel.applications[0].reference)
    shown = {
        key: reference in text_of(client, address(panel) + f"?lijst={key}") for key in ("small", "large", "x")
    }
    assert shown == {"small": True, "large": False, "x": True}


def test_who_only_looks_cannot_ask() -> None:
    panel = with_points()
    client = client_of(panel.decider)
    assert "Een behandelaar kan de ronde nu uitrekenen." in text_of(client, address(panel))
    assert client.post(address(panel, "berekenen/")).status_code == 403


def test_what_was_written_in_an_application_is_shown_as_text() -> None:
    panel = with_points()
    panel.applications[0].organisation.name = '<b>Stichting & "De Brug"</b>'
    panel.applications[0].organisation.save()
    work_out(panel)
    html = client_of(panel.official).get(address(panel)).content.decode()
    assert "<b>Stichting" not in html
    assert "&lt;b&gt;Stichting &amp; &quot;De Brug&quot;&lt;/b&gt;" in html


def many(panel: Panel, calculation: Calculation, lines: int) -> None:
    """More of the same line, on places of their own."""
    first = calculation.lines.get()
    for at in range(2, lines + 1):
        found = add_application(panel)
        values = {
            field.attname: getattr(first, field.attname)
            for field in OutcomeLine._meta.concrete_fields
            if not field.primary_key
        }
        OutcomeLine(**{**values, "application_id": found.pk, "position": at, "rank": at}).save()


@pytest.mark.parametrize("lines", [1, 10])
def test_page_takes_the_same_queries_however_many(lines: int) -> None:
    panel = with_points()
    many(panel, work_out(panel), lines)
    assert len(queries_of(client_of(panel.official), address(panel))) == 27


def test_long_list_is_turned_page_by_page() -> None:
    panel = with_points()
    many(panel, work_out(panel), 101)
    client = client_of(panel.official)
    first, second = (text_of(client, address(panel) + f"?page={at}") for at in (1, 2))
    assert ("Pagina 1 van 2" in first, "Pagina 2 van 2" in second) == (True, True)
    assert ("Het plafond in beeld" in first, "Het plafond in beeld" in second) == (True, False)
    assert "Nog 61 aanvragen staan niet in het beeld." in first


# ── The picture ───────────────────────────────────────────────────────────────────────────────────


def line(rank: int, cents: int, status: LineStatus = LineStatus.GRANTED) -> OutcomeLine:
    granted = cents if status == LineStatus.GRANTED else 0
    return OutcomeLine(rank=rank, status=status, granted_cents=granted, grantable_cents=cents)


def test_bars_add_up_to_the_ceiling_and_beyond() -> None:
    # a ceiling of € 100, € 150 asked: 300 units of height are € 150, so € 50 is 100 units
    picture = picture_of(
        [line(1, 50_00), line(2, 50_00), line(3, 50_00, LineStatus.REFUSED_CEILING)], 100_00, 3
    )
    assert picture is not None
    assert [(block.kind, block.y, block.height) for block in picture.blocks] == [
        ("fits", 230, 100),
        ("below", 230, 100),
        ("fits", 130, 100),
        ("over", 30, 100),
    ]
    assert (picture.ceiling.y, picture.ceiling.text) == (130, "€ 100")
    assert [mark.text for mark in picture.scale] == ["€ 0", "€ 50", "€ 100", "€ 150"]
    assert [mark.text for mark in picture.places] == ["1", "2", "3"]


def test_who_share_a_place_share_a_bar() -> None:
    waiting = LineStatus.AWAITING_LOTTERY
    picture = picture_of([line(1, 50_00), line(2, 40_00, waiting), line(2, 20_00, waiting)], 100_00, 5)
    assert picture is not None
    assert [(block.kind, block.height) for block in picture.blocks if block.kind == "open"] == [("open", 164)]
    assert [mark.text for mark in picture.places] == ["1", "2–3"]
    assert picture.left_out == 2


def test_nothing_to_see_is_no_picture() -> None:
    assert picture_of([], 100_00, 0) is None


def test_ceiling_of_nothing_is_drawn_at_the_foot() -> None:
    picture = picture_of([line(1, 50_00, LineStatus.REFUSED_CEILING)], 0, 1)
    assert picture is not None
    assert picture.ceiling.y == picture.foot


# ── Files ─────────────────────────────────────────────────────────────────────────────────────────


def exported(client: Client, where: str) -> list[dict[str, str]]:
    answer = client.post(where)
    assert isinstance(answer, StreamingHttpResponse)
    text = answer.getvalue().decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text), delimiter=";"))


def test_file_holds_the_numbers_of_the_page_for_every_list() -> None:
    # two at the top with 26 points each, of three who ask € 5.000; the third has 13 and is below the threshold
    panel = differing(0, 1, 0)
    work_out(panel)
    rows = exported(client_of(panel.decider), address(panel, "1/rangschikking.csv"))
    first, second, third = panel.applications
    assert [row["Kenmerk"] for row in rows] == [first.reference, third.reference, second.reference]
    assert [row["Plaats"] for row in rows] == ["1", "1", ""]
    assert [row["Deelt de plaats met"] for row in rows] == ["1", "1", "0"]
    assert [row["Totaal"] for row in rows] == ["26", "26", "12"]
    assert [row["Te verlenen"] for row in rows] == ["5000,00", "5000,00", "0,00"]
    assert [row["Loopt op tot"] for row in rows] == ["10000,00", "10000,00", ""]
    assert [row["Uitkomst"] for row in rows] == ["toegekend", "toegekend", "onder de drempel"]
    assert "valt af" in rows[2]["Waarom"] or "nodig" in rows[2]["Waarom"]


def test_workbook_holds_the_same_with_what_it_is_about() -> None:
    panel = differing(0, 0)
    calculation = work_out(panel)
    answer = client_of(panel.official).post(address(panel, "1/rangschikking.xlsx"))
    assert isinstance(answer, StreamingHttpResponse)
    sheet = load_workbook(BytesIO(answer.getvalue())).active
    assert sheet is not None
    lines = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert calculation.outcome_sha256 in str(lines[2][0])
    assert lines[3][0] == "De uitkomst staat vast."
    header, *rows = lines[4:]
    amounts = [row[header.index("Te verlenen")] for row in rows]
    assert amounts == [5000, 5000]


def test_file_that_is_taken_stands_in_the_log() -> None:
    panel = with_points()
    work_out(panel)
    client_of(panel.official).post(address(panel, "1/rangschikking.csv"))
    entry = LogEntry.objects.latest("number")
    assert entry.payload.data == {"form": "csv", "filters": {"what": "ranking", "number": "1"}}
    assert client_of(panel.official).post(address(panel, "2/rangschikking.csv")).status_code == 404


def test_who_left_and_counts_in_the_average_is_told_to_have_left() -> None:
    panel = hague_panel()
    confirm(panel)
    sign(panel)
    Application.objects.filter(pk=panel.applications[0].pk).update(standing=Standing.WITHDRAWN)
    work_out(panel)
    text = text_of(client_of(panel.official), address(panel))
    assert "De aanvrager trok de aanvraag in. De gegevens tellen nog mee in het gemiddelde." in text
    assert "voldoet niet aan de eisen" not in text


def test_needs_beyond_the_first_twenty_are_counted() -> None:
    panel = with_points()
    calculation = work_out(panel)
    for number in range(1, 24):
        CalculationNeed(
            calculation=calculation,
            number=number,
            kind=NeedKind.DRAW,
            code="lottery_needed",
            rule="lid 5",
            pool=panel.round.deelplafonds.get().key,
            applications=["A", "B"],
            blocking=True,
        ).save()
    text = text_of(client_of(panel.official), address(panel))
    assert text.count("Loting om de volgorde") == 20
    assert "Daarna zijn er nog 3 lotingen of beslissingen." in text


# ── Comparing ─────────────────────────────────────────────────────────────────────────────────────


def test_who_moved_is_told_with_what_changed_in_between() -> None:
    # one of two fits; the ceiling then doubles, and the second is granted as well
    panel = make_panel(CULTURE, applications=2)
    for application, choice in zip(panel.applications, (0, {"b": 1}), strict=True):
        for assessor in panel.assessors:
            panel.submit(assessor, application, choice)
    confirm(panel)
    sign(panel)
    limited(panel, 5_000_00)
    work_out(panel)
    limited(panel, 10_000_00)
    work_out(panel)
    text = text_of(client_of(panel.official), address(panel, "2/vergelijken/1/")).replace(
        "\N{NO-BREAK SPACE}", " "
    )
    first, second = panel.applications
    assert "ging van € 5.000 naar € 10.000." in text
    assert "€ 0 → € 5.000" in text
    assert (str(first.reference) in text, str(second.reference) in text) == (False, True)
    assert "Vergelijk met berekening 1" in text_of(client_of(panel.official), address(panel))


def test_who_left_and_whom_nobody_passed_is_told_too() -> None:
    panel = with_points(applications=2)
    work_out(panel)
    Application.objects.filter(pk=panel.applications[0].pk).update(standing=Standing.WITHDRAWN)
    work_out(panel)
    text = text_of(client_of(panel.decider), address(panel, "2/vergelijken/1/"))
    assert "Doet niet meer mee." in text
    assert "1–2 → 1" in text


@pytest.mark.parametrize(
    "part", ["1/vergelijken/1/", "1/vergelijken/2/", "3/vergelijken/1/", "1/vergelijken/0/"]
)
def test_only_an_earlier_one_is_compared_with_a_later_one(part: str) -> None:
    panel = with_points()
    work_out(panel)
    assert client_of(panel.official).get(address(panel, part)).status_code == 404


def test_comparing_takes_the_same_queries_however_many() -> None:
    panel = with_points(applications=3)
    work_out(panel)
    client, counts = client_of(panel.official), []
    for gone in panel.applications[:2]:
        Application.objects.filter(pk=gone.pk).update(standing=Standing.WITHDRAWN)
        number = work_out(panel).number
        counts.append(len(queries_of(client, address(panel, f"{number}/vergelijken/1/"))))
    assert counts == [23, 23]
