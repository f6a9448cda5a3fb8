"""What someone sees and changes of themselves."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.forms.people import NameForm
from grants.login.second_factor import has_second_factor, needs_second_factor
from grants.selectors.organisations import invitations_for, organisations_of
from grants.selectors.people import addresses_of
from grants.selectors.roles import roles_of
from grants.services.errors import Refused
from grants.services.people import change_name
from grants.views.signed_in import posted, signed_in


@login_required
def me(request: HttpRequest) -> HttpResponse:
    """Mijn gegevens."""
    person = signed_in(request)
    form, refused = NameForm(posted(request), initial={"name": person.name}), ""
    if form.is_valid():
        try:
            change_name(by=person, person=person, name=form.cleaned_data["name"])
        except Refused as answer:
            refused = answer.sentence
        else:
            messages.success(request, _("Uw naam is bewaard."))
            return redirect("me")
    context = {
        "form": form,
        "refused": refused,
        "addresses": addresses_of(person),
        "has_second_factor": has_second_factor(person),
        "needs_second_factor": needs_second_factor(person),
        "roles": roles_of(person),
        "organisations": organisations_of(person),
        "invitations": invitations_for(person),
    }
    status = 409 if refused else 422 if form.is_bound else 200
    return render(request, "people/me.html", context, status=status)
