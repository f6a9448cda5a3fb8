"""What is to do in a round, each with who does it and the page on which it is done."""

from collections.abc import Iterator
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants.enums import Role, Stage, Standing
from grants.moments import date_in_words
from grants.selectors.rounds.work import Work
from grants.views.panel.chores import assessing_chores
from grants.views.ranking.chores import ranking_chores
from grants.views.rounds.chore import DONE, NEED, WAIT, Chore


def chores_of(work: Work) -> list[Chore]:
    """Everything, the most urgent first and what is done last."""
    found = [
        *_terms(work),
        *_setup(work),
        *_to_answer(work),
        *_people(work),
        *assessing_chores(work),
        *ranking_chores(work),
        *_waiting(work),
        *_done(work),
    ]
    return sorted(found, key=lambda chore: (NEED, WAIT, DONE).index(chore.kind))


def is_ready(work: Work) -> bool:
    """Whether the assessment can begin."""
    open_ones = work.count(Standing.SUBMITTED, Standing.LATE, Standing.TO_COMPLETE, Standing.COMPLETED)
    return work.stage is Stage.CLOSED and not open_ones and Role.ASSESSOR not in work.missing_roles


def _terms(work: Work) -> Iterator[Chore]:
    if work.passed:
        title = ngettext(
            "Van %(count)s aanvraag is de beslistermijn voorbij",
            "Van %(count)s aanvragen is de beslistermijn voorbij",
            work.passed,
        ) % {"count": work.passed}
        text = _("De aanvrager kan u in gebreke stellen (Awb 4:17). Besluit zo snel mogelijk.")
        yield Chore(
            NEED, title, text, _official(), _list_address(work, term="passed"), _("Bekijk de aanvragen")
        )
    if work.near:
        title = ngettext(
            "Van %(count)s aanvraag loopt de beslistermijn binnen twee weken af",
            "Van %(count)s aanvragen loopt de beslistermijn binnen twee weken af",
            work.near,
        ) % {"count": work.near}
        text = _("Besluit op tijd, of vertel de aanvrager wanneer het besluit komt (Awb 4:14).")
        yield Chore(
            NEED, title, text, _official(), _list_address(work, term="near"), _("Bekijk de aanvragen")
        )


def _setup(work: Work) -> Iterator[Chore]:
    if work.stage is Stage.DRAFT:
        text = _("Vul aan wat nog ontbreekt, en stel de ronde daarna voor aan een beslisser.")
        address = reverse("round_check", args=[work.round.slug])
        yield Chore(NEED, _("De ronde is nog niet gepubliceerd"), text, _official(), address, _("Ga verder"))
    if work.proposals:
        title = ngettext(
            "%(count)s voorstel wacht op een tweede persoon",
            "%(count)s voorstellen wachten op een tweede persoon",
            work.proposals,
        ) % {"count": work.proposals}
        text = _("Wie iets voorstelde, keurt het niet zelf goed.")
        yield Chore(
            NEED, title, text, _("door een beslisser"), reverse("proposals"), _("Naar de voorstellen")
        )


def _people(work: Work) -> Iterator[Chore]:
    if work.missing_roles:
        names = ", ".join(str(role.label) for role in work.missing_roles)
        title = _("Nog niemand heeft de rol: %(names)s") % {"names": names}
        address = reverse("roles", args=[work.round.slug])
        text = _("Zonder die mensen loopt de ronde later vast.")
        yield Chore(NEED, title, text, _("door de beheerder"), address, _("Bekijk de rollen"))


def _to_answer(work: Work) -> Iterator[Chore]:
    """What waits for an official: looked through only after closing, for until then an applicant can still withdraw."""
    if late := work.count(Standing.LATE):
        title = ngettext("%(count)s aanvraag kwam te laat", "%(count)s aanvragen kwamen te laat", late)
        text = _("Beslis of u deze niet behandelt, of stel voor om ze toch toe te laten.")
        yield _with_list(work, Standing.LATE, title % {"count": late}, text, _("Beantwoord"))
    if checked := work.count(Standing.COMPLETED):
        title = ngettext("%(count)s aanvraag is aangevuld", "%(count)s aanvragen zijn aangevuld", checked)
        text = _("Kijk of deze nu compleet zijn.")
        yield _with_list(work, Standing.COMPLETED, title % {"count": checked}, text, _("Controleer"))
    if fresh := work.count(Standing.SUBMITTED):
        title = ngettext(
            "%(count)s aanvraag nog niet op volledigheid bekeken",
            "%(count)s aanvragen nog niet op volledigheid bekeken",
            fresh,
        )
        text = _("Vraag ontbrekende stukken op, of stel vast dat een aanvraag compleet is.")
        yield _with_list(work, Standing.SUBMITTED, title % {"count": fresh}, text, _("Controleer"))
    if work.asked_lapsed:
        title = ngettext(
            "%(count)s aanvraag is niet op tijd aangevuld",
            "%(count)s aanvragen zijn niet op tijd aangevuld",
            work.asked_lapsed,
        )
        text = _("Laat ze binnen vier weken na de termijn buiten behandeling (Awb 4:5), of beoordeel ze zo.")
        yield _with_list(work, Standing.TO_COMPLETE, title % {"count": work.asked_lapsed}, text, _("Beslis"))
    if work.to_send:
        title = ngettext(
            "Besluiten te versturen: %(count)s besluit",
            "Besluiten te versturen: %(count)s besluiten",
            work.to_send,
        ) % {"count": work.to_send}
        text = _(
            "Buiten behandeling, niet ontvankelijk of te laat: het besluit geldt pas als het is verstuurd."
        )
        address = reverse("decisions_to_send", args=[work.round.slug])
        yield Chore(NEED, title, text, _official(), address, _("Bekijk de besluiten"))
    if work.duplicates:
        title = ngettext(
            "%(count)s groep aanvragen lijkt dubbel",
            "%(count)s groepen aanvragen lijken dubbel",
            work.duplicates,
        ) % {"count": work.duplicates}
        text = _("Zelfde aanvrager, zelfde rekening of bijna dezelfde titel.")
        address = reverse("duplicates", args=[work.round.slug])
        yield Chore(NEED, title, text, _official(), address, _("Vergelijk"))


def _waiting(work: Work) -> Iterator[Chore]:
    still = [until for until in work.asked_until if until >= work.today]
    if still:
        title = ngettext(
            "%(count)s aanvraag wacht op aanvulling", "%(count)s aanvragen wachten op aanvulling", len(still)
        ) % {"count": len(still)}
        text = _("De eerste termijn loopt tot en met %(day)s.") % {"day": date_in_words(still[0])}
        yield Chore(
            WAIT,
            title,
            text,
            _("door de aanvrager"),
            _list_address(work, standing=Standing.TO_COMPLETE.value),
            _("Bekijk"),
        )
    if work.stage is Stage.OPEN:
        title = ngettext("%(count)s aanvraag is binnen", "%(count)s aanvragen zijn binnen", work.received) % {
            "count": work.received
        }
        yield Chore(WAIT, title, _("De ronde is nog open."), _("door aanvragers"))
    if work.stage is Stage.PUBLISHED:
        yield Chore(WAIT, _("De ronde opent vanzelf"), _("Vanaf dat moment kunnen aanvragers beginnen."))


def _done(work: Work) -> Iterator[Chore]:
    if complete := work.count(Standing.COMPLETE):
        title = ngettext("%(count)s aanvraag is compleet", "%(count)s aanvragen zijn compleet", complete)
        address = _list_address(work, standing=Standing.COMPLETE.value)
        yield Chore(DONE, title % {"count": complete}, address=address, label=_("Bekijk"))
    out = work.count(Standing.NOT_HANDLED, Standing.INADMISSIBLE, Standing.WITHDRAWN)
    if out:
        title = ngettext(
            "%(count)s aanvraag doet niet meer mee", "%(count)s aanvragen doen niet meer mee", out
        )
        text = _("Ingetrokken, buiten behandeling of niet ontvankelijk.")
        address = reverse("applications", args=[work.round.slug])
        yield Chore(DONE, title % {"count": out}, text, address=address, label=_("Bekijk"))


def _with_list(work: Work, standing: Standing, title: str, text: str, label: str) -> Chore:
    return Chore(NEED, title, text, _official(), _list_address(work, standing=standing.value), label)


def _list_address(work: Work, **chosen: str) -> str:
    return f"{reverse('applications', args=[work.round.slug])}?{urlencode(chosen)}"


def _official() -> str:
    return _("door een behandelaar")
