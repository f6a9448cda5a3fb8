"""What a person can meet when something cannot be done: an exception that carries the sentence for that person."""

from grants.models import Versioned


class Refused(Exception):  # noqa: N818 - it is an answer, not a mistake in the program
    """Not done, with a Dutch sentence that says what happened, why, and what to do now."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Conflict(Exception):  # noqa: N818 - idem
    """Someone else changed the row after it was shown. Carries the row as it stands now."""

    def __init__(self, row: Versioned) -> None:
        super().__init__(f"{type(row).__name__} {row.pk} is at version {row.version}")
        self.row = row


class TemporaryFailure(Exception):  # noqa: N818 - idem
    """Work that failed for a reason that may pass, such as a service that does not answer."""
