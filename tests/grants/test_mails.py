"""All mails have one form: a greeting, what there is to say, and who says it."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

from tests.grants.messages import ROOT

MAILS = [
    str(path.relative_to(ROOT / "templates"))
    for path in sorted((ROOT / "templates").rglob("*_message.txt"))
    if not path.name.startswith("base_")
]
NOON = datetime(2027, 3, 1, 11, 0, tzinfo=UTC)
TOWN = SimpleNamespace(name="'s-Graven & Dam")


@pytest.mark.parametrize("template", MAILS)
@pytest.mark.parametrize(
    "given", [{"municipality": TOWN}, {"shell": {"municipality": TOWN}}], ids=["ours", "allauth"]
)
def test_every_mail_greets_and_closes(template: str, given: dict[str, object]) -> None:
    said = {
        "invitation": SimpleNamespace(pk=1, lapses_at=NOON),
        "person": SimpleNamespace(name="Jo"),
        "timestamp": NOON,
        "application": SimpleNamespace(pk=1, received_at=NOON, round=SimpleNamespace(closes_at=NOON)),
        "submission": SimpleNamespace(received_at=NOON, late=True),
        "event": SimpleNamespace(until=NOON.date()),
        "token": "eenmalig",
        "round": SimpleNamespace(slug="ronde", title="Ronde"),
        "waiting": [SimpleNamespace(round=SimpleNamespace(title="Ronde"), undeclared=1, to_do=2)],
        "change": SimpleNamespace(at=NOON, lowers=True),
    }
    lines = render_to_string(template, said | given).strip().splitlines()
    assert lines[0] == ("Beste Jo," if template.startswith(("people/", "assessing/")) else "Beste lezer,")
    assert lines[-3:] == ["", "Met vriendelijke groet,", "gemeente 's-Graven & Dam, Rangorde"]
