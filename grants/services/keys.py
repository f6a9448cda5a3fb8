"""What the log and proposals call things: the kind, and what tells one of that kind apart for good."""

from grants.models import Application, GrantRound, Organisation, OutboxRow, User


def person_key(person: User) -> str:
    return f"person:{person.pk}"


def organisation_key(organisation: Organisation) -> str:
    return f"organisation:{organisation.pk}"


def round_key(grant_round: GrantRound) -> str:
    return f"round:{grant_round.slug}"


def assessing_key(grant_round: GrantRound) -> str:
    """Of the assessing of a round, apart from its rules."""
    return f"assessing:{grant_round.slug}"


def application_key(application: Application) -> str:
    return f"application:{application.pk}"


def regulation_key(slug: str) -> str:
    """Of a regulation as a whole, which may have no version yet."""
    return f"regulation:{slug}"


def task_key(task: OutboxRow) -> str:
    return f"task:{task.pk}"
