"""Applying, in a browser: typing, being interrupted, going on elsewhere, sending in, and checking the receipt by hand."""

import re
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grants import clock
from grants.models import Application, GrantRound, SubmissionPayload, User
from tests.grants.apply import FACTS, MONEY, ORGANISATION, PDF, fill, make_applicant
from tests.grants.persons import make_person
from tests.grants.rounds import CLOSES, HAGUE, WHILE_OPEN, make_draft, make_open_round
from tests.journeys.conftest import HEIGHT, IN_THE_OPEN, NARROW, WIDE, Open

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = IN_THE_OPEN


@pytest.fixture(autouse=True)
def open_round(transactional_db: None) -> Iterator[GrantRound]:  # noqa: ARG001 - the database comes first
    with clock.at(WHILE_OPEN):
        yield make_open_round(HAGUE, "samen-2027")


def show(page: "Page", folder: Path | None, name: str) -> None:
    """Keep a picture, wide and narrow."""
    if folder is None:
        return
    for width in (NARROW, WIDE):
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.screenshot(path=folder / f"apply-{name}-{width}.png", full_page=True)


def type_all(page: "Page", typed: dict[str, str]) -> None:
    for name, text in typed.items():
        page.locator(f"[name={name}]").fill(text)


def type_activity(page: "Page") -> None:
    type_all(page, {"title": "Samen eten in de Stationsbuurt", "summary": "Elke week eten buren samen."})
    kinds = {"first_day": "date", "last_day": "date", "target_group": "text"}
    for field in page.locator("[name^=fact-]").all():
        key = (field.get_attribute("name") or "").removeprefix("fact-")
        field.fill(FACTS[kinds.get(key, "whole_number")])
    for field in page.locator("[name^=answer-]").all():
        field.fill("Wij vragen elke maand wat er beter kan.")


def test_applicant_is_interrupted_goes_on_elsewhere_and_can_check_the_receipt(
    open_page: Open, pictures: Path | None, tmp_path: Path
) -> None:
    person, organisation = make_applicant()
    colleague = make_person("Collega Jansen")
    organisation.representatives.create(user=colleague, added_by=person)
    with open_page(person=person) as page:
        begins_and_is_interrupted(page, pictures)
    with open_page(person=colleague) as page:
        goes_on_elsewhere(page, pictures)
    plan = tmp_path / "activiteitenplan.pdf"
    plan.write_bytes(PDF)
    with open_page(person=person) as page:
        brings_the_plan_and_sends_it_in(page, plan, pictures)
        assert_receipt_can_be_recomputed(page)
        page.get_by_role("link", name="Zie hoever uw aanvraag is").click()
        page.get_by_role("heading", name="Waar staat uw aanvraag?").wait_for()
        show(page, pictures, "status")


def begins_and_is_interrupted(page: "Page", pictures: Path | None) -> None:
    page.goto("/rondes/samen-2027/aanvragen/nieuw/")
    show(page, pictures, "start")
    page.get_by_role("button", name="Begin de aanvraag").click()
    page.wait_for_url("**/organisatie/")
    type_all(page, ORGANISATION)
    page.get_by_text("Bewaard om").wait_for()
    show(page, pictures, "organisation")


def goes_on_elsewhere(page: "Page", pictures: Path | None) -> None:
    page.goto("/mijn-aanvragen/")
    show(page, pictures, "mine")
    page.get_by_role("link", name="Concept zonder titel").click()
    assert page.locator("[name=iban]").input_value() == ORGANISATION["iban"]
    page.get_by_role("button", name="Volgende stap: de activiteit").click()
    page.wait_for_url("**/activiteit/")
    page.get_by_role("button", name="Volgende stap: het geld").click()
    page.get_by_role("alert").wait_for()
    show(page, pictures, "activity-mistakes")
    type_activity(page)
    page.get_by_role("button", name="Volgende stap: het geld").click()
    page.wait_for_url("**/geld/")
    type_all(page, MONEY)
    page.get_by_role("button", name="Nog een regel kosten").click()
    page.locator("[name=cost-3-what]").wait_for()
    assert page.locator("[name=own]").input_value() == MONEY["own"]
    show(page, pictures, "money")
    page.get_by_role("button", name="Volgende stap: bijlagen").click()
    page.wait_for_url("**/bijlagen/")
    show(page, pictures, "attachments")


def brings_the_plan_and_sends_it_in(page: "Page", plan: Path, pictures: Path | None) -> None:
    page.goto(f"/mijn-aanvragen/{Application.objects.get().pk}/controleren/")
    page.get_by_role("main").get_by_role("link", name="Activiteitenplan").click()
    page.locator("[type=file]").set_input_files(plan)
    page.get_by_role("button", name="Voeg toe").click()
    page.get_by_text("activiteitenplan.pdf is toegevoegd.").wait_for()
    page.get_by_role("link", name="Volgende stap: controleren").click()
    show(page, pictures, "check")
    page.get_by_label("Ik heb dit naar waarheid ingevuld").check()
    page.get_by_role("button", name="Dien de aanvraag in").click()
    page.get_by_role("heading", name="Wij hebben uw aanvraag ontvangen").wait_for()
    show(page, pictures, "receipt")


def assert_receipt_can_be_recomputed(page: "Page") -> None:
    """As anyone can do it: download, hash, compare; and the same in the PDF that is kept."""
    shown = re.sub(r"\s", "", page.locator("#vingerafdruk").inner_text())
    salt = re.sub(r"\s", "", page.locator("#zout").inner_text())
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Haal het bestand op").click()
    assert sha256(waiting.value.path().read_bytes()).hexdigest() == shown
    assert salt == SubmissionPayload.objects.get().salt
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Ontvangstbewijs (pdf)").click()
    assert waiting.value.path().read_bytes().startswith(b"%PDF-")


def whole_draft(grant_round: GrantRound) -> tuple[User, Application]:
    person, organisation = make_applicant()
    return person, fill(make_draft(grant_round, organisation, person))


def test_deadline_passes_while_the_last_page_is_open(
    open_page: Open, open_round: GrantRound, pictures: Path | None
) -> None:
    person, draft = whole_draft(open_round)
    with open_page(person=person) as page:
        page.goto(f"/mijn-aanvragen/{draft.pk}/controleren/")
        page.get_by_label("Ik heb dit naar waarheid ingevuld").check()
        with clock.at(CLOSES + timedelta(seconds=1)):
            page.get_by_role("button", name="Dien de aanvraag in").click()
            page.get_by_text("Uw aanvraag kwam te laat", exact=True).wait_for()
            show(page, pictures, "late")
    draft.refresh_from_db()
    assert draft.standing == "late"


def test_log_in_that_expires_while_typing_loses_nothing(open_page: Open, open_round: GrantRound) -> None:
    person, draft = whole_draft(open_round)
    with open_page(person=person) as page:
        page.goto(f"/mijn-aanvragen/{draft.pk}/invullen/organisatie/")
        again = next(each for each in page.context.cookies() if each["name"] == "sessionid")
        page.context.clear_cookies(name="sessionid")
        page.locator("[name=contact_name]").fill("Noor van Dam")
        page.get_by_text("U bent uitgelogd.").wait_for()
        # as logging in on another tab does: the session is back, and the token of forms is another one
        renewed = {"name": "csrftoken", "value": "a1" * 16, "url": page.url.split("/mijn-", 1)[0]}
        page.context.add_cookies([again, renewed])
        page.locator("[name=contact_name]").press_sequentially("me")
        page.get_by_text("Bewaard om").wait_for()
        page.get_by_role("button", name="Volgende stap: de activiteit").click()
        page.wait_for_url("**/activiteit/")
    draft.refresh_from_db()
    assert draft.answers["organisatie"]["contact_name"] == "Noor van Damme"


def test_colleague_who_saved_first_is_told_while_typing_and_both_texts_are_shown(
    open_page: Open, open_round: GrantRound, pictures: Path | None
) -> None:
    person, draft = whole_draft(open_round)
    colleague = make_person("Collega Jansen")
    draft.organisation.representatives.create(user=colleague, added_by=person)
    place = f"/mijn-aanvragen/{draft.pk}/invullen/organisatie/"
    with open_page(person=person) as mine, open_page(person=colleague) as theirs:
        mine.goto(place)
        theirs.goto(place)
        theirs.locator("[name=contact_name]").fill("Van de collega")
        theirs.locator("#id_seen").wait_for(state="attached")
        theirs.get_by_text("Bewaard om").wait_for()
        theirs.get_by_role("button", name="Bewaar en ga later verder").click()
        theirs.wait_for_url("**/mijn-aanvragen/")
        mine.locator("[name=contact_name]").fill("Van mij")
        mine.get_by_text("Collega Jansen heeft deze stap intussen veranderd.").wait_for()
        mine.get_by_role("button", name="Volgende stap: de activiteit").click()
        mine.get_by_role("heading", name="Iemand anders bewaarde eerder").wait_for()
        show(mine, pictures, "conflict")
        mine.get_by_label("Bewaar wat ik invulde").check()
        mine.get_by_role("button", name="Bewaar deze keuzes").click()
        mine.get_by_text("Uw concept is bewaard.").wait_for()
    draft.refresh_from_db()
    assert draft.answers["organisatie"]["contact_name"] == "Van mij"


def test_draft_is_filled_in_by_keyboard_alone(open_page: Open, open_round: GrantRound) -> None:
    person, draft = whole_draft(open_round)
    with open_page(person=person) as page:
        page.goto(f"/mijn-aanvragen/{draft.pk}/invullen/organisatie/")
        page.locator("[name=contact_name]").focus()
        for text in ("Kim", "kim@voorbeeldstad.example", "0612345678"):
            page.keyboard.press("ControlOrMeta+a")
            page.keyboard.type(text)
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_url("**/activiteit/")
    draft.refresh_from_db()
    assert draft.answers["organisatie"]["contact_telephone"] == "0612345678"
