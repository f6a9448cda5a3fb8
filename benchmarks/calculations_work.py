"""What is measured by `benchmarks.calculations`, once the site is there."""

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from string import Template

from django.db import transaction
from django.utils import timezone

from benchmarks.subjects import Application as Made
from benchmarks.subjects import applications, by_pool
from grants.enums import Source, Stage, Standing
from grants.models import (
    Application,
    Calculation,
    Deelplafond,
    GrantRound,
    Organisation,
    RegulationVersion,
    RoundPoints,
    User,
)
from grants.selectors.ranking.inputs import prepared_for
from grants.selectors.ranking.lists import ranking_of
from grants.services.ranking.calculating import calculate
from schemes.documents import Document, load_document

BATCH = 5_000
MOST_BYTES = 1 if sys.platform == "darwin" else 1024


def row_of_the_table(size: int) -> tuple[str, ...]:
    """The measurements with so many applications."""
    official = User.objects.create(email=f"meting{size}@voorbeeldstad.example", name="Meting")
    grant_round = made_round(size, official)
    whole = seconds(lambda: worked_out(grant_round, official))
    calculation = grant_round.calculations.get()
    if calculation.lines.count() != size:
        raise ValueError(size)
    page = seconds(lambda: shown(calculation))
    prepared = prepared_for(grant_round)
    engine = seconds(prepared.outcome)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * MOST_BYTES
    times = (f"{whole:.2f}", f"{engine:.2f}", f"{whole / engine:.1f}", f"{page:.2f}")
    return f"{size:,}", *times, f"{peak / 1_000_000:.0f}"


def seconds(work: Callable[[], object]) -> float:
    """How long it took, by the clock on the wall."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def worked_out(grant_round: GrantRound, official: User) -> None:
    """As the workers do it."""
    with transaction.atomic():
        calculate({"round": grant_round.pk, "by": official.pk})


def shown(calculation: Calculation) -> int:
    """The first page of the first list, with its sentences."""
    ranking = ranking_of(calculation)
    return sum(len(each.sentences) for each in ranking.page_of(ranking.lists[0], None).shown)


def made_round(size: int, official: User) -> GrantRound:
    """A round whose points are established as a whole."""
    rows = applications(size)
    made = GrantRound.objects.create(
        slug=f"meting-{size}", title="Meting", regulation=version(size), opens_at=timezone.now()
    )
    lists = [
        Deelplafond.objects.create(
            round=made, key=f"p{at}", name=f"Lijst {at}", kind="ceiling", ceiling_cents=ceiling
        )
        for at, (_pool, ceiling) in enumerate(by_pool(rows))
    ]
    organisation = Organisation.objects.create(name="Meting")
    Application.objects.bulk_create(
        [application(made, lists[row.pool], organisation, official, at, row) for at, row in enumerate(rows)],
        batch_size=BATCH,
    )
    points = {f"{size}-{row.id}": dict(zip("abcdefgh", row.scores, strict=True)) for row in rows}
    RoundPoints(round=made, number=1, by=official, points=points, sha256="0" * 64).save()
    GrantRound.objects.filter(pk=made.pk).update(stage=Stage.ASSESSING, published_at=timezone.now())
    return GrantRound.objects.select_related("regulation").get(pk=made.pk)


def application(
    grant_round: GrantRound, on: Deelplafond, organisation: Organisation, by: User, at: int, row: Made
) -> Application:
    """One that was found complete."""
    return Application(
        round=grant_round,
        organisation=organisation,
        started_by=by,
        standing=Standing.COMPLETE,
        position=at + 1,
        reference=f"{grant_round.slug.removeprefix('meting-')}-{row.id}",
        received_at=timezone.now(),
        deelplafond=on,
        title="Activiteit",
        requested_cents=row.cents,
    )


def version(size: int) -> RegulationVersion:
    """The regulation of the benchmark, under a name of its own for each size."""
    source = Template(Path(__file__).with_name("regulation.toml").read_text())
    text = source.substitute(remainder="partial", ties="straddling").replace(
        'slug = "benchmark"', f'slug = "benchmark-{size}"'
    )
    document = load_document(text)
    if not isinstance(document, Document):
        raise TypeError(document)
    return RegulationVersion.objects.create(
        slug=document.slug,
        number=1,
        title=document.chosen.title,
        document=text,
        sha256=document.sha256,
        source=Source.SHIPPED,
    )
