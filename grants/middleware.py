"""Around every request: when it arrived is kept, pages of someone are kept nowhere, and each request has a line in the technical log."""

from collections.abc import Callable
from time import perf_counter
from uuid import uuid4

import structlog
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from structlog.contextvars import bind_contextvars, clear_contextvars

from grants.arrival import stamp

Answer = Callable[[HttpRequest], HttpResponseBase]

log = structlog.get_logger("rangorde.request")


def arrival(get_response: Answer) -> Answer:
    """Keep when a request arrived, before anything else is done with it: a deadline is about that moment."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        stamp(request)
        return get_response(request)

    return answer


def no_store(get_response: Answer) -> Answer:
    """Let no browser or proxy keep an answer to someone with a session, nor one that sets a cookie.

    Stands before the session's middleware, which sets its cookie on the way back.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES or response.cookies:
            response["Cache-Control"] = "no-store"
        return response

    return answer


def request_log(get_response: Answer) -> Answer:
    """Name each request in every line of the log that it causes, and close it with a line of its own.

    Stands after the session's middleware: the lines tell who it is for. The name stays until the next request, for
    what Django says after the last middleware.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        began, number = perf_counter(), uuid4().hex
        clear_contextvars()
        bind_contextvars(request=number, method=request.method, path=request.path, session=request.session)
        response = get_response(request)
        log.info("request", status=response.status_code, ms=round((perf_counter() - began) * 1000))
        response["X-Request-ID"] = number
        return response

    return answer
