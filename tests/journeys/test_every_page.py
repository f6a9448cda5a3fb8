"""Every page that exists: what axe says of it, on a wide and on a narrow screen, in both languages."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from grants import clock
from grants.demo.people import DOMAIN
from grants.models import GrantRound, Organisation, OutboxRow, User
from grants.services.regulation_proposals import propose_regulation
from grants.services.representatives import invite_representative
from grants.urls import urlpatterns
from tests.grants.apply import applying_pages
from tests.grants.round_pages import round_pages
from tests.grants.test_proposals import make_proposal
from tests.journeys.assessing_pages import assessing_pages
from tests.journeys.conftest import HEIGHT, IN_THE_OPEN, NARROW, NARROWEST, WIDE, Open
from tests.journeys.entered_pages import entering_pages
from tests.journeys.handled_pages import handling_pages
from tests.journeys.panel_pages import panel_pages
from tests.journeys.points_pages import establishing_pages
from tests.journeys.ranking_pages import ranking_pages

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = IN_THE_OPEN
ROOT = Path(__file__).resolve().parents[2]
REGULATION = ROOT / "schemes" / "regulations" / "ooststellingwerf-het-fonds.toml"
ACTS = {
    "assessors_remind",
    "assign_equally",
    "assessment_start",
    "attachment_remove",
    "become",
    "claim_letters",
    "claim_link_send",
    "claim_links_send",
    "import_bring_in",
    "invitation_withdraw",
    "points_confirm",
    "ranking_calculate",
    "regulation_propose",
    "representative_end",
    "representative_invite",
    "role_end",
    "round_propose",
    "set_language",
    "task_again",
}
FILES = {
    "application_attachment",
    "applications_csv",
    "applications_xlsx",
    "application_bundle",
    "application_pdf",
    "assessed_file",
    "attachment_file",
    "import_problems",
    "my_application_pdf",
    "points_csv",
    "points_xlsx",
    "ranking_csv",
    "ranking_xlsx",
    "receipt_file",
    "regulation_document",
    "sent_in",
}
WIDTHS = {"nl": (WIDE, NARROW), "en": (WIDE,)}
"""English is other words on the same page; that it fits is seen at the narrowest width in both."""
VISITOR, APPLICANT, ADMINISTRATOR, OFFICIAL = "", "noor.jansen", "joke.brouwer", "aisha.groen"
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
Address = tuple[str, str]


def one(name: str) -> User:
    return User.objects.get(email=f"{name}@{DOMAIN}")


def pages() -> dict[str, Address]:
    """Each page by the name of its route: who opens it, and its address."""
    first, second, noor, ruth = map(one, (ADMINISTRATOR, "ravi.ramdin", APPLICANT, "ruth.samson"))
    organisation = Organisation.objects.get(name="Stichting De Brug")
    invited = invite_representative(by=ruth, organisation=organisation, email=noor.email)
    administrator = make_proposal(second, ruth)
    changed = REGULATION.read_text(encoding="utf-8").replace("Het Fonds", "Het Nieuwe Fonds", 1)
    regulation = propose_regulation(by=second, text=changed)
    OutboxRow.objects.create(task="mail_account", failed="Na 12 pogingen gestopt.")
    OutboxRow.objects.create(task="mail_account", failed="Onzeker.", claimed_at=clock.now())
    slug, round_slug = "ooststellingwerf-het-fonds", GrantRound.objects.earliest("pk").slug
    return {
        "front": (VISITOR, reverse("front")),
        "municipality": (ADMINISTRATOR, reverse("municipality")),
        "me": (APPLICANT, reverse("me")),
        "organisations": (ADMINISTRATOR, reverse("organisations")),
        "organisation": ("ruth.samson", reverse("organisation", args=[organisation.pk])),
        "organisation_change": ("ruth.samson", reverse("organisation_change", args=[organisation.pk])),
        "organisation_register": (APPLICANT, reverse("organisation_register")),
        "people": (ADMINISTRATOR, reverse("people")),
        "person": (ADMINISTRATOR, reverse("person", args=[first.pk])),
        "person_invite": (ADMINISTRATOR, reverse("person_invite")),
        "regulation_load": (ADMINISTRATOR, reverse("regulation_load")),
        "regulation_proposal": (ADMINISTRATOR, reverse("regulation_proposal", args=[regulation.pk])),
        "regulations": (VISITOR, reverse("regulations")),
        "regulation": (VISITOR, reverse("regulation", args=[slug])),
        "regulation_version": (VISITOR, reverse("regulation_version", args=[slug, 1])),
        "rounds": (VISITOR, reverse("rounds")),
        "round": (VISITOR, reverse("round", args=["gewijzigd"])),
        "roles": (ADMINISTRATOR, reverse("roles", args=[round_slug])),
        "invitation": (APPLICANT, reverse("invitation", args=[invited.pk])),
        "tasks": (ADMINISTRATOR, reverse("tasks")),
        "proposals": (ADMINISTRATOR, reverse("proposals")),
        "proposal": (ADMINISTRATOR, reverse("proposal", args=[administrator.pk])),
        "account_login": (VISITOR, reverse("account_login")),
        "account_signup": (VISITOR, reverse("account_signup")),
        "account_reset_password": (VISITOR, reverse("account_reset_password")),
        "account_email": (APPLICANT, reverse("account_email")),
        "account_change_password": (APPLICANT, reverse("account_change_password")),
        "account_logout": (APPLICANT, reverse("account_logout")),
        "account_reauthenticate": (APPLICANT, reverse("account_reauthenticate")),
        "mfa_index": (ADMINISTRATOR, reverse("mfa_index")),
        "mfa_list_webauthn": (ADMINISTRATOR, reverse("mfa_list_webauthn")),
        "usersessions_list": (APPLICANT, reverse("usersessions_list")),
        **{name: ("ruth.samson", address) for name, address in applying_pages(ruth, organisation).items()},
        **{
            name: (OFFICIAL, address)
            for name, address in round_pages(one(OFFICIAL), one("henk.postma")).items()
        },
        **entering_pages(one(OFFICIAL), "fatima.yildiz"),
        **handling_pages(one(OFFICIAL), ruth, organisation),
        **assessing_pages(one("samira.el.amrani"), one("joost.de.wit"), ruth, organisation),
        **panel_pages(one(OFFICIAL)),
        **establishing_pages(one(OFFICIAL)),
        **ranking_pages(one(OFFICIAL)),
        "not_found": (VISITOR, "/nergens/"),
        "forbidden": (APPLICANT, reverse("people")),
    }


@pytest.mark.usefixtures("town")
def test_every_page_of_ours_is_opened() -> None:
    ours = {pattern.name for pattern in urlpatterns}
    assert ours - ACTS - FILES == {name for name in pages() if name in ours}


@pytest.mark.usefixtures("town")
@pytest.mark.parametrize("language", ["nl", "en"])
def test_axe_finds_nothing_wrong_and_nothing_scrolls_sideways(
    open_page: Open, language: str, pictures: Path | None
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    wrong: dict[str, list[str]] = {}
    for name, page in opened(open_page, language):
        for width in WIDTHS[language]:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            keep_picture(page, pictures, f"{name}-{width}-{language}")
            wrong[f"{name}-{width}"] = violations(axe.run(page).response)
        page.set_viewport_size({"width": NARROWEST, "height": HEIGHT})
        wrong[f"{name}-{NARROWEST}"] = (
            [f"{page.evaluate(SIDEWAYS)} px sideways"] if page.evaluate(SIDEWAYS) else []
        )
    assert {name: faults for name, faults in wrong.items() if faults} == {}


def violations(response: dict[str, list[dict[str, object]]]) -> list[str]:
    """What axe found, with the first element of each kind."""
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in response["violations"]]


def opened(open_page: Open, language: str) -> "Iterator[tuple[str, Page]]":
    """Each page in turn, opened by who may see it."""
    for name, (who, address) in pages().items():
        with open_page(person=one(who) if who else None, language=language) as page:
            page.goto(address)
            yield name, page


def keep_picture(page: "Page", folder: Path | None, name: str) -> None:
    if folder is not None:
        page.screenshot(path=folder / f"{name}.png", full_page=True)
