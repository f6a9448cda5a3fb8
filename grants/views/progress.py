"""How far an application is, as four steps that its applicant can follow."""

from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from grants.enums import Stage, Standing
from grants.models import Application
from grants.moments import date_in_words, moment
from grants.selectors.applications.mine import Milestones

ASSESSED = (Stage.ASSESSING, Stage.RANKED, Stage.DECIDED, Stage.ANNOUNCED, Stage.ARCHIVED)
OVER = (Standing.WITHDRAWN, Standing.NOT_HANDLED, Standing.INADMISSIBLE)


@dataclass(frozen=True)
class Mark:
    """One step: what it is, when, and what there is to know. `state` is done, now or next."""

    state: str
    title: str
    when: str = ""
    text: str = ""


def timeline(
    application: Application, stage: Stage, known: Milestones, decided_by: date | None, committee: int = 0
) -> list[Mark]:
    """Received, complete, assessed, decided: what is done, what is going on, and what comes.

    `committee`: how many people assess; nothing else about them is told.
    """
    standing = Standing(application.standing)
    received = Mark(
        "done", _("Ontvangen"), moment(application.received_at) if application.received_at else ""
    )
    if standing in OVER:
        return [received, _end(standing, known)]
    decision = Mark(
        "next",
        _("Besluit"),
        _("uiterlijk %(day)s") % {"day": date_in_words(decided_by)} if decided_by else "",
        _("Het besluit staat dan hier en u krijgt een mail. U leest erin hoeveel punten u kreeg en waarom."),
    )
    return [received, _complete(standing, known), _assessed(standing, stage, committee), decision]


def _complete(standing: Standing, known: Milestones) -> Mark:
    match standing:
        case Standing.COMPLETE:
            return Mark("done", _("Compleet"), date_in_words(known.complete_on) if known.complete_on else "")
        case Standing.TO_COMPLETE:
            until = date_in_words(known.asked_until) if known.asked_until else ""
            when = _("aanvullen tot en met %(day)s") % {"day": until} if until else ""
            return Mark("now", _("Wacht op uw aanvulling"), when, _("In de mail leest u wat er mist."))
        case Standing.LATE:
            return Mark(
                "now",
                _("Te laat ontvangen"),
                "",
                _("De gemeente besluit of uw aanvraag toch meedoet. U krijgt daarover bericht."),
            )
        case _:
            return Mark("now", _("Wordt nagekeken"), "", _("De gemeente kijkt of uw aanvraag compleet is."))


def _assessed(standing: Standing, stage: Stage, committee: int) -> Mark:
    text = _("Een commissie geeft punten op elk criterium. De regels daarvoor staan vast.")
    if committee > 1:
        text = _(
            "Een commissie van %(count)s mensen geeft punten op elk criterium. De regels daarvoor staan vast."
        ) % {"count": in_words(committee)}
    if stage in ASSESSED[1:]:
        return Mark("done", _("Beoordeeld"), "", text)
    state = "now" if standing is Standing.COMPLETE and stage in ASSESSED else "next"
    return Mark(state, _("Wordt beoordeeld"), "", text)


def in_words(count: int) -> str:
    """A number of people as one says it, up to twelve."""
    words = (
        _("twee"), _("drie"), _("vier"), _("vijf"), _("zes"), _("zeven"), _("acht"), _("negen"), _("tien"), _("elf"),
        _("twaalf"),
    )  # fmt: skip
    return words[count - 2] if 2 <= count < len(words) + 2 else str(count)


def _end(standing: Standing, known: Milestones) -> Mark:
    if standing is Standing.WITHDRAWN:
        when = date_in_words(known.withdrawn_on) if known.withdrawn_on else ""
        return Mark("done", _("Ingetrokken"), when, _("Uw aanvraag doet niet meer mee."))
    title = str(standing.label).capitalize()
    if known.sent is None:
        return Mark("done", title, "", _("U krijgt hierover een besluit."))
    told = {"day": date_in_words(known.sent.day), "how": known.sent.how.label}
    return Mark("done", title, "", _("Wij stuurden u het besluit op %(day)s, %(how)s.") % told)
