"""Closed lists of words, with their Dutch labels."""

from enum import StrEnum

from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """What someone may do in one round."""

    ASSESSOR = "assessor", _("beoordelaar")
    OFFICIAL = "official", _("behandelaar")
    DECIDER = "decider", _("beslisser")
    AUDITOR = "auditor", _("controleur")


class Source(models.TextChoices):
    """Where a version of a regulation comes from."""

    SHIPPED = "shipped", _("meegeleverd")
    LOADED = "loaded", _("ingeladen")


class ProposalKind(models.TextChoices):
    """Acts that take two people."""

    PUBLISH_REGULATION = "publish_regulation", _("regeling vaststellen")
    MAKE_ADMINISTRATOR = "make_administrator", _("beheerder maken")


class Verdict(models.TextChoices):
    """How a proposal ended."""

    APPROVED = "approved", _("goedgekeurd")
    REFUSED = "refused", _("afgewezen")
    WITHDRAWN = "withdrawn", _("ingetrokken")


class Action(StrEnum):
    """What can stand in the log as done. The log is never changed, so neither is a word here once it was released."""

    ADMINISTRATOR_ENDED = "administrator_ended"
    ADMINISTRATOR_MADE = "administrator_made"
    INVITATION_DECLINED = "invitation_declined"
    INVITATION_WITHDRAWN = "invitation_withdrawn"
    MUNICIPALITY_CHANGED = "municipality_changed"
    ORGANISATION_CHANGED = "organisation_changed"
    ORGANISATION_REGISTERED = "organisation_registered"
    PAYLOADS_PURGED = "payloads_purged"
    PERSON_ADDED = "person_added"
    PERSON_CLOSED = "person_closed"
    PERSON_INVITED_AGAIN = "person_invited_again"
    PERSON_RENAMED = "person_renamed"
    PERSON_REOPENED = "person_reopened"
    PROPOSAL_APPROVED = "proposal_approved"
    PROPOSAL_MADE = "proposal_made"
    PROPOSAL_REFUSED = "proposal_refused"
    PROPOSAL_WITHDRAWN = "proposal_withdrawn"
    REGULATION_PUBLISHED = "regulation_published"
    REPRESENTATIVE_ADDED = "representative_added"
    REPRESENTATIVE_ENDED = "representative_ended"
    REPRESENTATIVE_INVITED = "representative_invited"
    ROLE_ENDED = "role_ended"
    ROLE_GIVEN = "role_given"
    ROUND_MADE = "round_made"
    TASK_RETRIED = "task_retried"
