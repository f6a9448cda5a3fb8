"""Closed lists of words, with their Dutch labels."""

from django.db import models


class Role(models.TextChoices):
    """What someone may do in one round."""

    ASSESSOR = "assessor", "beoordelaar"
    OFFICIAL = "official", "behandelaar"
    DECIDER = "decider", "beslisser"
    AUDITOR = "auditor", "controleur"


class Source(models.TextChoices):
    """Where a version of a regulation comes from."""

    SHIPPED = "shipped", "meegeleverd"
    LOADED = "loaded", "ingeladen"


class ProposalKind(models.TextChoices):
    """Acts that take two people."""

    PUBLISH_REGULATION = "publish_regulation", "regeling vaststellen"
    MAKE_ADMINISTRATOR = "make_administrator", "beheerder maken"


class Verdict(models.TextChoices):
    """How a proposal ended."""

    APPROVED = "approved", "goedgekeurd"
    REFUSED = "refused", "afgewezen"
    WITHDRAWN = "withdrawn", "ingetrokken"
