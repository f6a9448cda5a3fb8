"""What templates say with one word: signs, statuses, amounts, moments, crumbs and the style sheets."""

from datetime import datetime
from functools import cache

from django import template
from django.contrib.messages.storage.base import Message
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from grants.documents.receipt import grouped, size_in_words
from grants.moments import clock_time, date_in_words, day, moment
from schemes.words.dutch import euros

register = template.Library()
register.filter(moment)
register.filter("clock", clock_time)
register.filter(day)
register.filter(date_in_words)
register.filter(grouped)
register.filter("size", size_in_words)

VENDOR = (
    "vendor/fira-sans/400.css",
    "vendor/fira-sans/400-italic.css",
    "vendor/fira-sans/500.css",
    "vendor/fira-sans/600.css",
    "vendor/ma-design-tokens/theme.css",
    "vendor/utrecht/index.css",
)
PLAIN = "css/plain.css"
OWN = (
    "tokens",
    "base",
    "shell",
    "forms",
    "parts",
    "rounds",
    "work",
    "reading",
    "tables",
    "scoring",
    "points",
    "ranking",
    "narrow",
    "paper",
)
STATUSES = {
    "ok": ("check", "success"),
    "warn": ("warn", "warning"),
    "error": ("error", "danger"),
    "info": ("info", "active"),
    "neutral": ("neutral", "neutral"),
}
KINDS = {"success": "ok", "warning": "warn", "error": "error"}


@register.simple_tag
def icon(name: str) -> SafeString:
    """A sign beside words, hidden from those who hear the page. The names are those of templates/parts/icons."""
    return render_to_string(f"parts/icons/{name}.svg")


@register.inclusion_tag("parts/status.html")
def status(kind: str, text: str, sign: str = "") -> dict[str, str]:
    """A status in words with a sign: ok, warn, error, info or neutral."""
    usual_sign, badge = STATUSES[kind]
    return {"sign": sign or usual_sign, "badge": badge, "text": capfirst(text)}


@register.filter
def kind(message: Message) -> str:
    """The kind of alert that shows a message."""
    return KINDS.get(message.level_tag, "info")


@register.filter
def kept_moment(text: str) -> str:
    """A moment as a payload keeps it, in words."""
    return moment(datetime.fromisoformat(text))


@register.filter
def euro(cents: int) -> str:
    """An amount in cents as € 18.400, or € 18.400,50, in every language: as the letters have it."""
    return euros(cents).replace(" ", "\N{NO-BREAK SPACE}")


@register.filter
def in_dutch(text: str) -> SafeString:
    """Words of a regulation or of a round, which stay Dutch on English pages, marked for who hears the page."""
    return format_html('<span lang="nl">{}</span>', text)


@register.inclusion_tag("parts/crumbs.html")
def crumbs(*labels_and_addresses: str) -> dict[str, object]:
    """The way to this page: a label and its address for each step, then the label of the page itself."""
    *steps, here = labels_and_addresses
    return {"steps": list(zip(steps[::2], steps[1::2], strict=True)), "here": here}


@register.inclusion_tag("parts/stylesheets.html")
def stylesheets() -> dict[str, tuple[str, ...]]:
    """The design system's sheets where they were fetched, between what stands in for them and our own."""
    return {"sheets": (PLAIN, *vendor_sheets(), *(f"css/{name}.css" for name in OWN))}


@cache
def vendor_sheets() -> tuple[str, ...]:
    """The sheets of others that are there, looked up once per process."""
    return tuple(sheet for sheet in VENDOR if finders.find(sheet))
