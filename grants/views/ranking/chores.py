"""What is to do about the ranking of a round, on the official's page of it."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants.selectors.rounds.work import Work
from grants.views.rounds.chore import DONE, NEED, WAIT, Chore


def ranking_chores(work: Work) -> Iterator[Chore]:
    """From the moment that the points of the round are established."""
    standing = work.ranking
    if standing is None:
        return
    address, by = reverse("ranking", args=[work.round.slug]), _("door een behandelaar")
    if standing.is_waiting:
        yield Chore(WAIT, _("De ronde wordt uitgerekend"), "", "", address, _("Bekijk"))
    elif standing.last is None:
        text = _("De regels zetten de aanvragen op volgorde en verdelen het geld.")
        yield Chore(NEED, _("Reken de ronde uit"), text, by, address, _("Naar de rangschikking"))
    elif standing.is_stale:
        title = _("Er is iets veranderd na de laatste berekening")
        yield Chore(NEED, title, _("Reken de ronde opnieuw uit."), by, address, _("Naar de rangschikking"))
    elif standing.blocking:
        title = ngettext(
            "Er is nog %(count)s loting of beslissing nodig",
            "Er zijn nog %(count)s lotingen of beslissingen nodig",
            standing.blocking,
        ) % {"count": standing.blocking}
        text = _("Daarna staat de uitkomst vast.")
        yield Chore(NEED, title, text, by, address, _("Naar de rangschikking"))
    else:
        title = _("De uitkomst staat vast")
        yield Chore(DONE, title, "", "", address, _("Bekijk"))
