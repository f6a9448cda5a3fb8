from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import chain

import pytest
from django.apps import apps
from django.db import DatabaseError, IntegrityError, connection, connections, transaction
from django.db.models import PROTECT, ForeignKey, Model
from model_bakery import baker
from psycopg.errors import RestrictViolation, UniqueViolation

from grants.enums import Said, Source
from grants.models import (
    AppendOnly,
    AppendOnlyError,
    EstablishedScore,
    LogEntry,
    OfficialDecision,
    OutcomeLine,
    Payload,
    Proposal,
    ProposalPayload,
    ProposalVerdict,
    RegulationVersion,
    VerdictPayload,
)
from grants.services.log import FIRST

GUARDED: list[type[AppendOnly]] = [
    model for model in apps.get_models(include_auto_created=True) if issubclass(model, AppendOnly)
]
EACH = pytest.mark.parametrize("model", GUARDED, ids=lambda model: model.__name__)
DENIED, GUARD = "permission denied", "are never changed"
NEXT = "does not follow the last line"

CHANGES = {
    "update": "UPDATE {table} SET created_at = now()",
    "update in a common table": "WITH changed AS (UPDATE {table} SET created_at = now() RETURNING 1) SELECT * FROM changed",
    "delete": "DELETE FROM {table}",
    "truncate": "TRUNCATE {table} CASCADE",
    "insert over": "INSERT INTO {table} SELECT * FROM {table} ON CONFLICT (id) DO UPDATE SET created_at = now()",
    "merge": "MERGE INTO {table} t USING {table} s ON t.id = s.id WHEN MATCHED THEN UPDATE SET created_at = now()",
    "merge away": "MERGE INTO {table} t USING {table} s ON t.id = s.id WHEN MATCHED THEN DELETE",
}
WAYS_ROUND = {
    "trigger off": ("ALTER TABLE {table} DISABLE TRIGGER ALL", "must be owner"),
    "trigger dropped": ("DROP TRIGGER guard_{table}_rows ON {table}", "must be owner"),
    "other trigger": (
        "CREATE TRIGGER x BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION refuse_change()",
        "permission denied",
    ),
    "rule": ("CREATE RULE r AS ON INSERT TO {table} DO INSTEAD NOTHING", "must be owner"),
    "table dropped": ("DROP TABLE {table} CASCADE", "must be owner"),
    "column dropped": ("ALTER TABLE {table} DROP COLUMN created_at", "must be owner"),
    "table taken": ("ALTER TABLE {table} OWNER TO CURRENT_USER", "must be owner"),
}
SETTINGS = {
    "replica": ("SET session_replication_role = replica", "permission denied to set parameter"),
    "role of the owner": ('SET ROLE "{owner}"', "permission denied to set role"),
    "session of the owner": ('SET SESSION AUTHORIZATION "{owner}"', "permission denied to set session"),
    "function replaced": (
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
        "(permission denied|must be owner)",
    ),
    "function dropped": ("DROP FUNCTION refuse_change() CASCADE", "must be owner"),
}


def run(statement: str, *, using: str = "default") -> None:
    with transaction.atomic(using=using), connections[using].cursor() as cursor:
        cursor.execute(statement)


def rows(model: type[Model], *, using: str = "default") -> list[tuple[object, ...]]:
    return list(model._default_manager.using(using).order_by("pk").values_list())


def made(model: type[Model]) -> Model:
    """A row that the rules of its table allow, with the rows that it cannot do without."""
    parents = {
        field.name: made(field.related_model)
        for field in model._meta.concrete_fields
        if isinstance(field, ForeignKey) and not field.null
    }
    needed: dict[type[Model], Mapping[str, object]] = {
        LogEntry: {"number": 1, "previous_sha256": FIRST},
        RegulationVersion: {"source": Source.SHIPPED},
        EstablishedScore: EstablishedScore.parts(3),
        OfficialDecision: {"said": Said.KEEP},
        OutcomeLine: {"least_cents": 0, "most_cents": 0, **OutcomeLine.parts(None)},
    }
    return baker.make(model, **parents, **needed.get(model, {}))


@contextmanager
def unchanged(model: type[Model]) -> Iterator[None]:
    before = rows(model)
    assert len(before) == 1
    yield
    assert rows(model) == before


@pytest.mark.django_db
def test_application_is_not_the_owner_of_any_table() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*), bool_or(tableowner = current_user) FROM pg_tables WHERE schemaname = 'public'"
        )
        tables, is_owner = cursor.fetchone()
    assert tables > len(GUARDED)
    assert is_owner is False


def test_rows_that_people_relied_on_are_all_guarded() -> None:
    assert {"LogEntry", "Proposal", "ProposalVerdict", "RegulationVersion"} <= {m.__name__ for m in GUARDED}


@pytest.mark.django_db
@EACH
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_application_may_not_change_guarded_rows(model: type[AppendOnly], change: str) -> None:
    made(model)
    with unchanged(model), pytest.raises(DatabaseError, match=DENIED):
        run(change.format(table=model._meta.db_table))


@pytest.mark.django_db
@EACH
def test_application_may_not_copy_over_guarded_rows(model: type[AppendOnly]) -> None:
    made(model)
    table = model._meta.db_table
    with unchanged(model), transaction.atomic(), connection.cursor() as cursor:
        with cursor.copy(f"COPY {table} TO STDOUT") as out:
            written = b"".join(bytes(block) for block in out)
        with (
            pytest.raises((UniqueViolation, RestrictViolation)),
            transaction.atomic(),
            cursor.copy(f"COPY {table} FROM STDIN") as into,
        ):
            into.write(written)


@pytest.mark.django_db
@EACH
@pytest.mark.parametrize(("statement", "answer"), WAYS_ROUND.values(), ids=WAYS_ROUND)
def test_application_may_not_take_the_guard_away(
    model: type[AppendOnly], statement: str, answer: str
) -> None:
    with pytest.raises(DatabaseError, match=answer):
        run(statement.format(table=model._meta.db_table))


@pytest.mark.django_db
@EACH
def test_application_may_not_give_itself_rights(model: type[AppendOnly]) -> None:
    made(model)
    table = model._meta.db_table
    run(f"GRANT ALL ON {table} TO CURRENT_USER")
    with unchanged(model), pytest.raises(DatabaseError, match=DENIED):
        run(f"DELETE FROM {table}")


@pytest.mark.django_db
@pytest.mark.parametrize(("statement", "answer"), SETTINGS.values(), ids=SETTINGS)
def test_application_may_not_become_someone_else(statement: str, answer: str) -> None:
    owner = str(connections["owner"].settings_dict["USER"])
    with pytest.raises(DatabaseError, match=answer):
        run(statement.format(owner=owner))


@pytest.mark.django_db
@EACH
@pytest.mark.parametrize(
    "variable", ["rangorde.guard", "pgtrigger.ignore", "session.replication", "row.security"]
)
def test_application_may_not_change_guarded_rows_with_a_variable_of_its_own(
    model: type[AppendOnly], variable: str
) -> None:
    made(model)
    table = model._meta.db_table
    with unchanged(model), pytest.raises(DatabaseError, match=DENIED):
        run(f"SET LOCAL {variable} = '{{guard_{table}_rows}}'; UPDATE {table} SET created_at = now()")


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
@EACH
def test_owner_meets_the_guard_as_well(model: type[AppendOnly]) -> None:
    made(model)
    for change in CHANGES.values():
        with unchanged(model), pytest.raises(DatabaseError, match=f"{GUARD}|{NEXT}"):
            run(change.format(table=model._meta.db_table), using="owner")


@pytest.mark.django_db
@EACH
def test_guard_is_on_for_replicas_too(model: type[AppendOnly]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, tgenabled FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal",
            [model._meta.db_table],
        )
        found = dict(cursor.fetchall())
    table = model._meta.db_table
    own = {f"guard_{table}_next": "A"} if model is LogEntry else {}
    assert found == {f"guard_{table}_rows": "A", f"guard_{table}_truncate": "A", **own}


@pytest.mark.django_db
@EACH
def test_our_own_code_may_not_save_a_guarded_row_again(model: type[AppendOnly]) -> None:
    row = made(model)
    with pytest.raises(AppendOnlyError):
        row.save()
    with pytest.raises(AppendOnlyError):
        row.delete()


@EACH
def test_rows_around_a_guarded_row_are_protected(model: type[AppendOnly]) -> None:
    own = [field for field in model._meta.get_fields() if isinstance(field, ForeignKey)]
    pointing = [
        relation.remote_field
        for relation in model._meta.get_fields(include_hidden=True)
        if relation.auto_created and not relation.concrete
    ]
    assert {field.remote_field.on_delete for field in chain(own, pointing)} <= {PROTECT}


@pytest.mark.django_db
@pytest.mark.parametrize("model", Payload.__subclasses__(), ids=lambda model: model.__name__)
@pytest.mark.parametrize(
    "change", ["UPDATE {table} SET salt = ''", "DELETE FROM {table}", "TRUNCATE {table}"]
)
def test_application_may_not_change_payloads_that_stand_apart(model: type[Payload], change: str) -> None:
    (beside,) = (field for field in model._meta.fields if field.primary_key)
    model._default_manager.create(**{beside.name: made(beside.related_model)}, salt="s", data={})
    with unchanged(model), pytest.raises(DatabaseError, match=DENIED):
        run(change.format(table=model._meta.db_table))


def test_guarded_rows_hold_no_payload_themselves() -> None:
    assert {field.name for model in (LogEntry, Proposal, ProposalVerdict) for field in model._meta.fields} & {
        "data",
        "payload",
        "reason",
    } == set()
    assert {ProposalPayload, VerdictPayload} <= set(Payload.__subclasses__())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("number", "previous"),
    [(1, FIRST), (3, "a" * 64), (2, "b" * 64), (2**63 - 1, "a" * 64), (0, "a" * 64)],
    ids=["again", "gap", "other line before", "jump to the end", "before the first"],
)
def test_line_that_does_not_follow_the_last_one_is_refused(number: int, previous: str) -> None:
    baker.make(LogEntry, number=1, previous_sha256=FIRST, sha256="a" * 64)
    with unchanged(LogEntry), pytest.raises(DatabaseError, match=NEXT), transaction.atomic():
        baker.make(LogEntry, number=number, previous_sha256=previous)


@pytest.mark.django_db
def test_line_that_follows_the_last_one_is_written() -> None:
    baker.make(LogEntry, number=1, previous_sha256=FIRST, sha256="a" * 64)
    baker.make(LogEntry, number=2, previous_sha256="a" * 64)
    assert LogEntry.objects.count() == 2


@pytest.mark.django_db
def test_last_line_is_found_also_where_a_table_of_ones_own_hides_the_log() -> None:
    baker.make(LogEntry, number=1, previous_sha256=FIRST, sha256="a" * 64)
    run("CREATE TEMP TABLE grants_logentry AS SELECT 6::bigint AS number, repeat('a', 64) AS sha256")
    with pytest.raises(DatabaseError, match=NEXT):
        run(
            "INSERT INTO public.grants_logentry (created_at, number, action, object_key, payload_sha256,"
            " previous_sha256, sha256) VALUES (now(), 7, 'x', 'y', 'z', repeat('a', 64), 'q')"
        )


@pytest.mark.django_db
@pytest.mark.parametrize("people", [(None, None), (1, None), (None, 1), (1, 1)])
def test_loaded_version_has_two_people(people: tuple[int | None, int | None]) -> None:
    person = baker.make("grants.User")
    by, approved_by = (person if each else None for each in people)
    with pytest.raises(IntegrityError, match="loaded_by_two"), transaction.atomic():
        baker.make(RegulationVersion, source=Source.LOADED, published_by=by, approved_by=approved_by)
    baker.make(
        RegulationVersion, source=Source.LOADED, published_by=person, approved_by=baker.make("grants.User")
    )


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_guards_stand_again_after_the_tables_were_emptied() -> None:
    assert rows(LogEntry) == []
    made(LogEntry)
    with unchanged(LogEntry), pytest.raises(DatabaseError, match=GUARD):
        run("DELETE FROM grants_logentry", using="owner")
