"""What PostgreSQL itself refuses: a row that people relied on is not changed or removed, whoever asks.

Two things keep it so. The application's role lacks the rights, and a trigger refuses the statement. The trigger is
plain SQL and always on: no session variable switches it off, `session_replication_role` neither. What the owner of
the tables does in spite of it, `verify_log` finds.
"""

from django.conf import settings
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

REFUSE = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING
        MESSAGE = 'rows of ' || TG_TABLE_NAME || ' are never changed: ' || TG_OP || ' refused',
        ERRCODE = 'restrict_violation';
END $$
"""
GUARD = """
CREATE TRIGGER {name}_rows BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER {name}_truncate BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}_rows, ENABLE ALWAYS TRIGGER {name}_truncate;
REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM {role}
"""
UNGUARD = """
DROP TRIGGER {name}_rows ON {table};
DROP TRIGGER {name}_truncate ON {table};
GRANT UPDATE, DELETE ON {table} TO {role}
"""
FOLLOW = """
CREATE OR REPLACE FUNCTION require_next_line() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    last record;
BEGIN
    PERFORM pg_advisory_xact_lock({lock});
    SELECT number, sha256 INTO last FROM {table} ORDER BY number DESC LIMIT 1;
    IF NEW.number <> coalesce(last.number, 0) + 1 OR NEW.previous_sha256 <> coalesce(last.sha256, '{first}') THEN
        RAISE EXCEPTION USING
            MESSAGE = 'line ' || NEW.number || ' does not follow the last line of ' || TG_TABLE_NAME,
            ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER {name}_next BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION require_next_line();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}_next
"""
UNFOLLOW = "DROP TRIGGER {name}_next ON {table}"
FREEZE_ROUND = """
CREATE OR REPLACE FUNCTION refuse_other_rules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    stages text[] := ARRAY['published', 'assessing', 'ranked', 'decided', 'announced', 'archived'];
    at int := array_position(stages, OLD.stage);
    free text[] := ARRAY['version', 'stage'];
BEGIN
    IF OLD.stage = 'draft' THEN
        RETURN coalesce(NEW, OLD);
    END IF;
    IF at = 1 THEN
        free := free || ARRAY['closes_at'];
    END IF;
    IF at <= 3 THEN
        free := free || ARRAY['ceiling_cents', 'shared_ceiling_cents'];
    END IF;
    IF TG_OP = 'DELETE' OR NEW.closes_at < OLD.closes_at
        OR NOT (NEW.stage = OLD.stage OR NEW.stage = 'withdrawn' AND at <= 3
                OR coalesce(array_position(stages, NEW.stage) > at, false))
        OR (NEW.closes_at IS NULL AND OLD.closes_at IS NOT NULL)
        OR (to_jsonb(NEW) - free) IS DISTINCT FROM (to_jsonb(OLD) - free) THEN
        RAISE EXCEPTION USING
            MESSAGE = 'the rules of round ' || OLD.slug || ' are frozen: ' || TG_OP || ' refused',
            ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER {name}_frozen BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION refuse_other_rules();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}_frozen
"""
UNFREEZE = "DROP TRIGGER {name}_frozen ON {table}"
FREEZE_PART = """
CREATE OR REPLACE FUNCTION refuse_other_lists() RETURNS trigger LANGUAGE plpgsql
    SET search_path = public, pg_temp AS $$
DECLARE
    free text[] := ARRAY['ceiling_cents'];
BEGIN
    IF EXISTS (SELECT FROM {rounds} WHERE id IN (OLD.round_id, NEW.round_id) AND stage <> 'draft') AND (
        TG_OP <> 'UPDATE' OR (to_jsonb(NEW) - free) IS DISTINCT FROM (to_jsonb(OLD) - free)
        OR EXISTS (SELECT FROM {rounds} WHERE id = NEW.round_id AND stage NOT IN ('published', 'assessing', 'ranked'))
    ) THEN
        RAISE EXCEPTION USING
            MESSAGE = 'the lists of a published round are frozen: ' || TG_OP || ' refused',
            ERRCODE = 'restrict_violation';
    END IF;
    RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER {name}_frozen BEFORE INSERT OR UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION refuse_other_lists();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}_frozen
"""
FREEZE_APPLICATION = """
CREATE OR REPLACE FUNCTION refuse_other_application() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    frozen text[] := ARRAY[
        'round_id', 'organisation_id', 'channel', 'started_by_id', 'brought_in_by_id', 'source', 'source_reference',
        'position', 'reference', 'received_at', 'deelplafond_id', 'requested_cents'
    ];
BEGIN
    IF OLD.reference IS NULL THEN
        RETURN coalesce(NEW, OLD);
    END IF;
    IF TG_OP = 'DELETE' OR NEW.standing = 'draft' OR EXISTS (
        SELECT FROM unnest(frozen) AS name WHERE to_jsonb(NEW) -> name IS DISTINCT FROM to_jsonb(OLD) -> name
    ) THEN
        RAISE EXCEPTION USING
            MESSAGE = 'application ' || OLD.reference || ' was received: ' || TG_OP || ' refused',
            ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER {name}_frozen BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION refuse_other_application();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}_frozen
"""
FREEZE_FILE = """
CREATE OR REPLACE FUNCTION refuse_other_file() RETURNS trigger LANGUAGE plpgsql
    SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (
        SELECT FROM {payloads} kept JOIN {submissions} sent ON sent.id = kept.submission_id
        WHERE sent.application_id = OLD.application_id
            AND kept.data -> 'bijlagen' @> jsonb_build_array(jsonb_build_object('sha256', OLD.sha256))
    ) AND NOT EXISTS (
        SELECT FROM {table} WHERE application_id = OLD.application_id AND sha256 = OLD.sha256 AND id < OLD.id
    ) THEN
        RAISE EXCEPTION USING
            MESSAGE = 'a file that was sent in stays as it is: ' || TG_OP || ' refused',
            ERRCODE = 'restrict_violation';
    END IF;
    RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER {name}_frozen BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION refuse_other_file();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}_frozen
"""
KEEP = "REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM {role}"
UNKEEP = "GRANT UPDATE, DELETE ON {table} TO {role}"
# The same as in grants.services.log, which a migration does not follow when it changes.
LOCK, FIRST = 7_267_611_404, "0" * 64


class Guard(Operation):
    """Let PostgreSQL refuse UPDATE, DELETE and TRUNCATE on the table of this model."""

    reversible = True
    forwards: tuple[str, ...] = (REFUSE, GUARD)
    backwards = UNGUARD

    def __init__(self, model_name: str) -> None:
        self.model_name = model_name

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Nothing that Django knows of changes."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,  # noqa: ARG002 - Django names them
        to_state: ProjectState,
    ) -> None:
        """Set the guard."""
        for sql in self.forwards:
            schema_editor.execute(self._filled(sql, app_label, schema_editor, to_state))

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,  # noqa: ARG002 - Django names them
    ) -> None:
        """Take the guard away."""
        schema_editor.execute(self._filled(self.backwards, app_label, schema_editor, from_state))

    def describe(self) -> str:
        """What `migrate` prints."""
        return f"Refuse changes to rows of {self.model_name}"

    def _filled(
        self, sql: str, app_label: str, schema_editor: BaseDatabaseSchemaEditor, state: ProjectState
    ) -> str:
        table = state.apps.get_model(app_label, self.model_name)._meta.db_table  # noqa: SLF001 - Django's own name
        quote = schema_editor.connection.ops.quote_name
        role = str(settings.DATABASES["default"]["USER"])
        beside = {"rounds": "GrantRound", "submissions": "Submission", "payloads": "SubmissionPayload"}
        filled = {
            "name": f"guard_{table}",
            "table": quote(table),
            "role": quote(role),
            **{
                name: quote(state.apps.get_model(app_label, model)._meta.db_table)  # noqa: SLF001 - Django's own name
                for name, model in beside.items()
            },
        }
        return sql.format(**filled, lock=LOCK, first=FIRST)


class OwnerRemoves(Guard):
    """Rows that only the owner may remove, when their term of retention is over; the application writes them once."""

    forwards = (KEEP,)
    backwards = UNKEEP

    def describe(self) -> str:
        """What `migrate` prints."""
        return f"Leave changes to rows of {self.model_name} to the owner"


class FreezeRound(Guard):
    """A published round keeps its rules: its stage goes on, and until it is assessed it can close later.

    Its ceilings can change until it is decided.
    """

    forwards = (FREEZE_ROUND,)
    backwards = UNFREEZE

    def describe(self) -> str:
        """What `migrate` prints."""
        return f"Freeze the rules of each published {self.model_name}"


class FreezeLists(Guard):
    """The lists of a published round stay what they are, but for the height of their ceilings."""

    forwards = (FREEZE_PART,)
    backwards = UNFREEZE

    def describe(self) -> str:
        """What `migrate` prints."""
        return f"Freeze each {self.model_name} of a published round"


class FreezeReceived(Guard):
    """Whose a received application is, for how much, on which list and when it came: that never changes."""

    forwards = (FREEZE_APPLICATION,)
    backwards = UNFREEZE

    def describe(self) -> str:
        """What `migrate` prints."""
        return f"Freeze each {self.model_name} that was received"


class FreezeSent(Guard):
    """A file that a version names, which was sent in, stays as long as the contents of that version."""

    forwards = (FREEZE_FILE,)
    backwards = UNFREEZE

    def describe(self) -> str:
        """What `migrate` prints."""
        return f"Freeze each {self.model_name} that was sent in"


class Follow(Guard):
    """Lines of the log follow each other without gaps, whoever writes them."""

    forwards = (FOLLOW,)
    backwards = UNFOLLOW

    def describe(self) -> str:
        """What `migrate` prints."""
        return f"Let each row of {self.model_name} follow the last one"
