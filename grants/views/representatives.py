"""Who acts for an organisation: asked, answered and ended."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from grants.forms.organisations import InvitationForm
from grants.models import Invitation, Organisation
from grants.permissions import may, require
from grants.selectors.organisations import open_invitations_of, representatives_of
from grants.services.errors import Refused
from grants.services.representatives import (
    accept_invitation,
    decline_invitation,
    end_representative,
    invite_representative,
    withdraw_invitation,
)
from grants.views.signed_in import signed_in


@login_required
def organisation(request: HttpRequest, pk: int) -> HttpResponse:
    """One organisation, and who acts for it."""
    shown = get_object_or_404(Organisation, pk=pk)
    require(request.user, "see_organisation", shown)
    return _page(request, shown, InvitationForm())


@login_required
@require_POST
def representative_invite(request: HttpRequest, pk: int) -> HttpResponse:
    shown = _managed(request, pk)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _page(request, shown, form, status=422)
    try:
        invite_representative(by=signed_in(request), organisation=shown, email=form.cleaned_data["email"])
    except Refused as refused:
        return _page(request, shown, form, refused=refused.sentence, status=409)
    messages.success(request, _("Er gaat een mail naar %(email)s.") % {"email": form.cleaned_data["email"]})
    return redirect("organisation", pk)


@login_required
@require_POST
def representative_end(request: HttpRequest, pk: int, representative: int) -> HttpResponse:
    shown = _managed(request, pk)
    ending = get_object_or_404(shown.representatives, pk=representative)
    try:
        end_representative(by=signed_in(request), representative=ending)
    except Refused as refused:
        return _page(request, shown, InvitationForm(), refused=refused.sentence, status=409)
    messages.success(request, _("%(name)s treedt niet meer op voor de organisatie.") % {"name": ending.user})
    if may(request.user, "see_organisation", shown):
        return redirect("organisation", pk)
    return redirect("organisations")


@login_required
@require_POST
def invitation_withdraw(request: HttpRequest, pk: int, invitation: int) -> HttpResponse:
    shown = _managed(request, pk)
    withdrawn = get_object_or_404(shown.invitations, pk=invitation)
    try:
        withdraw_invitation(by=signed_in(request), invitation=withdrawn)
    except Refused as refused:
        return _page(request, shown, InvitationForm(), refused=refused.sentence, status=409)
    messages.success(request, _("De uitnodiging is ingetrokken."))
    return redirect("organisation", pk)


@login_required
def invitation(request: HttpRequest, pk: int) -> HttpResponse:
    """For who is asked: act for this organisation, or not."""
    asked = get_object_or_404(Invitation.objects.select_related("organisation", "invited_by"), pk=pk)
    require(request.user, "answer_invitation", asked)
    if request.method != "POST":
        return render(request, "organisations/invitation.html", {"invitation": asked})
    try:
        messages.success(request, _answer(request, asked))
    except Refused as refused:
        context = {"invitation": asked, "refused": refused.sentence}
        return render(request, "organisations/invitation.html", context, status=409)
    return redirect("organisations")


def _managed(request: HttpRequest, pk: int) -> Organisation:
    """The organisation, for who may say who acts for it."""
    shown = get_object_or_404(Organisation, pk=pk)
    require(request.user, "manage_representatives", shown)
    return shown


def _answer(request: HttpRequest, asked: Invitation) -> str:
    if request.POST.get("answer") == "yes":
        accept_invitation(by=signed_in(request), invitation=asked)
        return _("U treedt nu op voor %(name)s.") % {"name": asked.organisation}
    decline_invitation(by=signed_in(request), invitation=asked)
    return _("U hebt de uitnodiging van %(name)s afgewezen.") % {"name": asked.organisation}


def _page(
    request: HttpRequest, shown: Organisation, form: InvitationForm, *, refused: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "organisation": shown,
        "representatives": representatives_of(shown),
        "invitations": open_invitations_of(shown),
        "may_change": may(request.user, "change_organisation", shown),
        "form": form,
        "refused": refused,
    }
    return render(request, "organisations/organisation.html", context, status=status)
