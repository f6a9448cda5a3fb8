from collections.abc import Sequence
from typing import Generic, TypeVar

from django import forms
from django.db.models import Model, QuerySet
from django.http import QueryDict
from django_stubs_ext import StrOrPromise

_Row = TypeVar("_Row", bound=Model)

class Filter:
    extra: dict[str, object]

class CharFilter(Filter):
    def __init__(self, *, method: str, label: StrOrPromise, max_length: int) -> None: ...

class ChoiceFilter(Filter):
    def __init__(
        self,
        field_name: str | None = None,
        *,
        choices: Sequence[tuple[str, StrOrPromise]],
        label: StrOrPromise,
        method: str | None = None,
        empty_label: StrOrPromise | None = None,
    ) -> None: ...

class FilterSet(Generic[_Row]):
    filters: dict[str, Filter]
    form: forms.Form
    qs: QuerySet[_Row]

    def __init__(self, data: QueryDict | None = None, queryset: QuerySet[_Row] | None = None) -> None: ...
