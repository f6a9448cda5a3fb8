"""Two steps for everyone who is more than an applicant."""

from collections.abc import Callable

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.dispatch import receiver
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import resolve, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from grants.login.whole import in_one_transaction
from grants.models import User
from grants.permissions import may

SECOND_FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
PROVEN = "second_factor_proven"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# What someone needs to set the second step up, and to prove one that is there.
TO_SET_UP = ("account_", "mfa_", "set_language")
TO_PROVE = ("account_logout", "mfa_reauthenticate", "set_language")
# What changes how someone logs in: one at a time for each person.
TO_CHANGE = (
    "account_change_password",
    "account_confirm_email",
    "account_email",
    "account_reset_password_from_key",
    "account_set_password",
    "mfa_activate_totp",
    "mfa_add_webauthn",
    "mfa_deactivate_totp",
    "mfa_generate_recovery_codes",
    "mfa_remove_webauthn",
)
LAST_FACTOR = _(
    "Dit is uw enige tweede stap. U hebt een rol bij de gemeente en moet daarom in twee stappen inloggen. "
    "Voeg eerst een andere toe; daarna kunt u deze weghalen."
)


def needs_second_factor(person: User) -> bool:
    """Everyone but applicants: who holds a role in a round, or is an administrator."""
    return may(person, "act_for_municipality")


def has_second_factor(person: User) -> bool:
    """Whether a second step is set up. Recovery codes alone are none."""
    return bool(Authenticator.objects.filter(user=person, type__in=SECOND_FACTORS).exists())


def is_only_one(authenticator: Authenticator) -> bool:
    """Whether this person has no second step but this one."""
    factors = Authenticator.objects.filter(user=authenticator.user, type__in=SECOND_FACTORS)
    return not factors.exclude(pk=authenticator.pk).exists()


def must_keep(authenticator: Authenticator) -> bool:
    """Whether this is the last second step of somebody who must have one."""
    return needs_second_factor(authenticator.user) and is_only_one(authenticator)


@receiver(authenticator_added)
def prove_first(request: HttpRequest, authenticator: Authenticator, **_more: object) -> None:
    """Who sets the first second step up has just shown it: this session, and no other."""
    if authenticator.type in SECOND_FACTORS and is_only_one(authenticator):
        request.session[PROVEN] = True


def enter_demo(request: HttpRequest, person: User) -> None:
    """Become this person. Only in the demo, which knows no passwords and no second step."""
    if not settings.DEMO:
        raise PermissionError("enter_demo")
    login(request, person, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session[PROVEN] = True
    UserSession.objects.create_from_request(request)  # what allauth's own log-in does: it stands in the list


class SecondFactorMiddleware:
    """Whoever needs two steps sets the second up, or proves it, before anything else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Let how someone logs in change one thing at a time, and look at it after the whole request has come in."""
        if request.method in SAFE_METHODS or not resolves_to(request, *TO_CHANGE):
            return self._answer(request)
        len(request.body)
        return in_one_transaction(lambda: self._answer_alone(request))

    def _answer_alone(self, request: HttpRequest) -> HttpResponseBase:
        if isinstance(request.user, User):
            User.objects.select_for_update().get(pk=request.user.pk)
        return self._answer(request)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponseBase | None:
        """Keep the last passkey, as the adapter keeps the last app: allauth asks it only about the app."""
        if request.method in SAFE_METHODS or not resolves_to(request, "mfa_remove_webauthn"):
            return None
        key = resolve(request.path_info).kwargs["pk"]
        passkey = Authenticator.objects.filter(pk=key, user=request.user.pk).first()
        if passkey is None or not must_keep(passkey):
            return None
        messages.error(request, str(LAST_FACTOR))
        return redirect("mfa_list_webauthn")

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        """Let through who is through, and send the others to the step they are at."""
        if not isinstance(request.user, User) or _is_proven(request, request.user):
            return self.get_response(request)
        if not needs_second_factor(request.user):
            return self.get_response(request)
        open_routes = TO_PROVE if has_second_factor(request.user) else TO_SET_UP
        if not resolves_to(request, *open_routes):
            return _send_to_second_factor(request, request.user)
        return self.get_response(request)


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
    messages.warning(
        request, gettext("U hebt een rol bij de gemeente. Log daarom ook in met uw tweede stap.")
    )
    has_app = Authenticator.Type.TOTP in kinds
    route = reverse("mfa_reauthenticate" if has_app else "mfa_reauthenticate_webauthn")
    return redirect(f"{route}?{urlencode({'next': request.get_full_path()})}")
