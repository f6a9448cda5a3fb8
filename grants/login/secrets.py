"""Secrets of second steps, which the database and its backups hold in a form that takes SECRET_KEY to read."""

from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken
from django.core.exceptions import ValidationError
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _


def encrypt(text: str) -> str:
    """What the database keeps of this secret."""
    return _fernet().encrypt(text.encode()).decode()


def decrypt(kept: str) -> str:
    """The secret itself. Kept under another SECRET_KEY it is gone: the form says so, and nobody gets in."""
    try:
        return _fernet().decrypt(kept).decode()
    except InvalidToken:
        raise ValidationError(
            _("Deze tweede stap werkt hier niet meer. Vraag de beheerder om hulp."), code="unreadable"
        ) from None


def _fernet() -> Fernet:
    return Fernet(urlsafe_b64encode(salted_hmac("grants.login.secrets", "", algorithm="sha256").digest()))
