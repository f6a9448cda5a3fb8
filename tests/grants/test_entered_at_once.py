"""Files and links in the hands of two at the same moment."""

import io
from functools import partial

import pytest
from django.db import transaction

from grants import clock
from grants.documents.imports.columns import Columns
from grants.documents.imports.values import Notation
from grants.models import Application, ApplicationImport, GrantRound, User
from grants.services.applications.claims import claim
from grants.services.errors import Refused
from grants.services.imports.steps import bring_in, bring_in_import, choose_columns, upload_import
from tests.grants.entered import make_on_paper, token_for
from tests.grants.persons import make_person
from tests.grants.races import at_once
from tests.grants.rounds import CLOSES, FUND, WHILE_OPEN, make_open_round, make_organisation, make_received

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
HEADINGS = {"source_reference": "Kenmerk", "organisation": "Organisatie", "deelplafond": "Lijst", "title": "Titel",
            "requested_cents": "Bedrag", "facts.buurt_of_dorp": "Dorp"}  # fmt: skip


def uploaded(grant_round: GrantRound, official: User, rows: int, mark: str = "W") -> ApplicationImport:
    """A file in which nothing is wrong, with its columns told."""
    lines = [f"{mark}-{at};Stichting {at % 5};small;Titel;1.000,50;Elsloo" for at in range(rows)]
    raw = "\n".join([";".join(HEADINGS.values()), *lines]).encode()
    found = upload_import(
        by=official, grant_round=grant_round, source="Formulier", name="a.csv", file=io.BytesIO(raw)
    )
    columns = Columns(HEADINGS, {"requested_cents": Notation.DUTCH})
    return choose_columns(by=official, application_import=found, columns=columns, received_at=WHILE_OPEN)


def test_of_two_who_bring_in_a_file_one_does() -> None:
    with clock.at(CLOSES):
        grant_round, official = make_open_round(FUND), make_person()
        found = uploaded(grant_round, official, 40)
        heard = at_once([partial(bring_in, by=official, application_import=found)] * 2)
    assert (heard[1], heard[0][:16]) == ("done", "Dit kan nu niet.")
    assert Application.objects.count() == 40


def test_two_files_at_once_and_someone_who_sends_in_all_get_numbers_of_their_own() -> None:
    with clock.at(CLOSES):
        grant_round, official = make_open_round(FUND), make_person()
        files = [uploaded(grant_round, official, 60, mark) for mark in ("A", "B")]
        organisation = make_organisation()
        acts = [partial(bring_in, by=official, application_import=found) for found in files]
        heard = at_once([*acts, lambda: make_received(grant_round, organisation, official)])
    assert heard == ["done"] * 3
    assert sorted(Application.objects.values_list("position", flat=True)) == list(range(1, 122))
    assert len(set(Application.objects.values_list("reference", flat=True))) == 121


def test_job_in_two_hands_at_once_brings_in_once() -> None:
    with clock.at(CLOSES):
        grant_round, official = make_open_round(FUND), make_person()
        found = uploaded(grant_round, official, 501)
        bring_in(by=official, application_import=found)
        job = partial(_in_a_transaction, found.pk)
        assert at_once([job, job]) == ["done", "done"]
    assert Application.objects.count() == 501


def test_of_two_who_take_over_with_one_link_one_does() -> None:
    grant_round, official = make_open_round(FUND), make_person()
    token = token_for(make_on_paper(grant_round, official), official)
    people = [make_person() for _ in range(2)]
    heard = at_once([partial(claim, by=person, token=token) for person in people])
    assert heard[1] == "done"
    assert heard[0].startswith("Deze link werkt niet")
    assert Application.objects.get().organisation.representatives.count() == 1


def _in_a_transaction(pk: int) -> None:
    """As a worker has it."""
    with transaction.atomic():
        bring_in_import({"application_import": pk})


def test_of_two_who_bring_in_the_same_file_that_each_uploaded_one_does() -> None:
    with clock.at(CLOSES):
        grant_round, official = make_open_round(FUND), make_person()
        files = [uploaded(grant_round, official, 30) for _ in range(2)]
        heard = at_once([partial(bring_in, by=official, application_import=found) for found in files])
    assert (heard[0][:27], heard[1]) == ("Dit bestand is al ingelezen", "done")
    assert Application.objects.count() == 30


def test_file_that_the_workers_bring_in_is_not_begun_again_from_another_upload() -> None:
    with clock.at(CLOSES):
        grant_round, official = make_open_round(FUND), make_person()
        first, second = (uploaded(grant_round, official, 501) for _ in range(2))
        bring_in(by=official, application_import=first)
        with pytest.raises(Refused, match="leest ditzelfde bestand al in"):
            bring_in(by=official, application_import=second)
