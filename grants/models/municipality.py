"""The municipality that this installation is for."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from grants.models.base import Versioned


class Theme(models.TextChoices):
    """The colours of the pages: they fill the brand tokens of tokens.css."""

    VOORBEELDSTAD = "voorbeeldstad", _("blauw")
    KERSENDAM = "kersendam", _("rood")


class Municipality(Versioned):
    """One row: the name, the addresses and the look that pages and letters use."""

    name = models.CharField("naam", max_length=100)
    visiting_address = models.CharField("bezoekadres", max_length=200)
    objection_address = models.TextField("adres voor bezwaar")
    telephone = models.CharField("telefoon", max_length=100)
    email = models.EmailField("e-mailadres")
    mandate = models.TextField("mandaat", blank=True)
    iban = models.CharField("bankrekening", max_length=34, blank=True)
    theme = models.CharField("kleuren", max_length=20, choices=Theme, default=Theme.VOORBEELDSTAD)

    class Meta:
        verbose_name = "gemeente"
        verbose_name_plural = "gemeenten"
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="municipality_is_one")]

    def __str__(self) -> str:
        return self.name
