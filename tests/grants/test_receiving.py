from datetime import datetime, timedelta

import pytest
from django.db import DatabaseError, connection, transaction

from grants.enums import Standing
from grants.models import Application, ApplicationImport, Attachment, Deelplafond, GrantRound
from grants.services.applications.receiving import receive
from grants.services.canonical import fingerprint
from grants.services.errors import Refused
from tests.grants.apply import attach
from tests.grants.persons import make_person
from tests.grants.rounds import (
    AMSTERDAM,
    CLOSES,
    FUND,
    OPENS,
    content_for,
    make_draft,
    make_draft_round,
    make_open_round,
    make_organisation,
    make_received,
)

pytestmark = pytest.mark.django_db
MOMENT = timedelta(microseconds=1)


def received(moment: datetime) -> Application:
    return make_received(make_open_round(), make_organisation(), make_person(), moment)


def test_application_received_just_before_closing_is_on_time() -> None:
    assert received(CLOSES - MOMENT).standing == Standing.SUBMITTED


def test_application_received_at_the_moment_of_closing_is_late_and_kept() -> None:
    application = received(CLOSES)
    assert (application.standing, application.submissions.get().late) == (Standing.LATE, True)


def test_application_received_at_the_moment_of_opening_is_on_time() -> None:
    assert received(OPENS).standing == Standing.SUBMITTED


def test_application_before_opening_is_refused_and_stays_a_draft() -> None:
    with pytest.raises(Refused, match="nog niet open"):
        received(OPENS - MOMENT)
    assert [(each.standing, each.reference) for each in Application.objects.all()] == [(Standing.DRAFT, None)]


def test_references_count_through_all_rounds_of_a_year_and_begin_anew_in_the_next() -> None:
    one, other = make_open_round(), make_open_round()
    person, organisation = make_person(), make_organisation()
    moments = [OPENS, OPENS, datetime(2028, 1, 1, tzinfo=AMSTERDAM)]
    made = [
        make_received(each, organisation, person, moment)
        for each, moment in zip([one, other, one], moments, strict=True)
    ]
    assert [each.reference for each in made] == ["A-2027-0001", "A-2027-0002", "A-2028-0001"]
    assert [each.position for each in made] == [1, 1, 2]


def test_year_of_a_reference_is_that_on_the_clocks_of_the_netherlands() -> None:
    new_year = datetime(2027, 12, 31, 23, 30, tzinfo=AMSTERDAM)
    grant_round, person = make_open_round(), make_person()
    made = [
        make_received(grant_round, make_organisation(), person, moment)
        for moment in (new_year, new_year + timedelta(hours=1))
    ]
    assert [each.reference for each in made] == ["A-2027-0001", "A-2028-0001"]


def test_what_was_sent_in_is_kept_with_the_hash_of_its_canonical_form() -> None:
    submission = received(OPENS).submissions.get()
    told = submission.payload.data
    assert (told["aanvraag"]["titel"], told["aanvraag"]["gevraagd_cent"]) == (
        "Samen eten in de Stationsbuurt",
        5_000_00,
    )
    assert fingerprint(told) == submission.sha256


def test_application_is_sent_in_once() -> None:
    application = received(OPENS)
    with pytest.raises(Refused, match="al ingediend"):
        receive(
            by=application.started_by,
            application=application,
            content=content_for(application.round),
            received_at=OPENS,
        )
    assert application.submissions.count() == 1


def test_draft_of_a_withdrawn_round_is_refused() -> None:
    grant_round = make_open_round()
    draft = make_draft(grant_round, make_organisation(), make_person())
    GrantRound.objects.update(stage="withdrawn")
    with pytest.raises(Refused, match="ingetrokken"):
        receive(by=draft.started_by, application=draft, content=content_for(grant_round), received_at=OPENS)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("title", "Anders"),
        ("slug", "anders"),
        ("readings", {"ties": {"choice": "always"}}),
        ("opens_at", OPENS + MOMENT),
        ("closes_at", CLOSES - MOMENT),
        ("term_weeks", 8),
        ("stage", "draft"),
        ("gazette_number", "gmb-1"),
    ],
)
def test_database_itself_keeps_the_rules_of_a_published_round(column: str, value: object) -> None:
    grant_round = make_open_round()
    with pytest.raises(DatabaseError, match="are frozen"), transaction.atomic():
        GrantRound.objects.update(**{column: value})
    assert GrantRound.objects.values_list(column, flat=True).get() == getattr(grant_round, column)


def test_published_round_can_close_later() -> None:
    make_open_round()
    GrantRound.objects.update(closes_at=CLOSES + MOMENT)
    assert GrantRound.objects.get().closes_at == CLOSES + MOMENT


@pytest.mark.parametrize("column", ["key", "kind", "name", "max_grants", "draws_on_shared"])
def test_database_itself_keeps_the_lists_of_a_published_round(column: str) -> None:
    make_open_round()
    value = {"max_grants": 1, "draws_on_shared": True}.get(column, "anders")
    with pytest.raises(DatabaseError, match="are frozen"), transaction.atomic():
        Deelplafond.objects.update(**{column: value})


def test_published_round_gets_no_other_lists_and_loses_none() -> None:
    grant_round = make_open_round()
    with pytest.raises(DatabaseError, match="are frozen"), transaction.atomic():
        Deelplafond.objects.create(round=grant_round, key="x", kind="ceiling", name="X")
    with pytest.raises(DatabaseError, match="are frozen"), transaction.atomic():
        Deelplafond.objects.all().delete()


def test_closing_of_a_published_round_is_not_taken_away() -> None:
    made = make_open_round()
    with pytest.raises(DatabaseError, match="are frozen"), transaction.atomic():
        GrantRound.objects.filter(pk=made.pk).update(closes_at=None)


def test_list_is_not_moved_out_of_a_published_round() -> None:
    made, other = make_open_round(), make_draft_round(FUND)
    with pytest.raises(DatabaseError, match="are frozen"), transaction.atomic():
        Deelplafond.objects.filter(round=made).update(round=other)
    assert made.deelplafonds.count() == 1


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("withdrawn", "published"),
        ("withdrawn", "draft"),
        ("decided", "ranked"),
        ("decided", "withdrawn"),
        ("archived", "announced"),
        ("assessing", "published"),
    ],
)
def test_stage_of_a_round_never_goes_back(now: str, then: str) -> None:
    make_open_round()
    GrantRound.objects.update(stage=now)
    with pytest.raises(DatabaseError, match="are frozen"), transaction.atomic():
        GrantRound.objects.update(stage=then)
    assert GrantRound.objects.get().stage == now


@pytest.mark.parametrize(
    ("column", "value", "last"),
    [
        ("closes_at", CLOSES + MOMENT, "published"),
        ("ceiling_cents", 1, "ranked"),
        ("shared_ceiling_cents", 1, "ranked"),
    ],
)
def test_what_can_change_after_publication_is_frozen_in_its_turn(
    column: str, value: object, last: str
) -> None:
    made = make_open_round()
    stages = ["published", "assessing", "ranked", "decided", "announced", "archived"]
    for stage in stages[stages.index(last) + 1 :]:
        GrantRound.objects.update(stage=stage)
        with pytest.raises(DatabaseError, match="are frozen"), transaction.atomic():
            GrantRound.objects.update(**{column: value})
    assert GrantRound.objects.values_list(column, flat=True).get() == getattr(made, column)


@pytest.mark.parametrize("stage", ["decided", "withdrawn"])
def test_ceiling_of_a_list_is_frozen_once_the_round_is_decided_or_withdrawn(stage: str) -> None:
    make_open_round()
    GrantRound.objects.update(stage=stage)
    with pytest.raises(DatabaseError, match="are frozen"), transaction.atomic():
        Deelplafond.objects.update(ceiling_cents=1)


def received_beside(grant_round: GrantRound) -> dict[str, object]:
    """Of each column that no application changes after its receipt, another value that could stand there."""
    other = make_open_round(FUND)
    person = make_person()
    return {
        "round": other,
        "organisation": make_organisation(),
        "channel": "paper",
        "started_by": person,
        "source": "bron",
        "source_reference": "1",
        "position": 99,
        "reference": "A-2027-0099",
        "received_at": OPENS + MOMENT,
        "deelplafond": other.deelplafonds.first(),
        "requested_cents": 1,
        "standing": "draft",
        "brought_in_by": ApplicationImport.objects.create(
            round=grant_round, source="x", name="x", sha256="x", uploaded_by=person
        ),
    }


def test_database_itself_keeps_whose_a_received_application_is_and_for_how_much() -> None:
    grant_round = make_open_round()
    made = make_received(grant_round, make_organisation(), make_person())
    for column, value in received_beside(grant_round).items():
        with pytest.raises(DatabaseError, match=f"{made.reference} was received"), transaction.atomic():
            Application.objects.filter(pk=made.pk).update(**{column: value})
    with pytest.raises(DatabaseError, match="was received"), transaction.atomic():
        Application.objects.filter(pk=made.pk)._raw_delete("default")
    Application.objects.filter(pk=made.pk).update(standing="complete", grantable_cents=1, facts={}, version=9)


def test_database_itself_keeps_a_file_that_was_sent_in_as_long_as_its_version() -> None:
    grant_round = make_open_round()
    draft = make_draft(grant_round, make_organisation(), make_person())
    sent = attach(draft)
    receive(by=draft.started_by, application=draft, content=content_for(grant_round), received_at=OPENS)
    other = Attachment.objects.get(pk=sent.pk)
    other.pk, other.sha256 = None, "0" * 64
    other.save()
    for values in ({"name": "x.pdf"}, {"file": "x"}, {"sha256": "x"}, {"key": "x"}, {"added_at": OPENS}):
        with pytest.raises(DatabaseError, match="was sent in stays"), transaction.atomic():
            Attachment.objects.filter(pk=sent.pk).update(**values)
    with pytest.raises(DatabaseError, match="was sent in stays"), transaction.atomic():
        Attachment.objects.filter(pk=sent.pk).delete()
    Attachment.objects.filter(pk=other.pk).delete()
    assert list(Attachment.objects.all()) == [sent]


def test_list_stays_frozen_where_a_table_of_ones_own_hides_the_rounds() -> None:
    made = make_open_round()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE grants_grantround (id bigint, stage text) ON COMMIT DROP")
    with pytest.raises(DatabaseError, match="are frozen"), transaction.atomic():
        Deelplafond.objects.filter(round_id=made.pk).update(name="Anders")
