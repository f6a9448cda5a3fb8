"""What is proposed after publication: another ceiling, a later closing, or to withdraw the round."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.forms.fields import EuroField
from grants.forms.moments import DayField, HourField, moment_in
from grants.forms.rounds.money import MOST_CENTS
from grants.models import GrantRound
from schemes.words.dutch import euros

SHARED = "-"
"""Stands for what lists share: no list is called so."""


class ProposalReasonForm(forms.Form):
    """Why a round is proposed to be published: for the colleague who approves."""

    reason = forms.CharField(
        label=gettext_lazy("Wat wilt u uw collega meegeven?"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class ChangeForm(forms.Form):
    """A change that everyone reads on the page of the round, with its reason."""

    reason = forms.CharField(
        label=gettext_lazy("Reden"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "Iedereen leest dit op de pagina van de ronde. Zet er geen namen van mensen in."
        ),
    )

    def __init__(self, data: QueryDict | None = None, *, grant_round: GrantRound) -> None:
        super().__init__(data)
        self.grant_round = grant_round


class WithdrawalForm(ChangeForm):
    """Withdraw the whole round."""

    sure = forms.BooleanField(
        label=gettext_lazy("Ja, de hele ronde gaat niet door"),
        error_messages={"required": gettext_lazy("Kruis dit aan als u de ronde echt wilt intrekken.")},
    )


class ClosingForm(ChangeForm):
    """A later moment of closing, for everyone."""

    closes_on = DayField(label=gettext_lazy("Sluit dan op"))
    closes_time = HourField(label=gettext_lazy("Om"))
    field_order = ("closes_on", "closes_time", "reason")

    def clean(self) -> dict[str, object]:
        """The moment exists, and is later than closing is now."""
        closes_at, now = moment_in(self, "closes"), self.grant_round.closes_at
        if closes_at is not None and now is not None and closes_at <= now:
            self.add_error("closes_on", _("Kies een moment dat later is dan nu: eerder sluiten kan niet."))
        return {**self.cleaned_data, "closes_at": closes_at}


class CeilingForm(ChangeForm):
    """Another ceiling for a list, or for what lists share."""

    ceiling_cents = EuroField(label=gettext_lazy("Nieuw bedrag"), most=MOST_CENTS, least=0)
    sure = forms.BooleanField(
        label=gettext_lazy("Bij verlagen: dit geldt niet voor aanvragen die al zijn ingediend"),
        help_text=gettext_lazy(
            "Kruis dit aan als u verlaagt, zodat u dit niet over het hoofd ziet (Awb 4:27 lid 2)."
        ),
        required=False,
    )
    field_order = ("ceiling_cents", "sure", "reason")

    def __init__(self, data: QueryDict | None = None, *, grant_round: GrantRound) -> None:
        super().__init__(data, grant_round=grant_round)
        self.now = ceilings_of(grant_round)
        which = forms.ChoiceField(
            label=_("Welk plafond?"),
            choices=[(key, f"{name}: {euros(cents)}") for key, (name, cents) in self.now.items()],
            widget=forms.RadioSelect,
        )
        self.fields = {"list_key": which, **self.fields}

    def clean(self) -> dict[str, object]:
        """Another amount than there is; whoever lowers knows what that does not do."""
        key, cents = self.cleaned_data.get("list_key"), self.cleaned_data.get("ceiling_cents")
        if key is None or cents is None:
            return self.cleaned_data
        before = self.now[key][1]
        if cents == before:
            self.add_error("ceiling_cents", _("Dit is het bedrag dat er nu staat. Vul een ander bedrag in."))
        if cents < before and not self.cleaned_data.get("sure"):
            self.add_error("sure", _("U verlaagt dit plafond. Kruis aan dat u weet voor wie dat niet geldt."))
        return self.cleaned_data


def ceilings_of(grant_round: GrantRound) -> dict[str, tuple[str, int]]:
    """Each ceiling that can change: by the key of its list, its name and the amount now."""
    own = {
        each.key: (each.name, each.ceiling_cents)
        for each in grant_round.deelplafonds.all()
        if each.ceiling_cents is not None
    }
    if grant_round.shared_ceiling_cents is None:
        return own
    return {**own, SHARED: (_("het gedeelde plafond"), grant_round.shared_ceiling_cents)}
