from collections.abc import Callable
from functools import partial

import pytest
from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.test import RequestFactory
from model_bakery import baker

from grants.forms.versioned import VersionedForm
from grants.models import Municipality, Organisation
from grants.services.errors import Conflict
from grants.services.versions import save_version
from grants.views.conflict import conflict_page
from tests.grants.races import at_once


class MunicipalityForm(VersionedForm[Municipality]):
    class Meta:
        model = Municipality
        fields = ("name", "telephone", "mandate", "theme")


def make_municipality() -> Municipality:
    return Municipality.objects.create(
        pk=1, name="Voorbeeldstad", telephone="14 0123", mandate="Artikel 3", theme="voorbeeldstad"
    )


def typed(**values: str) -> QueryDict:
    data = QueryDict(mutable=True)
    shown = {
        "name": "Voorbeeldstad",
        "telephone": "14 0123",
        "mandate": "Artikel 3",
        "theme": "voorbeeldstad",
    }
    data.update({"version": "1", **shown, **values})
    return data


def edit(request: HttpRequest) -> HttpResponse:
    """A view as they all are: bind, save, and answer a conflict with its page."""
    form = MunicipalityForm(QueryDict(request.body), instance=Municipality.objects.get(pk=1))
    if not form.is_valid():
        return HttpResponse(str(form.errors), status=422)
    try:
        save_version(form.instance, version=form.cleaned_data["version"], **form.values())
    except Conflict:
        return conflict_page(request, form)
    return HttpResponse("bewaard")


def send(rf: RequestFactory, data: QueryDict) -> HttpResponse:
    return edit(rf.post("/gemeente/", data.urlencode(), content_type="application/x-www-form-urlencoded"))


@pytest.mark.django_db
def test_form_carries_the_version_that_it_shows() -> None:
    municipality = make_municipality()
    save_version(municipality, version=1, name="Kersendam")
    form = MunicipalityForm(instance=Municipality.objects.get(pk=1))
    assert 'name="version" value="2"' in str(form["version"])


@pytest.mark.django_db
@pytest.mark.parametrize("version", ["", "x", "0"])
def test_form_without_a_version_is_refused_with_what_to_do(version: str) -> None:
    form = MunicipalityForm(typed(version=version), instance=make_municipality())
    assert list(form.errors) == ["version"]


@pytest.mark.django_db
def test_saving_raises_the_version_and_keeps_what_was_not_in_the_form() -> None:
    saved = save_version(make_municipality(), version=1, name="Kersendam")
    saved.refresh_from_db()
    assert (saved.version, saved.name, saved.telephone) == (2, "Kersendam", "14 0123")


@pytest.mark.django_db
def test_saving_keeps_the_key_that_lists_are_sorted_by() -> None:
    organisation = Organisation.objects.create(name="Stichting A")
    assert save_version(organisation, version=1, name="Éénhoorn").sort_name == "eenhoorn"


@pytest.mark.django_db
def test_saving_what_was_changed_since_is_a_conflict_and_changes_nothing() -> None:
    municipality = make_municipality()
    save_version(municipality, version=1, name="Kersendam")
    with pytest.raises(Conflict) as caught:
        save_version(municipality, version=1, name="Anderstad", telephone="0")
    assert (caught.value.row.version, str(caught.value.row)) == (2, "Kersendam")
    assert Municipality.objects.values_list("name", "telephone", "version").get() == (
        "Kersendam",
        "14 0123",
        2,
    )


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_of_two_who_save_at_once_one_wins_and_the_other_hears_it() -> None:
    municipality = make_municipality()
    said = at_once([partial(save_version, municipality, version=1, name=name) for name in ("A", "B")])
    winner = Municipality.objects.get().name
    assert said == [f"conflict with {winner}", "done"]


@pytest.mark.django_db
def test_conflict_page_keeps_all_that_was_typed_beside_what_stands_there(rf: RequestFactory) -> None:
    save_version(make_municipality(), version=1, telephone="14 0999", theme="kersendam")
    answer = send(rf, typed(telephone="14 0555", mandate="Artikel 4\ntweede regel"))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'value="14 0555"' in page
    assert "14 0999" in page
    assert "Artikel 4\ntweede regel</textarea>" in page
    assert 'name="version" value="2"' in page
    assert '<p class="sr-measure">rood</p>' in page
    assert Municipality.objects.get().telephone == "14 0999"


@pytest.mark.django_db
def test_conflict_page_asks_a_choice_only_where_the_two_differ(rf: RequestFactory) -> None:
    save_version(make_municipality(), version=1, telephone="14 0999")
    page = send(rf, typed(mandate="Artikel 4")).content.decode()
    names = ["name", "telephone", "mandate", "theme"]
    assert [name for name in names if f'name="choice-{name}"' in page] == ["telephone", "mandate"]
    assert '<input type="hidden" name="name" value="Voorbeeldstad"' in page


@pytest.mark.django_db
def test_conflict_is_settled_per_field(rf: RequestFactory) -> None:
    save_version(make_municipality(), version=1, telephone="14 0999", theme="kersendam")
    choices = {"choice-telephone": "now", "choice-theme": "now", "choice-mandate": "mine"}
    answer = send(rf, typed(version="2", mandate="Artikel 4", **choices))
    assert answer.content == b"bewaard"
    found = Municipality.objects.values_list("telephone", "mandate", "theme", "version").get()
    assert found == ("14 0999", "Artikel 4", "kersendam", 3)


@pytest.mark.django_db
def test_conflict_that_is_overtaken_again_is_a_conflict_again(rf: RequestFactory) -> None:
    municipality = make_municipality()
    save_version(municipality, version=1, telephone="14 0999")
    save_version(municipality, version=2, telephone="14 0111")
    answer = send(rf, typed(version="2", **{"choice-telephone": "mine"}))
    assert answer.status_code == 409
    assert "14 0111" in answer.content.decode()


@pytest.mark.django_db
def test_conflict_page_says_so_where_both_typed_the_same(rf: RequestFactory) -> None:
    save_version(make_municipality(), version=1, telephone="14 0999")
    page = send(rf, typed(telephone="14 0999")).content.decode()
    assert "Wat u invulde, staat er al" in page
    assert "Bewaar deze keuzes" not in page


@pytest.mark.django_db
def test_conflict_page_escapes_what_was_typed(rf: RequestFactory) -> None:
    save_version(make_municipality(), version=1, mandate="<b>nu</b>")
    page = send(rf, typed(mandate="<script>x</script>")).content.decode()
    assert "&lt;script&gt;x&lt;/script&gt;" in page
    assert "&lt;b&gt;nu&lt;/b&gt;" in page
    assert "<script>x" not in page


class EveryKind(VersionedForm[Municipality]):
    """Fields as later forms have them, on a row that is at hand."""

    told = forms.BooleanField(required=False)
    areas = forms.MultipleChoiceField(choices=[("n", "Noord"), ("z", "Zuid")], required=False)
    amount = forms.IntegerField(required=False)

    class Meta:
        model = Municipality
        fields = ("name",)


@pytest.mark.parametrize(
    ("name", "value", "words", "sent"),
    [
        ("told", True, "ja", ["on"]),
        ("told", False, "nee", []),
        ("areas", ["n", "z"], "Noord, Zuid", ["n", "z"]),
        ("areas", [], "", []),
        ("amount", 7, "7", ["7"]),
        ("amount", None, "", [""]),
    ],
)
def test_value_of_a_row_is_told_in_words_and_sent_as_a_browser_does(
    name: str, value: object, words: str, sent: list[str]
) -> None:
    form = EveryKind(instance=baker.prepare(Municipality))
    form.initial[name] = value
    choosing: Callable[[QueryDict], QueryDict] = form._with_choices
    assert [each.now() for each in form.compared() if each.fields[0].name == name] == [[("", words)]]
    assert choosing(QueryDict(f"choice-{name}=now&{name}=mine")).getlist(name) == sent
