"""Rounds for everyone: which there are, and one of them."""

import re
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from grants import clock
from grants.documents.criteria import criteria_to_read
from grants.documents.of_rounds import document_read_by
from grants.enums import Stage
from grants.models import GrantRound
from grants.moments import date_in_words, time_left
from grants.permissions import may
from grants.selectors.rounds.history import changes_of
from grants.selectors.rounds.stages import stage_of
from grants.selectors.rounds.visible import rounds_for
from grants.templatetags.rangorde import euro
from grants.views.parts import Cell, Column, Table
from grants.views.rounds.parts import deciding_day_of, lists_table, the_round
from schemes.words.statements import division

SOON = 7
"""From so many days before closing on the page warns."""

SENTENCE_ENDS = re.compile(r"(?<=\w{3}[.!?])\s+(?=[^\W\d_a-z])")
"""After a word of at least three letters, and before a capital."""


@dataclass(frozen=True)
class Shown:
    """A round as the list and its page show it: its stage, in words with a sign, and how long there is left."""

    round: GrantRound
    stage: Stage
    kind: str
    words: str

    @property
    def is_open(self) -> bool:
        """Whether one can apply now."""
        return self.stage is Stage.OPEN

    @property
    def for_whom(self) -> str:
        """Who can apply, in the first sentence that says so."""
        return first_sentence(self.round.audience)


def round_list(request: HttpRequest) -> HttpResponse:
    """Those open now, those that are coming, drafts for who works on them, and those that closed."""
    found = [shown(each) for each in rounds_for(request.user)]
    context = {
        "open": [each for each in found if each.is_open],
        "coming": [each for each in found if each.stage is Stage.PUBLISHED],
        "drafts": [each for each in found if each.stage is Stage.DRAFT],
        "closed": _closed([each for each in found if each.stage not in SHOWN_APART]),
        "may_make": may(request.user, "make_round"),
        "there_are": bool(found),
    }
    return render(request, "rounds/list.html", context)


SHOWN_APART = (Stage.OPEN, Stage.PUBLISHED, Stage.DRAFT)


def grant_round(request: HttpRequest, slug: str) -> HttpResponse:
    """What the round is for, how much there is, how it is divided, and until when."""
    found, person = the_round(request, slug), request.user
    document = document_read_by(found)
    context = {
        "round": found,
        "shown": shown(found),
        "lists": lists_table(found, list(found.deelplafonds.all())),
        "division": division(document.chosen),
        "readings": document.readings,
        "criteria": criteria_to_read(document.chosen),
        "deciding_day": deciding_day_of(found),
        "changes": changes_of(found),
        "may_see_roles": may(person, "see_roles", found),
        "may_see_whole": may(person, "see_round_whole", found),
        "may_change": not found.is_draft and may(person, "propose_for_round", found),
        "may_make": may(person, "make_round"),
        "may_delete": found.is_draft and may(person, "delete_draft_round", found),
    }
    return render(request, "rounds/detail.html", context)


def shown(found: GrantRound) -> Shown:
    """The round with its stage as it is now."""
    stage = stage_of(found)
    kind, words = "neutral", stage.label.capitalize()
    if stage is Stage.OPEN and found.closes_at is not None:
        left = found.closes_at - clock.now()
        kind = "warn" if left.days < SOON else "ok"
        words = _("Nog %(left)s open") % {"left": time_left(clock.now(), found.closes_at)}
    elif stage is Stage.PUBLISHED:
        words = _("Nog niet open")
    elif stage is Stage.WITHDRAWN:
        kind = "error"
    return Shown(found, stage, kind, words)


def first_sentence(text: str) -> str:
    """The first sentence of a text, without its full stop; a dot in an abbreviation or a number ends none."""
    first_line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return SENTENCE_ENDS.split(first_line, maxsplit=1)[0].removesuffix(".")


def _closed(found: list[Shown]) -> Table | None:
    columns = (
        Column(_("Ronde"), "head"),
        Column(_("Stand")),
        Column(_("Besluit uiterlijk")),
        Column(_("Beschikbaar"), "num"),
    )
    rows = [
        (
            Cell(each.round.title, reverse("round", args=[each.round.slug]), language="nl"),
            Cell(each.words),
            Cell(_deciding_day(each.round)),
            Cell("–" if each.round.ceiling_cents is None else euro(each.round.ceiling_cents)),
        )
        for each in found
    ]
    return Table(_("Gesloten rondes"), columns, rows) if rows else None


def _deciding_day(found: GrantRound) -> str:
    day = deciding_day_of(found)
    return "–" if day is None else date_in_words(day)
