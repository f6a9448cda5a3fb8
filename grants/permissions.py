"""Who may do what, in predicates that read as sentences. Views ask `require`; templates never decide."""

import rules
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from grants.enums import Role
from grants.models import GrantRound, User

Person = User | AnonymousUser


def require(person: Person, permission: str, about: object = None) -> None:
    """Refuse with PermissionDenied whoever lacks this permission, on this object where it is about one."""
    if not rules.has_perm(permission, person, about):
        raise PermissionDenied(permission)


@rules.predicate
def is_administrator(person: Person) -> bool:
    return isinstance(person, User) and person.is_active and person.is_administrator


def has_role(*roles: Role) -> rules.Predicate:
    """Holds one of these roles now: in the round it is about, or in any round where it is about none."""

    @rules.predicate(f"has_role {' or '.join(roles)}")
    def holds(person: Person, about: object = None) -> bool:
        if not isinstance(person, User) or not person.is_active:
            return False
        held = person.round_roles.filter(role__in=roles, until=None)
        return (held.filter(round=about) if isinstance(about, GrantRound) else held).exists()

    return holds


rules.add_perm("propose_regulation", is_administrator | has_role(Role.OFFICIAL))
rules.add_perm("approve_regulation", is_administrator | has_role(Role.DECIDER))
