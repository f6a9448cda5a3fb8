"""The settings of the municipality, for administrators."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.forms.municipality import MunicipalityForm
from grants.models import Municipality
from grants.permissions import require
from grants.selectors.municipality import THE_ONE, the_municipality
from grants.services.errors import Conflict
from grants.services.municipality import change_municipality
from grants.views.conflict import conflict_page
from grants.views.signed_in import signed_in


@login_required
def municipality(request: HttpRequest) -> HttpResponse:
    require(request.user, "change_municipality")
    instance = the_municipality() or Municipality(pk=THE_ONE)
    form = MunicipalityForm(request.POST if request.method == "POST" else None, instance=instance)
    if not form.is_valid():
        return render(
            request, "municipality/settings.html", {"form": form}, status=422 if form.is_bound else 200
        )
    try:
        change_municipality(by=signed_in(request), version=form.cleaned_data["version"], **form.values())
    except Conflict:
        return conflict_page(request, form)
    messages.success(request, _("De gegevens van de gemeente zijn bewaard."))
    return redirect("municipality")
