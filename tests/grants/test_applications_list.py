import csv
from collections.abc import Iterable
from datetime import datetime, timedelta
from io import BytesIO, StringIO

import pytest
from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from django.test import Client
from openpyxl import load_workbook

from grants import clock
from grants.enums import Role, Standing
from grants.models import Application, LogEntry
from grants.services.applications.receiving import receive
from tests.grants.after_closing import AFTER, FACTS, Closed, closed, registered
from tests.grants.persons import client_of, give, make_person
from tests.grants.queries import assert_constant_queries
from tests.grants.rounds import AMSTERDAM, CLOSES, HAGUE, VOLUNTEERS, WHILE_OPEN, content_for, make_received

pytestmark = pytest.mark.django_db


def address(it: Closed, form: str = "/") -> str:
    return f"/rondes/{it.round.slug}/werk/aanvragen{form}"


def titles(client: Client, it: Closed, **chosen: str) -> list[str]:
    """The titles that are listed, in their order."""
    text = client.get(address(it), chosen).content.decode()
    found = {each.title: text.find(f">{each.title}<") for each in Application.objects.all()}
    return sorted((title for title, at in found.items() if at >= 0), key=lambda title: found[title])


def downloaded(answer: HttpResponse | FileResponse | StreamingHttpResponse) -> bytes:
    assert isinstance(answer, StreamingHttpResponse)
    content = answer.streaming_content
    assert isinstance(content, Iterable)
    return b"".join(content)


def rows(client: Client, it: Closed, **chosen: str) -> list[dict[str, str]]:
    query = "&".join(f"{name}={value}" for name, value in chosen.items())
    text = downloaded(client.post(f"{address(it, '.csv')}?{query}")).decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text), delimiter=";"))


def test_list_shows_everything_but_drafts() -> None:
    it = closed()
    it.received(title="Zingen")
    Application.objects.create(
        round=it.round, organisation=it.organisation, started_by=it.applicant, title="Concept"
    )
    assert titles(client_of(it.official), it) == ["Zingen"]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({"standing": "complete"}, ["Zingen"]),
        ({"late": "True"}, ["Dansen"]),
        ({"late": "False"}, ["Zingen", "Koken"]),
        ({"channel": "paper"}, ["Koken"]),
        ({"deelplafond": "mantelzorg"}, ["Koken"]),
        (
            {"standing": "nonsense", "late": "2", "order": "x", "deelplafond": "y"},
            ["Zingen", "Dansen", "Koken"],
        ),
        ({"order": "title"}, ["Dansen", "Koken", "Zingen"]),
        ({"order": "-requested"}, ["Koken", "Zingen", "Dansen"]),
        ({"order": "requested"}, ["Dansen", "Zingen", "Koken"]),
        ({"order": "-number"}, ["Koken", "Dansen", "Zingen"]),
        ({"order": "-received"}, ["Dansen", "Zingen", "Koken"]),
        ({"order": "organisation"}, ["Zingen", "Dansen", "Koken"]),
    ],
)
def test_list_is_filtered_and_sorted(chosen: dict[str, str], expected: list[str]) -> None:
    it = closed(VOLUNTEERS)
    care = it.round.deelplafonds.get(key="mantelzorg")
    sung = it.received(title="Zingen", requested_cents=2_000_00)
    it.received(CLOSES, title="Dansen", requested_cents=1_000_00)
    on_paper = Application.objects.create(
        round=it.round, organisation=it.organisation, started_by=it.applicant, channel="paper"
    )
    content = content_for(it.round, title="Koken", requested_cents=3_000_00, deelplafond=care)
    receive(by=it.official, application=on_paper, content=content, received_at=WHILE_OPEN)
    Application.objects.filter(pk=sung.pk).update(standing=Standing.COMPLETE)
    assert titles(client_of(it.official), it, **chosen) == expected


@pytest.mark.parametrize(
    ("day", "near", "passed"),
    [(16, [], []), (17, ["Zingen"], []), (31, ["Zingen"], []), (32, [], ["Zingen"])],
)
def test_list_shows_whose_term_is_near_or_passed(day: int, near: list[str], passed: list[str]) -> None:
    it = closed()
    it.received(title="Zingen")
    with clock.at(datetime(2027, 5, 1, 9, tzinfo=AMSTERDAM) + timedelta(days=day - 1)):
        client = client_of(it.official)
        assert (titles(client, it, term="near"), titles(client, it, term="passed")) == (near, passed)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("cafe", ["Café Zoë"]),
        ("ZOË", ["Café Zoë"]),
        ("a-2027-0002", ["Zingen"]),
        ("buurthuis", ["Zingen"]),
        ("%", []),
        ("é\x00", ["Café Zoë", "Zingen"]),
        ("", ["Café Zoë", "Zingen"]),
    ],
)
def test_words_are_found_in_title_applicant_and_reference(words: str, expected: list[str]) -> None:
    it = closed()
    person = make_person("Buurthuis Baas")
    it.received(title="Café Zoë")
    make_received(it.round, registered(person), person, title="Zingen")
    assert titles(client_of(it.official), it, words=words) == expected


def test_pages_keep_the_filters_and_show_each_application_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grants.views.applications.listed.PER_PAGE", 2)
    it = closed()
    client = client_of(it.official)
    for title in ("Een", "Twee", "Drie"):
        it.received(title=title)
    text = client.get(address(it), {"order": "title"}).content.decode()
    assert "?order=title&amp;page=2" in text
    found = [titles(client, it, order="title", page=page) for page in ("1", "2", "99", "x")]
    assert found == [["Drie", "Een"], ["Twee"], ["Twee"], ["Drie", "Een"]]


def test_list_takes_the_same_queries_however_many() -> None:
    it = closed()
    assert_constant_queries(client_of(it.official), address(it), it.received, queries=12)


def test_csv_opens_in_dutch_excel_and_holds_no_formula() -> None:
    it = closed()
    with clock.at(AFTER):
        it.received(CLOSES, title='=HYPERLINK("x")', requested_cents=1_234_50, facts=FACTS)
        raw = downloaded(client_of(it.auditor).post(address(it, ".csv")))
        (row,) = rows(client_of(it.auditor), it)
    assert raw.startswith(b"\xef\xbb\xbfKenmerk;Volgnummer;")
    assert (row["Kenmerk"], row["Titel"], row["Gevraagd"]) == ("A-2027-0001", '\'=HYPERLINK("x")', "1234,50")
    assert (row["Te laat"], row["Ontvangen op"], row["Uiterlijk besluiten"]) == (
        "ja",
        "01-03-2027 12:00:00",
        "31-05-2027",
    )
    assert row["Resultaten"] == "Honderd mensen eten samen."


def test_file_of_several_batches_holds_each_application_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grants.selectors.applications.export.BATCH", 2)
    it = closed()
    for _ in range(5):
        it.received()
    found = [row["Volgnummer"] for row in rows(client_of(it.official), it)]
    assert found == ["1", "2", "3", "4", "5"]


def test_facts_are_amounts_numbers_and_days_in_files() -> None:
    it = closed(HAGUE)
    it.received(
        facts={
            "unique_participants": 120,
            "total_costs_cents": 6_000_00,
            "first_day": "2027-04-01",
            "last_day": "mei",
        }
    )
    (row,) = rows(client_of(it.official), it)
    assert [
        row[name] for name in ("Unieke deelnemers", "Totale kosten", "Eerste dag", "Laatste dag", "Doelgroep")
    ] == [
        "120",
        "6000,00",
        "01-04-2027",
        "mei",
        "",
    ]


def test_search_for_nothing_but_spaces_shows_everything() -> None:
    it = closed()
    it.received(title="Zingen")
    assert titles(client_of(it.official), it, words="\u0301") == ["Zingen"]


def test_file_holds_what_the_list_shows() -> None:
    it = closed()
    it.received(title="Zingen")
    it.received(title="Dansen")
    assert [row["Titel"] for row in rows(client_of(it.official), it, words="zing")] == ["Zingen"]


def test_who_exports_stands_in_the_log() -> None:
    it = closed()
    it.received()
    rows(client_of(it.auditor), it, words="samen")
    line = LogEntry.objects.latest("number")
    assert (line.action, line.object_key, line.actor_id) == (
        "applications_exported",
        f"round:{it.round.slug}",
        it.auditor.pk,
    )
    assert line.payload.data == {"form": "csv", "filters": {"words": "samen"}}


def test_xlsx_has_numbers_and_days_of_its_own_below_what_it_is_about() -> None:
    it = closed()
    with clock.at(AFTER):
        it.received(title="=1+1\x07", requested_cents=1_234_50)
        raw = downloaded(client_of(it.official).post(address(it, ".xlsx")))
    sheet = load_workbook(BytesIO(raw)).active
    assert sheet is not None
    header = [cell.value for cell in sheet[4]]
    cells = dict(zip(header, sheet[5], strict=True))
    assert ([sheet["A1"].value, sheet.freeze_panes], sheet["A3"].value) == (
        [it.round.title, "B5"],
        "Stand van dinsdag 2 maart 2027, 10.00 uur",
    )
    assert (cells["Titel"].value, cells["Titel"].data_type) == ("=1+1", "s")
    assert (cells["Gevraagd"].value, cells["Gevraagd"].number_format) == (1234.5, "#,##0.00")
    assert cells["Ontvangen op"].value == datetime(2027, 2, 15, 21, 47)  # noqa: DTZ001 - a sheet knows no zones
    assert cells["Uiterlijk besluiten"].value == datetime(2027, 5, 31)  # noqa: DTZ001 - idem


def test_applications_are_nowhere_for_who_does_not_work_in_the_round() -> None:
    it, elsewhere = closed(), closed()
    application = it.received()
    assessor = give(make_person(), it.round, Role.ASSESSOR)
    pages = [
        address(it),
        f"/rondes/{it.round.slug}/werk/",
        f"/rondes/{it.round.slug}/aanvragen/{application.pk}/",
    ]
    for person in (assessor, it.applicant, elsewhere.official, make_person(administrator=True)):
        assert [client_of(person).get(page).status_code for page in pages] == [404, 404, 404]
    assert [client_of(it.auditor).get(page).status_code for page in pages] == [200, 200, 200]
    assert (
        client_of(it.official).get(f"/rondes/{elsewhere.round.slug}/aanvragen/{application.pk}/").status_code
        == 404
    )


def test_auditor_and_decider_read_and_do_nothing() -> None:
    it = closed()
    application = it.received()
    for person in (it.auditor, it.decider):
        client = client_of(person)
        assert (
            "Controleer de volledigheid"
            not in client.get(f"/rondes/{it.round.slug}/aanvragen/{application.pk}/").content.decode()
        )
        acts = (
            "volledigheid",
            "buiten-behandeling",
            "niet-ontvankelijk",
            "te-laat",
            "bedrag",
            "termijn",
            "zienswijze",
        )
        assert {
            client.post(f"/rondes/{it.round.slug}/aanvragen/{application.pk}/{act}/").status_code
            for act in acts
        } == {403}


@pytest.mark.parametrize("chosen", [{"words": "%00"}, {"standing": "draft"}, {"term": "%ff"}])
def test_file_by_what_cannot_be_chosen_holds_everything_and_its_line_says_so(chosen: dict[str, str]) -> None:
    it = closed()
    it.received()
    assert len(rows(client_of(it.official), it, **chosen)) == 1
    assert LogEntry.objects.latest("number").payload.data == {"form": "csv", "filters": {}}
