"""Rounds: each under one version of a regulation."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from grants.enums import Action
from grants.models import GrantRound, RegulationVersion, User
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.log import record


@transaction.atomic
def make_round(*, by: User | None, slug: str, title: str, regulation: RegulationVersion) -> GrantRound:
    """A new round; `by` is None for the command line."""
    try:
        with transaction.atomic():
            made = GrantRound.objects.create(slug=slug, title=title, regulation=regulation)
    except IntegrityError:
        sentence = _("Er is al een ronde met de korte naam «%(slug)s». Kies een andere naam.")
        raise Refused(sentence % {"slug": slug}) from None
    record(
        by=by,
        action=Action.ROUND_MADE,
        about=round_key(made),
        data={"title": title, "regulation": regulation.slug, "number": regulation.number},
    )
    return made
