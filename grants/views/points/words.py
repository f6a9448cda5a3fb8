"""What an official writes beside the points of an application: a note of the meeting, and why fewer will do."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.enums import RemarkKind
from grants.forms.points.signing import fewer_form, note_form
from grants.forms.words import WordsForm
from grants.models import Application, Proposal, Remark
from grants.selectors.assessing.state import assessing_of
from grants.services.assessing.remarks import say
from grants.services.assessing.ruling_proposals import propose_fewer
from grants.services.errors import Refused
from grants.services.once import once
from grants.views.in_round import handled_application
from grants.views.signed_in import posted, signed_in


@dataclass(frozen=True)
class Words:
    """What the page says: its title, what comes of it, its button, and the sentence when it is done."""

    title: str
    intro: str
    button: str
    done: str


@login_required
def points_note(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Write down what was said in the meeting of the assessors."""
    application, by = handled_application(request, slug, pk), signed_in(request)
    form = note_form(posted(request))
    words = Words(
        _("Verslag van het overleg"),
        _("De beoordelaars van deze aanvraag lezen dit ook. Een verslag kunt u later niet veranderen."),
        _("Bewaar het verslag"),
        _("Het verslag is bewaard."),
    )

    def keep() -> None:
        if not _is_open(application):
            raise Refused(
                _("Nog niet alle beoordelingen van deze lijst zijn binnen. Schrijf het verslag daarna.")
            )
        once(
            Remark,
            lambda: say(
                by=by, application=application, kind=RemarkKind.MEETING, words=form.cleaned_data["words"]
            ),
            by=by,
            token=form.cleaned_data["token"],
        )

    return _act(request, application, form, words, keep)


@login_required
def points_fewer(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Propose to establish the points on fewer assessments than the regulation asks."""
    application, by = handled_application(request, slug, pk), signed_in(request)
    form = fewer_form(posted(request))
    words = Words(
        _("Vaststellen met minder beoordelingen"),
        _("De regeling vraagt er meer. Minder kan alleen als twee mensen dat beslissen: u en een beslisser."),
        _("Stel dit voor"),
        _("Uw voorstel is bewaard. Een beslisser kan het goedkeuren op de pagina Voorstellen."),
    )

    def keep() -> None:
        once(
            Proposal,
            lambda: propose_fewer(by=by, application=application, reason=form.cleaned_data["words"]),
            by=by,
            token=form.cleaned_data["token"],
        )

    return _act(request, application, form, words, keep)


def _is_open(application: Application) -> bool:
    state = assessing_of(application.round)
    return application.pk in state.by_id and state.is_open_to_officials(application)


def _act(
    request: HttpRequest, application: Application, form: WordsForm, words: Words, keep: Callable[[], None]
) -> HttpResponse:
    refused, status = "", 422 if form.is_bound else 200
    if form.is_valid():
        try:
            keep()
        except Refused as error:
            refused, status = error.sentence, 409
        else:
            messages.success(request, words.done)
            return redirect("application_points", application.round.slug, application.pk)
    context = {
        "round": application.round,
        "application": application,
        "form": form,
        "words": words,
        "refused": refused,
    }
    return render(request, "points/words.html", context, status=status)
