"""What is to do about the assessing of a round, for its page: who must act, and where."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants.enums import Stage
from grants.selectors.assessing.panel import Panel
from grants.selectors.rounds.work import Work
from grants.views.panel.people import told
from grants.views.rounds.chore import DONE, NEED, WAIT, Chore


def assessing_chores(work: Work) -> Iterator[Chore]:
    """Interests, assigning and reports from the closing on; how far everyone is once the assessing began."""
    panel = work.panel
    if panel is None or not panel.lists:
        return
    slug = work.round.slug
    if panel.is_established:
        title, address = _("De punten van de ronde zijn vastgesteld"), reverse("points", args=[slug])
        yield Chore(DONE, title, address=address, label=_("Bekijk"))
        return
    if panel.there:
        yield _interests(panel, slug)
    yield from _to_do(panel, slug)
    if work.stage is Stage.ASSESSING and panel.given:
        yield _progress(panel, slug)
        yield from _points(panel, slug)


def _interests(panel: Panel, slug: str) -> Chore:
    address, there = reverse("interests_declared", args=[slug]), len(panel.there)
    ready = there - len(panel.undeclared)
    counted = ngettext(
        "%(ready)s van %(count)s beoordelaar.", "%(ready)s van %(count)s beoordelaars.", there
    ) % {
        "ready": ready,
        "count": there,
    }
    if ready == there:
        return Chore(DONE, _("Alle belangen zijn opgegeven"), counted, address=address, label=_("Bekijk"))
    title = _("Nog niet alle belangen zijn opgegeven")
    return Chore(NEED, title, counted, _by_assessors(), reverse("panel", args=[slug]), _("Herinner"))


def _to_do(panel: Panel, slug: str) -> Iterator[Chore]:
    for each in panel.gone:
        title = ngettext(
            "%(name)s doet niet meer mee en heeft nog %(count)s aanvraag",
            "%(name)s doet niet meer mee en heeft nog %(count)s aanvragen",
            each.to_do,
        ) % {"name": each.assessor, "count": each.to_do}
        text, address = _("Laat anderen die beoordelen."), reverse("panel", args=[slug])
        yield Chore(NEED, title, text, _by_official(), address, _("Vervang"))
    if panel.short and panel.there:
        title = ngettext(
            "%(count)s aanvraag heeft nog te weinig beoordelaars",
            "%(count)s aanvragen hebben nog te weinig beoordelaars",
            panel.short,
        ) % {"count": panel.short}
        text = _("Verdeel de aanvragen gelijk, of wijs met de hand toe.")
        yield Chore(NEED, title, text, _by_official(), reverse("panel", args=[slug]), _("Verdeel"))
    if panel.unruled:
        title = ngettext(
            "%(count)s beoordelaar heeft een belang bij een concurrent",
            "%(count)s beoordelaars hebben een belang bij een concurrent",
            panel.unruled,
        ) % {"count": panel.unruled}
        text = _("Twee mensen beslissen of de concurrenten beoordeeld mogen worden.")
        address = reverse("interests_declared", args=[slug])
        yield Chore(NEED, title, text, _by_official(), address, _("Stel iets voor"))
    if panel.reports:
        title = ngettext(
            "%(count)s melding van een beoordelaar", "%(count)s meldingen van beoordelaars", panel.reports
        ) % {"count": panel.reports}
        text = _("Een bijlage gaat niet open, of een aanvraag is teruggegeven.")
        yield Chore(NEED, title, text, _by_official(), reverse("reports", args=[slug]), _("Bekijk"))


def _progress(panel: Panel, slug: str) -> Chore:
    address = reverse("panel", args=[slug])
    if panel.done == panel.given:
        return Chore(DONE, _("Alle beoordelingen zijn binnen"), address=address, label=_("Bekijk"))
    idle = [str(each.assessor) for each in panel.there if each.given and not each.done]
    text = _("Nog niets ingediend: %(names)s.") % {"names": ", ".join(idle)} if idle else ""
    return Chore(WAIT, told(panel.done, panel.given), text, _by_assessors(), address, _("Bekijk of herinner"))


def _points(panel: Panel, slug: str) -> Iterator[Chore]:
    """What can be established now, or the round as a whole."""
    address = reverse("points", args=[slug])
    if panel.to_establish:
        title = ngettext(
            "Van %(count)s aanvraag kunt u de punten vaststellen",
            "Van %(count)s aanvragen kunt u de punten vaststellen",
            panel.to_establish,
        ) % {"count": panel.to_establish}
        yield Chore(NEED, title, "", _by_official(), address, _("Naar de punten"))
    elif panel.all_established:
        title = _("Van elke aanvraag zijn de punten vastgesteld")
        text = _("Stel nu de punten van de ronde als geheel vast.")
        yield Chore(NEED, title, text, _by_official(), address, _("Naar de punten"))


def _by_official() -> str:
    return _("door een behandelaar")


def _by_assessors() -> str:
    return _("door beoordelaars")
