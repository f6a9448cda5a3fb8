"""Applications in a round, as officials list them. Drafts are nobody's business but the applicant's."""

from django.db.models import BooleanField, CharField, ExpressionWrapper, F, Func, Q, QuerySet, Value
from django.db.models.functions import Coalesce, Concat

from grants.enums import Standing
from grants.models import Application, GrantRound
from grants.names import sort_key

BARE = "regexp_replace(lower(normalize(%(expressions)s, NFKD)), '[\u0300-\u036f]', '', 'g')"
"""A text in lower case and without accents, as `grants.names.sort_key` makes them."""

AFTER_CLOSING = ExpressionWrapper(
    Q(received_at__gte=F("round__closes_at")), output_field=BooleanField(null=True)
)
"""Whether it came after closing, as it is now: of a round that closes later after all, less is late."""


def applications_in(grant_round: GrantRound) -> QuerySet[Application]:
    """Everything that was sent in, with its applicant, its list, and whether it came after closing (`was_late`)."""
    received = Application.objects.filter(round=grant_round, reference__isnull=False)
    return (
        received.exclude(standing=Standing.DRAFT)
        .select_related("organisation", "deelplafond")
        .annotate(was_late=Coalesce(AFTER_CLOSING, Value(value=False)))
        .order_by("position", "pk")
    )


def with_words(found: QuerySet[Application], words: str) -> QuerySet[Application]:
    """Those of which the reference, the title or the applicant holds these words, whatever the case and the accents."""
    bare = sort_key(words)
    if not bare:
        return found
    told = Concat(F("reference"), Value(" "), F("title"), output_field=CharField())
    return found.annotate(bare=Func(told, template=BARE, output_field=CharField())).filter(
        Q(bare__contains=bare) | Q(organisation__sort_name__contains=bare)
    )
