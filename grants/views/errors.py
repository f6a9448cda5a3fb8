"""Pages for what goes wrong: what happened, and what to do now."""

from collections.abc import Callable
from dataclasses import dataclass

import structlog
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from redis import RedisError

from grants import clock

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class ErrorText:
    """What happened, and what the reader can do now."""

    title: str | Promise
    happened: str | Promise
    advice: str | Promise


BAD_REQUEST = ErrorText(
    _("Dit kunnen wij niet lezen"),
    _("Uw browser stuurde iets wat wij niet begrijpen."),
    _("Ga terug en probeer het nog een keer. Lukt het weer niet? Begin dan op de startpagina."),
)
TOO_LARGE = ErrorText(
    _("Dit is te groot"),
    _("Wat u stuurde, is groter dan wij kunnen ontvangen. Er is niets bewaard."),
    _("Ga terug en kies een kleiner bestand, of verdeel het over meer bestanden."),
)
NO_ROOM = ErrorText(
    _("Er is bij ons geen plaats meer"),
    _("Wij konden uw bestand niet ontvangen. Het ligt niet aan u, en er is niets bewaard."),
    _("Probeer het later opnieuw, of bel de gemeente als het haast heeft."),
)
FORBIDDEN = ErrorText(
    _("Deze pagina is niet voor u"),
    _("Deze pagina bestaat, maar u mag die niet zien of dit niet doen."),
    _("Log in met een ander account, of vraag de gemeente om de rol die hierbij hoort."),
)
STALE_FORM = ErrorText(
    _("Dit formulier is verlopen"),
    _(
        "Er is niets verstuurd. Waarschijnlijk stond de pagina lang open, bent u intussen uitgelogd, "
        "of weigert uw browser cookies."
    ),
    _(
        "Ga terug: wat u typte, staat er dan meestal nog. Kopieer lange teksten, laad de pagina opnieuw en verstuur het formulier nog een keer."
    ),
)
NOT_FOUND = ErrorText(
    _("Deze pagina is er niet"),
    _("Misschien staat er een fout in het adres, of is de pagina verhuisd."),
    _("Kijk het adres na, of zoek verder vanaf de startpagina."),
)
NOT_ALLOWED = ErrorText(
    _("Dit kan alleen met een knop"),
    _("Dit adres is van een handeling, en geen pagina om te openen. Er is niets gedaan."),
    _("Ga terug naar de pagina met de knop en gebruik die."),
)
OUR_FAULT = ErrorText(
    _("Er ging iets mis bij ons"),
    _("Dit ligt niet aan u. Wat u net verstuurde, is niet bewaard."),
    _(
        "Probeer het over een paar minuten nog een keer. Blijft het misgaan? Bel dan de gemeente en noem dit tijdstip."
    ),
)
UNAVAILABLE = ErrorText(
    _("Dit kan nu even niet"),
    _("Een deel van onze site is niet bereikbaar. Wat u net verstuurde, is niet bewaard."),
    _(
        "Wacht een paar minuten en probeer het dan opnieuw. Wat u zonder inloggen kunt lezen, blijft te lezen."
    ),
)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for more than the settings allow."""
    if isinstance(exception, RequestDataTooBig):
        return _answer(request, TOO_LARGE, 413)
    return _answer(request, BAD_REQUEST, 400)


def no_room(request: HttpRequest) -> HttpResponse:
    """507 for a file for which the disk has no room, while it arrives."""
    log.error("no room for a file that arrives")
    return _answer(request, NO_ROOM, 507)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - as Django calls it
    """403, with the way to log in for who did not."""
    return _answer(request, FORBIDDEN, 403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 - as Django calls it
    """403 for a form whose token is gone: what was typed is still in the browser."""
    return _answer(request, STALE_FORM, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - as Django calls it
    """404."""
    return _answer(request, NOT_FOUND, 404)


def server_error(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - as Django calls it
    """500: without session, user or municipality, for the database may be what failed."""
    context = {"error": OUR_FAULT, "at": clock.now()}
    return HttpResponse(render_to_string("errors/error.html", context), status=500)


class NotAllowedPage:
    """Middleware: the answer to a link to what only a button does, which Django leaves empty."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Fill an empty 405."""
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            response.content = _answer(request, NOT_ALLOWED, 405).content
        return response


class UnavailablePage:
    """Middleware: the answer where attempts to log in cannot be counted. Without counting, anyone could go on guessing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Change nothing in what goes well."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """503 for a cache that does not answer."""
        if not isinstance(exception, RedisError):
            return None
        log.warning("cache does not answer", error=type(exception).__name__)
        return _answer(request, UNAVAILABLE, 503)


def _answer(request: HttpRequest, error: ErrorText, status: int) -> HttpResponse:
    return render(request, "errors/error.html", {"error": error, "status": status}, status=status)
