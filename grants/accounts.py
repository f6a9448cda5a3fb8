"""How people log in: allauth, with Dutch sentences, and two steps for everyone who is more than an applicant."""

from collections.abc import Callable

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import resolve, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from grants.models import User
from grants.permissions import may

SECOND_FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
PROVEN = "second_factor_proven"
# What someone needs to log out, to prove who they are, or to set the second step up.
OPEN_ROUTES = ("account_", "mfa_", "set_language")
LAST_FACTOR = _(
    "Dit is uw enige tweede stap. U hebt een rol bij de gemeente en moet daarom in twee stappen inloggen. "
    "Voeg eerst een andere toe; daarna kunt u deze weghalen."
)


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
        "incorrect_code": _("Deze code klopt niet. Neem de code die uw app nu toont."),
        "incorrect_password": _("Dit wachtwoord klopt niet."),
        "too_many_login_attempts": _(
            "U hebt te vaak geprobeerd in te loggen. Wacht vijf minuten, of vraag een nieuw wachtwoord aan."
        ),
        "rate_limited": _(
            "Dit ging te vaak achter elkaar. Wacht een paar minuten en probeer het dan opnieuw."
        ),
        "unverified_primary_email": _("Bevestig eerst uw e-mailadres: open de link in de mail die u kreeg."),
    }


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc] # allauth has no types
    """The second step. Who needs it cannot take the last one away."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_delete_authenticator": LAST_FACTOR,
        "incorrect_code": _("Deze code klopt niet. Neem de code die uw app nu toont."),
        "unverified_email": _("Bevestig eerst uw e-mailadres: open de link in de mail die u kreeg."),
    }

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """Not the last one of somebody who must log in in two steps."""
        others = Authenticator.objects.filter(user=authenticator.user, type__in=SECOND_FACTORS)
        return others.exclude(pk=authenticator.pk).exists() or not needs_second_factor(authenticator.user)


class SocialAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc] # allauth has no types
    """Accounts that another service vouches for: with the name that it gives."""

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, str]) -> User:
        """The account as the service describes it."""
        user: User = super().populate_user(request, sociallogin, data)
        parts = (data.get("first_name"), data.get("last_name"))
        user.name = data.get("name") or " ".join(part for part in parts if part) or user.email
        return user


def needs_second_factor(person: User) -> bool:
    """Everyone but applicants: who holds a role in a round, or is an administrator."""
    return may(person, "act_for_municipality")


def has_second_factor(person: User) -> bool:
    """Whether a second step is set up. Recovery codes alone are none."""
    return bool(Authenticator.objects.filter(user=person, type__in=SECOND_FACTORS).exists())


def enter_demo(request: HttpRequest, person: User) -> None:
    """Become this person. Only in the demo, which knows no passwords and no second step."""
    if not settings.DEMO:
        raise PermissionError("enter_demo")
    login(request, person, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session[PROVEN] = True


class SecondFactorMiddleware:
    """Whoever needs two steps sets the second up, or proves it, before anything else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Let through who is through, and send the others to the step they are at."""
        if not isinstance(request.user, User) or _is_proven(request, request.user):
            return self.get_response(request)
        if not needs_second_factor(request.user):
            return self.get_response(request)
        if not resolves_to(request, *OPEN_ROUTES):
            return _send_to_second_factor(request, request.user)
        return self._watch_setting_up(request, request.user)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponseBase | None:
        """Keep the last passkey, as `MfaAdapter` keeps the last app: allauth asks it only about the app."""
        if request.method != "POST" or not resolves_to(request, "mfa_remove_webauthn"):
            return None
        key = resolve(request.path_info).kwargs["pk"]
        passkey = Authenticator.objects.filter(pk=key, user=request.user.pk).first()
        if passkey is None or MfaAdapter().can_delete_authenticator(passkey):
            return None
        messages.error(request, str(LAST_FACTOR))
        return redirect("mfa_list_webauthn")

    def _watch_setting_up(self, request: HttpRequest, person: User) -> HttpResponseBase:
        had = has_second_factor(person)
        response = self.get_response(request)
        if not had and has_second_factor(person):
            request.session[PROVEN] = True
        return response


def resolves_to(request: HttpRequest, *routes: str) -> bool:
    """Whether the address is one of these routes, by the beginning of its name."""
    try:
        return (resolve(request.path_info).url_name or "").startswith(routes)
    except Http404:
        return False


def _is_proven(request: HttpRequest, person: User) -> bool:
    records = get_authentication_records(request, person)
    return bool(request.session.get(PROVEN)) or any(record["method"] == "mfa" for record in records)


def _send_to_second_factor(request: HttpRequest, person: User) -> HttpResponseBase:
    kinds = set(Authenticator.objects.filter(user=person).values_list("type", flat=True))
    if not kinds & set(SECOND_FACTORS):
        messages.warning(
            request,
            gettext(
                "U hebt een rol bij de gemeente. Daarom logt u in twee stappen in: met uw wachtwoord en met een app of "
                "een passkey. Stel de tweede stap eerst in."
            ),
        )
        return redirect("mfa_index")
    messages.warning(request, gettext("U hebt een rol bij de gemeente. Bewijs daarom eerst uw tweede stap."))
    has_app = Authenticator.Type.TOTP in kinds
    route = reverse("mfa_reauthenticate" if has_app else "mfa_reauthenticate_webauthn")
    return redirect(f"{route}?{urlencode({'next': request.get_full_path()})}")
