from uuid import uuid4

import pytest
from django.http import HttpResponse

from grants.enums import Standing
from grants.forms.applications.together import seen_text
from grants.models import Application
from grants.selectors.applications.duplicates import Alike, duplicates_in
from grants.services.applications.completions import Answer, answer_request
from tests.grants.after_closing import ACCOUNT, AFTER, Closed, closed, fresh, registered
from tests.grants.persons import client_of, make_person
from tests.grants.queries import assert_constant_queries
from tests.grants.rounds import CULTURE, make_received

pytestmark = pytest.mark.django_db


def alike_in(it: Closed) -> list[tuple[list[Application], set[Alike]]]:
    return [(list(each.applications), set(each.alike)) for each in duplicates_in(it.round)]


def judge(
    it: Closed,
    *together: Application,
    out: tuple[Application, ...] = (),
    why: str = "aanvrager",
    **given: object,
) -> HttpResponse:
    """What an official says of these, who saw them as they stand now."""
    typed = {
        "token": str(uuid4()),
        "seen": seen_text([fresh(each) for each in together]),
        "decision": "out" if out else "stay",
        "chosen": [each.pk for each in out],
        "reason": "Twee wijken",
        **given,
    }
    return client_of(it.official).post(group_page(it, together[0], why), typed)


def group_page(it: Closed, application: Application, why: str = "aanvrager") -> str:
    return f"/rondes/{it.round.slug}/werk/dubbel/{why}/{application.pk}/"


def test_groups_are_found_by_applicant_account_and_title() -> None:
    it = closed()
    elsewhere = make_person()
    organisation = registered(elsewhere)
    first = it.received(title="Samen eten in de Stationsbuurt")
    second = it.received(title="Zingen", iban="NL20INGB0001234567")
    third = make_received(
        it.round, organisation, elsewhere, title="samen eten in de stationsbuurt!", iban="NL20INGB0001234567"
    )
    assert alike_in(it) == [
        ([first, second], {Alike.ORGANISATION}),
        ([first, third], {Alike.TITLE}),
        ([second, third], {Alike.ACCOUNT}),
    ]


def test_group_within_another_is_told_as_that_one() -> None:
    it = closed()
    first, second, third = (it.received(title=title) for title in ("Zingen", "Dansen", "Zingen!"))
    assert alike_in(it) == [([first, second, third], {Alike.ORGANISATION, Alike.ACCOUNT, Alike.TITLE})]
    judge(it, first, second, third)
    assert alike_in(it) == []


def test_group_is_resolved_with_a_reason_and_all_stay() -> None:
    it = closed()
    first, second, third = it.received(), it.received(), it.received()
    client, address = client_of(it.official), f"/rondes/{it.round.slug}/werk/dubbel/"
    assert group_page(it, first) in client.get(address).content.decode()
    assert judge(it, first, second, third).status_code == 302
    assert {fresh(each).standing for each in (first, second, third)} == {Standing.SUBMITTED}
    assert [each.events.get().data["references"] for each in (first, second)] == [
        [second.reference, third.reference],
        [first.reference, third.reference],
    ]
    assert "Geen aanvragen die op elkaar lijken" in client.get(address).content.decode()
    shown = client.get(f"/rondes/{it.round.slug}/aanvragen/{first.pk}/").content.decode()
    assert f"({second.reference}, {third.reference})" in shown


def test_some_of_a_group_become_inadmissible_and_one_stays() -> None:
    it = closed()
    first, second, third = it.received(), it.received(), it.received()
    assert judge(it, first, second, third, out=(first, third)).status_code == 302
    assert [fresh(each).standing for each in (first, second, third)] == [
        Standing.INADMISSIBLE,
        Standing.SUBMITTED,
        Standing.INADMISSIBLE,
    ]
    assert duplicates_in(it.round) == []


@pytest.mark.parametrize(
    ("decision", "chosen", "sentence"),
    [
        ("out", 0, "Kruis aan welke aanvragen niet meedoen."),
        ("out", 2, "Laat er een meedoen: een aanvraag is dubbel met een andere."),
        ("stay", 1, "U kruiste aanvragen aan. Haal de kruisjes weg, of kies de andere knop."),
        ("", 0, "Kies een van de twee knoppen onderaan."),
    ],
)
def test_judgement_that_contradicts_itself_is_not_carried_out(
    decision: str, chosen: int, sentence: str
) -> None:
    it = closed()
    both = (it.received(), it.received())
    answer = judge(it, *both, decision=decision, chosen=[each.pk for each in both[:chosen]])
    assert (answer.status_code, sentence in answer.content.decode()) == (422, True)
    assert {fresh(each).standing for each in both} == {Standing.SUBMITTED}


def test_one_that_comes_to_a_group_brings_the_group_back() -> None:
    it = closed()
    first, second = it.received(), it.received()
    judge(it, first, second)
    third = it.received()
    assert alike_in(it) == [([first, second, third], {Alike.ORGANISATION, Alike.ACCOUNT, Alike.TITLE})]
    page = client_of(it.official).get(group_page(it, first)).content.decode()
    assert page.count("Al eerder bekeken") == 2


def test_account_that_was_completed_is_looked_at_anew() -> None:
    it, elsewhere = closed(), make_person()
    other = make_received(it.round, registered(elsewhere), elsewhere, title="Zingen")
    own = it.asked(ACCOUNT)
    judge(it, other, own, why="rekening")
    assert duplicates_in(it.round) == []
    answer_request(
        by=it.applicant,
        application=own,
        seen=fresh(own).version,
        answer=Answer(account_holder="Stichting"),
        received_at=AFTER,
    )
    assert alike_in(it) == [([other, own], {Alike.ACCOUNT})]


def test_group_that_somebody_else_resolved_is_not_resolved_again_and_keeps_what_was_typed() -> None:
    it = closed()
    first, second = it.received(), it.received()
    seen = seen_text([first, second])
    judge(it, first, second)
    answer = judge(it, first, second, out=(second,), seen=seen, reason="Dezelfde, volgens mij")
    assert (answer.status_code, fresh(second).standing) == (409, Standing.SUBMITTED)
    assert "Dezelfde, volgens mij" in answer.content.decode()
    again = client_of(it.official).get(group_page(it, first), follow=True).content.decode()
    assert "Deze aanvragen zijn al beoordeeld." in again


def test_judgement_that_is_sent_twice_is_carried_out_once() -> None:
    it = closed()
    first, second = it.received(), it.received()
    sent = {"token": str(uuid4()), "seen": seen_text([first, second])}
    assert [judge(it, first, second, **sent).status_code for _ in range(2)] == [302, 302]
    assert first.events.count() == 1


def test_largest_group_is_judged_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grants.selectors.applications.duplicates.MOST", 2)
    it = closed()
    all_three = [it.received() for _ in range(3)]
    page = client_of(it.official).get(group_page(it, all_three[0])).content.decode()
    assert "Deze groep heeft 3 aanvragen. U ziet er 2, en uw oordeel gaat daarover." in page
    judge(it, *all_three[:2], out=tuple(all_three[:2]))
    assert [fresh(each).standing for each in all_three[:2]] == [Standing.INADMISSIBLE] * 2
    assert duplicates_in(it.round) == []


def test_groups_come_page_by_page_and_the_first_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grants.views.applications.duplicates.PER_PAGE", 1)
    it = closed()
    titles = ("Zingen in het park", "Dansen op het plein")
    people = [(person, registered(person)) for person in (make_person(), make_person())]
    for at, title in enumerate(titles):
        for person, organisation in people:
            make_received(
                it.round, organisation, person, title=title, iban="" if at else "NL20INGB0001234567"
            )
    client, address = client_of(it.official), f"/rondes/{it.round.slug}/werk/dubbel/"
    total = len(duplicates_in(it.round))
    first, last = (client.get(f"{address}?page={page}").content.decode() for page in (1, total))
    assert f"U ziet groep 1 tot en met 1 van de {total}." in first
    assert (f"Pagina {total} van {total}" in last, "Beoordeel" in last) == (True, True)


def test_list_of_groups_takes_as_many_queries_for_three_as_for_one() -> None:
    it = closed()

    def make_group() -> None:
        person = make_person()
        organisation = registered(person)
        for _ in range(2):
            make_received(it.round, organisation, person, title=person.name, iban="")

    assert_constant_queries(
        client_of(it.official), f"/rondes/{it.round.slug}/werk/dubbel/", make_group, queries=12
    )


def test_application_alone_or_of_another_round_is_in_no_group() -> None:
    it, elsewhere = closed(), closed(CULTURE)
    own, other = it.received(), elsewhere.received()
    client = client_of(it.official)
    assert client.get(group_page(it, own)).status_code == 302
    assert [client.get(group_page(it, *given)).status_code for given in ((other,), (own, "anders"))] == [
        404,
        404,
    ]
    assert judge(it, own, seen="1:x").status_code == 422
    assert judge(it, own, seen=seen_text([own, other])).status_code == 422
