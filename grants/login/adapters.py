"""How people log in: allauth, with Dutch sentences."""

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.app_settings import REAUTHENTICATION_TIMEOUT
from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.contrib import messages
from django.core.exceptions import ImproperlyConfigured, PermissionDenied, ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from grants import clock
from grants.login.lines import service_connected
from grants.login.second_factor import LAST_FACTOR, must_keep
from grants.login.secrets import decrypt, encrypt
from grants.login.whole import after_commit
from grants.models import User
from grants.names import tidy

log = structlog.get_logger(__name__)

NAME = User._meta.get_field("name")  # noqa: SLF001 - Django's own name
EMAIL = User._meta.get_field("email")  # noqa: SLF001 - idem


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc] # allauth has no types
    """Accounts of one's own: for applicants. Everyone else is invited."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("Dit account is gesloten. Vraag de gemeente waarom."),
        "email_password_mismatch": _(
            "Dit e-mailadres en dit wachtwoord horen niet bij elkaar. Kijk of u zich vergist, "
            "of vraag een nieuw wachtwoord aan."
        ),
        "email_taken": _("Er is al een account met dit e-mailadres. Log daarmee in."),
        "incorrect_password": _("Dit wachtwoord klopt niet."),
        "too_many_login_attempts": _(
            "U hebt te vaak geprobeerd in te loggen. Wacht vijf minuten, of vraag een nieuw wachtwoord aan."
        ),
        "rate_limited": _(
            "Dit ging te vaak achter elkaar. Wacht een paar minuten en probeer het dan opnieuw."
        ),
        "unverified_primary_email": _("Bevestig eerst uw e-mailadres: open de link in de mail die u kreeg."),
    }

    def clean_email(self, email: str) -> str:
        """An address that can be kept."""
        if not is_short(email):
            raise ValidationError(_("Dit e-mailadres is te lang. Geef een adres van ten hoogste 254 tekens."))
        return email

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Send it in the request, as what it holds may stand nowhere, but not while others wait for its transaction."""
        after_commit(lambda: self._send(template_prefix, email, context))

    def _send(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Send it. Without mail server the page says so."""
        try:
            super().send_mail(template_prefix, email, context)
        except OSError as error:
            log.warning("mail not sent", template=template_prefix, error=type(error).__name__)
            messages.error(
                self.request, gettext("De mail is niet verstuurd. Probeer het over een paar minuten opnieuw.")
            )

    def get_client_ip(self, request: HttpRequest) -> str:
        """Where the request is from: as the proxies say, or directly where what they say is no address."""
        try:
            return str(super().get_client_ip(request))
        except (ImproperlyConfigured, PermissionDenied):
            log.warning("X-Forwarded-For is not what TRUSTED_PROXIES promises")
            return str(request.META["REMOTE_ADDR"])

    def is_reauthentication_required(self, *, app: str, **options: object) -> bool:
        """Who logged in minutes ago need not do so again to set the second step up."""
        now = clock.now().timestamp()
        records = get_authentication_records(self.request, self.request.user)
        if any(now - record["at"] < REAUTHENTICATION_TIMEOUT for record in records):
            return False
        return bool(super().is_reauthentication_required(app=app, **options))


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc] # allauth has no types
    """The second step. Who needs it cannot take the last one away."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_delete_authenticator": LAST_FACTOR,
        "incorrect_code": _("Deze code klopt niet. Neem de code die uw app nu toont."),
    }

    def encrypt(self, text: str) -> str:
        """What the database keeps of a secret."""
        return encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        """The secret itself."""
        return decrypt(encrypted_text)

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """Not the last one of somebody who must log in in two steps."""
        return not must_keep(authenticator)


class SocialAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc] # allauth has no types
    """Accounts that another service vouches for: with the name that it gives."""

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Whether an address is verified follows from our trust in the service, never from its own word."""
        provider = sociallogin.account.get_provider(request)
        sociallogin.email_addresses = [one for one in sociallogin.email_addresses if is_short(one.email)]
        if not is_short(sociallogin.user.email):
            sociallogin.user.email = ""
        for address in sociallogin.email_addresses:
            address.verified = self.is_email_verified(provider, address.email)

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, str]) -> User:
        """The account as the service describes it."""
        user: User = super().populate_user(request, sociallogin, data)
        parts = (data.get("first_name"), data.get("last_name"))
        name = data.get("name") or " ".join(part for part in parts if part) or user.email
        user.name = tidy(name)[: NAME.max_length]
        return user

    @transaction.atomic
    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: object = None) -> User:
        """The whole account with its line in the log, or nothing. Of a newcomer allauth tells no connection."""
        user: User = super().save_user(request, sociallogin, form)
        service_connected(sociallogin)
        return user


def is_short(email: str) -> bool:
    """Whether this address fits in its column."""
    return len(email) <= (EMAIL.max_length or 0)
