"""The form with which an applicant makes an account."""

from allauth.account.forms import SignupForm as AllauthSignupForm
from django.db import transaction
from django.http import HttpRequest

from grants.models import User


class SignupForm(AllauthSignupForm):  # type: ignore[misc] # allauth has no types
    """As allauth has it, but an account comes with its name and its address or not at all."""

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        """The whole account, or nothing."""
        user: User = super().save(request)
        return user
