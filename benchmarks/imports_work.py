"""What is measured by `benchmarks.imports`, once the site is there."""

import csv
import io
import resource
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from importlib.resources import files
from random import Random

from django.db import connection, transaction
from django.utils import timezone
from openpyxl import Workbook, load_workbook

from benchmarks.subjects import SEED
from grants.demo.set_up import Window, set_up
from grants.documents.imports.columns import Columns, guessed, targets_of
from grants.documents.imports.values import Notation
from grants.documents.stored import regulation_of
from grants.enums import ImportState, Source, Stage
from grants.models import Application, ApplicationImport, GrantRound, Organisation, RegulationVersion, User
from grants.services.imports import steps
from grants.services.imports.trial import try_file
from grants.services.rounds.making import make_round
from schemes.library import shipped

FUND = "ooststellingwerf-het-fonds"
HEADINGS = ("Kenmerk", "Organisatie", "KvK-nummer", "Lijst", "Titel", "Gevraagd bedrag", "Ontvangen op", "Buurt of dorp",
            "Contactpersoon", "E-mailadres", "IBAN")  # fmt: skip
Row = tuple[str, ...]
NONE = "–"


def rows_of_the_table(rows: int, many: int) -> Iterator[Row]:
    """The measurements, one line each."""
    grant_round, official = (
        open_round(),
        User.objects.create(email="meting@voorbeeldstad.example", name="Meting"),
    )
    small, large = list(applications(rows)), list(applications(many, wrong_at_the_end=True))
    texts = {"csv": as_csv(small), "xlsx": as_xlsx(small)}
    for kind, read in {"csv": read_csv, "xlsx": read_xlsx}.items():
        found = uploaded(grant_round, official, texts[kind], kind)
        floor = seconds(partial(read, texts[kind]))
        yield line(f"dry run, {kind}", rows, seconds(partial(tried, found, 0)), floor)
    found = uploaded(grant_round, official, as_csv(large), "large")
    floor = seconds(lambda: read_csv(as_csv(large)))
    yield line("dry run, csv, one error in the last row", many, seconds(lambda: tried(found, 1)), floor)
    ready = uploaded(grant_round, official, texts["csv"], "csv")
    tried(ready, 0)
    bare, copied = seconds(lambda: write_bare(grant_round, official, rows)), seconds(lambda: copy_bare(rows))
    took = seconds(lambda: brought_in(ready, official, rows))
    yield line("bring in, csv", rows, took, bare, copied)


def open_round() -> GrantRound:
    """A round that is open now, without the people of a town around it."""
    document = shipped(FUND)
    if document is None:
        raise LookupError(FUND)
    text = files("schemes").joinpath("regulations", f"{FUND}.toml").read_text(encoding="utf-8")
    version = RegulationVersion.objects.create(
        slug=FUND,
        number=1,
        title=document.chosen.title,
        document=text,
        sha256=document.sha256,
        source=Source.SHIPPED,
    )
    made = make_round(by=None, slug="meting", title="Meting", regulation=version)
    window = Window.around(timezone.now(), -20, 20)
    official = User.objects.create(email="opzet@voorbeeldstad.example", name="Opzet")
    texts = {"purpose": "Meting", "audience": "Meting", "contact": "Meting"}
    made = set_up(grant_round=made, official=official, window=window, ceiling_cents=100_000_00, texts=texts)
    made.stage, made.published_at = Stage.PUBLISHED, timezone.now()
    made.save()
    return made


def applications(many: int, *, wrong_at_the_end: bool = False) -> Iterator[Row]:
    """Rows as an export of another form has them; one applicant in four comes more than once."""
    chance = Random(SEED)  # noqa: S311 - nothing is secret here
    yesterday = timezone.localtime() - timedelta(days=1)
    for at in range(many):
        applicant = chance.randrange(3 * many // 4)
        euros = (
            "onbekend"
            if wrong_at_the_end and at == many - 1
            else f"{chance.randrange(1, 10)}.{chance.randrange(0, 1000):03},50"
        )
        yield (
            f"W-{at:06}", f"Stichting Meting {applicant}", f"{10_000_000 + applicant}", "Kleine initiatieven",
            f"Activiteit {at} in de wijk", euros, f"{yesterday:%d-%m-%Y %H:%M}", "Centrum", "Ans de Boer",
            f"bestuur{applicant}@voorbeeldstad.example", "NL91ABNA0417164300",
        )  # fmt: skip


def as_csv(rows: list[Row]) -> bytes:
    """The rows as text, with semicolons."""
    kept = io.StringIO()
    csv.writer(kept, delimiter=";").writerows([HEADINGS, *rows])
    return kept.getvalue().encode()


def as_xlsx(rows: list[Row]) -> bytes:
    """The rows as a spreadsheet."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Aanvragen")
    for row in (HEADINGS, *rows):
        sheet.append(row)
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def read_csv(raw: bytes) -> None:
    """Only read it."""
    for _row in csv.reader(io.StringIO(raw.decode()), delimiter=";"):
        pass


def read_xlsx(raw: bytes) -> None:
    """Only read it."""
    for _row in (
        load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
        .worksheets[0]
        .iter_rows(values_only=True)
    ):
        pass


def uploaded(grant_round: GrantRound, official: User, raw: bytes, source: str) -> ApplicationImport:
    """A file with its columns chosen as they are guessed."""
    found = steps.upload_import(
        by=official, grant_round=grant_round, source=source, name=f"meting.{source}", file=io.BytesIO(raw)
    )
    headings = guessed(targets_of(regulation_of(grant_round), 2), HEADINGS)
    found.columns = Columns(headings, {"requested_cents": Notation.DUTCH}).kept()
    found.state = ImportState.CHECKING
    found.save()
    return found


def tried(found: ApplicationImport, errors: int) -> None:
    """The dry run of a file, in which so many errors must be found."""
    with transaction.atomic():
        try_file(found)
    if found.problems_count != errors:
        raise ValueError(found.problems)


def brought_in(found: ApplicationImport, official: User, rows: int) -> None:
    """As the workers do it: the service marks it, and the job does it."""
    steps.bring_in(by=official, application_import=found)
    with transaction.atomic():
        steps.bring_in_import({"application_import": found.pk})
    if Application.objects.filter(brought_in_by=found).count() != rows:
        raise ValueError(rows)


def write_bare(grant_round: GrantRound, official: User, rows: int) -> None:
    """The least that could be written: a row of one table for each, by `bulk_create`; and undone."""
    with transaction.atomic():
        organisation = Organisation.objects.create(name="Meting")
        deelplafond = grant_round.deelplafonds.earliest("pk")
        now = timezone.now()
        Application.objects.bulk_create(
            [
                Application(
                    round=grant_round,
                    organisation=organisation,
                    started_by=official,
                    standing="submitted",
                    position=10_000_000 + at,
                    reference=f"B-{at}",
                    received_at=now,
                    deelplafond=deelplafond,
                    title="Activiteit",
                    requested_cents=1_000_00,
                )
                for at in range(rows)
            ],
            batch_size=2_000,
        )
        transaction.set_rollback(True)


def copy_bare(rows: int) -> None:
    """The same number of rows of eleven columns through COPY, into a table without any index."""
    with transaction.atomic(), connection.cursor() as cursor:
        columns = ", ".join(f"c{at} text" for at in range(len(HEADINGS)))
        cursor.execute(f"CREATE TEMPORARY TABLE bare ({columns}) ON COMMIT DROP")
        with cursor.cursor.copy("COPY bare FROM STDIN") as copy:
            for row in applications(rows):
                copy.write_row(row)


def seconds(work: Callable[[], None]) -> float:
    """How long it took, by the clock on the wall."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def line(what: str, rows: int, took: float, floor: float, copied: float | None = None) -> Row:
    """The cells of a line of the table."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    second = NONE if copied is None else f"{copied:.2f}"
    return what, f"{rows:,}", f"{took:.2f}", f"{floor:.2f}", second, f"{peak / 1_000_000:.0f}"
