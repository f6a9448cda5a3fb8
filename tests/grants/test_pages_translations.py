import re

import pytest

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
