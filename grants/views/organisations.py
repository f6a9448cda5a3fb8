"""Organisations: for who acts for them, and for administrators who help."""

from typing import TypedDict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from grants.forms.organisations import OrganisationForm, RegistrationForm
from grants.forms.people import SearchForm
from grants.models import Organisation
from grants.permissions import may, require
from grants.selectors.organisations import invitations_for, organisations_named, organisations_of
from grants.services.errors import Conflict, Refused
from grants.services.once import once
from grants.services.organisations import change_organisation, register_organisation
from grants.views.conflict import conflict_page
from grants.views.parts import Cell, Column, Table
from grants.views.signed_in import posted, signed_in

PER_PAGE = 50


class Typed(TypedDict):
    """What the form is about."""

    name: str
    kvk_number: str


@login_required
def organisations(request: HttpRequest) -> HttpResponse:
    """Those that someone acts for, and who asks for them; for administrators all of them as well."""
    person = signed_in(request)
    context: dict[str, object] = {
        "own": _table(list(organisations_of(person))),
        "invitations": invitations_for(person),
    }
    if may(person, "manage_people"):
        context |= _all(request)
    return render(request, "organisations/list.html", context)


@login_required
def organisation_register(request: HttpRequest) -> HttpResponse:
    form = RegistrationForm(posted(request), instance=Organisation())
    if not form.is_valid():
        return _form(request, form, status=422 if form.is_bound else 200)
    try:
        made = once(
            Organisation,
            lambda: register_organisation(by=signed_in(request), **_typed(form)),
            by=signed_in(request),
            token=form.cleaned_data["token"],
        )
    except Refused as refused:
        return _form(request, form, refused=refused.sentence, status=409)
    messages.success(request, _("%(name)s is geregistreerd. U treedt ervoor op.") % {"name": made})
    return redirect("organisation", made.pk)


@login_required
def organisation_change(request: HttpRequest, pk: int) -> HttpResponse:
    organisation = get_object_or_404(Organisation, pk=pk)
    require(request.user, "change_organisation", organisation)
    form = OrganisationForm(posted(request), instance=organisation)
    if not form.is_valid():
        return _form(request, form, status=422 if form.is_bound else 200)
    try:
        change_organisation(
            by=signed_in(request),
            organisation=organisation,
            version=form.cleaned_data["version"],
            **_typed(form),
        )
    except Conflict:
        return conflict_page(request, form)
    except Refused as refused:
        return _form(request, form, refused=refused.sentence, status=409)
    messages.success(request, _("De gegevens zijn bewaard."))
    return redirect("organisation", pk)


def _typed(form: OrganisationForm) -> Typed:
    return {"name": form.cleaned_data["name"], "kvk_number": form.cleaned_data["kvk_number"]}


def _form(request: HttpRequest, form: OrganisationForm, *, refused: str = "", status: int) -> HttpResponse:
    is_new = form.instance.pk is None
    context = {"form": form, "is_new": is_new, "pk": form.instance.pk, "refused": refused}
    return render(request, "organisations/form.html", context, status=status)


def _all(request: HttpRequest) -> dict[str, object]:
    form = SearchForm(request.GET)
    words = form.cleaned_data["words"] if form.is_valid() else ""
    page = Paginator(organisations_named(words), PER_PAGE).get_page(request.GET.get("page"))
    return {"words": words, "page": page, "all": _table(list(page))}


def _table(found: list[Organisation]) -> Table | None:
    columns = (Column(_("Naam"), "head"), Column(_("KvK-nummer")))
    rows = [
        (
            Cell(one.name, reverse("organisation", args=[one.pk])),
            Cell(one.kvk_number or _("geen: initiatief")),
        )
        for one in found
    ]
    return Table(_("Organisaties"), columns, rows) if rows else None
