import re

import pytest
from crispy_forms.helper import FormHelper
from crispy_forms.layout import Submit
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template import Context, Template


class Sample(forms.Form):
    name = forms.CharField(label="Hoe heet de activiteit?", help_text="Kort.")
    note = forms.CharField(label="Opmerking", required=False, widget=forms.Textarea)
    choice = forms.ChoiceField(
        label="Welk gebied?", choices=[("c", "Centrum"), ("z", "Zuid")], widget=forms.RadioSelect
    )
    days = forms.MultipleChoiceField(
        label="Welke dagen?",
        choices=[("1", "maandag"), ("2", "dinsdag")],
        widget=forms.CheckboxSelectMultiple,
    )
    agreed = forms.BooleanField(label="Ik ga akkoord")
    area = forms.ChoiceField(label="Stadsdeel", choices=[("n", "Noord"), ("o", "Oost")])
    budget = forms.FileField(label="Begroting")
    password = forms.CharField(label="Wachtwoord", widget=forms.PasswordInput)
    hidden = forms.CharField(widget=forms.HiddenInput, required=False)


GOOD = {
    "name": "Samen eten",
    "note": "Elke <woensdag>",
    "choice": "z",
    "days": ["2"],
    "agreed": "on",
    "area": "o",
    "password": "geheim",
    "hidden": "h",
}


def shown(data: dict[str, object] | None = None, *, tag: str = "{% crispy form %}") -> str:
    files = {"budget": SimpleUploadedFile("begroting.pdf", b"%PDF")}
    form = Sample(data, files) if data is not None else Sample()
    return Template("{% load crispy_forms_tags %}" + tag).render(Context({"form": form}))


def part(html: str, field: str) -> str:
    """From the label or the legend of a field to the next field."""
    start = html.index(field)
    following = re.search(r'<(?:div|fieldset) class="[^"]*utrecht-form-field[ "]', html[start:])
    return html[start : start + following.start()] if following else html[start:]


def test_label_help_error_and_input_come_in_that_order() -> None:
    field = part(shown({**GOOD, "name": ""}), 'for="id_name"')
    places = [field.index(text) for text in ('for="id_name"', "Kort.", "Fout:", "<input")]
    assert places == sorted(places)


def test_an_input_is_described_by_its_help_and_its_error() -> None:
    html = shown({**GOOD, "name": ""})
    control = re.search(r'<input type="text"[^>]*id="id_name">', html)
    assert control is not None
    assert 'aria-invalid="true"' in control[0]
    assert 'aria-describedby="id_name_helptext id_name_error"' in control[0]
    assert html.count('id="id_name_helptext"') == html.count('id="id_name_error"') == 1


def test_every_id_is_used_once() -> None:
    ids = re.findall(r' id="([^"]+)"', shown({}))
    assert sorted(ids) == sorted(set(ids))


def test_a_choice_of_a_file_has_one_label_and_words_of_our_own() -> None:
    field = part(shown(), 'for="id_budget"')
    assert field.count("<label") + field.count("<input") == 1
    assert re.findall(r'aria-hidden="true"[^>]*>([^<]*)<', field) == ["Kies een bestand", ""]
    assert 'data-none="Nog geen bestand gekozen"' in field


def test_everything_a_field_refers_to_is_there() -> None:
    html = shown({})
    described = {name for names in re.findall(r'aria-describedby="([^"]+)"', html) for name in names.split()}
    targets = described | set(re.findall(r' for="([^"]+)"', html)) | set(re.findall(r'href="#([^"]+)"', html))
    assert targets <= set(re.findall(r' id="([^"]+)"', html))
    assert "id_choice_0" in targets


@pytest.mark.parametrize("wrong", ["name", "choice", "days", "agreed"])
def test_nothing_that_was_typed_is_lost(wrong: str) -> None:
    html = shown({**GOOD, wrong: ""})
    kept = {
        "name": 'value="Samen eten"',
        "note": "Elke &lt;woensdag&gt;</textarea>",
        "choice": 'name="choice" value="z" id="id_choice_1" required checked',
        "days": 'name="days" value="2" id="id_days_1" checked',
        "agreed": 'id="id_agreed" required checked',
        "area": '<option value="o" selected>',
        "hidden": '<input type="hidden" name="hidden" value="h"',
    }
    assert {field: text in html for field, text in kept.items()} == {field: field != wrong for field in kept}


def test_what_a_browser_cannot_keep_is_asked_again() -> None:
    html = shown({**GOOD, "name": ""})
    assert html.count("Vul dit nog een keer in") == 2
    assert "Vul dit nog een keer in" in part(html, 'for="id_budget"')
    assert "Vul dit nog een keer in" in part(html, 'for="id_password"')
    assert "Vul dit nog een keer in" not in shown()


def test_the_summary_counts_the_errors_and_links_to_the_fields() -> None:
    html = shown({**GOOD, "name": "", "choice": ""})
    assert "Er zijn 2 dingen die nog niet goed zijn" in html
    assert re.findall(r'href="#([^"]+)">([^<]+)</a>', html) == [
        ("id_name", "Hoe heet de activiteit? Vul dit in."),
        ("id_choice_0", "Welk gebied? Vul dit in."),
    ]
    assert 'role="alert" tabindex="-1" autofocus' in html


def test_one_error_is_one_thing() -> None:
    assert "Er is 1 ding dat nog niet goed is" in shown({**GOOD, "name": ""})


def test_a_form_without_errors_has_no_summary() -> None:
    assert (shown().count("sr-errors"), shown(GOOD).count("sr-errors")) == (0, 0)


def test_an_error_of_a_group_stands_in_its_fieldset() -> None:
    html = shown({**GOOD, "choice": ""})
    group = re.search(r"<fieldset[^>]*id_choice_error[^>]*>.*?</fieldset>", html, re.DOTALL)
    assert group is not None
    assert "utrecht-form-field--invalid" in group[0]
    assert '<div id="id_choice_error">' in group[0]


def test_what_is_not_required_says_so() -> None:
    assert shown().count("(niet verplicht)") == 1
    assert "(niet verplicht)" in part(shown(), 'for="id_note"')


def test_the_browser_does_not_check_before_we_do() -> None:
    assert shown().startswith('<form method="post" novalidate')


def test_a_form_with_a_file_sends_it() -> None:
    assert 'enctype="multipart/form-data"' in shown()


def test_a_button_of_a_helper_submits_the_form() -> None:
    form = Sample()
    form.helper = FormHelper()
    form.helper.add_input(Submit("save", "Bewaar"))
    html = Template("{% load crispy_forms_tags %}{% crispy form %}").render(Context({"form": form}))
    button = re.search(r"<button[^>]*>Bewaar</button>", html)
    assert button is not None
    assert (
        'type="submit" class="utrecht-button utrecht-button--primary-action" name="save" value="Bewaar"'
        in button[0]
    )


def test_the_filter_gives_the_fields_without_the_form() -> None:
    html = shown(tag="{{ form|crispy }}")
    assert ("<form" in html, html.count('class="utrecht-form-label"')) == (False, 7)
