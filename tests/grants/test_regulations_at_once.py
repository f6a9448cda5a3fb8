from functools import partial

import pytest

from grants.models import Proposal, RegulationVersion, User
from grants.services.proposals import approve
from grants.services.regulation_proposals import propose_regulation
from grants.services.regulations import publish_shipped
from schemes.library import SHIPPED
from tests.grants.documents import document
from tests.grants.races import at_once

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def test_two_starts_at_once_publish_the_shipped_regulations_once() -> None:
    assert at_once([publish_shipped, publish_shipped]) == ["done", "done"]
    assert sorted(RegulationVersion.objects.values_list("slug", flat=True)) == sorted(SHIPPED)


def test_of_two_proposed_at_once_one_waits_and_the_other_hears_it(official: User, decider: User) -> None:
    heard = at_once(
        [partial(propose_regulation, by=official, text=document(least=least)) for least in (14, 15)]
    )
    assert heard[1] == "done"
    assert heard[0].startswith("Voor deze regeling ligt er al een voorstel, van Aisha Groen.")
    approve(by=decider, proposal=Proposal.objects.get())
    assert list(RegulationVersion.objects.filter(slug="proef").values_list("number", flat=True)) == [1]
