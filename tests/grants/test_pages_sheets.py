"""The style sheets hold what pages use, and no more."""

import re
from pathlib import Path

import pytest

from tests.grants.messages import ROOT

SHEETS = sorted((ROOT / "static/css").glob("*.css"))
SOURCES = [
    *(ROOT / "templates").rglob("*.html"),
    *(ROOT / "templates").rglob("*.svg"),
    *(ROOT / "grants").rglob("*.py"),
]
WORDS = {word for path in SOURCES for word in re.findall(r"[\w-]+", path.read_text(encoding="utf-8"))}
MOST_LINES = 300


def classes_of(sheet: str) -> set[str]:
    return set(re.findall(r"\.(sr-[\w-]+)", sheet))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_every_class_of_ours_stands_in_a_template_or_in_code(path: Path) -> None:
    assert classes_of(path.read_text(encoding="utf-8")) - WORDS == set()


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_a_sheet_is_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < MOST_LINES


def test_a_class_that_nothing_uses_would_be_found() -> None:
    assert classes_of(".sr-card > .sr-unicorn::before {}") - WORDS == {"sr-unicorn"}


def test_every_icon_is_named_somewhere() -> None:
    icons = {path.stem for path in (ROOT / "templates/parts/icons").glob("*.svg")}
    named = {
        word
        for path in SOURCES
        for word in re.findall(r"[\"']([a-z]+)[\"']", path.read_text(encoding="utf-8"))
    }
    assert icons - named == set()
