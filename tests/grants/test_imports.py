"""Files with applications: what is read of them, what is said of them, and that they come in whole or not at all."""

import csv
import io
from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client, TestCase
from django.test.utils import CaptureQueriesContext
from openpyxl import Workbook

from grants import clock
from grants.enums import Channel, ImportState, Role, Standing
from grants.models import (
    Application,
    ApplicationImport,
    ColumnMapping,
    GrantRound,
    LogEntry,
    NumberSeries,
    Organisation,
    OutboxRow,
    SubmissionPayload,
    User,
)
from grants.services.applications.receiving import next_numbers
from grants.services.canonical import fingerprint
from grants.services.imports import steps
from grants.services.imports.steps import bring_in_import, check_import
from grants.services.outbox import carry_out
from grants.services.tidy import tidy
from grants.tasks import JOBS
from tests.grants.persons import client_of, give, make_person
from tests.grants.rounds import AMSTERDAM, CLOSES, FUND, HAGUE, OPENS, WHILE_OPEN, make_open_round

pytestmark = pytest.mark.django_db
AFTER = datetime(2027, 3, 2, 9, tzinfo=AMSTERDAM)
HEADINGS = ["Kenmerk", "Organisatie", "KvK-nummer", "Lijst", "Titel", "Gevraagd bedrag", "Ontvangen op",
            "Buurt of dorp", "E-mailadres"]  # fmt: skip
ROW = ["W-1", "Dorpsbelang Elsloo", "12345678", "Kleine initiatieven", "Nieuwe bankjes", "1.250,50",
       "15-02-2027 10:30", "Elsloo", "bestuur@elsloo.example"]  # fmt: skip


@pytest.fixture
def fund() -> GrantRound:
    return make_open_round(FUND)


@pytest.fixture
def official(fund: GrantRound) -> User:
    return give(make_person(), fund, Role.OFFICIAL)


@pytest.fixture(autouse=True)
def after_closing() -> object:
    with clock.at(AFTER):
        yield


def row(**changed: str) -> list[str]:
    names = ["reference", "name", "kvk", "list", "title", "amount", "received", "place", "email"]
    return [changed.get(name, value) for name, value in zip(names, ROW, strict=True)]


def as_csv(*rows: Sequence[str], headings: Sequence[str] = HEADINGS, separator: str = ";") -> bytes:
    kept = io.StringIO()
    csv.writer(kept, delimiter=separator).writerows([headings, *rows])
    return kept.getvalue().encode()


def as_xlsx(*rows: Sequence[object]) -> bytes:
    book = Workbook()
    assert book.active is not None
    for each in (HEADINGS, *rows):
        book.active.append(list(each))
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def upload(client: Client, grant_round: GrantRound, raw: bytes, name: str = "aanvragen.csv") -> HttpResponse:
    address = f"/rondes/{grant_round.slug}/aanvragen/importeren/"
    return client.post(address, {"source": "Webformulier", "file": SimpleUploadedFile(name, raw)})


def chosen(client: Client, page: str, **changed: str) -> HttpResponse:
    """What stands on the page of the columns, sent as it stands, but for what is changed."""
    form = client.get(page).context["form"]
    return client.post(page, {bound.name: bound.initial or "" for bound in form} | changed)


def tried(client: Client, grant_round: GrantRound, raw: bytes, **changed: str) -> HttpResponse:
    """A file that was uploaded, with the columns as they were guessed, and what is said of it."""
    columns = chosen(client, upload(client, grant_round, raw).url, **changed)
    return client.get(columns.url)


def errors_in(response: HttpResponse) -> list[tuple[str, str, str]]:
    """Of each error its row, its column and its value."""
    table = response.context["problems"]
    return [] if table is None else [(one[0].text, one[1].text, one[2].text) for one in table.rows]


def text_of(response: HttpResponse) -> str:
    return response.content.decode()


def brought_in(client: Client, response: HttpResponse) -> HttpResponse:
    found = response.context["import"]
    return client.post(f"/rondes/{found.round.slug}/aanvragen/importeren/{found.pk}/inlezen/")


def test_row_of_a_file_becomes_a_received_application(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    answer = brought_in(client, tried(client, fund, as_csv(row())))
    assert "1 aanvraag is ingelezen" in text_of(client.get(answer.url))
    made = Application.objects.get()
    assert (made.reference, made.standing, made.channel) == (
        "A-2027-0001",
        Standing.SUBMITTED,
        Channel.IMPORT,
    )
    assert (made.title, made.requested_cents, made.facts) == (
        "Nieuwe bankjes",
        1_250_50,
        {"buurt_of_dorp": "Elsloo"},
    )
    assert made.received_at == datetime(2027, 2, 15, 10, 30, tzinfo=AMSTERDAM)
    assert (made.organisation.name, made.organisation.kvk_number) == ("Dorpsbelang Elsloo", "12345678")
    assert (made.source, made.source_reference) == ("Webformulier", "W-1")
    submission = made.submissions.get()
    assert fingerprint(submission.payload.data) == submission.sha256
    assert LogEntry.objects.filter(action="applications_imported").count() == 1


def test_row_received_at_the_moment_of_closing_is_late(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    rows = [row(received="01-03-2027 11:59:59"), row(reference="W-2", received="01-03-2027 12:00", kvk="")]
    brought_in(client, tried(client, fund, as_csv(*rows)))
    assert list(Application.objects.values_list("standing", flat=True)) == [Standing.SUBMITTED, Standing.LATE]


def test_spreadsheet_keeps_its_numbers_and_days(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    cells: list[object] = [*row()]
    cells[2], cells[5], cells[6] = 1234567, 1000.1, datetime(2027, 2, 15, 10, 30)  # noqa: DTZ001 - as spreadsheets have it
    brought_in(client, tried(client, fund, as_xlsx(cells)))
    made = Application.objects.get()
    assert (made.requested_cents, made.organisation.kvk_number) == (1_000_10, "01234567")
    assert made.received_at == datetime(2027, 2, 15, 10, 30, tzinfo=AMSTERDAM)


WRONG = {
    "no name": ({"name": " "}, "Organisatie", "Vul de naam van de organisatie in."),
    "no title": ({"title": ""}, "Titel", "Geef de aanvraag een titel."),
    "a long title": ({"title": "a" * 201}, "Titel", "Maak er ten hoogste 200 van."),
    "a turned title": ({"title": "\u202eABC"}, "Titel", "een teken dat niemand kan lezen"),
    "no amount": ({"amount": ""}, "Gevraagd bedrag", "Vul in welk bedrag er wordt gevraagd."),
    "zero": ({"amount": "0"}, "Gevraagd bedrag", "Vraag meer dan € 0."),
    "less than zero": ({"amount": "-5"}, "Gevraagd bedrag", "heeft geen minteken"),
    "in words": ({"amount": "duizend"}, "Gevraagd bedrag", "Dit is geen bedrag. Schrijf het als 1.000,50."),
    "far too much": ({"amount": "1" + "0" * 15}, "Gevraagd bedrag", "Dit bedrag is te groot."),
    "English": ({"amount": "1,000.50"}, "Gevraagd bedrag", "kies bij deze kolom de andere schrijfwijze"),
    "over the border": ({"amount": "10.000,01"}, "Gevraagd bedrag", "vraagt u ten hoogste € 10.000"),
    "below the border": (
        {"list": "Grote initiatieven", "amount": "10.000"}, "Gevraagd bedrag", "vraagt u ten minste € 10.000,01"),
    "no such list": ({"list": "Middel"}, "Lijst", "Kies uit: Grote initiatieven, Kleine initiatieven."),
    "seven digits": ({"kvk": "1234567"}, "KvK-nummer", "Een KvK-nummer heeft acht cijfers."),
    "not yet": ({"received": "01-04-2027"}, "Ontvangen op", "Dit moment is nog niet geweest."),
    "too early": ({"received": "31-01-2027"}, "Ontvangen op", "Toen was de ronde nog niet open."),
    "no day": ({"received": "31-02-2027"}, "Ontvangen op", "Deze dag bestaat niet."),
    "no moment": ({"received": "gisteren"}, "Ontvangen op", "Dit is geen moment."),
    "no fact": ({"place": ""}, "Buurt of dorp", "Dit ontbreekt: Voor welke buurt of welk dorp"),
    "no address": ({"email": "elsloo"}, "E-mailadres", "Dit is geen e-mailadres."),
    "no reference": ({"reference": ""}, "Kenmerk", "Vul het kenmerk in"),
}  # fmt: skip


@pytest.mark.parametrize(("changed", "column", "sentence"), WRONG.values(), ids=WRONG)
def test_wrong_cell_is_told_with_its_row_and_column(
    fund: GrantRound, official: User, changed: dict[str, str], column: str, sentence: str
) -> None:
    client = client_of(official)
    raw = as_csv(row(reference="W-0", kvk=""), row(**changed))
    response = tried(client, fund, raw, **{"notation-requested_cents": "nl"})
    (error,) = response.context["import"].problems
    assert (error[0], error[1], sentence in error[3]) == (3, column, True), error
    assert brought_in(client, response).status_code == 409
    assert not Application.objects.exists()


def test_rows_are_numbered_as_a_spreadsheet_does(fund: GrantRound, official: User) -> None:
    raw = as_csv(row(), [], row(reference="W-2", title="Twee\nregels"), row(reference="W-3", amount="x"))
    assert errors_in(tried(client_of(official), fund, raw)) == [("5", "Gevraagd bedrag", "x")]


def test_every_error_of_a_row_is_told(fund: GrantRound, official: User) -> None:
    response = tried(client_of(official), fund, as_csv(row(name="", amount="x", kvk="1")))
    columns = [column for _row, column, _value in errors_in(response)]
    assert columns == ["Organisatie", "KvK-nummer", "Gevraagd bedrag"]


def test_reference_that_stands_twice_is_refused(fund: GrantRound, official: User) -> None:
    response = tried(client_of(official), fund, as_csv(row(), row()))
    assert errors_in(response) == [("3", "Kenmerk", "W-1")]
    assert "Dit kenmerk staat ook in rij 2." in text_of(response)


def test_reference_that_was_brought_in_before_is_recognised(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    brought_in(client, tried(client, fund, as_csv(row())))
    again = tried(client, fund, as_csv(row(title="Andere titel"), row(reference="W-2")))
    assert errors_in(again) == [("2", "Kenmerk", "W-1")]
    assert "al ingelezen, als A-2027-0001" in text_of(again)


def test_same_file_is_brought_in_once(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    brought_in(client, tried(client, fund, as_csv(row())))
    again = upload(client, fund, as_csv(row()))
    assert (again.status_code, "Dit bestand is al ingelezen" in text_of(again)) == (409, True)


def test_bringing_in_twice_makes_the_applications_once(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    response = tried(client, fund, as_csv(row()))
    assert [brought_in(client, response).status_code for _ in range(2)] == [302, 409]
    assert Application.objects.count() == 1


def test_job_that_is_delivered_twice_brings_in_once(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    rows = [row(reference=f"W-{at}", kvk="", name=f"Stichting {at % 7}") for at in range(600)]
    response = tried(client, fund, as_csv(*rows))
    brought_in(client, response)
    assert (Application.objects.count(), response.context["import"].state) == (0, ImportState.CHECKED)
    task = OutboxRow.objects.get(task="bring_in_import")
    carry_out(task.pk, JOBS)
    bring_in_import(task.arguments)
    assert (Application.objects.count(), Organisation.objects.count()) == (600, 7)
    assert ApplicationImport.objects.get().state == ImportState.DONE
    assert list(Application.objects.values_list("position", flat=True)) == list(range(1, 601))


def test_large_file_is_tried_by_the_workers_with_a_page_that_tells_so(
    fund: GrantRound, official: User
) -> None:
    client = client_of(official)
    rows = [row(reference=f"W-{at}", kvk="") for at in range(1_500)]
    response = tried(client, fund, as_csv(*rows))
    assert "Het bestand wordt gecontroleerd" in text_of(response)
    task = OutboxRow.objects.get(task="check_import")
    carry_out(task.pk, JOBS)
    check_import(task.arguments)
    page = client.get(response.request["PATH_INFO"], headers={"HX-Request": "true"})
    assert ("Er staan 1500 aanvragen in" in text_of(page), page.headers["HX-Refresh"]) == (True, "true")


def test_many_errors_are_shown_in_part_and_downloaded_whole(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    response = tried(client, fund, as_csv(*(row(reference=f"W-{at}", amount="=1+1") for at in range(250))))
    assert len(errors_in(response)) == 200
    assert "Er zijn 250 fouten gevonden" in text_of(response)
    found = client.get(f"{response.request['PATH_INFO']}fouten.csv")
    lines = list(csv.reader(io.StringIO(b"".join(found).decode("utf-8-sig")), delimiter=";"))
    assert (len(lines), lines[1][:3]) == (251, ["2", "Gevraagd bedrag", "'=1+1"])


def test_application_that_came_in_meanwhile_stops_the_whole_file(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    first = tried(client, fund, as_csv(row(), row(reference="W-2")))
    brought_in(client, tried(client, fund, as_csv(row(reference="W-2"))))
    brought_in(client, first)
    assert list(Application.objects.values_list("source_reference", flat=True)) == ["W-2"]
    again = ApplicationImport.objects.get(pk=first.context["import"].pk)
    assert (again.state, again.problems_count) == (ImportState.CHECKED, 1)


UNREADABLE = {
    "empty": (b"", "Dit bestand is leeg."),
    "blank": (b"\n\n;;\n", "In dit bestand staat niets."),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, "Dit is geen CSV en geen XLSX."),
    "a broken archive": (b"PK\x03\x04" + b"x" * 100, "Dit XLSX-bestand is beschadigd."),
    "an open quote": (b'Kenmerk;Titel\n1;"open\n2;dicht\n', ""),
}


@pytest.mark.parametrize(("raw", "sentence"), UNREADABLE.values(), ids=UNREADABLE)
def test_file_that_cannot_be_read_is_answered_with_a_sentence(
    fund: GrantRound, official: User, raw: bytes, sentence: str
) -> None:
    response = upload(client_of(official), fund, raw)
    if sentence:
        assert (response.status_code, sentence in text_of(response)) == (409, True)
    else:
        assert response.status_code == 302


def test_only_headings_are_no_applications(fund: GrantRound, official: User) -> None:
    response = tried(client_of(official), fund, as_csv())
    assert "Onder de koppen staan geen rijen met aanvragen." in text_of(response)


def test_columns_of_a_source_are_known_the_next_time(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    headings = [*HEADINGS[:4], "Waar het om gaat", *HEADINGS[5:]]
    tried(client, fund, as_csv(row(), headings=headings), title="Waar het om gaat")
    page = upload(client, fund, as_csv(row(reference="W-2"), headings=headings)).url
    assert client.get(page).context["form"]["title"].initial == "Waar het om gaat"
    assert ColumnMapping.objects.count() == 1


def test_column_is_chosen_once(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    response = chosen(client, upload(client, fund, as_csv(row())).url, title="Organisatie")
    assert (response.status_code, "Deze kolom is al gekozen" in text_of(response)) == (422, True)


def test_english_amounts_are_seen_and_shown(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    page = upload(client, fund, as_csv(row(amount="1,000.50"), row(reference="W-2", amount="1,000"))).url
    assert "1,000.50 = € 1.000,50; 1,000 = € 1.000" in text_of(client.get(page))
    brought_in(client, client.get(chosen(client, page).url))
    assert list(Application.objects.values_list("requested_cents", flat=True)) == [1_000_50, 1_000_00]


def test_thousand_with_a_point_is_a_thousand_and_shown_so(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    page = upload(client, fund, as_csv(row(amount="1.000"))).url
    assert "1.000 = € 1.000" in text_of(client.get(page))
    brought_in(client, client.get(chosen(client, page).url))
    assert Application.objects.get().requested_cents == 1_000_00


def test_column_with_two_ways_of_writing_is_not_guessed(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    page = upload(client, fund, as_csv(row(amount="1.000,50"), row(reference="W-2", amount="0.99"))).url
    response = chosen(client, page)
    assert (response.status_code, "Kies hoe de getallen in deze kolom" in text_of(response)) == (422, True)
    told = client.get(chosen(client, page, **{"notation-requested_cents": "nl"}).url)
    assert errors_in(told) == [("3", "Gevraagd bedrag", "0.99")]


def warnings_in(response: HttpResponse) -> list[str]:
    table = response.context["warnings"]
    return [] if table is None else [one[0].text for one in table.rows]


def test_organisation_is_found_by_its_number(fund: GrantRound, official: User) -> None:
    known = Organisation.objects.create(name="Dorpsbelang Elsloo", kvk_number="12345678")
    client = client_of(official)
    told = tried(client, fund, as_csv(row(name="Elsloo e.o.")))
    brought_in(client, told)
    assert (warnings_in(told), Application.objects.get().organisation) == ([], known)


def test_name_alone_joins_no_organisation_that_is_there_and_each_row_says_so(
    fund: GrantRound, official: User
) -> None:
    known = Organisation.objects.create(name="Dorpsbelang Elsloo", kvk_number="12345678")
    client = client_of(official)
    rows = [
        row(kvk="", name="dorpsbelang  ELSLOO"),
        row(reference="W-2", kvk="", name="Iets anders"),
        row(reference="W-3", kvk="", name="Dorpsbelang Elsloo"),
    ]
    told = tried(client, fund, as_csv(*rows))
    assert (warnings_in(told), errors_in(told)) == (["2", "4"], [])
    assert "U koos: een naam zonder KvK-nummer die er al is, is een nieuwe organisatie." in text_of(told)
    brought_in(client, told)
    organisations = list(Application.objects.order_by("position").values_list("organisation", flat=True))
    assert (organisations[0] == organisations[2], known.pk in organisations) == (True, False)
    assert Organisation.objects.count() == 3


def test_name_joins_the_organisation_that_is_there_where_that_is_chosen(
    fund: GrantRound, official: User
) -> None:
    known = Organisation.objects.create(name="Dorpsbelang Elsloo")
    client = client_of(official)
    told = tried(client, fund, as_csv(row(kvk="")), same_name="same")
    assert warnings_in(told) == ["2"]
    brought_in(client, told)
    assert (Application.objects.get().organisation, Organisation.objects.count()) == (known, 1)


def test_name_in_a_file_of_many_batches_is_one_organisation(
    fund: GrantRound, official: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grants.services.imports.check.BATCH", 1)
    client = client_of(official)
    brought_in(client, tried(client, fund, as_csv(row(kvk=""), row(reference="W-2", kvk=""))))
    assert (Application.objects.count(), Organisation.objects.count()) == (2, 1)


def test_name_of_two_organisations_asks_for_the_number_or_for_a_new_one(
    fund: GrantRound, official: User
) -> None:
    for _ in range(2):
        Organisation.objects.create(name="Dorpsbelang Elsloo")
    client = client_of(official)
    response = tried(client, fund, as_csv(row(kvk="")), same_name="same")
    assert errors_in(response) == [("2", "Organisatie", "Dorpsbelang Elsloo")]
    found = response.context["import"]
    page = f"/rondes/{fund.slug}/aanvragen/importeren/{found.pk}/"
    anew = client.get(chosen(client, f"{page}kolommen/", same_name="new").url)
    assert (errors_in(anew), warnings_in(anew)) == ([], ["2"])


def test_warnings_are_shown_in_part_and_downloaded_whole(
    fund: GrantRound, official: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grants.services.imports.trial.FIRST_PROBLEMS", 1)
    Organisation.objects.create(name="Dorpsbelang Elsloo")
    client = client_of(official)
    told = tried(client, fund, as_csv(row(kvk=""), row(reference="W-2", kvk="")))
    assert (warnings_in(told), "Hier staan de eerste 1." in text_of(told)) == (["2"], True)
    found = told.context["import"]
    lines = b"".join(client.get(f"/rondes/{fund.slug}/aanvragen/importeren/{found.pk}/fouten.csv"))
    assert lines.decode("utf-8-sig").count("Let op: Er is al een organisatie met deze naam.") == 2


def test_large_file_holds_the_numbers_of_the_year_only_while_it_asks_for_them(
    fund: GrantRound, official: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "SMALL_ROWS", 0)
    client = client_of(official)
    told = tried(
        client, fund, as_csv(row(), row(reference="W-2"), row(reference="W-3", received="03-03-2026"))
    )
    assert errors_in(told) == [("4", "Ontvangen op", "03-03-2026")]
    told = tried(client, fund, as_csv(row(), row(reference="W-2")))
    brought_in(client, told)
    assert (told.context["import"].years, NumberSeries.objects.get(name="A-2027").last) == ({"2027": 2}, 2)
    with CaptureQueriesContext(connection) as captured:
        carry_out(OutboxRow.objects.get(task="bring_in_import").pk, JOBS)
    assert list(Application.objects.order_by("position").values_list("reference", flat=True)) == [
        "A-2027-0001",
        "A-2027-0002",
    ]
    assert [query["sql"] for query in captured.captured_queries if "'A-2027'" in query["sql"]] == []


@pytest.mark.parametrize(("others", "left"), [(0, 0), (1, 3)])
def test_numbers_of_a_file_that_was_stopped_go_back_where_nobody_took_one_after_them(
    fund: GrantRound, official: User, monkeypatch: pytest.MonkeyPatch, others: int, left: int
) -> None:
    monkeypatch.setattr(steps, "SMALL_ROWS", 0)
    client = client_of(official)
    told = tried(client, fund, as_csv(row(), row(reference="W-2")))
    brought_in(client, told)
    next_numbers("A-2027", others)
    Organisation.objects.create(name="Elders")
    first, *_rest = Organisation.objects.all()
    Application.objects.create(
        round=fund,
        organisation=first,
        started_by=official,
        source="Webformulier",
        source_reference="W-2",
    )
    carry_out(OutboxRow.objects.get(task="bring_in_import").pk, JOBS)
    found = ApplicationImport.objects.get()
    assert (found.state, found.reserved) == (ImportState.CHECKED, {})
    assert NumberSeries.objects.get(name="A-2027").last == left


def test_file_that_is_gone_from_the_disk_is_told_on_each_page(
    fund: GrantRound, official: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grants.services.imports.trial.FIRST_PROBLEMS", 0)
    client = client_of(official)
    told = tried(client, fund, as_csv(row(amount="veel")))
    found = told.context["import"]
    for stored in (found.file, found.problems_file):
        stored.storage.delete(stored.name)
    page = f"/rondes/{fund.slug}/aanvragen/importeren/{found.pk}/"
    columns = client.get(f"{page}kolommen/")
    gone = "Dit bestand is niet meer bij ons. Kies het opnieuw."
    assert (columns.status_code, gone in text_of(columns)) == (409, True)
    listed = client.get(f"{page}fouten.csv", follow=True)
    assert "De lijst met fouten is niet meer bij ons." in text_of(listed)


def test_file_that_is_gone_when_it_is_brought_in_brings_nothing_in_and_says_so(
    fund: GrantRound, official: User
) -> None:
    client = client_of(official)
    told = tried(client, fund, as_csv(row()))
    found = told.context["import"]
    found.file.storage.delete(found.file.name)
    after = client.get(brought_in(client, told).url)
    assert (Application.objects.count(), "Dit bestand is niet meer bij ons." in text_of(after)) == (0, True)


def test_participants_of_zero_are_refused_as_on_the_form() -> None:
    hague = make_open_round(HAGUE)
    client = client_of(give(make_person(), hague, Role.OFFICIAL))
    headings = ["Organisatie", "Titel", "Bedrag", "Doelgroep", "Eerste dag", "Laatste dag",
                "Deelnemers bij alle keren samen", "Unieke deelnemers", "Ontvangen"]  # fmt: skip
    wrong = [
        "Stichting A",
        "Samen eten",
        "500",
        "Ouderen",
        "01-05-2027",
        "31-12-2027",
        "1.200",
        "0",
        "15-02-2027",
    ]
    response = tried(client, hague, as_csv(wrong, headings=headings))
    assert errors_in(response) == [("2", "Unieke deelnemers", "0")]


def test_formula_is_kept_as_text(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    title = '=HYPERLINK("https://x.example";"Klik") & <b>'
    brought_in(client, tried(client, fund, as_csv(row(title=title))))
    assert Application.objects.get().title == title
    assert SubmissionPayload.objects.get().data["aanvraag"]["titel"] == title


def test_nobody_but_officials_of_the_round_sees_a_file(fund: GrantRound, official: User) -> None:
    page = tried(client_of(official), fund, as_csv(row())).request["PATH_INFO"]
    assert client_of(make_person()).get(page).status_code == 403
    other = give(make_person(), make_open_round(FUND), Role.OFFICIAL)
    assert client_of(other).get(page).status_code == 403


def test_file_of_another_round_is_not_found(fund: GrantRound, official: User) -> None:
    page = tried(client_of(official), fund, as_csv(row())).request["PATH_INFO"]
    other = make_open_round(FUND)
    give(official, other, Role.OFFICIAL)
    assert client_of(official).get(page.replace(fund.slug, other.slug)).status_code == 404


def test_round_that_is_not_open_yet_takes_no_file(fund: GrantRound, official: User) -> None:
    with clock.at(datetime(2027, 1, 31, tzinfo=AMSTERDAM)):
        response = upload(client_of(official), fund, as_csv(row()))
    assert (response.status_code, "die is nog niet open" in text_of(response)) == (409, True)
    assert OPENS < WHILE_OPEN < CLOSES


def test_file_that_was_never_brought_in_is_thrown_away_after_a_month(
    fund: GrantRound, official: User
) -> None:
    client = client_of(official)
    brought_in(client, tried(client, fund, as_csv(row())))
    left = tried(client, fund, as_csv(row(reference="W-2"))).context["import"]
    storage, name = left.file.storage, left.file.name
    for days, there in ((30, True), (31, False)):
        with clock.at(AFTER + timedelta(days=days)), TestCase.captureOnCommitCallbacks(execute=True):
            tidy()
        assert storage.exists(name) == there
    assert [each.state for each in ApplicationImport.objects.all()] == [ImportState.DONE]


def test_row_with_more_cells_than_columns_is_told(fund: GrantRound, official: User) -> None:
    response = tried(client_of(official), fund, as_csv([*row(), "te veel"]))
    assert errors_in(response) == [("2", "na de laatste kolom", "te veel")]


def test_file_that_breaks_off_on_the_way_is_told_and_brings_nothing_in(
    fund: GrantRound, official: User
) -> None:
    client = client_of(official)
    raw = as_csv(*(row(reference=f"W-{at}", kvk="") for at in range(1_500))) + b'W-9;"open'
    response = tried(client, fund, raw)
    check_import(OutboxRow.objects.get(task="check_import").arguments)
    page = client.get(response.request["PATH_INFO"])
    assert "een aanhalingsteken staat verkeerd" in text_of(page)
    assert brought_in(client, page).status_code == 409


def test_form_without_a_source_or_a_file_asks_for_them(fund: GrantRound, official: User) -> None:
    response = client_of(official).post(f"/rondes/{fund.slug}/aanvragen/importeren/", {})
    assert (response.status_code, set(response.context["form"].errors)) == (422, {"source", "file"})


def test_moment_on_the_page_holds_where_the_file_has_none(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    page = upload(client, fund, as_csv(row())).url
    without = chosen(client, page, received_at="")
    assert (without.status_code, "vul hieronder een moment in" in text_of(without)) == (422, True)
    done = chosen(client, page, received_at="", received_on="2027-03-01", received_time="12:00")
    brought_in(client, client.get(done.url))
    made = Application.objects.get()
    assert (made.received_at, made.standing) == (CLOSES, Standing.LATE)


def test_columns_of_a_file_that_is_in_are_not_chosen_again(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    page = upload(client, fund, as_csv(row())).url
    state = client.get(chosen(client, page).url)
    brought_in(client, state)
    assert client.get(page).url == state.request["PATH_INFO"]


def test_file_without_many_errors_has_no_list_to_download(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    state = tried(client, fund, as_csv(row(amount="x")))
    assert client.get(f"{state.request['PATH_INFO']}fouten.csv").status_code == 404
