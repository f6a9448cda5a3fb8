from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.utils import translation

from grants import clock
from grants.models import User
from grants.services.errors import Refused
from grants.services.regulation_proposals import load_regulation, propose_regulation
from tests.grants.documents import document
from tests.grants.test_layers import sources

LATE = datetime(2027, 2, 28, 23, 30, tzinfo=UTC)
"""Half past eleven in the evening by UTC, half past midnight in the Netherlands."""


@pytest.mark.django_db
def test_sentence_has_the_day_that_it_was_here(official: User, decider: User) -> None:
    with clock.at(LATE):
        load_regulation(by=official, approved_by=decider, text=document())
    with pytest.raises(Refused, match=r", van maandag 1 maart 2027\. "), translation.override("nl"):
        propose_regulation(by=official, text=document())


def test_page_has_the_moment_that_it_was_here() -> None:
    template = Template("{% load rangorde %}{{ late|day }} / {{ late|moment }}")
    assert (
        template.render(Context({"late": LATE})) == "maandag 1 maart 2027 / maandag 1 maart 2027, 00.30 uur"
    )


def test_moments_are_put_in_words_in_one_place() -> None:
    found = [file.name for file in sources("") if "django.utils.formats" in file.read_text(encoding="utf-8")]
    assert found == ["moments.py"]
