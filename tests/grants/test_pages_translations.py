import re
from pathlib import Path

import allauth
import django
import pytest
from babel.messages.pofile import read_po
from django.db import models
from django.utils import translation
from django.utils.translation import gettext

from grants import enums
from grants.models import municipality
from tests.grants.messages import Message, marked_messages, messages_in, python_of, translations


def texts(message: Message) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else message


def placeholders(message: Message) -> set[str]:
    return {name for text in texts(message) for name in re.findall(r"%\(\w+\)[sd]", text)}


def test_every_message_of_the_site_is_there_in_english_and_nothing_more() -> None:
    marked, english = marked_messages(), translations("en")
    missing = {message: place for message, place in marked.items() if message not in english}
    assert missing == {}
    assert english.keys() - marked.keys() == set()


@pytest.mark.parametrize("language", ["nl", "en"])
def test_no_translation_is_empty(language: str) -> None:
    empty = [message for message, said in translations(language).items() if not all(texts(said))]
    assert empty == []


@pytest.mark.parametrize("language", ["nl", "en"])
def test_a_translation_has_no_placeholder_that_the_message_lacks(language: str) -> None:
    invented = [
        message
        for message, said in translations(language).items()
        if not placeholders(said) <= placeholders(message)
    ]
    assert invented == []


def test_messages_are_found_in_code_and_in_templates() -> None:
    marked = marked_messages()
    assert marked["Deze pagina is er niet"] == "grants/views/errors.py"
    assert marked["Wie wilt u zijn?"] == "templates/front/people.html"
    assert ("Er is 1 ding dat nog niet goed is", "Er zijn %(number)s dingen die nog niet goed zijn") in marked


def test_messages_after_a_comment_are_found() -> None:
    template = '{% comment %}what: why{% endcomment %}\n{# note #}{% translate "Nieuw" %} "x'
    assert list(messages_in(python_of("{% load i18n %}" + template))) == ["Nieuw"]


def test_a_message_that_is_not_translated_would_be_found() -> None:
    assert list(messages_in('x = _("Nieuw") + ngettext("een", "meer", n)')) == ["Nieuw", ("een", "meer")]
    assert "Nieuw" not in translations("en")


CHOICES = [
    choices
    for module in (enums, municipality)
    for choices in vars(module).values()
    if isinstance(choices, type) and issubclass(choices, models.TextChoices)
]


@pytest.mark.parametrize("choices", CHOICES)
def test_every_label_of_a_choice_has_english_words(choices: type[models.TextChoices]) -> None:
    with translation.override("nl"):
        dutch = [str(label) for label in choices.labels]
    with translation.override("en"):
        assert [label for label in dutch if label in map(str, choices.labels)] == []


OTHER_WORDS = re.compile(
    r"opslaan|opgeslagen|bladzijde|\bpost\b|\bhash\b|mandaat|herkomst|afsluitcode|beider|hij of zij|\bhaar\b|dit systeem|stellingname",
    re.IGNORECASE,
)


def test_one_thing_has_one_word() -> None:
    said = [text for message in marked_messages() for text in texts(message)]
    said += [text for message in translations("nl").values() for text in texts(message)]
    assert [text for text in said if OTHER_WORDS.search(text)] == []


def test_our_dutch_replaces_what_django_and_allauth_say_and_nothing_else() -> None:
    theirs = {message for folder in (django, allauth) for message in said_by(Path(folder.__file__).parent)}
    assert translations("nl").keys() - theirs == set()


def said_by(folder: Path) -> set[Message]:
    """The messages of a library, from its own Dutch catalogues."""
    found: set[Message] = set()
    for path in folder.rglob("locale/nl/LC_MESSAGES/django.po"):
        with path.open("rb") as file:
            found |= {entry.id for entry in read_po(file) if entry.id}
    return found


def test_applications_have_a_noun_in_english_and_the_first_step_of_a_round_a_verb() -> None:
    with translation.override("en"):
        assert (gettext("Aanvragen"), gettext("Aanvraag doen")) == ("Applications", "Apply")
