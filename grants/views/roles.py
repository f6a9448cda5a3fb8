"""Who does what in a round."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from grants.enums import Role
from grants.forms.roles import RoleForm
from grants.models import GrantRound, RoundRole
from grants.moments import day
from grants.permissions import may, require
from grants.selectors.assessing.progress import open_assignments
from grants.selectors.people import person_with
from grants.selectors.roles import roles_in
from grants.services.errors import Refused
from grants.services.roles import end_role, give_role
from grants.views.parts import Cell, Column, Table
from grants.views.signed_in import signed_in


@login_required
def roles(request: HttpRequest, slug: str) -> HttpResponse:
    """Who does what in this round; an administrator gives roles here."""
    grant_round = get_object_or_404(GrantRound, slug=slug)
    require(request.user, "see_roles", grant_round)
    if request.method != "POST":
        return _page(request, grant_round, RoleForm())
    require(request.user, "manage_roles")
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _page(request, grant_round, form, status=422)
    try:
        given = _give(request, grant_round, form)
    except Refused as refused:
        return _page(request, grant_round, form, refused=refused.sentence, status=409)
    sentence = _("%(name)s is nu %(role)s in deze ronde.")
    messages.success(request, sentence % {"name": given.user, "role": given.get_role_display()})
    return redirect("roles", slug)


@login_required
@require_POST
def role_end(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """End a role; of an assessor with something undone only after telling what becomes of that."""
    require(request.user, "manage_roles")
    role = get_object_or_404(RoundRole.objects.select_related("round", "user"), pk=pk, round__slug=slug)
    left = open_assignments(role.round, role.user) if role.role == Role.ASSESSOR else []
    if left and "confirmed" not in request.POST:
        return render(request, "rounds/role_end.html", {"role": role, "round": role.round, "left": len(left)})
    try:
        end_role(by=signed_in(request), role=role)
    except Refused as refused:
        return _page(request, role.round, RoleForm(), refused=refused.sentence, status=409)
    sentence = _("%(name)s is geen %(role)s meer in deze ronde.")
    messages.success(request, sentence % {"name": role.user, "role": role.get_role_display()})
    return redirect("roles", slug)


def _give(request: HttpRequest, grant_round: GrantRound, form: RoleForm) -> RoundRole:
    person = person_with(form.cleaned_data["email"])
    if person is None:
        raise Refused(
            _("Er is geen account met dit e-mailadres. Nodig de persoon eerst uit op de pagina Personen.")
        )
    return give_role(
        by=signed_in(request), grant_round=grant_round, person=person, role=form.cleaned_data["role"]
    )


def _page(
    request: HttpRequest, grant_round: GrantRound, form: RoleForm, *, refused: str = "", status: int = 200
) -> HttpResponse:
    found, may_manage = list(roles_in(grant_round)), may(request.user, "manage_roles")
    context = {
        "round": grant_round,
        "table": _table([role for role in found if role.until is None], may_end=may_manage),
        "ended": [role for role in found if role.until is not None],
        "may_manage": may_manage,
        "form": form,
        "refused": refused,
    }
    return render(request, "rounds/roles.html", context, status=status)


def _table(held: list[RoundRole], *, may_end: bool) -> Table | None:
    columns = [Column(_("Naam"), "head"), Column(_("Rol")), Column(_("Sinds"))]
    rows = [_row(role) for role in held]
    if may_end:
        columns.append(Column(_("Beëindigen")))
        rows = [[*row, _button(role)] for row, role in zip(rows, held, strict=True)]
    return Table(_("Rollen die mensen nu hebben"), columns, rows) if held else None


def _row(role: RoundRole) -> list[Cell]:
    given = _("gegeven door %(by)s") % {"by": role.given_by}
    return [Cell(str(role.user)), Cell(role.get_role_display()), Cell(day(role.since), sub=given)]


def _button(role: RoundRole) -> Cell:
    about = _("%(role)s %(name)s") % {"role": role.get_role_display(), "name": role.user}
    return Cell(_("Beëindig"), act=reverse("role_end", args=[role.round.slug, role.pk]), of=about)
