"""What the form asks beside the amount, and what an official goes through after closing."""

from typing import Annotated, Literal

from pydantic import Field

from schemes.values import Cents, Key, Text, Value


class Answered(Value):
    """The condition that a question of the form was answered with one of these choices."""

    fact: Key
    answers: Annotated[tuple[Text, ...], Field(min_length=1)]


class Asked(Value):
    """What a question and an attachment share.

    It stands on the form where `only_if` holds (always if absent). There it must be given if it is `required`:
    on every list, or only on the lists that `required_on` names. `help` explains it below the question.
    """

    key: Key
    question: Text
    rule: Text
    help: Text | None = None
    required: bool = True
    required_on: tuple[Key, ...] = ()
    only_if: Answered | None = None


class Fact(Asked):
    """What an application tells beside the amount. `error` is the code where it is missing or wrong.

    `label` is its short name, for a column or a letter. `unit` is what is counted ("unieke deelnemers"), `per` one of them
    ("unieke deelnemer"). `choices` are the words on the form, and are kept as such. A date is kept as "2026-03-31".
    """

    kind: Literal["whole_number", "amount", "choice", "text", "long_text", "address", "date"]
    label: Text | None = None
    unit: Text | None = None
    per: Text | None = None
    choices: tuple[Text, ...] = ()
    least: Annotated[int, Field(ge=0)] = 1
    error: Key = "invalid_fact"


class Attachment(Asked):
    """A document that an application must bring. `label` is its short name, for lists and letters."""

    label: Text | None = None


class Requirement(Value):
    """What an official looks at after closing, beside the answers and attachments that must be there.

    `about`: whether what is lacking makes the application incomplete (it can be completed, Awb 4:5), or is a
    ground to keep it off the list.
    """

    key: Key
    question: Text
    rule: Text
    about: Literal["complete", "admissible"]


class ListName(Value):
    """What a list with a fixed id is called, and which amounts can be asked on it.

    The borders are for the form. The calculation takes a round as it is.
    """

    id: Key
    label: Text
    least_requested_cents: Cents | None = None
    most_requested_cents: Cents | None = None
