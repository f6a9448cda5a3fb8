"""What an applicant fills in when asked to complete: only what was asked, and a file where a file can be the answer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from grants.documents.files import ENDINGS
from grants.documents.requirements import Part
from grants.documents.rules import LONGEST as LIMITS
from grants.documents.rules import LONGEST_LONG_TEXT
from grants.documents.stored import regulation_of
from grants.forms.applications.acts import LONGEST, SeenForm
from grants.forms.applications.facts import fact_field
from grants.forms.applications.typed import IbanField, LineField, LongTextField, storable
from grants.forms.once import OnceForm
from grants.models import Application, Attachment
from grants.selectors.applications.completeness import Lacking
from grants.services.applications.completions import Answer
from schemes.form import Fact

MISSING = _("Vul dit aan, of kruis onderaan aan dat u niet alles kunt aanvullen.")
OWN = frozenset({"token", "version", "seen", "page"})
WITH_FILE = frozenset({Part.ATTACHMENT, Part.BUDGET, Part.SIGNATURE, Part.REQUIREMENT, "other"})
"""What can be answered with a file."""


@dataclass(frozen=True)
class Item:
    """Something that was asked, with the fields in which it is given. `theirs` is what somebody else typed there."""

    lacking: Lacking
    fields: Sequence[BoundField]
    there: Sequence[Attachment]
    theirs: Sequence[str] = ()

    @property
    def has_two_ways(self) -> bool:
        return has_two_ways(self.lacking)


class CompletionForm(SeenForm):
    """A field per thing that was asked. `there` are the files that were added already, by the key of what they answer.

    `seen` is the hash of what was typed before, as it stood when the page was shown; `page` tells pages apart.
    """

    can_wait = True
    """What is optional here says so in its own words."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    page = forms.CharField(widget=forms.HiddenInput, required=False)
    partly = forms.BooleanField(
        label=_("Ik kan niet alles aanvullen. Ik verstuur wat ik heb."), required=False
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        files: "MultiValueDict[str, UploadedFile[bytes]] | None" = None,
        *,
        application: Application,
        lacking: Sequence[Lacking],
        there: Mapping[str, Sequence[Attachment]],
        typed: Mapping[str, str],
    ) -> None:
        super().__init__(data, files, application=application)
        self.initial.update(typed)
        self.lacking, self.there, self.theirs = lacking, there, dict[str, str]()
        facts = {fact.key: fact for fact in regulation_of(application.round).facts}
        partly = data is not None and data.get("partly") == "on"
        for each in lacking:
            self.fields.update(fields_for(each, facts))
            self._require(each, is_required=not partly and not there.get(each.key))

    def items(self) -> Iterator[Item]:
        """What was asked, in its order."""
        for each in self.lacking:
            names = [
                name for name in (text_name(each), *more_names(each), file_name(each)) if name in self.fields
            ]
            theirs = [self.theirs[name] for name in names if name in self.theirs]
            yield Item(each, [self[name] for name in names], self.there.get(each.key, ()), theirs)

    def typed(self) -> dict[str, str]:
        """What was typed, as it was typed, without what is empty and without files."""
        files = {file_name(each) for each in self.lacking}
        names = [name for name in self.fields if name not in files | OWN]
        return {name: text for name in names if (text := storable(str(self.data.get(name, ""))))}

    def beside(self, stored: Mapping[str, str], seen: str) -> Self:
        """The same, with what stands there now beside it where that differs."""
        typed = self.typed()
        self.theirs = {name: text for name, text in stored.items() if text != typed.get(name)}
        return self.that_saw(seen)

    def that_saw(self, seen: str) -> Self:
        """The same with all that was typed, on a page that shows what stands there now."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        data["seen"] = seen
        self.data = data
        return self

    def names_of_files(self) -> str:
        """The fields that are not sent along when the page saves itself."""
        return ",".join(file_name(each) for each in self.lacking if takes_file(each))

    def clean(self) -> dict[str, object]:
        """What can be given in words or as a file, is given in one of the two, unless it was said that it is not."""
        found: dict[str, object] = self.cleaned_data
        if not found.get("partly"):
            for each in filter(has_two_ways, self.lacking):
                given = (
                    found.get(text_name(each)) or self.files.get(file_name(each)) or self.there.get(each.key)
                )
                if not given:
                    self.add_error(text_name(each), str(MISSING))
        return found

    def answer(self) -> Answer:
        """What was given, for the service. What was left empty changes nothing."""
        given = {
            each.key: value
            for each in self.lacking
            if (value := self.cleaned_data.get(text_name(each))) not in (None, "")
        }
        facts = {
            part_of(key)[1]: _kept(value) for key, value in given.items() if part_of(key)[0] == Part.FACT
        }
        answers = {
            part_of(key)[1]: str(value) for key, value in given.items() if part_of(key)[0] == Part.ANSWER
        }
        own = {Part.FACT, Part.ANSWER, Part.IBAN}
        questions = {each.key: each.question for each in self.lacking}
        texts = {questions[key]: str(value) for key, value in given.items() if part_of(key)[0] not in own}
        return Answer(
            facts=facts,
            answers=answers,
            texts=texts,
            iban=str(given.get(Part.IBAN, "")),
            account_holder=str(self.cleaned_data.get("account_holder", "")),
        )

    def _require(self, each: Lacking, *, is_required: bool) -> None:
        """What can be given in one way only is required as such."""
        if not has_two_ways(each):
            for name in (text_name(each), file_name(each)):
                if name in self.fields:
                    self.fields[name].required = is_required
                    self.fields[name].error_messages["required"] = str(MISSING)


def part_of(key: str) -> tuple[str, str]:
    """Which part of the application a key is about, and which one of that part."""
    part, _dash, name = key.partition("-")
    return part, name


def text_name(each: Lacking) -> str:
    return f"text-{each.key}"


def file_name(each: Lacking) -> str:
    return f"file-{each.key}"


def more_names(each: Lacking) -> tuple[str, ...]:
    """With an account goes the name that it stands in."""
    return ("account_holder",) if each.key == Part.IBAN else ()


def is_attachment(each: Lacking) -> bool:
    return part_of(each.key)[0] == Part.ATTACHMENT


def takes_file(each: Lacking) -> bool:
    return part_of(each.key)[0] in WITH_FILE


def has_two_ways(each: Lacking) -> bool:
    """Whether it can be given in words and as a file."""
    return takes_file(each) and not is_attachment(each)


def attachment_key(each: Lacking) -> str:
    """Under which key a file is kept: that of the regulation, or none."""
    return part_of(each.key)[1] if is_attachment(each) else ""


def fields_for(each: Lacking, facts: Mapping[str, Fact]) -> dict[str, forms.Field]:
    """The fields in which this one thing is given."""
    part, name = part_of(each.key)
    fields: dict[str, forms.Field] = {}
    if part == Part.FACT and name in facts:
        fields[text_name(each)] = fact_field(
            facts[name], label=facts[name].question, note=facts[name].help or "", required=False
        )
    elif part == Part.IBAN:
        fields[text_name(each)] = OptionalIbanField(
            label=_("Rekeningnummer (IBAN)"), required=False, max_length=42
        )
        fields["account_holder"] = LineField(
            label=_("Op wiens naam staat deze rekening?"), required=False, max_length=LIMITS["account_holder"]
        )
    elif part != Part.ATTACHMENT:
        fields[text_name(each)] = LongTextField(
            label=_("Uw antwoord"), required=False, max_length=LONGEST_LONG_TEXT
        )
    if takes_file(each):
        fields[file_name(each)] = forms.FileField(
            label=_("Bestand"),
            required=False,
            allow_empty_file=True,
            widget=forms.FileInput(attrs={"accept": ",".join(ENDINGS)}),
        )
    return fields


class OptionalIbanField(IbanField):
    """An account number that may be left out."""

    def validate(self, value: str) -> None:
        """Only where something was typed, or must be."""
        if value or self.required:
            super().validate(value)


def _kept(value: object) -> int | str:
    """A fact as it is kept: whole numbers as such, days and texts as text."""
    return value if isinstance(value, int) else str(value)


class ViewAnswerForm(OnceForm):
    """A zienswijze."""

    text = LongTextField(label=_("Uw reactie"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 8}))
