"""Applications in a round, as officials list them. Drafts are nobody's business but the applicant's."""

from django.db.models import CharField, F, Func, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Concat

from grants.enums import Standing
from grants.models import Application, GrantRound, Submission
from grants.names import sort_key

BARE = "regexp_replace(lower(normalize(%(expressions)s, NFKD)), '[\u0300-\u036f]', '', 'g')"
"""A text in lower case and without accents, as `grants.names.sort_key` makes them."""


def applications_in(grant_round: GrantRound) -> QuerySet[Application]:
    """Everything that was sent in, with its applicant, its list, and whether it came after closing (`was_late`)."""
    first = Submission.objects.filter(application=OuterRef("pk"), number=1)
    received = Application.objects.filter(round=grant_round, reference__isnull=False)
    return (
        received.exclude(standing=Standing.DRAFT)
        .select_related("organisation", "deelplafond")
        .annotate(was_late=Subquery(first.values("late")[:1]))
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
