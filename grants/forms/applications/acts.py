"""What an official fills in about one application. Each form carries the version of it that was shown."""

from datetime import date
from typing import Self

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from grants.documents.stored import regulation_of
from grants.enums import Ground
from grants.forms.applications.typed import LongTextField
from grants.forms.fields import EuroField
from grants.forms.moments import DayField
from grants.forms.once import OnceForm
from grants.forms.versioned import REOPEN
from grants.models import Application
from grants.moments import date_in_words
from grants.standings import TAKES_LATE

LONGEST = 4000
LONGEST_TERM = 90
REQUIREMENT = "requirement:"


class SeenForm(OnceForm):
    """A form about an application as it stood when it was shown."""

    version = forms.IntegerField(
        min_value=1, widget=forms.HiddenInput, error_messages={"required": REOPEN, "invalid": REOPEN}
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        files: "MultiValueDict[str, UploadedFile[bytes]] | None" = None,
        *,
        application: Application,
    ) -> None:
        super().__init__(data, files, initial={"version": application.version})
        self.application = application

    def on_version(self, version: int) -> Self:
        """The same with all that was typed, for the application as it stands now."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        data["version"] = str(version)
        self.data = data
        return self


class ReasonForm(SeenForm):
    """An act with its reason."""

    reason = LongTextField(
        label=_("Reden"),
        max_length=LONGEST,
        help_text=_("De aanvrager leest dit. Noem het lid waar het op rust."),
    )


class InadmissibleForm(ReasonForm):
    """On which ground an application is taken out of the running."""

    field_order = ("ground", "reason")

    def __init__(self, data: QueryDict | None = None, *, application: Application) -> None:
        super().__init__(data, application=application)
        self.fields["ground"] = forms.ChoiceField(
            label=_("Grond"), widget=forms.RadioSelect, choices=grounds_for(application)
        )
        self.order_fields(self.field_order)

    def ground_in_words(self) -> str:
        """What is kept: the words, which stay when a regulation changes."""
        return dict(grounds_for(self.application))[self.cleaned_data["ground"]]


def grounds_for(application: Application) -> list[tuple[str, str]]:
    """What the regulation itself demands, and then the grounds that any round has."""
    demanded = [
        (
            f"{REQUIREMENT}{each.key}",
            gettext("voldoet niet aan %(rule)s: %(question)s")
            % {"rule": each.rule, "question": each.question},
        )
        for each in regulation_of(application.round).requirements
        if each.about == "admissible"
    ]
    return [*demanded, *((each.value, str(each.label)) for each in Ground)]


class LateForm(ReasonForm):
    """What becomes of an application that came after closing. Once the round is ranked, letting it in is not offered."""

    REFUSE, ADMIT = "refuse", "admit"
    field_order = ("answer", "reason")

    def __init__(self, data: QueryDict | None = None, *, application: Application) -> None:
        super().__init__(data, application=application)
        choices = [(self.REFUSE, _("Niet behandelen: zij kwam te laat"))]
        # who sends it from a page of before hears why not from the service
        if application.round.stage in TAKES_LATE or data is not None:
            choices.append((self.ADMIT, _("Toch toelaten: ik stel dat voor aan een beslisser")))
        self.fields["answer"] = forms.ChoiceField(
            label=_("Wat doet u met deze aanvraag?"), choices=choices, widget=forms.RadioSelect
        )
        self.order_fields(self.field_order)


class GrantableForm(ReasonForm):
    """What of the requested amount is eligible."""

    field_order = ("cents", "reason")

    def __init__(self, data: QueryDict | None = None, *, application: Application) -> None:
        super().__init__(data, application=application)
        most = application.requested_cents or 0
        self.fields["cents"] = EuroField(label=_("Subsidiabel bedrag"), most=most, least=0)
        now = application.grantable_cents
        self.initial["cents"] = most if now is None else now
        self.order_fields(self.field_order)


class TermForm(ReasonForm):
    """Until when the decision is postponed."""

    until = DayField(label=_("Nieuwe laatste dag"))
    field_order = ("until", "reason")

    def __init__(self, data: QueryDict | None = None, *, application: Application, last: date | None) -> None:
        super().__init__(data, application=application)
        self.last = last

    def clean_until(self) -> date:
        """Later than the last day as it is."""
        until: date = self.cleaned_data["until"]
        if self.last is not None and until <= self.last:
            raise forms.ValidationError(
                _("Kies een dag na %(day)s."), params={"day": date_in_words(self.last)}
            )
        return until


class ViewForm(SeenForm):
    """A question for a zienswijze."""

    text = LongTextField(
        label=_("Wat legt u de aanvrager voor?"),
        max_length=LONGEST,
        help_text=_("Noem de gegevens die anders zijn dan wat de aanvrager opgaf, en waarom dat uitmaakt."),
    )
    days = forms.IntegerField(
        label=_("Dagen om te antwoorden"), min_value=1, max_value=LONGEST_TERM, initial=14
    )
