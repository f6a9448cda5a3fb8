"""The people of Voorbeeldstad, whom a visitor of the demo can be."""

from django.db.models import Prefetch, QuerySet

from grants.demo.people import DOMAIN
from grants.models import Representative, RoundRole, User


def people_of_the_town() -> QuerySet[User]:
    """Everyone of the town who can log in, with their roles and organisations of now, in the order of their making."""
    roles = RoundRole.objects.current()
    organisations = Representative.objects.current().select_related("organisation")
    people = User.objects.filter(is_active=True, email__endswith=f"@{DOMAIN}").order_by("pk")
    with_roles = people.prefetch_related(Prefetch("round_roles", roles))
    return with_roles.prefetch_related(Prefetch("represents", organisations))
