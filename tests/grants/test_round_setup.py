"""The steps in which a round is set up: what they keep, what they say, and what two people do at once."""

import re
from datetime import date, datetime, time, timedelta
from html import unescape
from typing import TYPE_CHECKING

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from grants import clock
from grants.documents.of_rounds import document_read_by
from grants.enums import Role
from grants.forms.moments import moment_on
from grants.forms.rounds.money import BLANKS
from grants.models import GrantRound, LogEntry, RegulationVersion, RoundRole, User
from grants.selectors.rounds.gaps import gaps_of
from grants.services.errors import Conflict, Refused
from grants.services.rounds.copies import copy_round
from grants.services.rounds.deleting import delete_draft_round
from grants.services.rounds.setup import NewList, change_round, set_lists
from schemes.documents import Document, load_document
from tests.grants.persons import client_of, give, make_person, make_round
from tests.grants.rounds import (
    AMSTERDAM,
    CULTURE,
    FUND,
    HAGUE,
    MEETING_PLACES,
    OPENS,
    make_draft_round,
    make_open_round,
    version_of,
)

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = pytest.mark.django_db
BEFORE = OPENS - timedelta(days=30)


@pytest.fixture
def official() -> User:
    return make_person("Aisha Groen")


def draft_of(official: User, regulation: str = CULTURE) -> GrantRound:
    draft = make_draft_round(regulation, slug="concept")
    give(official, draft, Role.OFFICIAL)
    return draft


def send(client: Client, step: str, **typed: object) -> "HttpResponse":
    version = GrantRound.objects.get(slug="concept").version
    return client.post(f"/rondes/concept/opzetten/{step}/", {"version": version, **typed})  # type: ignore[return-value]


def now() -> GrantRound:
    return GrantRound.objects.get(slug="concept")


def sentences(grant_round: GrantRound) -> list[str]:
    with clock.at(BEFORE):
        return [gap.sentence for gap in gaps_of(grant_round) if gap.blocks]


# ── Making ────────────────────────────────────────────────────────────────────────────────────────


def test_official_makes_a_round_once_and_is_official_in_it() -> None:
    official = give(make_person(), make_round(), Role.OFFICIAL)
    client, version = client_of(official), version_of(HAGUE)
    typed = {
        "title": "Sociaal 2028",
        "regulation": version.pk,
        "token": "6f5ab3ac-8b07-4d04-b60e-31d92a05f1aa",
    }
    answers = [client.post("/rondes/nieuw/", typed).headers["Location"] for _time in range(2)]
    assert answers == ["/rondes/sociaal-2028/opzetten/lezingen/"] * 2
    made = GrantRound.objects.get(slug="sociaal-2028")
    assert [(role.user, role.role) for role in made.roles.all()] == [(official, Role.OFFICIAL)]
    logged = LogEntry.objects.filter(object_key="round:sociaal-2028").values_list("action", flat=True)
    assert list(logged.order_by("number")) == ["round_made", "role_given"]


def test_title_without_letters_is_refused_and_stays_typed() -> None:
    client = client_of(give(make_person(), make_round(), Role.OFFICIAL))
    typed = {
        "title": "!!!",
        "regulation": version_of(HAGUE).pk,
        "token": "6f5ab3ac-8b07-4d04-b60e-31d92a05f1aa",
    }
    answer = client.post("/rondes/nieuw/", typed)
    assert answer.status_code == 422
    assert "Gebruik letters of cijfers in de titel." in answer.content.decode()
    assert 'value="!!!"' in answer.content.decode()


# ── Readings ──────────────────────────────────────────────────────────────────────────────────────


def test_reading_is_confirmed_or_changed_with_a_reason(official: User) -> None:
    draft = draft_of(official)
    change_round(by=official, grant_round=draft, version=1, readings={})
    assert [text for text in sentences(now()) if "lezingen" in text] == [
        "4 lezingen zijn nog niet bevestigd."
    ]
    client = client_of(official)
    assert send(client, "lezingen", lezing_ties="straddling").status_code == 302
    assert now().readings == {"ties": {"choice": "straddling", "reason": ""}}
    refused = send(client, "lezingen", lezing_ties="always")
    assert refused.status_code == 422
    assert "Schrijf waarom deze ronde het anders leest" in refused.content.decode()
    send(client, "lezingen", lezing_ties="always", reden_ties="Zo besloot het college.")
    assert now().readings["ties"] == {"choice": "always", "reason": "Zo besloot het college."}


def test_readings_that_need_each_other_are_told_at_the_field_in_their_own_words(official: User) -> None:
    draft_of(official, HAGUE)
    answer = send(
        client_of(official),
        "lezingen",
        lezing_cost_basis="total_costs_per_requested",
        reden_cost_basis="Proef.",
        lezing_cost_average="ratio_of_totals",
    )
    assert answer.status_code == 422
    page = answer.content.decode()
    assert (
        "Deze keuze kan alleen als u bij «Wat is het gemiddelde ‘bij alle aanvragers gezamenlijk’?»" in page
    )
    assert "cost_average" not in page.split('id="id_lezing_cost_basis_error"')[1].split("</div>")[0]


def test_reading_stands_beside_its_lid_and_only_what_was_confirmed_is_read_back(official: User) -> None:
    draft = draft_of(official)
    confirmed = {"ties": {"choice": "straddling", "reason": ""}}
    change_round(by=official, grant_round=draft, version=1, readings=confirmed)
    client = client_of(official)
    page = client.get("/rondes/concept/opzetten/lezingen/").content.decode()
    assert "Lees lid 5" in page
    assert "Wanneer wordt een gelijke stand doorbroken?" in page
    check = client.get("/rondes/concept/controle/").content.decode()
    assert check.count("Uitleg van de tekst") == 1


def test_advice_about_a_reading_is_for_who_sets_the_round_up(official: User) -> None:
    draft = draft_of(official)
    client, advice = client_of(official), "Leg deze keuze aan het college voor"
    assert client.get("/rondes/concept/opzetten/lezingen/").content.decode().count(advice) == 2
    why = document_read_by(draft).readings[0].why
    page = client.get("/rondes/concept/").content.decode()
    assert (why in unescape(page), advice in page) == (True, False)


def test_reading_of_a_whole_number_stays_a_whole_number(official: User) -> None:
    draft_of(official, MEETING_PLACES)
    send(
        client_of(official), "lezingen", lezing_insufficient_max_score="1", reden_insufficient_max_score="Ja."
    )
    assert now().readings["insufficient_max_score"]["choice"] == 1


def test_another_version_of_the_regulation_has_each_reading_confirmed_anew(official: User) -> None:
    draft = draft_of(official, HAGUE)
    before = len(draft.readings)
    newer = newer_version(HAGUE)
    change_round(by=official, grant_round=draft, version=1, regulation=newer)
    assert (len(now().readings), {each["confirmed"] for each in now().readings.values()}) == (before, {False})
    change_round(by=official, grant_round=draft, version=2, regulation=version_of(FUND))
    kept = now().readings
    assert (before > len(kept), all(reading["confirmed"] is False for reading in kept.values())) == (
        True,
        True,
    )
    page = client_of(official).get("/rondes/concept/opzetten/lezingen/").content.decode()
    assert "Eerder gekozen, onder een andere versie." in page
    assert 'type="radio" name="lezing_ties" value="straddling" id="id_lezing_ties_0" checked' not in page


# ── Money ─────────────────────────────────────────────────────────────────────────────────────────


def test_lists_that_the_regulation_names_have_its_ids_and_names(official: User) -> None:
    draft_of(official, FUND)
    typed = {"ceiling_cents": "145.000", "track-0-ceiling": "50.000", "track-1-ceiling": "95.000,50"}
    assert send(client_of(official), "geld", **typed).status_code == 302
    assert [(each.key, each.name, each.ceiling_cents) for each in now().deelplafonds.order_by("key")] == [
        ("large", "Grote initiatieven", 95_000_50),
        ("small", "Kleine initiatieven", 50_000_00),
    ]
    assert any(text.startswith("De lijsten zijn samen € 145.000,50") for text in sentences(now()))


def test_lists_are_named_changed_and_taken_away(official: User) -> None:
    draft_of(official, MEETING_PLACES)
    client = client_of(official)
    typed = {"shares_money": "nee", "area-0-name": "Zuid", "area-0-ceiling": "1.000", "area-0-number": "3"}
    assert send(client, "geld", **typed).status_code == 302
    assert [(each.key, each.max_grants) for each in now().deelplafonds.all()] == [("zuid", 3)]
    wrong = send(client, "geld", **{"area-0-name": "Zuid", "area-1-name": "zuid", "area-2-ceiling": "5"})
    assert wrong.status_code == 422
    page = wrong.content.decode()
    assert ("Er is al een lijst met deze naam." in page, "Geef deze lijst een naam." in page) == (True, True)


def test_row_of_a_list_is_called_once_and_its_mistakes_name_it(official: User) -> None:
    draft_of(official, FUND)
    page = send(client_of(official), "geld", **{"track-0-ceiling": "veel"}).content.decode()
    assert (
        page.count(">Kleine initiatieven</legend>"),
        page.count('for="id_track-0-ceiling">Plafond\n'),
        page.count(">Plafond «Kleine initiatieven»:"),
    ) == (1, 1, 1)


def test_empty_rows_for_lists_come_when_there_are_none_or_when_asked_for(official: User) -> None:
    draft_of(official, MEETING_PLACES)
    client = client_of(official)
    answer = send(client, "geld", more="area", **{"area-0-name": "Zuid", "area-0-ceiling": "1.000"})
    address = "/rondes/concept/opzetten/geld/"
    assert answer.headers["Location"] == f"{address}?more=area#id_area-1-name"
    assert [(each.kind, each.name) for each in now().deelplafonds.all()] == [("area", "Zuid")]
    shown = [client.get(address + query).content.decode() for query in ("", "?more=area", "?more=iets")]
    assert [(empty_rows(page, "area"), empty_rows(page, "designated_place")) for page in shown] == [
        (0, BLANKS),
        (BLANKS, BLANKS),
        (0, BLANKS),
    ]


def empty_rows(page: str, kind: str) -> int:
    return sum(
        "value=" not in field for field in re.findall(rf'<input [^>]*name="{kind}-[0-9]+-name"[^>]*>', page)
    )


def test_whether_money_is_shared_is_asked_and_every_list_has_a_ceiling(official: User) -> None:
    draft_of(official, MEETING_PLACES)
    client = client_of(official)
    money = {"gazette_number": "gmb-1", "gazette_on": "2027-01-15", "ceiling_cents": "10.000"}
    send(client, "geld", **money, **{"area-0-name": "Zuid", "designated_place-0-name": "De Kom"})
    assert sentences(now()) == [
        "Vul in hoeveel geld er is voor «Zuid».",
        "Vul in hoeveel geld er is voor «De Kom».",
        "Kies of lijsten samen geld delen.",
        "Er is nog geen beslisser: iemand anders dan u keurt het publiceren goed.",
    ]
    send(
        client,
        "geld",
        **money,
        **{
            "shares_money": "ja",
            "shared_ceiling_cents": "4.000",
            "area-0-name": "Zuid",
            "area-0-ceiling": "7.000",
            "designated_place-0-name": "De Kom",
            "designated_place-0-shared": "on",
        },
    )
    assert sentences(now())[0].startswith(
        "De lijsten zijn samen € 11.000, maar het subsidieplafond is € 10.000."
    )


def test_amount_that_cannot_be_is_told_at_its_field_and_stays_typed(official: User) -> None:
    draft_of(official)
    for typed in ("-5", "1,000.50", "10000000000000000", "veel"):
        answer = send(client_of(official), "geld", ceiling_cents=typed)
        assert (answer.status_code, f'value="{typed}"' in answer.content.decode()) == (422, True)


# ── Moments ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("day", "hour", "sentence"),
    [
        (date(2027, 3, 28), "02:30", "is het nooit 02.30 uur"),
        (date(2027, 10, 31), "02:30", "is het twee keer 02.30 uur"),
        (date(2027, 10, 31), "02:00", "is het twee keer 02.00 uur"),
        (date(2027, 3, 28), "02:59", "is het nooit 02.59 uur"),
    ],
)
def test_moment_of_a_night_on_which_the_clock_changes_is_explained(
    official: User, day: date, hour: str, sentence: str
) -> None:
    draft_of(official)
    answer = send(client_of(official), "momenten", opens_on=day.isoformat(), opens_time=hour)
    page = answer.content.decode()
    assert (answer.status_code, sentence in page, f'value="{hour}"' in page) == (422, True, True)


@pytest.mark.parametrize(
    ("day", "hour", "in_utc"),
    [
        ((2027, 3, 28), (1, 59), "2027-03-28T00:59:00+00:00"),
        ((2027, 3, 28), (3, 0), "2027-03-28T01:00:00+00:00"),
        ((2027, 10, 31), (1, 59), "2027-10-30T23:59:00+00:00"),
        ((2027, 10, 31), (3, 0), "2027-10-31T02:00:00+00:00"),
    ],
)
def test_moment_just_beside_the_change_of_the_clock_is_the_one_that_was_meant(
    day: tuple[int, int, int], hour: tuple[int, int], in_utc: str
) -> None:
    naive = datetime(*day, *hour, tzinfo=AMSTERDAM)
    found = moment_on(naive.date(), naive.time())
    assert found == datetime.fromisoformat(in_utc)


def test_moment_on_a_changed_clock_raises_for_whoever_asks() -> None:
    with pytest.raises(ValidationError, match="nooit"):
        moment_on(date(2027, 3, 28), datetime(2027, 3, 28, 2, 30, tzinfo=AMSTERDAM).time())


def test_day_without_a_time_and_a_closing_before_opening_are_told(official: User) -> None:
    draft_of(official)
    client = client_of(official)
    half = send(client, "momenten", opens_on="2027-02-01")
    early = send(
        client,
        "momenten",
        opens_on="2027-02-01",
        opens_time="9.00",
        closes_on="2027-01-01",
        closes_time="9:00",
    )
    assert "Kies ook een tijd." in half.content.decode()
    assert "De ronde sluit voordat zij opent." in early.content.decode()


def test_year_that_nobody_means_is_refused(official: User) -> None:
    draft_of(official)
    answer = send(client_of(official), "momenten", opens_on="0001-01-01", opens_time="00:00")
    assert (answer.status_code, "Kies een dag in de jaren 2000" in answer.content.decode()) == (422, True)


def test_moments_are_kept_and_shown_in_words(official: User) -> None:
    draft_of(official)
    client = client_of(official)
    typed = {
        "opens_on": "2027-02-01",
        "opens_time": "09:00",
        "closes_on": "2027-03-01",
        "closes_time": "12:00",
    }
    assert send(client, "momenten", **typed).status_code == 302
    page = client.get("/rondes/concept/opzetten/momenten/").content.decode()
    assert "maandag 1 februari 2027, 09.00 uur tot maandag 1 maart 2027, 12.00 uur" in page
    assert 'value="09:00"' in page


# ── What is missing ───────────────────────────────────────────────────────────────────────────────


def test_check_page_lists_all_that_is_missing_with_links(official: User) -> None:
    give(official, make_round("concept"), Role.OFFICIAL)
    client = client_of(official)
    page = client.get("/rondes/concept/controle/").content.decode()
    for step in ("lezingen", "geld", "momenten", "termijn", "mensen", "teksten"):
        assert f'href="/rondes/concept/opzetten/{step}/">Vul aan' in page, step
    assert "Stel voor om te publiceren" not in page


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"gazette_on": date(2027, 2, 1)}, "op of na de dag waarop de ronde opent"),
        ({"opens_at": BEFORE, "gazette_on": date(2026, 12, 1)}, "De ronde zou al open zijn"),
        ({"assessed_by": date(2027, 2, 28)}, "De beoordeling zou klaar zijn voordat de ronde sluit"),
        ({"term_weeks": None}, "Vul in binnen hoeveel weken het college beslist"),
        ({"term_source": ""}, "Vul in waar de beslistermijn staat"),
        ({"purpose": " "}, "Schrijf op waar het geld voor is."),
        ({"ceiling_cents": 1_00}, "De lijsten zijn samen"),
        ({"gazette_number": ""}, "Vul het nummer en de datum in van de bekendmaking"),
    ],
)
def test_what_stands_in_the_way_is_told(official: User, values: dict[str, object], sentence: str) -> None:
    draft = draft_of(official)
    give(make_person(), draft, Role.DECIDER)
    assert sentences(draft) == []
    changed = change_round(by=official, grant_round=draft, version=1, **values)
    assert [sentence in text for text in sentences(changed)] == [True]


def test_one_person_in_both_roles_is_not_enough(official: User) -> None:
    draft = draft_of(official)
    give(official, draft, Role.DECIDER)
    assert sentences(draft) == ["De behandelaar en de beslisser zijn één persoon. Er zijn er twee nodig."]


def test_list_of_a_kind_that_the_regulation_does_not_know_is_told(official: User) -> None:
    draft = draft_of(official)
    give(make_person(), draft, Role.DECIDER)
    set_lists(by=official, grant_round=draft, version=1, lists=[NewList("x", "track", "X", 1_00)])
    assert sentences(now()) == [
        "Deze regeling kent precies één deelplafond. Vul het bedrag in.",
        "De lijst «X» hoort bij een andere regeling. Bewaar het geld opnieuw.",
    ]


def test_two_lists_with_one_key_are_refused(official: User) -> None:
    draft = draft_of(official)
    lists = [NewList("x", "ceiling", "X", 1_00), NewList("x", "ceiling", "Y", 1_00)]
    with pytest.raises(Refused, match="Twee lijsten heten «x»"):
        set_lists(by=official, grant_round=draft, version=1, lists=lists)


# ── Two at once, and the frozen round ─────────────────────────────────────────────────────────────


def test_who_saves_second_sees_what_the_first_saved_beside_what_they_typed(official: User) -> None:
    draft = draft_of(official)
    change_round(by=official, grant_round=draft, version=1, term_weeks=8)
    typed = {
        "version": 1,
        "term_weeks": "13",
        "term_from": "closing",
        "term_source": "x",
        "completion_days": "14",
    }
    answer = client_of(official).post("/rondes/concept/opzetten/termijn/", typed)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert ("Iemand anders bewaarde eerder" in page, 'value="13"' in page) == (True, True)
    with pytest.raises(Conflict):
        set_lists(by=official, grant_round=draft, version=1, lists=[])


@pytest.mark.parametrize("step", ["lezingen", "geld", "momenten"])
def test_conflict_page_shows_every_kind_of_step(official: User, step: str) -> None:
    draft = draft_of(official, MEETING_PLACES)
    change_round(by=official, grant_round=draft, version=1, purpose="Anders")
    typed = {
        "version": 1,
        "area-0-name": "Zuid",
        "area-5-name": "Noord",
        "opens_on": "2027-01-02",
        "opens_time": "09:00",
    }
    client = client_of(official)
    answer = client.post(f"/rondes/concept/opzetten/{step}/", typed)
    assert (answer.status_code, "Iemand anders bewaarde eerder" in answer.content.decode()) == (409, True)


@pytest.mark.parametrize("step", ["regeling", "lezingen", "geld", "momenten", "termijn", "teksten"])
def test_no_step_changes_a_published_round(official: User, step: str) -> None:
    published = make_open_round(slug="concept")
    give(official, published, Role.OFFICIAL)
    before = GrantRound.objects.values().get(pk=published.pk)
    lists = list(published.deelplafonds.values())
    client = client_of(official)
    assert client.get(f"/rondes/concept/opzetten/{step}/").status_code == 409
    typed = {
        "title": "Anders", "regulation": version_of(CULTURE).pk, "lezing_ties": "straddling",
        "ceiling_cents": "1", "ceiling-0-ceiling": "1", "opens_on": "2027-01-01", "opens_time": "01:00",
        "term_weeks": "1", "completion_days": "1", "purpose": "Anders",
    }  # fmt: skip
    answer = send(client, step, **typed)
    assert answer.status_code == 409
    assert "Deze ronde is gepubliceerd, dus de regels liggen vast." in answer.content.decode()
    assert GrantRound.objects.values().get(pk=published.pk) == before
    assert list(published.deelplafonds.values()) == lists


def test_step_that_does_not_exist_is_not_found(official: User) -> None:
    draft_of(official)
    assert client_of(official).get("/rondes/concept/opzetten/onzin/").status_code == 404


# ── Last year's ───────────────────────────────────────────────────────────────────────────────────


def test_copy_has_everything_but_moments_and_publication(official: User) -> None:
    source = make_open_round(FUND, slug="vorig")
    give(official, source, Role.OFFICIAL)
    before = GrantRound.objects.values().get(pk=source.pk)
    made = copy_round(by=official, grant_round=source, slug="concept", title="Het Fonds 2028")
    assert GrantRound.objects.values().get(pk=source.pk) == before
    assert (made.copied_from, made.stage, made.opens_at, made.closes_at, made.gazette_number, made.gazette_on) == (
        source, "draft", None, None, "", None,
    )  # fmt: skip
    assert (made.readings, made.term_weeks, made.purpose) == (source.readings, 13, source.purpose)
    columns = ("key", "kind", "name", "ceiling_cents")
    assert list(made.deelplafonds.values_list(*columns)) == list(source.deelplafonds.values_list(*columns))
    assert [(role.user, role.role) for role in made.roles.all()] == [(official, Role.OFFICIAL)]


def test_copy_follows_the_newest_version_and_its_readings_are_confirmed_anew(official: User) -> None:
    source = make_open_round(FUND, slug="vorig")
    newer_version(FUND)
    made = copy_round(by=official, grant_round=source, slug="concept", title="Het Fonds 2028")
    assert made.regulation.number == 2
    assert {reading["confirmed"] for reading in made.readings.values()} == {False}
    assert f"{len(made.readings)} lezingen zijn nog niet bevestigd." in sentences(made)


def test_copy_is_made_on_its_page_once() -> None:
    source = make_open_round(slug="vorig")
    client = client_of(give(make_person(), source, Role.OFFICIAL))
    typed = {"title": "Cultuur 2028", "token": "6f5ab3ac-8b07-4d04-b60e-31d92a05f1aa"}
    answers = [client.post("/rondes/vorig/kopie/", typed).headers["Location"] for _time in range(2)]
    assert answers == ["/rondes/cultuur-2028/controle/"] * 2
    assert GrantRound.objects.filter(copied_from=source).count() == 1


def test_copy_takes_along_who_still_has_an_account_when_that_is_asked_for(official: User) -> None:
    source = make_open_round(slug="vorig")
    User.objects.filter(pk=official.pk).update(is_administrator=True)
    give(official, source, Role.OFFICIAL, Role.DECIDER)
    give(make_person("Bram Smit"), source, Role.DECIDER)
    give(make_person("Cor de Wit"), source, Role.ASSESSOR, Role.OFFICIAL)
    give(make_person("Dewi"), source, Role.AUDITOR)
    gone, ended = (give(make_person(name), source, Role.ASSESSOR) for name in ("Ed", "Fien"))
    User.objects.filter(pk=gone.pk).update(is_active=False)
    ended.round_roles.current().end()
    unverified = User.objects.create_user(email="gijs@elders.example", name="Gijs")
    give(unverified, source, Role.ASSESSOR)
    client, token = client_of(official), "6f5ab3ac-8b07-4d04-b60e-31d92a05f1aa"
    page = client.get("/rondes/vorig/kopie/").content.decode()
    assert "Bram Smit (beslisser), Cor de Wit (beoordelaar), Cor de Wit (behandelaar)" in page
    assert not re.search(r"<input[^>]*with_people[^>]*checked", page)

    client.post("/rondes/vorig/kopie/", {"title": "Zonder", "token": token})
    assert roles_of("zonder") == [("Aisha Groen", "official")]
    token = token.replace("6f", "7f")
    client.post("/rondes/vorig/kopie/", {"title": "Met", "token": token, "with_people": "on"})
    assert roles_of("met") == [
        ("Aisha Groen", "official"),
        ("Bram Smit", "decider"),
        ("Cor de Wit", "assessor"),
        ("Cor de Wit", "official"),
    ]
    lines = LogEntry.objects.filter(object_key="round:met", action="role_given")
    assert {line.actor for line in lines} == {official}
    assert len(lines) == 4


def test_people_of_a_round_are_copied_by_administrators_alone(official: User) -> None:
    source = make_open_round(slug="vorig")
    give(make_person("Bram Smit"), source, Role.DECIDER)
    give(official, source, Role.OFFICIAL)
    client = client_of(official)
    page = client.get("/rondes/vorig/kopie/").content.decode()
    assert ("Bram Smit" in page, "Een beheerder geeft de rollen." in page) == (False, True)
    typed = {"title": "Met", "token": "6f5ab3ac-8b07-4d04-b60e-31d92a05f1aa", "with_people": "on"}
    assert client.post("/rondes/vorig/kopie/", typed).status_code == 302
    assert roles_of("met") == [("Aisha Groen", "official")]
    administrator = client_of(make_person(administrator=True))
    assert "Bram Smit (beslisser)" in administrator.get("/rondes/vorig/kopie/").content.decode()


def test_copy_of_a_draft_does_not_refer_to_it(official: User) -> None:
    made = copy_round(by=official, grant_round=draft_of(official), slug="kopie", title="Kopie")
    assert made.copied_from is None


@pytest.mark.parametrize("address", ["/rondes/nieuw/", "/rondes/vorig/kopie/"])
def test_form_whose_round_is_gone_is_answered_with_a_sentence(official: User, address: str) -> None:
    give(official, make_open_round(slug="vorig"), Role.OFFICIAL)
    client = client_of(official)
    typed = {
        "title": "Cultuur 2028",
        "regulation": version_of(CULTURE).pk,
        "token": "6f5ab3ac-8b07-4d04-b60e-31d92a05f1aa",
    }
    client.post(address, typed)
    delete_draft_round(by=official, grant_round=GrantRound.objects.get(slug="cultuur-2028"))
    answer = client.post(address, typed)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert ("Dit is niet bewaard" in page, "wat u ermee maakte is er niet meer" in page) == (True, True)
    assert 'value="Cultuur 2028"' in page
    assert not GrantRound.objects.filter(slug__startswith="cultuur-2028").exists()


def roles_of(slug: str) -> list[tuple[str, str]]:
    held = RoundRole.objects.filter(round__slug=slug).values_list("user__name", "role")
    return sorted(held)


def newer_version(slug: str) -> RegulationVersion:
    """The same regulation once more, with another title."""
    newer = version_of(slug)
    text = newer.document.replace('title = "', 'title = "Nieuwe ', 1)
    found = load_document(text)
    assert isinstance(found, Document)
    newer.pk, newer.number, newer.document, newer.sha256 = None, 2, text, found.sha256
    newer._state.adding = True
    newer.save()
    return newer


# ── More that stands in the way ───────────────────────────────────────────────────────────────────


def test_newer_version_of_the_regulation_is_told_and_does_not_block(official: User) -> None:
    draft = draft_of(official, FUND)
    newer_version(FUND)
    with clock.at(BEFORE):
        told = [gap.sentence for gap in gaps_of(draft) if not gap.blocks and gap.step == "regeling"]
    assert told == ["Van deze regeling is er een nieuwere versie: versie 2. Deze ronde volgt versie 1."]
    page = client_of(official).get("/rondes/concept/opzetten/regeling/").content.decode()
    assert (page.count("versie 1</option>"), page.count("versie 2</option>")) == (1, 1)


def test_regulation_and_title_are_changed_on_their_page(official: User) -> None:
    draft_of(official, FUND)
    newer = newer_version(FUND)
    send(client_of(official), "regeling", title="Het Fonds 2028", regulation=newer.pk)
    assert (now().title, now().regulation) == ("Het Fonds 2028", newer)


def test_readings_that_do_not_go_together_stand_in_the_way(official: User) -> None:
    draft = draft_of(official, HAGUE)
    readings = {**draft.readings, "cost_basis": {"choice": "total_costs_per_requested", "reason": "x"}}
    changed = change_round(by=official, grant_round=draft, version=1, readings=readings)
    assert sentences(changed)[0].startswith("Lezing «cost_basis»")


def test_moments_and_an_official_that_are_missing_are_told() -> None:
    bare = make_round("concept")
    told = sentences(bare)
    for sentence in (
        "Vul in wanneer de ronde opent.",
        "Vul in wanneer de ronde sluit.",
        "Er is nog geen behandelaar.",
        "Er is nog geen lijst waarop aanvragen kunnen komen.",
    ):
        assert told.count(sentence) == 1, sentence


def test_sharing_without_an_amount_or_a_list_is_told(official: User) -> None:
    draft = draft_of(official, MEETING_PLACES)
    changed = change_round(by=official, grant_round=draft, version=1, shares_money=True)
    assert "Vul in hoeveel geld de lijsten samen delen." in sentences(changed)
    changed = change_round(by=official, grant_round=changed, version=2, shared_ceiling_cents=1_00)
    assert any(
        text.startswith("Geen enkele lijst deelt in het gedeelde plafond.") for text in sentences(changed)
    )


def test_number_on_a_list_that_knows_none_is_told(official: User) -> None:
    draft = draft_of(official)
    lists = [NewList("deelplafond", "ceiling", "Deelplafond", 90_000_00, max_grants=3)]
    changed = set_lists(by=official, grant_round=draft, version=1, lists=lists)
    assert "Voor «Deelplafond» kent de regeling geen grootste aantal. Laat dat leeg." in sentences(changed)


def test_people_are_shown_with_what_is_missing_of_them(official: User) -> None:
    draft_of(official)
    page = client_of(official).get("/rondes/concept/opzetten/mensen/").content.decode()
    for said in ("Behandelaar: Aisha Groen", "Er is nog geen beslisser", "Een beheerder geeft rollen."):
        assert said in page, said


def test_term_of_the_regulation_is_what_the_form_begins_with(official: User) -> None:
    text = version_of(CULTURE).document.replace(
        "[allocation]",
        '[deciding_term]\nweeks = 10\ncounted_from = "receipt"\nsource = "lid 1"\n\n[allocation]',
        1,
    )
    found = load_document(text)
    assert isinstance(found, Document)
    version = version_of(CULTURE)
    version.pk, version.number, version.document, version.sha256 = None, 2, text, found.sha256
    version._state.adding = True
    version.save()
    draft = make_round("concept")
    give(official, draft, Role.OFFICIAL)
    change_round(by=official, grant_round=draft, version=1, regulation=version)
    page = client_of(official).get("/rondes/concept/opzetten/termijn/").content.decode()
    assert ('value="10"' in page, 'value="lid 1"' in page) == (True, True)


# ── Two people at one step ────────────────────────────────────────────────────────────────────────


def test_day_and_time_that_two_people_changed_are_chosen_as_one(official: User) -> None:
    draft = draft_of(official)
    client, seen = client_of(official), draft.version
    theirs = moment_on(date(2027, 2, 8), time(9, 0))
    change_round(by=official, grant_round=draft, version=seen, opens_at=theirs, closes_at=None)
    typed = {"opens_on": "2027-02-01", "opens_time": "12:00", "closes_on": "", "closes_time": ""}
    page = client.post("/rondes/concept/opzetten/momenten/", {**typed, "version": seen})
    html = page.content.decode()
    assert page.status_code == 409
    assert re.findall(r'name="(choice-[a-z_]+)" value="now"', html) == ["choice-opens_on"]
    assert ("maandag 8 februari 2027" in html, "09.00" in html, 'value="12:00"' in html) == (True, True, True)
    send(client, "momenten", **typed, **{"choice-opens_on": "now"})
    assert now().opens_at == theirs


def test_list_that_two_people_changed_is_chosen_with_all_that_is_said_of_it(official: User) -> None:
    draft = draft_of(official, MEETING_PLACES)
    client, seen = client_of(official), draft.version
    lists = [NewList("noord", "area", "Noord", 700_00, 7)]
    set_lists(by=official, grant_round=draft, version=seen, lists=lists)
    typed = {"area-0-name": "Noord", "area-0-ceiling": "900", "area-0-number": "9"}
    page = client.post("/rondes/concept/opzetten/geld/", {**typed, "version": seen})
    assert [each.choice_name for each in page.context["differing"] if "area" in each.choice_name] == [
        "choice-area-0-name"
    ]
    send(client, "geld", **typed, **{"choice-area-0-name": "now", "shares_money": "nee"})
    assert [(each.name, each.ceiling_cents, each.max_grants) for each in now().deelplafonds.all()] == [
        ("Noord", 700_00, 7)
    ]
