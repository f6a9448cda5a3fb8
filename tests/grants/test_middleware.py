import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path

from config.logs import hidden, json_formatter
from grants.middleware import no_store, request_log
from tests.grants.persons import PASSWORD, client_of, make_person

LOGIN = "/account/login/"


def broken(request: HttpRequest) -> HttpResponse:
    typed = request.POST["password"]
    raise RuntimeError(f"no more than {len(typed)} characters")


urlpatterns = [path("stuk/", broken), path("account/confirm-email/<str:key>/", broken)]


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What goes to standard output, as settings has it formatted."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(json_formatter())
    logging.getLogger().addHandler(handler)
    yield out
    logging.getLogger().removeHandler(handler)


def events(lines: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in lines.getvalue().splitlines()]


def answer_to(cookies: dict[str, str], *, sets: str = "") -> HttpResponse:
    def view(_request: HttpRequest) -> HttpResponse:
        response = HttpResponse("x")
        if sets:
            response.set_cookie(sets, "1")
        return response

    request = RequestFactory().get("/")
    request.COOKIES.update(cookies)
    response = no_store(view)(request)
    assert isinstance(response, HttpResponse)
    return response


@pytest.mark.parametrize(
    ("cookies", "sets", "kept"),
    [
        ({}, "", True),
        ({"django_language": "en"}, "", True),
        ({"sessionid": "x"}, "", False),
        ({}, "sessionid", False),
        ({}, "csrftoken", False),
    ],
)
def test_answers_are_kept_only_where_they_are_nobodys(cookies: dict[str, str], sets: str, kept: bool) -> None:
    assert ("Cache-Control" not in answer_to(cookies, sets=sets)) == kept


@pytest.mark.django_db
def test_pages_of_someone_are_not_stored() -> None:
    assert client_of(make_person()).get("/").headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_pages_that_are_not_there_are_not_stored_either() -> None:
    answer = client_of(make_person()).get("/is-er-niet/")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store")


@pytest.mark.django_db
def test_request_has_one_line_with_its_number_and_person(lines: io.StringIO) -> None:
    person = make_person()
    client = client_of(person)
    lines.truncate(0)
    answer = client.get("/mijn-gegevens/?zoek=geheim")
    found = [event for event in events(lines) if event["event"] == "request"]
    assert [{**event, "at": "", "ms": 0} for event in found] == [
        {
            "event": "request",
            "level": "info",
            "logger": "rangorde.request",
            "at": "",
            "request": answer.headers["X-Request-ID"],
            "method": "GET",
            "path": "/mijn-gegevens/",
            "status": 200,
            "ms": 0,
            "user": str(person.pk),
        }
    ]


@pytest.mark.django_db
def test_lines_of_libraries_bear_the_number_of_the_request(lines: io.StringIO) -> None:
    answer = Client().get("/is-er-niet/")
    numbers = {event["event"]: event.get("request") for event in events(lines)}
    assert numbers["Not Found: /is-er-niet/"] == answer.headers["X-Request-ID"]


@pytest.mark.django_db
def test_requests_have_numbers_of_their_own() -> None:
    assert len({Client().get("/").headers["X-Request-ID"] for _ in range(3)}) == 3


def test_line_of_the_log_asks_the_database_nothing_about_the_person(
    lines: io.StringIO, rf: RequestFactory
) -> None:
    request = rf.get("/")
    request.session = SessionBase("never-read")
    request_log(lambda _request: HttpResponse("x"))(request)
    assert "user" not in events(lines)[0]


@pytest.mark.django_db
@pytest.mark.parametrize("password", ["verkeerd-wachtwoord-77", PASSWORD])
def test_log_in_attempts_leave_no_password_behind(lines: io.StringIO, password: str) -> None:
    person = make_person("Aïsha Groen", password=PASSWORD)
    client = Client()
    answer = client.post(LOGIN, {"login": person.email, "password": password})
    assert answer.status_code in {200, 302}
    written = lines.getvalue()
    assert LOGIN in written
    assert password not in written
    assert person.email not in written
    assert [cookie.value for cookie in client.cookies.values() if cookie.value in written] == []


@pytest.mark.urls(__name__)
@pytest.mark.django_db
def test_traceback_tells_where_and_nothing_that_was_typed(lines: io.StringIO) -> None:
    client = Client(raise_request_exception=False)
    client.post("/stuk/?token=geheim-token", {"password": "tulp-fiets-molen"})
    written = lines.getvalue()
    (failed,) = [event for event in events(lines) if event["level"] == "error"]
    assert "RuntimeError: no more than 16 characters" in str(failed["exception"])
    assert [secret for secret in ("tulp-fiets-molen", "geheim-token") if secret in written] == []


@pytest.mark.urls(__name__)
@pytest.mark.django_db
def test_keys_in_addresses_are_not_written(lines: io.StringIO) -> None:
    Client(raise_request_exception=False).post("/account/confirm-email/MTI:1abc/", {"password": "x"})
    written = lines.getvalue()
    assert "/account/confirm-email/…/" in written
    assert "MTI:1abc" not in written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("/password/reset/key/2f-c7d9/", "/password/reset/key/…/"),
        ("/overnemen/a2b3/?next=x", "/overnemen/…/?next=x"),
        ("/rondes/x/aanvragen/overnemen/brieven/", "/rondes/x/aanvragen/overnemen/brieven/"),
        ("duplicate key\nDETAIL:  Key (email)=(a@b.nl) already exists.\nx", "duplicate key\nDETAIL: …\nx"),
        ("no answer from postgresql://app:sesam@db:5432/x", "no answer from postgresql://app:…@db:5432/x"),
        ("redis://:sesam@valkey:6379/0", "redis://:…@valkey:6379/0"),
        ("http://localhost:8000/rondes/", "http://localhost:8000/rondes/"),
    ],
)
def test_secrets_in_lines_are_hidden(text: str, written: str) -> None:
    assert hidden(text) == written


def test_line_that_is_no_json_of_itself_is_written_all_the_same(lines: io.StringIO) -> None:
    structlog.get_logger("rangorde").warning("vreemd", thing={1}, name="Zoë")
    assert events(lines)[0]["thing"] == "{1}"
    assert "Zoë" in lines.getvalue()
