"""What was typed while the log-in had expired: kept in the visitor's session, and shown after logging in again."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from grants.forms.apply.sheet import Typed
from grants.forms.apply.steps import page_in

KEPT = "apply_typed"
MOST_CHARACTERS = 300_000
NOT_SAVED = gettext_lazy(
    "U was uitgelogd. Wat u typte, staat hieronder, maar is nog niet bewaard. Ga verder om het te bewaren."
)
OURS = ("csrfmiddlewaretoken", "go")


def logged_out(request: HttpRequest, pk: int) -> HttpResponseBase:
    """To who is not logged in: the way to log in. Nothing that was typed on a page of ours is lost."""
    if request.headers.get("HX-Request"):
        return render(request, "apply/logged_out.html", {"path": request.path}, status=401)
    typed = {name: str(text) for name, text in request.POST.items() if name not in OURS}
    is_ours = page_in(typed.get("page", ""), pk) is not None
    if is_ours and sum(map(len, typed.values())) <= MOST_CHARACTERS:
        request.session[KEPT] = {"path": request.path, "typed": typed}
    return redirect_to_login(request.path)


def take_kept(request: HttpRequest) -> Typed | None:
    """What was typed on this page before logging in again; given once."""
    kept = request.session.get(KEPT)
    if not kept or kept["path"] != request.path:
        return None
    del request.session[KEPT]
    return {str(name): str(text) for name, text in kept["typed"].items()}


def saved_fragment(request: HttpRequest, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    """What the page says below the form after it was saved by itself, or was not."""
    return render(request, "apply/saved.html", context, status=status)
