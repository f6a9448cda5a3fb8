"""The steps in which a round is set up, but for its readings and its money. All can be left half done."""

from collections.abc import Sequence
from datetime import datetime

from django import forms
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from grants.documents.stored import document_of
from grants.forms.fields import NameField
from grants.forms.moments import DayField, HourField, moment_in
from grants.forms.once import OnceForm
from grants.forms.versioned import Together, VersionedForm
from grants.models import GrantRound, RegulationVersion, RoundRole
from grants.selectors.regulations import latest_versions

TITLE = GrantRound._meta.get_field("title")  # noqa: SLF001 - Django's own name
TERM_FROM = [("closing", _("vanaf de dag van sluiting")), ("receipt", _("vanaf de dag van ontvangst"))]
LONGEST = {"purpose": 4000, "audience": 4000, "contact": 1000}


class NewRoundForm(OnceForm):
    """What a round begins with."""

    title = NameField(
        label=_("Titel van de ronde"),
        max_length=TITLE.max_length,
        help_text=_("Zoals iedereen hem leest, met het jaar: Samen sociaal en vitaal 2027."),
    )
    regulation = forms.ModelChoiceField(
        queryset=latest_versions(), label=_("Regeling"), empty_label=_("Kies een regeling")
    )

    def clean_title(self) -> str:
        """A title with letters or digits in it: its address is made of those."""
        return with_letters(self.cleaned_data["title"])


class CopyForm(OnceForm):
    """What a copy of a round is called, and whether its people come along where there are any."""

    title = NameField(label=_("Titel van de nieuwe ronde"), max_length=TITLE.max_length)
    with_people = forms.BooleanField(
        label=_("Geef deze mensen dezelfde rol in de nieuwe ronde"), required=False
    )

    def __init__(self, data: QueryDict | None = None, *, people: Sequence[RoundRole]) -> None:
        super().__init__(data)
        if people:
            roles = [f"{role.user} ({role.get_role_display()})" for role in people]
            self.fields["with_people"].help_text = ", ".join(roles)
        else:
            del self.fields["with_people"]

    def clean_title(self) -> str:
        """A title with letters or digits in it."""
        return with_letters(self.cleaned_data["title"])


class StepForm(VersionedForm[GrantRound]):
    """A step: what is needed to publish can be filled in later, so that nothing in it is said to be optional."""

    can_wait = True


class RegulationForm(StepForm):
    """The title, and the version of the regulation that the round follows."""

    title = NameField(label=_("Titel van de ronde"), max_length=TITLE.max_length)

    class Meta:
        model = GrantRound
        fields = ("title", "regulation")

    def __init__(self, data: QueryDict | None = None, *, instance: GrantRound) -> None:
        super().__init__(data, instance=instance)
        own = RegulationVersion.objects.filter(pk=instance.regulation_id).defer("document")
        self.fields["regulation"] = forms.ModelChoiceField(
            queryset=(latest_versions() | own).distinct(),
            label=_("Regeling"),
            empty_label=None,
            help_text=_("Kiest u een andere versie? Dan bevestigt u elke lezing opnieuw."),
        )


class MomentsForm(StepForm):
    """When the round opens and closes, and until when is assessed."""

    opens_on = DayField(label=_("Opent op"), required=False)
    opens_time = HourField(label=_("Om"), required=False)
    closes_on = DayField(label=_("Sluit op"), required=False)
    closes_time = HourField(label=_("Om"), required=False)
    assessed_by = DayField(
        label=_("Beoordeeld uiterlijk op"),
        required=False,
        help_text=_("De dag waarop de beoordelaars klaar zijn. Dit staat niet op de openbare pagina."),
    )

    class Meta:
        model = GrantRound
        fields = ("assessed_by",)

    def beside_columns(self) -> dict[str, object]:
        """The days and times of the two moments."""
        opens_at, closes_at = self.instance.opens_at, self.instance.closes_at
        return {**_in_two("opens", opens_at), **_in_two("closes", closes_at)}

    def together(self) -> list[Together]:
        """A day with its time."""
        return [
            Together(gettext("Opening"), (self["opens_on"], self["opens_time"])),
            Together(gettext("Sluiting"), (self["closes_on"], self["closes_time"])),
        ]

    def clean(self) -> dict[str, object]:
        """Both moments exist, and closing comes after opening."""
        opens_at, closes_at = moment_in(self, "opens"), moment_in(self, "closes")
        if opens_at is not None and closes_at is not None and closes_at <= opens_at:
            self.add_error("closes_on", _("De ronde sluit voordat zij opent. Kies een later moment."))
        assessed_by = self.cleaned_data.get("assessed_by")
        if closes_at is not None and assessed_by is not None and assessed_by < closes_at.date():
            self.add_error("assessed_by", _("Kies een dag na het sluiten van de ronde."))
        return {**self.cleaned_data, "opens_at": opens_at, "closes_at": closes_at}

    def values(self) -> dict[str, object]:
        """The two moments as such, and the day."""
        return {name: self.cleaned_data[name] for name in ("opens_at", "closes_at", "assessed_by")}


class TermForm(StepForm):
    """Within how long the college decides, and how long someone may complete an application."""

    term_weeks = forms.IntegerField(
        label=_("Beslistermijn in weken"), min_value=1, max_value=104, required=False
    )
    term_from = forms.ChoiceField(
        label=_("Vanaf wanneer telt de termijn?"),
        choices=TERM_FROM,
        widget=forms.RadioSelect,
        required=False,
    )
    completion_days = forms.IntegerField(
        label=_("Dagen om aan te vullen"),
        min_value=1,
        max_value=90,
        help_text=_("Zo lang krijgt iemand om een onvolledige aanvraag aan te vullen (Awb 4:5)."),
    )

    class Meta:
        model = GrantRound
        fields = ("term_weeks", "term_from", "term_source", "completion_days")
        labels = {"term_source": _("Waar staat dat?")}
        help_texts = {"term_source": _("Bijvoorbeeld: artikel 1:5 van de regeling.")}

    def beside_columns(self) -> dict[str, object]:
        """What the regulation says itself, where nothing was filled in yet."""
        term = document_of(self.instance.regulation).chosen.deciding_term
        if term is None or self.instance.term_weeks is not None:
            return {}
        return {"term_weeks": term.weeks, "term_from": term.counted_from, "term_source": term.source}

    def together(self) -> list[Together]:
        """The term is what that one place says."""
        return [
            Together(gettext("Beslistermijn"), (self["term_weeks"], self["term_from"], self["term_source"]))
        ]


class TextsForm(StepForm):
    """What the public page says of the round."""

    class Meta:
        model = GrantRound
        fields = ("purpose", "audience", "contact")
        labels = {
            "purpose": _("Waar is het geld voor?"),
            "audience": _("Wie kan subsidie aanvragen?"),
            "contact": _("Waar kunnen mensen terecht met vragen?"),
        }
        help_texts = {
            "purpose": _("In een paar zinnen, voor wie de regeling niet kent."),
            "contact": _("Een telefoonnummer of een e-mailadres, en wanneer iemand opneemt."),
        }
        widgets = {name: forms.Textarea(attrs={"rows": 4}) for name in LONGEST}


def with_letters(title: str) -> str:
    """The title, where an address can be made of it."""
    if not slugify(title):
        raise forms.ValidationError(_("Gebruik letters of cijfers in de titel."), code="letters")
    return title


def _in_two(name: str, value: datetime | None) -> dict[str, object]:
    if value is None:
        return {}
    local = localtime(value)
    return {f"{name}_on": local.date(), f"{name}_time": local.time()}
