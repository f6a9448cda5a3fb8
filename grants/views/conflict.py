"""When someone else saved first: everything that was typed, beside what stands there now."""

from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from grants.forms.versioned import VersionedForm
from grants.models import Versioned

Row = TypeVar("Row", bound=Versioned)


def conflict_page(request: HttpRequest, form: VersionedForm[Row]) -> HttpResponse:
    """The answer to a Conflict. Its form is sent to the same address, with the version that it shows."""
    shown = form.beside_current()
    compared = shown.compared()
    context = {
        "form": shown,
        "row": shown.instance,
        "differing": [field for field in compared if field.differs],
        "equal": [field for field in compared if not field.differs],
    }
    return render(request, "errors/conflict.html", context, status=409)
