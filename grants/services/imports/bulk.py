"""Many applications received at once: a few statements per thousand, and the same rows as for one that comes alone."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from itertools import islice
from secrets import token_hex
from types import MappingProxyType

from django.db import connection
from django.utils.timezone import localtime

from grants.documents.content import Content, Json, as_asked, filed, known_facts
from grants.documents.stored import regulation_of
from grants.enums import Channel, Standing
from grants.models import (
    Application,
    ApplicationImport,
    GrantRound,
    Organisation,
    Submission,
    SubmissionPayload,
    User,
)
from grants.selectors.rounds.stages import is_late
from grants.services.applications.receiving import SALT_BYTES, next_numbers
from grants.services.canonical import fingerprint

BATCH = 2_000


@dataclass(frozen=True, slots=True)
class Arrival:
    """What someone sent in, or what was entered for it, at a moment."""

    organisation: Organisation
    content: Content
    received_at: datetime
    by: User
    source_reference: str = ""


class Intake:
    """Takes arrivals in, batch by batch, inside the caller's transaction, which holds the round.

    Whoever uses it logs one line; `sha256` is over the hashes of all that was taken in, in order. `numbers` are those
    that it got beforehand for references, by year.
    """

    def __init__(
        self,
        grant_round: GrantRound,
        channel: Channel,
        brought_in_by: ApplicationImport | None = None,
        numbers: Mapping[int, range] = MappingProxyType({}),
    ) -> None:
        self.grant_round, self.channel, self.brought_in_by = grant_round, channel, brought_in_by
        self._numbers = {year: iter(given) for year, given in numbers.items()}
        self.regulation = regulation_of(grant_round)
        self.count = 0
        self.first = self.last = ""
        self._hashes = sha256()

    @property
    def sha256(self) -> str:
        """The hash over the hashes of all submissions."""
        return self._hashes.hexdigest()

    def take(self, arrivals: Sequence[Arrival]) -> list[Application]:
        """Give each its reference and its place in the round, and keep what it says with its hash."""
        if not arrivals:
            return []
        arrivals = [replace(each, content=as_asked(self.regulation, each.content)) for each in arrivals]
        positions = next_numbers(f"round-{self.grant_round.pk}", len(arrivals))
        references = self._references(arrivals)
        made = [
            self._application(arrival, position, reference)
            for arrival, position, reference in zip(arrivals, positions, references, strict=True)
        ]
        Application.objects.bulk_create(made, batch_size=BATCH)
        self._keep(made, arrivals)
        self.count += len(made)
        self.first, self.last = self.first or references[0], references[-1]
        return made

    def _references(self, arrivals: Sequence[Arrival]) -> list[str]:
        """The next references of the years in which they were received, in order."""
        years = [localtime(arrival.received_at).year for arrival in arrivals]
        numbers = {year: self._next(year, many) for year, many in sorted(Counter(years).items())}
        return [f"A-{year}-{next(numbers[year]):04}" for year in years]

    def _next(self, year: int, many: int) -> Iterator[int]:
        """Of those that it got beforehand, and where these run out of the series."""
        given = list(islice(self._numbers.get(year, ()), many))
        more = next_numbers(f"A-{year}", many - len(given)) if len(given) < many else ()
        return iter([*given, *more])

    def _application(self, arrival: Arrival, position: int, reference: str) -> Application:
        content, late = arrival.content, is_late(self.grant_round, arrival.received_at)
        return Application(
            round=self.grant_round,
            organisation=arrival.organisation,
            standing=Standing.LATE if late else Standing.SUBMITTED,
            channel=self.channel,
            started_by=arrival.by,
            started_at=arrival.received_at,
            brought_in_by=self.brought_in_by,
            source="" if self.brought_in_by is None else self.brought_in_by.source,
            source_reference=arrival.source_reference,
            position=position,
            reference=reference,
            received_at=arrival.received_at,
            deelplafond=content.deelplafond,
            title=content.title,
            requested_cents=content.requested_cents,
            facts=known_facts(self.regulation, content),
            iban=content.iban,
            contact_name=content.contact_name,
            contact_email=content.contact_email,
        )

    def _keep(self, made: list[Application], arrivals: Sequence[Arrival]) -> None:
        told = [_told(application, arrival) for application, arrival in zip(made, arrivals, strict=True)]
        submissions = [
            Submission(
                application=application,
                number=1,
                received_at=arrival.received_at,
                late=application.standing == Standing.LATE,
                submitted_by=arrival.by,
                sha256=fingerprint(each),
            )
            for application, arrival, each in zip(made, arrivals, told, strict=True)
        ]
        Submission.objects.bulk_create(submissions, batch_size=BATCH)
        _keep_payloads(submissions, told)
        self._hashes.update("".join(submission.sha256 for submission in submissions).encode())


def _keep_payloads(submissions: Sequence[Submission], told: Sequence[Json]) -> None:
    """By COPY: as values of a statement these texts take more time to quote than all the rest takes."""
    table = connection.ops.quote_name(SubmissionPayload._meta.db_table)  # noqa: SLF001 - Django's own name
    copying = f"COPY {table} (submission_id, salt, data) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(copying) as rows:
        for submission, each in zip(submissions, told, strict=True):
            rows.write_row((submission.pk, token_hex(SALT_BYTES), json.dumps(each)))


def _told(application: Application, arrival: Arrival) -> Json:
    reference = application.reference or ""
    return filed(
        application, arrival.content, [], reference=reference, number=1, received_at=arrival.received_at
    )
