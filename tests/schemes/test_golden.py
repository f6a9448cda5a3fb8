import pytest

from schemes.library import SHIPPED
from tests.schemes.golden import FOLDER, texts


@pytest.mark.parametrize("name", [*(f"{slug}.md" for slug in SHIPPED), "regels.md", "rondes.md"])
def test_text_is_what_was_read_aloud(name: str) -> None:
    assert texts()[name] == (FOLDER / name).read_text(encoding="utf-8")
