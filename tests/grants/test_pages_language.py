"""Dutch words on English pages are marked as Dutch, and only they."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.test import Client

from grants.enums import Stage
from grants.models import GrantRound
from grants.views.parts import Cell
from tests.grants.messages import COMMENT, ROOT
from tests.grants.rounds import CULTURE, OPENS, make_draft_round, version_of

VOID = {"br", "hr", "img", "input", "link", "meta"}
TRANSLATED = "\N{LATIN SMALL LETTER O WITH STROKE}"
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


class InDutch(HTMLParser):
    """Counts the translated messages that stand inside an element that says it is Dutch."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.found = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.is_dutch() and any(TRANSLATED in (value or "") for _name, value in attrs):
            self.found += 1
        if tag not in VOID:
            self.open.append((tag, self.is_dutch() or ("lang", "nl") in attrs))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.found += TRANSLATED in data and self.is_dutch()

    def is_dutch(self) -> bool:
        return bool(self.open) and self.open[-1][1]


def translated_in_dutch(template: str) -> int:
    """How many messages that are English on an English page are marked as Dutch here."""
    marked = re.sub(r"\{% (block)?translate .*?%\}", TRANSLATED, COMMENT.sub("", template))
    reader = InDutch()
    reader.feed(re.sub(r"\{%.*?%\}", "", marked))
    return reader.found


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_translated_words_are_marked_as_dutch(path: Path) -> None:
    assert translated_in_dutch(path.read_text(encoding="utf-8")) == 0


def test_translated_words_marked_as_dutch_would_be_found() -> None:
    assert translated_in_dutch('<dl lang="nl"><dd>{% translate "Waarom?" %}</dd></dl>') == 1
    assert translated_in_dutch('<tr lang="nl"><td data-label="{% translate "Punten" %}">1</td></tr>') == 1
    assert translated_in_dutch('<p lang="nl">{{ x }}</p><p>{% translate "Waarom?" %}</p>') == 0


def test_a_cell_says_in_which_language_its_words_are() -> None:
    with_link = render_to_string("parts/cell.html", {"cell": Cell("Sport", "/a/", language="nl")})
    assert '<a class="utrecht-link utrecht-link--html-a" href="/a/" lang="nl">Sport</a>' in with_link
    assert '<span lang="nl">Sport</span>' in render_to_string(
        "parts/cell.html", {"cell": Cell("Sport", language="nl")}
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["/rondes/", "/rondes/cultuur-2027/", "/regelingen/", "/regelingen/cultuurparticipatie/"]
)
def test_titles_stay_dutch_on_english_pages(address: str) -> None:
    version = version_of(CULTURE)
    make_draft_round(CULTURE, slug="cultuur-2027")
    GrantRound.objects.update(title=version.title, stage=Stage.PUBLISHED, published_at=OPENS)
    page = Client(headers={"accept-language": "en"}).get(address).content.decode()
    body = page[page.index("<main") - 2000 :].split("</title>")[-1]
    assert 'lang="en"' in page
    assert version.title in body
    assert re.findall(rf'(?<!lang="nl">){re.escape(version.title)}', body) == []
