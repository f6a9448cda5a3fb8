"""People to read: lists for administrators, and what someone is told about themselves."""

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet

from grants.enums import ProposalKind
from grants.models import Proposal, RoundRole, User
from grants.names import sort_key
from grants.services.keys import person_key


def people_named(words: str) -> QuerySet[User]:
    """People of whom the name or the mail address holds these words; all of them for none."""
    roles = RoundRole.objects.current().filter(user=OuterRef("pk"))
    people = User.objects.annotate(has_role=Exists(roles))
    if words:
        people = people.filter(
            Q(sort_name__contains=sort_key(words)) | Q(email__contains=words.strip().lower())
        )
    return people


def person_with(email: str) -> User | None:
    """Whose mail address this is, also when it is not their first."""
    address = email.strip().lower()
    verified = EmailAddress.objects.filter(email=address, verified=True).values("user")
    return User.objects.filter(pk__in=verified).first()


def addresses_of(person: User) -> QuerySet[EmailAddress]:
    """Every mail address of someone, the first one first."""
    addresses: QuerySet[EmailAddress] = EmailAddress.objects.filter(user=person).order_by("-primary", "email")
    return addresses


def candidacy_of(person: User) -> Proposal | None:
    """The proposal that waits to make this person an administrator, if there is one."""
    waiting = Proposal.objects.filter(kind=ProposalKind.MAKE_ADMINISTRATOR, verdict=None)
    return waiting.filter(object_key=person_key(person)).select_related("proposed_by").first()
