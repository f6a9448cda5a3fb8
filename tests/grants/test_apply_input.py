from html import unescape

import pytest

from grants.forms.apply.draft import Draft
from grants.models import Application, Submission
from tests.grants.apply import (
    MONEY,
    ORGANISATION,
    activity_of,
    address,
    begin,
    fill,
    marks,
    submit,
    while_open,
)
from tests.grants.rounds import CULTURE, FUND, HAGUE

pytestmark = pytest.mark.django_db
LONG = "x" * 5_000


def sent(
    step: str, typed: dict[str, str], regulation: str = CULTURE, **changed: str
) -> tuple[str, Application]:
    """The page that answers to this step with these changes, and the draft as it is kept."""
    client, draft = begin(regulation)
    if step == "geld":
        fill(draft, **({"deelplafond": "small"} if regulation == FUND else {}))
    given = {**(typed or activity_of(draft)), **changed}
    with while_open():
        answer = client.post(address(draft, step), {**given, **marks(draft, step), "go": "next"})
    assert answer.status_code == 422
    draft.refresh_from_db()
    return unescape(answer.content.decode()), draft


def said(page: str, sentence: str) -> tuple[bool, bool]:
    """Whether a sentence stands in the summary, and at its field."""
    summary, rest = page.split('class="utrecht-alert utrecht-alert--error', 1)[1].split("</ul>", 1)
    return sentence in summary, sentence in rest


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Vul dit in."),
        ("0", "Vul een bedrag in van ten minste € 0,01."),
        ("0,00", "Vul een bedrag in van ten minste € 0,01."),
        ("-5", "Vul een bedrag in zonder minteken."),
        ("1,000.50", "Schrijf een punt voor duizenden en een komma voor centen: 1.000,50."),
        ("18.50", "Schrijf een punt voor duizenden en een komma voor centen: 1.000,50."),
        ("1,000", "Schrijf een punt voor duizenden en een komma voor centen: 1.000,50."),
        ("1000000000000000", "Vul een bedrag in van ten hoogste € 1.000.000.000."),
        ("9" * 5_000, "Vul een bedrag in van ten hoogste € 1.000.000.000."),
        ("veel", "Vul een bedrag in, zoals 18.400 of 18.400,50."),
        ("1.00.0", "Vul een bedrag in, zoals 18.400 of 18.400,50."),
        ("٣", "Vul een bedrag in, zoals 18.400 of 18.400,50."),
    ],
)
def test_amount_that_cannot_be_taken_is_told_at_the_field_and_in_the_summary_and_kept(
    typed: str, sentence: str
) -> None:
    page, draft = sent("geld", MONEY, requested=typed)
    assert said(page, sentence) == (True, True)
    assert draft.answers["geld"].get("requested", "") == typed
    assert f'value="{typed}"' in page or not typed


@pytest.mark.parametrize(
    ("typed", "cents"), [("1.000,50", 1_000_50), ("€ 1 000", 1_000_00), ("1000,-", 1_000_00), ("0,99", 99)]
)
def test_amount_as_the_dutch_write_it_is_understood(typed: str, cents: int) -> None:
    _client, draft = begin()
    money = {"cost-0-what": "Zaal", "cost-0-amount": typed, "requested": typed}
    draft = fill(draft, money=money)
    assert Draft(draft, {"terugblik", "activiteitenplan"}).content().requested_cents == cents


@pytest.mark.parametrize(
    ("requested", "sentence"),
    [
        ("4.000", "De kosten zijn € 6.000,50. Uw geld, dat van anderen en de subsidie zijn samen € 5.000,50. Dat is € 1.000 te weinig"),
        ("6.000", "De kosten zijn € 6.000,50. Uw geld, dat van anderen en de subsidie zijn samen € 7.000,50. Dat is € 1.000 te veel"),
    ],
)  # fmt: skip
def test_budget_that_does_not_add_up_says_how_much_it_differs(requested: str, sentence: str) -> None:
    # costs 4,000 + 2,000.50; income 500 + 500.50
    page, _draft = sent("geld", MONEY, requested=requested)
    assert said(page, sentence) == (True, True)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"cost-1-amount": ""}, "Vul het bedrag van deze regel in, of maak de regel leeg."),
        ({"income-0-what": " "}, "Schrijf op waar dit bedrag voor is, of maak de regel leeg."),
        ({"cost-0-amount": "", "cost-0-what": "", "cost-1-amount": "", "cost-1-what": ""}, "Noem ten minste één kostenpost"),
    ],
)  # fmt: skip
def test_line_of_the_budget_that_is_not_whole_is_told(changed: dict[str, str], sentence: str) -> None:
    page, _draft = sent("geld", MONEY, **changed)
    assert said(page, sentence) == (True, True)


def test_amount_outside_the_borders_of_its_list_is_told_with_what_to_do() -> None:
    # a small initiative of the fund asks at most € 10.000
    money = {"cost-0-what": "Zaal", "cost-0-amount": "10.000,01", "requested": "10.000,01"}
    page, _draft = sent("geld", money, FUND)
    sentence = "vraagt u ten hoogste € 10.000, en u vraagt € 10.000,01."
    assert said(page, sentence) == (True, True)


def test_amount_at_the_border_of_its_list_is_taken() -> None:
    client, draft = begin(FUND)
    draft = fill(
        draft,
        money={"cost-0-what": "Zaal", "cost-0-amount": "10.000", "requested": "10.000"},
        deelplafond="small",
    )
    assert submit(client, draft).payload.data["aanvraag"]["gevraagd_cent"] == 10_000_00


def test_more_than_the_ceiling_is_warned_of_and_taken() -> None:
    client, draft = begin()
    draft = fill(draft, money={"cost-0-what": "Zaal", "cost-0-amount": "90.001", "requested": "90.001"})
    with while_open():
        page = client.get(address(draft, "controleren")).content.decode()
    assert "Op deze lijst is € 90.000 te verdelen." in page
    assert submit(client, draft).payload.data["aanvraag"]["gevraagd_cent"] == 90_001_00


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("0", "Vul een getal in van ten minste 1."),
        ("-1", "Vul een heel getal in, zoals 250."),
        ("2,5", "Vul een heel getal in, zoals 250."),
        ("9" * 5_000, "Dit getal is te groot."),
        ("9999999999", "Dit getal is te groot."),
    ],
)
def test_number_of_participants_that_cannot_be_is_told_and_kept(typed: str, sentence: str) -> None:
    page, draft = sent("activiteit", {}, HAGUE, **{"fact-unique_participants": typed})
    assert said(page, sentence) == (True, True)
    assert draft.answers["activiteit"]["fact-unique_participants"] == typed


@pytest.mark.parametrize("name", ["title", "summary"])
def test_text_that_is_too_long_is_told_and_kept_whole(name: str) -> None:
    page, draft = sent("activiteit", {}, **{name: LONG})
    assert any(said(page, "tekens"))
    assert draft.answers["activiteit"][name] == LONG


@pytest.mark.parametrize(
    "title",
    [
        "“Samen” & 'apart' <b>",
        "Feest 🎉👨‍👩‍👧",
        "مرحبا بالجميع",
        '=HYPERLINK("http://kwaad.example")',
        "İstanbul’da",
    ],
)
def test_title_in_any_writing_is_taken_as_it_is(title: str) -> None:
    client, draft = begin()
    submission = submit(client, fill(draft, title=title))
    assert submission.payload.data["aanvraag"]["titel"] == title
    with while_open():
        page = client.get(address(draft))
    assert (page.status_code, "<b>" in page.content.decode()) == (200, False)


@pytest.mark.parametrize(
    ("typed", "kept"), [("Feest\0", "Feest\ufffd"), ("\u202eFeest", "\u202eFeest"), ("a\x08b", "a\x08b")]
)
def test_character_that_nobody_can_read_is_told_at_the_field(typed: str, kept: str) -> None:
    page, draft = sent("activiteit", {}, title=typed)
    assert said(page, "Hier staat een teken dat niemand kan lezen.") == (True, True)
    assert draft.answers["activiteit"]["title"] == kept


def test_half_a_character_is_kept_as_a_sign_and_told() -> None:
    from grants.forms.applications.typed import storable  # noqa: PLC0415 - no browser can send one

    assert storable("a\ud800b") == "a\ufffdb"


@pytest.mark.parametrize("iban", ["NL91ABNA0417164301", "NL91", "x", "9" * 40])
def test_account_number_with_a_mistake_is_told_and_kept(iban: str) -> None:
    page, draft = sent("organisatie", ORGANISATION, iban=iban)
    assert said(page, "Dit is geen juist rekeningnummer (IBAN).") == (True, True)
    assert draft.answers["organisatie"]["iban"] == iban


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("contact_email", "fatima"),
        ("contact_telephone", "bel mij"),
        ("contact_name", ""),
        ("account_holder", " "),
    ],
)
def test_contact_that_cannot_be_reached_is_told(name: str, typed: str) -> None:
    page, draft = sent("organisatie", ORGANISATION, **{name: typed})
    assert page.count("utrecht-form-field-error-message") == 1
    assert draft.answers["organisatie"].get(name, "") == typed


def test_last_page_lists_everything_that_is_missing_with_the_way_to_it() -> None:
    client, draft = begin()
    with while_open():
        shown = client.get(address(draft, "controleren")).content.decode()
        answer = client.post(address(draft, "controleren"), {"declaration": "on"})
        there = client.get(f"{address(draft, 'organisatie')}?nakijken=1")
    assert f"{address(draft, 'organisatie')}?nakijken=1#id_iban" in shown
    assert f"{address(draft, 'geld')}?nakijken=1#id_cost-0-what" in shown
    assert f"{address(draft, 'bijlagen')}?nakijken=1#bijlage-activiteitenplan" in shown
    assert (answer.status_code, Submission.objects.count()) == (422, 0)
    assert said(unescape(there.content.decode()), "Vul dit in.") == (True, True)


def test_question_that_depends_on_another_is_only_needed_when_that_is_answered_so() -> None:
    _client, draft = begin()
    typed = activity_of(draft)
    del typed["fact-active_since"]
    for answer, lacks in (("ja", ["id_fact-active_since"]), ("nee", [])):
        draft.answers = {
            "organisatie": ORGANISATION,
            "geld": MONEY,
            "activiteit": {**typed, "fact-experience": answer},
        }
        attached = {"terugblik", "activiteitenplan"}
        assert [lack.field for lack in Draft(draft, attached).lacks] == lacks


def test_total_costs_are_those_of_the_budget() -> None:
    client, draft = begin(HAGUE)
    draft = fill(draft)
    page = client.get(address(draft, "activiteit")).content.decode()
    assert "fact-total_costs_cents" not in page
    assert submit(client, draft).payload.data["aanvraag"]["gegevens"]["total_costs_cents"] == 6_000_50


def test_amount_below_the_border_of_its_list_is_told() -> None:
    # a large initiative of the fund asks more than € 10.000
    client, draft = begin(FUND)
    fill(draft, deelplafond="large")
    with while_open():
        shown = client.get(address(draft, "geld")).content.decode()
        typed = {**MONEY, **marks(draft, "geld"), "go": "next"}
        page = unescape(client.post(address(draft, "geld"), typed).content.decode())
    assert "Ten minste € 10.000,01." in shown
    assert said(page, "vraagt u ten minste € 10.000,01, en u vraagt € 5.000.") == (True, True)


def test_sums_are_shown_of_what_can_be_read() -> None:
    client, draft = begin()
    fill(draft, money={**MONEY, "cost-1-amount": "veel"})
    with while_open():
        page = client.get(address(draft, "geld")).content.decode().replace("\N{NO-BREAK SPACE}", " ")
    assert '<span class="sr-num">€ 4.000</span>' in page
    assert '<span class="sr-num">€ 1.000,50</span>' in page


def test_draft_in_which_something_is_missing_says_nothing_yet() -> None:
    _client, draft = begin()
    with pytest.raises(ValueError, match="something is missing"):
        Draft(draft, set()).content()
