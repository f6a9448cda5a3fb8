"""Each list of a round as a card: what is asked on it beside what there is, in a picture and in words."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants.selectors.assessing.progress import ListProgress
from grants.selectors.rounds.work import Divided, Work
from grants.views.panel.people import told

WHOLE = 1000


@dataclass(frozen=True)
class Card:
    """A list. Widths are texts such as `56.4%`, of the longest of the two bars."""

    divided: Divided
    fitting: str
    over: str
    there: str
    status: str
    kind: str
    sentence: str
    counted: str
    address: str


def cards_of(work: Work) -> list[Card]:
    """A card for each list of the round."""
    address = reverse("applications", args=[work.round.slug])
    lists = {each.deelplafond.pk: each for each in work.panel.lists} if work.panel else {}
    return [_card(each, address, lists.get(each.deelplafond.pk)) for each in work.lists]


def _card(each: Divided, address: str, progress: ListProgress | None) -> Card:
    asked, there = each.asked_cents, each.ceiling_cents or 0
    longest = max(asked, there, 1)
    status, kind = _status(each)
    return Card(
        divided=each,
        fitting=_share(min(asked, there) if each.ceiling_cents is not None else asked, longest),
        over=_share(max(asked - there, 0) if each.ceiling_cents is not None else 0, longest),
        there=_share(there, longest),
        status=status,
        kind=kind,
        sentence=_sentence(each),
        counted=_counted(each, progress),
        address=f"{address}?{urlencode({'deelplafond': each.deelplafond.key})}",
    )


def _counted(each: Divided, progress: ListProgress | None) -> str:
    applications = ngettext(
        "%(count)s aanvraag doet mee", "%(count)s aanvragen doen mee", each.applications
    ) % {"count": each.applications}
    if progress is None or not progress.given:
        return applications
    return f"{applications}, {told(progress.done, progress.given)}"


def _share(part: int, whole: int) -> str:
    thousandths = part * WHOLE // whole
    return f"{thousandths // 10}.{thousandths % 10}%"


def _status(each: Divided) -> tuple[str, str]:
    if each.ceiling_cents is None:
        return _("Geen eigen plafond"), "neutral"
    return (_("Past geheel"), "ok") if each.fits else (_("Boven het plafond"), "warn")


def _sentence(each: Divided) -> str:
    if each.ceiling_cents is None:
        return _("Deze lijst put uit het gedeelde plafond, of kent alleen een aantal.")
    if each.fits:
        return _("Alles past. De rangschikking hoeft nog niemand af te wijzen.")
    if each.tenfold is None:
        return _("Er is geen geld op deze lijst.")
    times = f"{each.tenfold // 10},{each.tenfold % 10}"
    return _("Er wordt %(times)s × het plafond gevraagd. De rangschikking beslist.") % {"times": times}
