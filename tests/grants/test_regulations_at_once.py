from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from grants.enums import Role
from grants.models import RegulationVersion
from grants.services.errors import Refused
from grants.services.proposals import approve
from grants.services.regulation_proposals import propose_regulation
from grants.services.regulations import publish_shipped
from schemes.library import SHIPPED
from tests.grants.documents import document
from tests.grants.persons import give, make_person, make_round

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def _at_once(*acts: Callable[[], object]) -> list[object]:
    """Do these at the same time, each on a connection of its own; a refusal is an answer too."""
    barrier = Barrier(len(acts))

    def do(act: Callable[[], object]) -> object:
        try:
            barrier.wait()
            return act()
        except Refused as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(do, acts))


def test_two_starts_at_once_publish_the_shipped_regulations_once() -> None:
    found = _at_once(publish_shipped, publish_shipped)
    assert sorted(RegulationVersion.objects.values_list("slug", flat=True)) == sorted(SHIPPED)
    assert sum(len(versions) for versions in found if isinstance(versions, list)) == len(SHIPPED)


def test_of_two_proposals_approved_at_once_one_becomes_the_next_version() -> None:
    official = give(make_person("Aisha Groen"), make_round("een"), Role.OFFICIAL)
    decider = give(make_person("Henk Postma"), make_round("twee"), Role.DECIDER)
    proposals = _at_once(
        lambda: propose_regulation(by=official, text=document(least=14)),
        lambda: propose_regulation(by=official, text=document(least=15)),
    )
    acts = [
        lambda each=each: approve(by=decider, proposal=each)
        for each in proposals
        if not isinstance(each, Refused)
    ]
    verdicts = _at_once(*acts)
    assert sum(not isinstance(verdict, Refused) for verdict in verdicts) == 1
    assert list(RegulationVersion.objects.filter(slug="proef").values_list("number", flat=True)) == [1]
