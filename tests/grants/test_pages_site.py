from collections.abc import Iterator
from time import monotonic

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoDbBlocker, Settings

from config.settings import SITE_URL
from grants.enums import Role
from grants.models import GrantRound, Municipality, Organisation, Representative, Theme, User
from grants.views.errors import bad_request, server_error
from tests.grants.brokers import NOWHERE, says_nothing
from tests.grants.persons import PASSWORD, client_of, give, make_person, make_round
from tests.grants.queries import assert_constant_queries
from tests.grants.rounds import make_open_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def dutch() -> Iterator[None]:
    with translation.override("nl"):
        yield


def make_municipality(theme: Theme = Theme.VOORBEELDSTAD) -> Municipality:
    return Municipality.objects.create(
        pk=1,
        name="Kersendam",
        visiting_address="Raadhuisplein 1",
        objection_address="Postbus 1",
        telephone="14 0123",
        email="subsidie@kersendam.example",
        theme=theme,
    )


def html_of(client: Client, address: str = "/") -> str:
    return client.get(address).content.decode()


def navigation(client: Client) -> list[str]:
    menu = html_of(client).split('aria-label="Hoofdmenu"')[1].split("</nav>")[0]
    return [line.split(">")[2].split("<")[0] for line in menu.splitlines() if "<li>" in line]


def test_a_page_has_the_name_and_the_colours_of_the_municipality() -> None:
    make_municipality(Theme.KERSENDAM)
    html = html_of(Client())
    assert "Gemeente Kersendam" in html
    assert "Bel 14 0123." in html
    assert 'class="ma-theme sr-body theme-kersendam' in html


def test_a_page_can_do_without_the_settings_of_the_municipality() -> None:
    html = html_of(Client())
    assert '<span class="sr-brand__name">Rangorde</span>' in html
    assert "theme-voorbeeldstad" in html


def test_a_page_begins_with_a_link_to_its_content() -> None:
    html = html_of(Client())
    assert html.index('href="#inhoud"') < html.index("<header") < html.index('id="inhoud"')


def test_a_page_has_no_script_or_style_of_its_own() -> None:
    html = html_of(Client())
    assert ("<style" in html, " style=" in html, " onclick=" in html) == (False, False, False)
    assert "<script>" not in html
    assert '<script src="' in html
    assert "script-src 'self'" in Client().get("/").headers["Content-Security-Policy"]


def test_the_navigation_of_a_visitor_is_what_everyone_may_read() -> None:
    assert navigation(Client()) == ["Rondes", "Regelingen"]


def test_the_navigation_of_an_official_has_the_proposals() -> None:
    official = give(make_person(), make_round(), Role.OFFICIAL)
    assert navigation(client_of(official)) == ["Rondes", "Regelingen", "Organisaties", "Voorstellen"]


def test_the_navigation_of_an_administrator_has_everything() -> None:
    client = client_of(make_person(administrator=True))
    assert navigation(client) == [
        "Rondes",
        "Regelingen",
        "Organisaties",
        "Voorstellen",
        "Personen",
        "Taken",
        "Gemeente",
    ]


def test_the_navigation_shows_where_the_reader_is() -> None:
    make_open_round(slug="cultuur")
    assert '<a href="/rondes/" aria-current="page">' in html_of(Client(), "/rondes/")
    assert '<a href="/rondes/" aria-current="true">' in html_of(Client(), "/rondes/cultuur/")
    assessor = client_of(give(make_person(), GrantRound.objects.get(), Role.ASSESSOR))
    page = html_of(assessor, "/rondes/cultuur/beoordelen/")
    assert '<a href="/beoordelen/" aria-current="true">' in page
    assert '<a href="/rondes/">' in page


def test_another_language_keeps_the_reader_on_the_page() -> None:
    client = Client()
    assert '<input type="hidden" name="next" value="/rondes/?pagina=2">' in html_of(
        client, "/rondes/?pagina=2"
    )
    answer = client.post(reverse("set_language"), {"language": "en", "next": "/rondes/?pagina=2"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/rondes/?pagina=2")
    english = html_of(client, "/rondes/")
    assert '<html lang="en">' in english
    assert "Nederlands</button>" in english


def test_another_language_never_leads_to_another_site() -> None:
    answer = Client().post(reverse("set_language"), {"language": "en", "next": "https://elders.example/"})
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize(
    ("came_from", "next_page"),
    [
        (f"{SITE_URL}/regeling-inladen/?a=1", "/regeling-inladen/?a=1"),
        ("https://elders.example/regeling-inladen/", "/"),
        ("", "/"),
    ],
)
def test_another_language_after_a_refused_form_leads_to_a_page(came_from: str, next_page: str) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(reverse("regulation_propose"), headers={"referer": came_from} if came_from else {})
    assert answer.status_code == 403
    assert f'<input type="hidden" name="next" value="{next_page}">' in answer.content.decode()


def test_who_is_logged_in_is_named_and_can_log_out() -> None:
    html = html_of(client_of(make_person("Aisha Groen")))
    assert ">Aisha Groen</a>" in html
    assert f'<form method="post" action="{reverse("account_logout")}">' in html


def test_the_front_page_takes_as_many_queries_for_three_rounds_as_for_one() -> None:
    rounds = iter(("een", "twee", "drie"))
    assert_constant_queries(Client(), "/", lambda: make_open_round(slug=next(rounds)), queries=3)


def test_an_empty_site_says_what_will_come() -> None:
    html = html_of(Client())
    assert "Er is nu geen ronde" in html
    assert "Er is nog geen regeling" in html


def test_a_round_is_on_the_front_page() -> None:
    make_open_round(slug="cultuur-2027")
    assert 'href="/rondes/cultuur-2027/" lang="nl">Ronde cultuur-2027</a>' in html_of(Client())


# ── The demo ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def demo(settings: Settings) -> None:
    settings.DEMO = True


def test_nobody_becomes_anybody_outside_the_demo() -> None:
    person = make_person("Joke Brouwer")
    client = Client()
    address = reverse("become", args=[person.pk])
    assert [client.post(address).status_code, client.get(address).status_code] == [404, 404]
    assert "_auth_user_id" not in client.session
    assert "Joke Brouwer" not in html_of(client)


@pytest.mark.usefixtures("demo")
def test_a_visitor_of_the_demo_becomes_somebody_with_one_click() -> None:
    person = make_person("Joke Brouwer", administrator=True)
    client = Client()
    assert f'action="{reverse("become", args=[person.pk])}"' in html_of(client)
    assert client.post(reverse("become", args=[person.pk])).headers["Location"] == "/"
    assert "U bent nu Joke Brouwer." in html_of(client)
    assert client.get(reverse("people")).status_code == 200


@pytest.mark.usefixtures("demo")
def test_a_link_alone_makes_nobody_log_in() -> None:
    person = make_person("Joke Brouwer")
    client = Client()
    assert client.get(reverse("become", args=[person.pk])).status_code == 405
    assert "_auth_user_id" not in client.session


@pytest.mark.usefixtures("demo")
def test_visitor_of_the_demo_who_became_somebody_sees_this_session_in_the_list() -> None:
    person, client = make_person("Noor Jansen"), Client()
    client.post(reverse("become", args=[person.pk]))
    assert list(UserSession.objects.values_list("user", "session_key")) == [
        (person.pk, client.session.session_key)
    ]


@pytest.mark.usefixtures("demo")
def test_only_people_of_the_town_can_be_become() -> None:
    stranger = User.objects.create_user(email="echt@gemeente.example", name="Echt Iemand")
    closed = make_person("Oud Collega")
    User.objects.filter(pk=closed.pk).update(is_active=False)
    client = Client()
    assert [client.post(reverse("become", args=[who.pk])).status_code for who in (stranger, closed)] == [
        404,
        404,
    ]
    assert "_auth_user_id" not in client.session


@pytest.mark.usefixtures("demo")
def test_everybody_stands_on_the_card_of_each_of_their_roles() -> None:
    applicant = make_person("Noor Jansen")
    organisation = Organisation.objects.create(name="Stichting Open Tafel")
    Representative.objects.create(organisation=organisation, user=applicant, added_by=applicant)
    both = give(make_person("Aisha Groen"), make_round(), Role.OFFICIAL, Role.ASSESSOR)
    make_person("Fatima Yildiz")
    cards = Client().get("/").context["cards"]
    assert {card.role: [str(person) for person in card.people] for card in cards} == {
        "applicant": ["Noor Jansen"],
        Role.ASSESSOR: [str(both)],
        Role.OFFICIAL: [str(both)],
        "witness": ["Fatima Yildiz"],
    }


@pytest.mark.usefixtures("demo")
def test_the_front_page_of_the_demo_takes_as_many_queries_for_three_people_as_for_one() -> None:
    grant_round = make_round()
    assert_constant_queries(Client(), "/", lambda: give(make_person(), grant_round, Role.OFFICIAL), queries=6)


# ── What goes wrong ───────────────────────────────────────────────────────────────────────────────


def test_a_page_that_is_not_there_helps_on() -> None:
    answer = Client().get("/nergens/")
    assert answer.status_code == 404
    assert "Deze pagina is er niet" in answer.content.decode()
    assert "Naar de startpagina" in answer.content.decode()


def test_a_page_for_others_says_whom_to_ask() -> None:
    client = client_of(make_person())
    answer = client.get(reverse("people"))
    assert answer.status_code == 403
    assert "Deze pagina is niet voor u" in answer.content.decode()


def test_a_form_without_its_token_says_that_nothing_was_sent() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(reverse("set_language"), {"language": "en"})
    assert answer.status_code == 403
    assert "Dit formulier is verlopen" in answer.content.decode()


@pytest.mark.usefixtures("demo")
def test_the_address_of_a_button_opened_as_a_page_says_so() -> None:
    answer = Client().get(reverse("become", args=[1]))
    assert answer.status_code == 405
    assert "Dit kan alleen met een knop" in answer.content.decode()
    assert answer.headers["Allow"] == "POST"


@pytest.mark.parametrize(
    ("exception", "status", "title"),
    [
        (SuspiciousOperation("x"), 400, "Dit kunnen wij niet lezen"),
        (RequestDataTooBig("x"), 413, "Dit is te groot"),
    ],
)
def test_a_request_that_cannot_be_read_says_what_to_do(exception: Exception, status: int, title: str) -> None:
    answer = bad_request(request_of_nobody(), exception)
    assert answer.status_code == status
    assert title in answer.content.decode()


def test_an_address_that_is_not_ours_is_refused_with_a_page() -> None:
    answer = Client().get("/", headers={"host": "elders.example"})
    assert answer.status_code == 400
    assert "Dit kunnen wij niet lezen" in answer.content.decode()


def test_a_mistake_of_ours_is_told_without_the_database(django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.block():
        answer = server_error(request_of_nobody())
    html = answer.content.decode()
    assert answer.status_code == 500
    assert "Er ging iets mis bij ons" in html
    assert " uur</p>" in html


def test_a_page_that_fails_shows_no_more_than_that(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_request: HttpRequest) -> None:
        raise ValueError("geheim")

    monkeypatch.setattr("grants.views.shell.Shell.municipality", property(fail))
    answer = Client(raise_request_exception=False).get("/")
    assert answer.status_code == 500
    assert "geheim" not in answer.content.decode()


def test_too_many_attempts_get_a_page_that_says_how_long_to_wait() -> None:
    client = Client()
    answers = [client.post(reverse("account_reset_password"), {"email": "a@b.example"}) for _ in range(40)]
    assert answers[-1].status_code == 429
    assert "Even wachten" in answers[-1].content.decode()


@pytest.mark.parametrize("name", ["account_login", "account_signup", "account_reset_password"])
def test_nobody_goes_on_guessing_while_attempts_cannot_be_counted(settings: Settings, name: str) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": NOWHERE}}
    person = make_person(password=PASSWORD)
    client = Client()
    form = {"login": person.email, "email": "a@b.example", "password": PASSWORD, "name": "A"}
    answer = client.post(reverse(name), form | {"password1": PASSWORD, "password2": PASSWORD})
    assert (answer.status_code, "Dit kan nu even niet" in answer.content.decode()) == (503, True)
    assert "_auth_user_id" not in client.session


def test_a_cache_that_says_nothing_holds_no_page(settings: Settings) -> None:
    with says_nothing() as address:
        settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": address}}
        began = monotonic()
        answer = Client().post(reverse("account_reset_password"), {"email": "a@b.example"})
    assert (answer.status_code, monotonic() - began < 10) == (503, True)


@pytest.mark.parametrize(
    ("proxies", "forwarded"), [(1, "onbekend"), (1, "a.example, "), (2, "192.0.2.1"), (1, "")]
)
def test_proxy_that_says_where_nobody_is_keeps_nobody_from_logging_in(
    settings: Settings, proxies: int, forwarded: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    person = make_person(password=PASSWORD)
    form = {"login": person.email, "password": PASSWORD}
    answer = Client().post(reverse("account_login"), form, headers={"x-forwarded-for": forwarded})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


def test_what_goes_wrong_is_told_in_english_as_well() -> None:
    answer = Client(headers={"accept-language": "en"}).get("/nergens/")
    assert "This page is not here" in answer.content.decode()


def request_of_nobody() -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    return request


@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "messages", "django_language"])
@pytest.mark.parametrize(
    "value", ["\\000aaaaaaaaaa", "a" * 32 + "\\000", "\\351" * 32, "A" * 32, "a" * 3_000]
)
def test_a_cookie_that_we_cannot_have_set_is_none(name: str, value: str) -> None:
    client = Client()
    cookie = {"cookie": f'{name}="{value}"'}
    assert client.get("/", headers=cookie).status_code == 200
    assert client.get("/mijn-gegevens/", headers=cookie).headers["Location"].startswith("/account/login/")
    assert client.post("/taal/", {"language": "en"}, headers=cookie).status_code == 302
