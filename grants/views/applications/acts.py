"""What an official does with one application: each act is a form with its reason, sent once, on what was shown."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.enums import Standing
from grants.forms.applications.acts import (
    GrantableForm,
    InadmissibleForm,
    LateForm,
    ReasonForm,
    SeenForm,
    TermForm,
    ViewForm,
)
from grants.models import Application, ApplicationEvent, Proposal
from grants.moments import date_in_words
from grants.selectors.applications.terms import term_of
from grants.services.applications.admissibility import (
    find_inadmissible,
    postpone_term,
    refuse_late,
    set_grantable,
)
from grants.services.applications.completeness import leave_unhandled
from grants.services.applications.late import propose_late_admission
from grants.services.applications.views_asked import ask_view
from grants.services.errors import Refused
from grants.services.once import once
from grants.templatetags.rangorde import euro
from grants.views.in_round import handled_application
from grants.views.signed_in import posted, signed_in

Made = TypeVar("Made", ApplicationEvent, Proposal)


@dataclass(frozen=True)
class Words:
    """What a page of an act says: its title, what comes of it, its button, and the sentence when it is done."""

    title: str
    intro: str
    button: str
    done: str


@login_required
def application_not_handled(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, by = handled_application(request, slug, pk), signed_in(request)
    form = ReasonForm(posted(request), application=found)
    words = Words(
        _("Buiten behandeling laten"),
        _(
            "De aanvraag is niet of niet genoeg aangevuld. Zij doet dan niet meer mee (Awb 4:5). Dit kan niet worden teruggedraaid."
        ),
        _("Laat buiten behandeling"),
        _("De aanvraag is buiten behandeling gelaten."),
    )
    return act(
        request,
        form,
        words,
        lambda: leave_unhandled(
            by=by,
            application=found,
            seen=form.cleaned_data["version"],
            reason=form.cleaned_data["reason"],
        ),
        ApplicationEvent,
    )


@login_required
def application_inadmissible(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, by = handled_application(request, slug, pk), signed_in(request)
    form = InadmissibleForm(posted(request), application=found)
    words = Words(
        _("Niet ontvankelijk verklaren"),
        _("De aanvraag doet dan niet meer mee in deze ronde. Dit kan niet worden teruggedraaid."),
        _("Verklaar niet ontvankelijk"),
        _("De aanvraag is niet ontvankelijk verklaard."),
    )
    return act(
        request,
        form,
        words,
        lambda: find_inadmissible(
            by=by,
            application=found,
            seen=form.cleaned_data["version"],
            ground=form.ground_in_words(),
            reason=form.cleaned_data["reason"],
        ),
        ApplicationEvent,
    )


@login_required
def application_grantable(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, by = handled_application(request, slug, pk), signed_in(request)
    form = GrantableForm(posted(request), application=found)
    words = Words(
        _("Subsidiabel bedrag corrigeren"),
        _(
            "Gevraagd is %(euros)s. Vul in welk deel daarvan in aanmerking komt. Het gevraagde bedrag zelf verandert niet."
        )
        % {"euros": euro(found.requested_cents or 0)},
        _("Bewaar het bedrag"),
        _("Het subsidiabele bedrag is bewaard."),
    )
    return act(
        request,
        form,
        words,
        lambda: set_grantable(
            by=by,
            application=found,
            seen=form.cleaned_data["version"],
            cents=form.cleaned_data["cents"],
            reason=form.cleaned_data["reason"],
        ),
        ApplicationEvent,
    )


@login_required
def application_term(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, by = handled_application(request, slug, pk), signed_in(request)
    term = term_of(found)
    form = TermForm(posted(request), application=found, last=term.last if term else None)
    now = date_in_words(term.last) if term else _("voorbij")
    words = Words(
        _("Beslistermijn verlengen"),
        _(
            "De laatste dag is nu: %(day)s. De aanvrager krijgt een mail met de nieuwe dag en de reden (Awb 4:14)."
        )
        % {"day": now},
        _("Verleng en verstuur"),
        _("De termijn is verlengd. De aanvrager krijgt een mail."),
    )
    return act(
        request,
        form,
        words,
        lambda: postpone_term(
            by=by,
            application=found,
            seen=form.cleaned_data["version"],
            until=form.cleaned_data["until"],
            reason=form.cleaned_data["reason"],
        ),
        ApplicationEvent,
    )


@login_required
def application_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, by = handled_application(request, slug, pk), signed_in(request)
    form = ViewForm(posted(request), application=found)
    words = Words(
        _("Zienswijze vragen"),
        _(
            "Rust een afwijzing op gegevens die anders zijn dan wat de aanvrager opgaf, laat die dan eerst reageren (Awb 4:7)."
        ),
        _("Verstuur de vraag"),
        _("De vraag is verstuurd. Het antwoord komt bij de aanvraag te staan."),
    )
    return act(
        request,
        form,
        words,
        lambda: ask_view(
            by=by,
            application=found,
            seen=form.cleaned_data["version"],
            text=form.cleaned_data["text"],
            days=form.cleaned_data["days"],
        ),
        ApplicationEvent,
    )


@login_required
def application_late(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Refused by one, or let in by two."""
    found, by = handled_application(request, slug, pk), signed_in(request)
    form = LateForm(posted(request), application=found)
    if form.is_valid() and form.cleaned_data["answer"] == LateForm.ADMIT:
        done = _("Uw voorstel is bewaard. Een beslisser keurt het goed of wijst het af.")
        return act(
            request,
            form,
            _about_late(done),
            lambda: propose_late_admission(
                by=by,
                application=found,
                seen=form.cleaned_data["version"],
                reason=form.cleaned_data["reason"],
            ),
            Proposal,
        )
    return act(
        request,
        form,
        _about_late(_("De aanvraag wordt niet behandeld.")),
        lambda: refuse_late(
            by=by,
            application=found,
            seen=form.cleaned_data["version"],
            reason=form.cleaned_data["reason"],
        ),
        ApplicationEvent,
    )


def _about_late(done: str) -> Words:
    return Words(
        _("Te late aanvraag beantwoorden"),
        _(
            "Een aanvraag die na sluiting komt, wordt niet behandeld. Alleen bij een goede reden, zoals een storing, kunt u voorstellen om die toch toe te laten."
        ),
        _("Bewaar"),
        done,
    )


def act(
    request: HttpRequest,
    form: SeenForm,
    words: Words,
    do: Callable[[], Made],
    made: type[Made],
) -> HttpResponse:
    """Show the form, or do what it asks, once; what was typed stays when it cannot be done."""
    found = form.application
    if not form.is_valid():
        return _page(request, form, words, status=422 if form.is_bound else 200)
    try:
        once(made, do, by=signed_in(request), token=form.cleaned_data["token"])
    except Refused as refused:
        return _page(request, form, words, refused=refused.sentence, status=409)
    messages.success(request, words.done)
    return redirect("application", found.round.slug, found.pk)


def _page(
    request: HttpRequest, form: SeenForm, words: Words, *, refused: str = "", status: int
) -> HttpResponse:
    found = Application.objects.select_related("organisation").get(pk=form.application.pk)
    context = {
        "round": form.application.round,
        "application": found,
        "standing": Standing(found.standing).label,
        "form": form.on_version(found.version) if refused else form,
        "words": words,
        "refused": refused,
    }
    return render(request, "rounds/work/act.html", context, status=status)
