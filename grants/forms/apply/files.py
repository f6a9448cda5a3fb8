"""A file that goes with an application, and what it is."""

from collections.abc import Collection

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.documents.files import ENDINGS
from grants.forms.apply.sheet import Sheet

OTHER = ""
"""The key of a file that the regulation does not name."""


class FileForm(forms.Form):
    """One file at a time: what is wrong with it is then said about that file."""

    key = forms.ChoiceField(
        label=gettext_lazy("Welke bijlage is dit?"), required=False, widget=forms.RadioSelect
    )
    file = forms.FileField(
        label=gettext_lazy("Bestand"),
        allow_empty_file=True,
        error_messages={"required": gettext_lazy("Kies eerst een bestand.")},
        widget=forms.FileInput(attrs={"accept": ",".join(ENDINGS)}),
    )

    def __init__(
        self,
        sheet: Sheet,
        data: object = None,
        files: "MultiValueDict[str, UploadedFile[bytes]] | None" = None,
        *,
        there: Collection[str] = (),
    ) -> None:
        super().__init__(data, files)  # type: ignore[arg-type]
        key = self.fields["key"]
        assert isinstance(key, forms.ChoiceField)  # noqa: S101 - for the types
        asked = [(each.key, each.label or each.question) for each in sheet.attachments()]
        key.choices = [*asked, (OTHER, _("Een andere bijlage"))]
        key.required = bool(asked) and data is None
        key.initial = next((name for name, _label in asked if name not in there), OTHER)
