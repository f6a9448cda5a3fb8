"""What officials choose from in the list of applications."""

from typing import TYPE_CHECKING

import django_filters
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from grants.enums import Channel, Standing
from grants.models import Application, GrantRound
from grants.selectors.applications.listed import applications_in, with_words
from grants.selectors.applications.terms import terms_of

if TYPE_CHECKING:
    FilterSet = django_filters.FilterSet[Application]
else:
    FilterSet = django_filters.FilterSet

ALL = _("alle")
NEAR, PASSED = "near", "passed"
STANDINGS = [(each.value, each.label) for each in Standing if each is not Standing.DRAFT]
ORDERS = {
    "number": ("position", _("nummer")),
    "-number": ("-position", _("nummer, laatste eerst")),
    "organisation": ("organisation__sort_name", _("aanvrager")),
    "title": ("title", _("titel")),
    "-requested": ("-requested_cents", _("gevraagd, hoogste eerst")),
    "requested": ("requested_cents", _("gevraagd, laagste eerst")),
    "-received": ("-received_at", _("ontvangen, laatste eerst")),
}


class ApplicationFilter(FilterSet):
    """Standing, list, way in, on time or late, words, and the order. What is not offered changes nothing."""

    words = django_filters.CharFilter(
        method="filter_words", label=_("Zoek op titel, aanvrager of kenmerk"), max_length=100
    )
    standing = django_filters.ChoiceFilter(choices=STANDINGS, label=_("Stand"), empty_label=ALL)
    deelplafond = django_filters.ChoiceFilter(
        "deelplafond__key", choices=[], label=_("Lijst"), empty_label=ALL
    )
    channel = django_filters.ChoiceFilter(choices=Channel.choices, label=_("Binnengekomen"), empty_label=ALL)
    late = django_filters.ChoiceFilter(
        "was_late",
        choices=[("False", _("op tijd")), ("True", _("te laat"))],
        label=_("Op tijd"),
        empty_label=ALL,
    )
    term = django_filters.ChoiceFilter(
        choices=[(NEAR, _("binnen twee weken voorbij")), (PASSED, _("voorbij"))],
        method="filter_term",
        label=_("Beslistermijn"),
        empty_label=ALL,
    )
    order = django_filters.ChoiceFilter(
        choices=[(key, label) for key, (_column, label) in ORDERS.items() if key != "number"],
        method="filter_order",
        label=_("Volgorde"),
        empty_label=ORDERS["number"][1],
    )

    def __init__(self, data: QueryDict, grant_round: GrantRound) -> None:
        super().__init__(data, applications_in(grant_round))
        self.grant_round = grant_round
        lists = [(each.key, each.name) for each in grant_round.deelplafonds.all()]
        self.filters["deelplafond"].extra["choices"] = lists

    def filter_words(self, found: QuerySet[Application], _name: str, words: str) -> QuerySet[Application]:
        """As people type them."""
        return with_words(found, words)

    def filter_term(self, found: QuerySet[Application], _name: str, term: str) -> QuerySet[Application]:
        """Those of which the term passed, or nearly."""
        terms = terms_of(self.grant_round, found.defer("answers", "facts"))
        near = [pk for pk, each in terms.items() if each.is_passed == (term == PASSED) and each.is_near]
        return found.filter(pk__in=near)

    def filter_order(self, found: QuerySet[Application], _name: str, order: str) -> QuerySet[Application]:
        """Equals in the order of their numbers, so that no page repeats or skips one."""
        return found.order_by(ORDERS[order][0], "position", "pk")
