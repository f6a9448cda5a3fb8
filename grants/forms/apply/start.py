"""For whom an application is begun, and with which answers."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.forms.once import OnceForm
from grants.models import Application, Organisation


class StartForm(OnceForm):
    """One of the organisations that someone acts for; and perhaps an earlier application to begin with."""

    organisation = forms.ModelChoiceField(
        label=gettext_lazy("Voor welke organisatie vraagt u aan?"),
        queryset=Organisation.objects.none(),
        widget=forms.RadioSelect,
        empty_label=None,
    )
    like = forms.ModelChoiceField(
        label=gettext_lazy("Wilt u beginnen met een eerdere aanvraag?"),
        help_text=gettext_lazy(
            "Dan staan die antwoorden er al. U kunt alles veranderen. Bijlagen gaan niet mee."
        ),
        queryset=Application.objects.none(),
        required=False,
    )

    def __init__(
        self, data: object = None, *, organisations: "list[Organisation]", earlier: "list[Application]"
    ) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        chosen, like = self.fields["organisation"], self.fields["like"]
        assert isinstance(chosen, forms.ModelChoiceField)  # noqa: S101 - for the types
        assert isinstance(like, forms.ModelChoiceField)  # noqa: S101 - idem
        chosen.queryset = Organisation.objects.filter(pk__in=[each.pk for each in organisations])
        if len(organisations) == 1:
            chosen.initial = organisations[0]
        if not earlier:
            del self.fields["like"]
            return
        like.queryset = Application.objects.filter(pk__in=[each.pk for each in earlier])
        named = {
            each.pk: f"{each.organisation}: {each.title or _('concept')} ({each.round})" for each in earlier
        }
        like.choices = [("", _("Nee, begin met een leeg formulier")), *named.items()]
