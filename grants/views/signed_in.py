"""Who sent a request, in views behind login_required."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from grants.models import User


def signed_in(request: HttpRequest) -> User:
    """The person who is logged in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
