"""Somebody without a mouse: from one thing to the next by Tab, and never by anything else."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, Page

MOST = 250
"""So many stops have the longest of our pages, and then some: who has not arrived by then is trapped."""
IS_THERE = "selector => document.activeElement.matches(selector)"
HAS_WORDS = """words => ["A", "BUTTON"].includes(document.activeElement.tagName)
    && document.activeElement.innerText.trim().startsWith(words)"""
IS_SEEN = """() => document.activeElement.matches(":focus-visible")
    && (getComputedStyle(document.activeElement).outlineStyle !== "none"
        || document.activeElement.closest(".sr-file, .sr-role") !== null)"""
LABEL = "() => document.activeElement.labels[0].innerText"


@dataclass(frozen=True)
class Keyboard:
    """The keys, on one page."""

    page: "Page"

    def reach(self, selector: str) -> None:
        """Go on until the focus is on this, where it can be seen."""
        self._go_on(IS_THERE, selector)

    def type(self, selector: str, text: str) -> None:
        self.reach(selector)
        self.page.keyboard.type(text)

    def press(self, words: str) -> None:
        """Go on until a link or button that begins with these words, and press it."""
        self._go_on(HAS_WORDS, words)
        self.page.keyboard.press("Enter")

    def choose(self, selector: str, words: str) -> None:
        """In a group of radio buttons, the one with these words in its label."""
        self.reach(selector)
        self.page.keyboard.press("Space")
        for _time in range(MOST):
            if words in str(self.page.evaluate(LABEL)):
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(words)

    def bring(self, selector: str, file: "FilePayload") -> None:
        """Open the choice of a file by key, and choose."""
        self.reach(selector)
        with self.page.expect_file_chooser() as waiting:
            self.page.keyboard.press("Enter")
        waiting.value.set_files(file)

    def _go_on(self, arrived: str, wanted: str) -> None:
        for _time in range(MOST):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(arrived, wanted):
                assert self.page.evaluate(IS_SEEN), f"{wanted}: the focus cannot be seen"
                return
        raise AssertionError(f"{wanted} cannot be reached on {self.page.url}")
