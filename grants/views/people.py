"""People, for administrators: the list, an invitation, and one person."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from grants.forms.people import CandidacyForm, PersonForm, RenameForm, SearchForm
from grants.models import User
from grants.permissions import require
from grants.selectors.organisations import organisations_of
from grants.selectors.people import addresses_of, candidacy_of, people_named
from grants.selectors.roles import roles_of
from grants.services.administrator_proposals import propose_administrator
from grants.services.administrators import end_administrator
from grants.services.errors import Refused
from grants.services.once import once
from grants.services.people import change_name, close_account, invite_again, invite_person, reopen_account
from grants.views.parts import Cell, Column, Table
from grants.views.signed_in import posted, signed_in

PER_PAGE = 50


@login_required
def people(request: HttpRequest) -> HttpResponse:
    require(request.user, "manage_people")
    form = SearchForm(request.GET)
    words = form.cleaned_data["words"] if form.is_valid() else ""
    page = Paginator(people_named(words), PER_PAGE).get_page(request.GET.get("page"))
    context = {"words": words, "page": page, "table": _people(list(page))}
    return render(request, "people/list.html", context)


@login_required
def person_invite(request: HttpRequest) -> HttpResponse:
    require(request.user, "manage_people")
    form = PersonForm(posted(request))
    if not form.is_valid():
        return render(request, "people/invite.html", {"form": form}, status=422 if form.is_bound else 200)
    try:
        invited = once(
            User,
            lambda: invite_person(
                by=signed_in(request), name=form.cleaned_data["name"], email=form.cleaned_data["email"]
            ),
            by=signed_in(request),
            token=form.cleaned_data["token"],
        )
    except Refused as refused:
        context = {"form": form, "refused": refused.sentence}
        return render(request, "people/invite.html", context, status=409)
    messages.success(request, _("%(name)s krijgt een mail om een wachtwoord te kiezen.") % {"name": invited})
    return redirect("person", invited.pk)


@login_required
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """One person, and what an administrator can do: each button says which act it is."""
    require(request.user, "manage_people")
    shown = get_object_or_404(User, pk=pk)
    if request.method != "POST":
        return _person(request, shown)
    try:
        messages.success(request, _act(request, shown))
    except Refused as refused:
        return _person(request, shown, refused=refused.sentence, status=409)
    return redirect("person", pk)


def _act(request: HttpRequest, shown: User) -> str:
    by = signed_in(request)
    match request.POST.get("act"):
        case "close":
            close_account(by=by, person=shown)
            return _("Het account is gesloten. Deze persoon kan niet meer inloggen.")
        case "reopen":
            reopen_account(by=by, person=shown)
            return _("Het account is weer open.")
        case "invite":
            invite_again(by=by, person=shown)
            return _("Er gaat een nieuwe mail naar %(email)s.") % {"email": shown.email}
        case "end_administrator":
            end_administrator(by=by, person=shown)
            return _("Deze persoon is geen beheerder meer.")
        case "rename":
            change_name(by=by, person=shown, name=_name(RenameForm(request.POST)))
            return _("De naam is bewaard.")
        case "propose":
            propose_administrator(by=by, person=shown, reason=_filled(CandidacyForm(request.POST)))
            return _(
                "Uw voorstel staat op de pagina Voorstellen. Een andere beheerder keurt het goed of wijst het af."
            )
        case _:
            raise Refused(
                _("Er is niets gedaan: dit formulier kent deze pagina niet. Kies een knop hieronder.")
            )


def _filled(form: CandidacyForm) -> str:
    if not form.is_valid():
        raise Refused(_("Schrijf waarom deze persoon beheerder moet worden. De tweede beheerder leest dat."))
    return str(form.cleaned_data["reason"])


def _name(form: RenameForm) -> str:
    if not form.is_valid():
        raise Refused(" ".join(str(message) for messages in form.errors.values() for message in messages))
    return str(form.cleaned_data["name"])


def _person(request: HttpRequest, shown: User, *, refused: str = "", status: int = 200) -> HttpResponse:
    context = {
        "person": User.objects.get(pk=shown.pk),
        "is_self": shown == request.user,
        "addresses": addresses_of(shown),
        "organisations": organisations_of(shown),
        "roles": roles_of(shown),
        "proposal": candidacy_of(shown),
        "form": CandidacyForm(request.POST if request.POST.get("act") == "propose" else None),
        "rename": RenameForm(
            request.POST if request.POST.get("act") == "rename" else None, initial={"name": shown.name}
        ),
        "refused": refused,
    }
    return render(request, "people/person.html", context, status=status)


def _people(found: list[User]) -> Table | None:
    columns = (Column(_("Naam"), "head"), Column(_("E-mailadres")), Column(_("Wat")), Column(_("Account")))
    rows = [
        (
            Cell(str(one), reverse("person", args=[one.pk])),
            Cell(one.email),
            Cell(_what(one)),
            Cell(_("open"), kind="ok") if one.is_active else Cell(_("gesloten"), kind="neutral"),
        )
        for one in found
    ]
    return Table(_("Personen"), columns, rows) if rows else None


def _what(one: User) -> str:
    if one.is_administrator:
        return _("beheerder")
    return _("heeft een rol in een ronde") if getattr(one, "has_role", False) else _("geen rol")
