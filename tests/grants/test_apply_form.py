import pytest

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
from tests.grants.rounds import CULTURE, FUND, HAGUE, MEETING_PLACES, VOLUNTEERS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("regulation", [HAGUE, CULTURE, FUND, MEETING_PLACES, VOLUNTEERS])
def test_form_of_each_regulation_is_filled_in_step_by_step_and_sent_in(regulation: str) -> None:
    client, draft = begin(regulation)
    with while_open():
        steps = {"organisatie": ORGANISATION, "activiteit": activity_of(draft), "geld": MONEY}
        if regulation == FUND:
            steps["activiteit"]["deelplafond"] = "small"
        answers = [
            client.post(address(draft, step), {**typed, **marks(draft, step), "go": "next"})
            for step, typed in steps.items()
        ]
    assert [answer.headers.get("Location") for answer in answers] == [
        address(draft, "activiteit"),
        address(draft, "geld"),
        address(draft, "bijlagen"),
    ]
    draft.refresh_from_db()
    fill(draft, **steps["activiteit"])
    submission = submit(client, draft)
    told = submission.payload.data["aanvraag"]
    assert (told["gevraagd_cent"], sum(line["cent"] for line in told["kosten"])) == (5_000_00, 6_000_50)
    assert told["dekking"] == [
        {"omschrijving": "Eigen geld", "cent": 500_00},
        {"omschrijving": "Entree", "cent": 500_50},
    ]
    assert told["iban"] == "NL91ABNA0417164300"


def test_pages_of_a_draft_can_be_opened() -> None:
    client, draft = begin()
    with while_open():
        for step in ("organisatie", "activiteit", "geld", "bijlagen", "controleren"):
            assert client.get(address(draft, step)).status_code == 200
    assert (Application.objects.count(), Submission.objects.count()) == (1, 0)
