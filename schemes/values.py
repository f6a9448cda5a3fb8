"""What the vocabulary is made of: frozen values that refuse what they do not know, and the types of their fields."""

from fractions import Fraction
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from schemes.exact import Points, parse_exact


def _exact(given: object) -> object:
    parsed = parse_exact(given) if isinstance(given, str) else given
    if isinstance(parsed, bool) or not isinstance(parsed, int | Fraction):
        message = 'geef een geheel getal, of een breuk of decimaal getal tussen aanhalingstekens: "9/10"'
        raise ValueError(message)
    return parsed


def _filled(text: str) -> str:
    if not text.strip():
        message = "deze tekst is leeg"
        raise ValueError(message)
    if "\0" in text:
        message = "het teken NUL kan niet in een tekst staan"
        raise ValueError(message)
    return text


Exact = Annotated[Points, BeforeValidator(_exact)]
Text = Annotated[str, AfterValidator(_filled)]
Key = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=80)]
Letter = Annotated[str, Field(pattern=r"^[a-z]{1,2}$")]
Cents = Annotated[int, Field(ge=0)]


class Value(BaseModel):
    """A frozen value that refuses unknown keys and other types than it names."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, arbitrary_types_allowed=True, hide_input_in_errors=True
    )
