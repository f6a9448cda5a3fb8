import pytest

from grants import clock
from grants.enums import Happening, Standing
from grants.models import ApplicationEvent, LogEntry, OutboxRow
from tests.grants.after_closing import AFTER, closed, fresh, post, work
from tests.grants.persons import client_of

pytestmark = pytest.mark.django_db


def test_official_reads_what_was_sent_in_and_what_lacks() -> None:
    it = closed()
    application = it.received(title="Samen <eten>")
    text = client_of(it.official).get(work(it, application)).content.decode()
    assert "Samen &lt;eten&gt;" in text
    assert "Honderd mensen eten samen." in text
    assert "Ontbreekt volgens het systeem: Een activiteitenplan" in text
    assert "Controleer de volledigheid" in text
