"""Closed lists of words, with their Dutch labels."""

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
