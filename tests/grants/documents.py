"""Documents of regulations to test with: those that are shipped, under other names and with other contents."""

from importlib.resources import files

from schemes.library import SHIPPED

CULTURE = "cultuurparticipatie"
TITLE = "Regeling cultuurparticipatie (titel niet in de bron)"


def shipped_text(slug: str = CULTURE) -> str:
    assert slug in SHIPPED
    return files("schemes").joinpath("regulations", f"{slug}.toml").read_text(encoding="utf-8")


def document(slug: str = "proef", *, title: str = "Regeling om te proberen", least: int = 14) -> str:
    """The regulation of cultuurparticipatie as another one, with this many points as the threshold of lid 3."""
    text = shipped_text().replace(f'slug = "{CULTURE}"', f'slug = "{slug}"').replace(TITLE, title)
    return text.replace('kind = "points_below", points = 14', f'kind = "points_below", points = {least}')
