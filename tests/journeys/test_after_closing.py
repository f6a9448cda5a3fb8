"""After closing: the official asks what lacks, the applicant adds it, and the round can be assessed."""

from pathlib import Path

import pytest

from grants import clock
from grants.enums import Role, Standing
from grants.models import Application, GrantRound, OutboxRow
from tests.grants.after_closing import AFTER, Closed, closed, received_with_file
from tests.grants.persons import give, make_person
from tests.journeys.conftest import IN_THE_OPEN, Open

pytestmark = [IN_THE_OPEN, pytest.mark.usefixtures("transactional_db")]


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    """The file that was missing."""
    file = tmp_path / "activiteitenplan.pdf"
    file.write_bytes(b"%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n")
    return file


def test_what_lacks_is_asked_for_added_and_found(open_page: Open, plan: Path) -> None:
    it = closed()
    give(make_person(), it.round, Role.ASSESSOR)
    application = received_with_file(it.round, it.organisation, it.applicant)
    with clock.at(AFTER):
        _ask(open_page, it)
        assert Application.objects.get().standing == Standing.TO_COMPLETE
        assert OutboxRow.objects.filter(task="mail_about_application").count() == 2
        _add(open_page, it, application, plan)
        assert Application.objects.get().standing == Standing.COMPLETED
        _find_complete_and_start(open_page, it)
    assert (Application.objects.get().standing, GrantRound.objects.get().stage) == (
        Standing.COMPLETE,
        "assessing",
    )


def _ask(open_page: Open, it: Closed) -> None:
    with open_page(person=it.official) as page:
        page.goto(f"/rondes/{it.round.slug}/werk/")
        page.get_by_role("link", name="1 aanvraag nog niet op volledigheid bekeken").click()
        page.get_by_role("link", name=it.organisation.name).click()
        page.get_by_role("link", name="Controleer de volledigheid").click()
        for group in page.get_by_role("group").all():
            group.get_by_label("in orde").check()
        page.get_by_role("group", name="Een activiteitenplan").get_by_label("ontbreekt").check()
        page.get_by_role("button", name="Vraag op wat ontbreekt").click()
        page.get_by_role("button", name="Terug: verander iets").click()
        page.get_by_label("Bericht aan de aanvrager").fill("Bel gerust.")
        page.get_by_role("button", name="Vraag op wat ontbreekt").click()
        page.get_by_text("Bel gerust.").wait_for()
        page.get_by_role("button", name="Verstuur de vraag").click()
        page.get_by_text("De aanvrager kan aanvullen tot en met dinsdag 16 maart 2027.").wait_for()


def _add(open_page: Open, it: Closed, application: Application, plan: Path) -> None:
    with open_page(person=it.applicant) as page:
        page.goto(f"/mijn-aanvragen/{application.pk}/")
        page.get_by_role("link", name="Vul uw aanvraag aan").click()
        page.get_by_role("button", name="Verstuur de aanvulling").click()
        page.get_by_text("Er is 1 ding dat nog niet goed is").wait_for()
        page.get_by_label("Bestand").set_input_files(plan)
        page.get_by_role("button", name="Bewaar en ga later verder").click()
        page.get_by_role("link", name="Vul uw aanvraag aan").click()
        page.get_by_role("button", name=f"Haal weg {plan.name}").click()
        page.get_by_text(f"{plan.name} is weggehaald.").wait_for()
        page.get_by_label("Bestand").set_input_files(plan)
        page.get_by_label("Ik kan niet alles aanvullen.").check()
        page.get_by_text("Bewaard om").wait_for()
        page.get_by_label("Ik kan niet alles aanvullen.").uncheck()
        page.get_by_role("button", name="Verstuur de aanvulling").click()
        page.get_by_text("Wij hebben uw aanvulling ontvangen.").wait_for()


def _find_complete_and_start(open_page: Open, it: Closed) -> None:
    with open_page(person=it.official) as page:
        page.goto(f"/rondes/{it.round.slug}/werk/")
        page.get_by_role("link", name="1 aanvraag is aangevuld").click()
        page.get_by_role("link", name=it.organisation.name).click()
        assert "activiteitenplan.pdf" in page.locator("main").inner_text()
        page.get_by_role("link", name="Controleer de volledigheid").click()
        for group in page.get_by_role("group").all():
            group.get_by_label("in orde").check()
        page.get_by_role("button", name="De aanvraag is compleet").click()
        page.get_by_text("De aanvraag is compleet.").wait_for()
        page.goto(f"/rondes/{it.round.slug}/werk/")
        page.get_by_role("button", name="Start de beoordeling").click()
        page.get_by_text("De beoordeling is begonnen. Beoordelaars kunnen nu punten geven.").wait_for()


def test_late_application_is_let_in_by_two(open_page: Open) -> None:
    it = closed()
    it.received(it.round.closes_at)
    with clock.at(AFTER):
        with open_page(person=it.official) as page:
            page.goto(f"/rondes/{it.round.slug}/werk/")
            page.get_by_role("link", name="1 aanvraag kwam te laat").click()
            page.get_by_role("link", name=it.organisation.name).click()
            page.get_by_role("link", name="Beantwoord de te late aanvraag").click()
            page.get_by_label("Toch toelaten").check()
            page.get_by_label("Reden").fill("De site had een storing.")
            page.get_by_role("button", name="Bewaar").click()
            page.get_by_text("Uw voorstel is bewaard.").wait_for()
        with open_page(person=it.decider) as page:
            page.goto("/voorstellen/")
            page.get_by_role("link", name="Te late aanvraag toelaten").click()
            page.get_by_role("button", name="Keur goed").click()
            page.get_by_text("Het is meteen uitgevoerd.").wait_for()
    assert Application.objects.get().standing == Standing.SUBMITTED
