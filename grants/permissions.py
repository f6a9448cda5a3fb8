"""Who may do what, in predicates that read as sentences. Views ask `require`; templates never decide."""

from collections.abc import Callable

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from rules import Predicate, add_perm, has_perm, perm_exists

from grants.enums import Role
from grants.models import GrantRound, Invitation, Organisation, User

Person = User | AnonymousUser


def may(person: Person, permission: str, about: object = None) -> bool:
    """Whether someone has this permission, on this object where it is about one."""
    if not perm_exists(permission):
        raise LookupError(permission)
    return has_perm(permission, person, about)


def require(person: Person, permission: str, about: object = None) -> None:
    """Refuse with PermissionDenied whoever lacks this permission, on this object where it is about one."""
    if not may(person, permission, about):
        raise PermissionDenied(permission)


def active(holds: Callable[[User, object], bool]) -> Predicate:
    """A predicate about accounts that can log in; it is false for everyone else."""

    def test(person: Person, about: object = None) -> bool:
        return isinstance(person, User) and person.is_active and holds(person, about)

    return Predicate(test, holds.__name__)


@active
def is_administrator(person: User, _about: object) -> bool:
    return person.is_administrator


@active
def represents_organisation(person: User, about: object) -> bool:
    """Acts for this organisation now. What was ended gives nothing."""
    return isinstance(about, Organisation) and person.represents.current().filter(organisation=about).exists()


@active
def represents_some_organisation(person: User, _about: object) -> bool:
    return person.represents.current().exists()


@active
def is_invited(person: User, about: object) -> bool:
    """An organisation asks for this person, by a mail address that is verified to be theirs."""
    addresses = EmailAddress.objects.filter(user=person, verified=True).values_list("email", flat=True)
    return isinstance(about, Invitation) and about.is_open() and about.email in addresses


def has_role(*roles: Role) -> Predicate:
    """Holds one of these roles now: in the round it is about, or in any round where it is about none."""

    @active
    def holds_role(person: User, about: object) -> bool:
        held = person.round_roles.current().filter(role__in=roles)
        match about:
            case None:
                return held.exists()
            case GrantRound():
                return held.filter(round=about).exists()
            case _:
                return False

    return holds_role


add_perm("act_for_municipality", is_administrator | has_role(*Role))

add_perm("manage_people", is_administrator)
add_perm("see_roles", is_administrator | has_role(Role.OFFICIAL, Role.DECIDER, Role.AUDITOR))
add_perm("manage_roles", is_administrator)
add_perm("manage_tasks", is_administrator)

add_perm("see_organisation", represents_organisation | is_administrator)
add_perm("change_organisation", represents_organisation)
add_perm("apply_for", represents_organisation)
add_perm("apply_for_some_organisation", represents_some_organisation)
add_perm("manage_representatives", represents_organisation | is_administrator)
add_perm("answer_invitation", is_invited)

add_perm("propose_regulation", is_administrator | has_role(Role.OFFICIAL))
add_perm("approve_regulation", is_administrator | has_role(Role.DECIDER))
add_perm("change_municipality", is_administrator)

add_perm("see_proposals", is_administrator | has_role(Role.OFFICIAL, Role.DECIDER, Role.AUDITOR))
add_perm("see_every_proposal", is_administrator | has_role(Role.AUDITOR))

add_perm("see_applications", has_role(Role.OFFICIAL, Role.DECIDER, Role.AUDITOR))
add_perm("handle_applications", has_role(Role.OFFICIAL))
add_perm("approve_late_application", has_role(Role.DECIDER))

add_perm("assess", has_role(Role.ASSESSOR))

add_perm("see_every_round", is_administrator)
add_perm("make_round", is_administrator | has_role(Role.OFFICIAL))
add_perm("set_up_round", is_administrator | has_role(Role.OFFICIAL))
add_perm("delete_draft_round", is_administrator | has_role(Role.OFFICIAL))
add_perm("copy_roles", is_administrator)
add_perm("see_draft_round", is_administrator | has_role(*Role))
add_perm("see_round_whole", is_administrator | has_role(Role.OFFICIAL, Role.DECIDER, Role.AUDITOR))
add_perm("propose_for_round", has_role(Role.OFFICIAL))
add_perm("approve_for_round", has_role(Role.DECIDER))
