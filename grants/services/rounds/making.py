"""Rounds: each under one version of a regulation."""

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from grants.enums import Action, Role
from grants.models import GrantRound, LogEntry, RegulationVersion, RoundRole, User
from grants.names import tidy
from grants.selectors.rounds.visible import was_made
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.log import record

RESERVED = {"nieuw"}
"""Names in addresses that are pages of their own."""

LONGEST_SLUG = 80


@transaction.atomic
def make_round(*, by: User | None, slug: str, title: str, regulation: RegulationVersion) -> GrantRound:
    """A new round, a draft; `by` is None for the command line. An official who makes one is official in it.

    Its short name was never that of another round, also not of a draft that was deleted: the log tells them apart by it.
    """
    title = tidy(title)
    made = _created(GrantRound(slug=slug, title=title, regulation=regulation))
    record(
        by=by,
        action=Action.ROUND_MADE,
        about=round_key(made),
        data={"title": title, "regulation": regulation.slug, "number": regulation.number},
    )
    if by is not None and by.round_roles.current().filter(role=Role.OFFICIAL).exists():
        _make_official(by, made)
    return made


def free_slug(title: str) -> str:
    """A name for in addresses made of this title, which no round has yet."""
    base = slugify(title)[:LONGEST_SLUG].strip("-")
    taken = RESERVED | _names_that_begin_with(base[: LONGEST_SLUG - 5])
    slug, number = base, 1
    while slug in taken:
        number += 1
        slug = f"{base[: LONGEST_SLUG - 5]}-{number}"
    return slug


def _created(made: GrantRound) -> GrantRound:
    refused = Refused(
        _("Er is, of was, al een ronde met de korte naam «%(slug)s». Kies een andere naam.")
        % {"slug": made.slug}
    )
    if was_made(made.slug):
        raise refused
    try:
        with transaction.atomic():
            made.save()
    except IntegrityError:
        raise refused from None
    return made


def _names_that_begin_with(start: str) -> set[str]:
    """Short names of rounds that are there, and of those that were."""
    beginning = round_key(GrantRound(slug=start))
    made = LogEntry.objects.filter(action=Action.ROUND_MADE, object_key__startswith=beginning)
    return {
        *GrantRound.objects.filter(slug__startswith=start).values_list("slug", flat=True),
        *(key.partition(":")[2] for key in made.values_list("object_key", flat=True)),
    }


def _make_official(by: User, made: GrantRound) -> None:
    RoundRole.objects.create(round=made, user=by, role=Role.OFFICIAL, given_by=by)
    data = {"person": by.pk, "role": Role.OFFICIAL.value}
    record(by=by, action=Action.ROLE_GIVEN, about=round_key(made), data=data)
