"""Who sent a request, in views behind login_required, and what they filled in."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, QueryDict

from grants.models import User


def signed_in(request: HttpRequest) -> User:
    """The person who is logged in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def posted(request: HttpRequest) -> QueryDict | None:
    """What was filled in, also where that is nothing; None for a form that is only asked for."""
    return request.POST if request.method == "POST" else None
