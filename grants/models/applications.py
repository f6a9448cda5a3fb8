"""Applications: what is being written, what was sent in, its attachments, and what happened to it since."""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from grants import clock
from grants.enums import Channel, Happening, Standing
from grants.models.base import AppendOnly, Payload, Versioned
from grants.models.imports import ApplicationImport
from grants.models.organisations import Organisation
from grants.models.people import User
from grants.models.rounds import Deelplafond, GrantRound


class Application(Versioned):
    """One application in one round. Until it is sent in, `answers` holds what was typed, as it was typed.

    The other columns repeat what the last version that was sent in says, for lists and for the calculation: `facts`
    maps the regulation's keys to whole numbers and texts (amounts in cents). `position` is its number in its round.
    `answers` holds a table of typed texts for each step of the form; `saved_from` is the page that saved last.
    """

    round = models.ForeignKey(GrantRound, on_delete=models.PROTECT, related_name="applications")
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="applications")
    standing = models.CharField(_("stand"), max_length=12, choices=Standing, default=Standing.DRAFT)
    channel = models.CharField(_("binnengekomen"), max_length=6, choices=Channel, default=Channel.SITE)
    started_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField(_("begonnen op"), default=clock.now, editable=False)
    brought_in_by = models.ForeignKey(
        ApplicationImport, on_delete=models.PROTECT, null=True, related_name="applications"
    )
    source = models.CharField(_("bron"), max_length=80, blank=True)
    source_reference = models.CharField(_("kenmerk in de bron"), max_length=80, blank=True)
    answers = models.JSONField(_("antwoorden"), default=dict, blank=True)
    saved_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    saved_at = models.DateTimeField(_("bewaard op"), null=True)
    saved_from = models.UUIDField(null=True, editable=False)

    position = models.PositiveIntegerField(_("volgnummer"), null=True)
    reference = models.CharField(_("kenmerk"), max_length=20, null=True, unique=True)  # noqa: DJ001 - none is none
    received_at = models.DateTimeField(_("ontvangen op"), null=True)
    deelplafond = models.ForeignKey(
        Deelplafond, on_delete=models.PROTECT, null=True, related_name="applications"
    )
    title = models.CharField(_("titel"), max_length=200, blank=True)
    requested_cents = models.BigIntegerField(_("gevraagd"), null=True)
    grantable_cents = models.BigIntegerField(_("subsidiabel"), null=True)
    facts = models.JSONField(_("gegevens"), default=dict, blank=True)
    iban = models.CharField(_("bankrekening"), max_length=34, blank=True)
    contact_name = models.CharField(_("contactpersoon"), max_length=150, blank=True)
    contact_email = models.EmailField(_("e-mailadres"), blank=True)

    class Meta:
        verbose_name = "aanvraag"
        verbose_name_plural = "aanvragen"
        ordering = ("round", "position", "pk")
        indexes = [
            models.Index(fields=["round", "standing"], name="application_by_standing"),
            models.Index(fields=["round", "deelplafond"], name="application_by_deelplafond"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["round", "position"], name="application_position_once"),
            models.UniqueConstraint(
                fields=["round", "source", "source_reference"],
                condition=~Q(source_reference=""),
                name="application_once_per_source",
            ),
            models.CheckConstraint(
                condition=Q(standing=Standing.DRAFT)
                | Q(standing=Standing.WITHDRAWN)
                | Q(
                    reference__isnull=False,
                    position__isnull=False,
                    received_at__isnull=False,
                    deelplafond__isnull=False,
                    requested_cents__gte=1,
                ),
                name="application_received_whole",
            ),
            models.CheckConstraint(
                condition=Q(grantable_cents__isnull=True)
                | Q(grantable_cents__gte=0, grantable_cents__lte=F("requested_cents")),
                name="application_grantable_at_most_requested",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reference or _('concept')} {self.title}".strip()

    @property
    def is_draft(self) -> bool:
        """Whether it was not sent in yet."""
        return self.standing == Standing.DRAFT


class NumberSeries(models.Model):
    """The last number that was given out in a series, such as the references of a year."""

    name = models.CharField(max_length=40, primary_key=True)
    last = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = "nummerreeks"
        verbose_name_plural = "nummerreeksen"

    def __str__(self) -> str:
        return f"{self.name}: {self.last}"


class Submission(AppendOnly):
    """A version of an application that was sent in: the first, and one for each completion that was asked for.

    `sha256` is taken over the canonical `indiening.json`, which stands in the payload. `received_at` is when the
    request reached the site; `late` whether that was at or after closing, as it was then.
    """

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="submissions")
    number = models.PositiveIntegerField("nummer")
    received_at = models.DateTimeField("ontvangen op")
    late = models.BooleanField("te laat")
    submitted_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    sha256 = models.CharField("vingerafdruk", max_length=64)

    class Meta:
        verbose_name = "ingediende versie"
        verbose_name_plural = "ingediende versies"
        ordering = ("application", "number")
        constraints = [
            models.UniqueConstraint(fields=["application", "number"], name="submission_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.application}, versie {self.number}"

    @property
    def came_too_late(self) -> bool:
        """Whether the application came after closing, as it is now: a round can close later after all.

        What was asked of it later always comes after closing, and is not too late.
        """
        return self.number == 1 and self.came_after_closing

    @property
    def came_after_closing(self) -> bool:
        """Whether this version came after closing, as it is now."""
        if not self.late:
            return False
        closes_at = self.application.round.closes_at
        return closes_at is None or self.received_at >= closes_at


class SubmissionPayload(Payload):
    """What was sent in, as `indiening.json` has it. `salt` is the private salt of the receipt."""

    submission = models.OneToOneField(
        Submission, on_delete=models.PROTECT, primary_key=True, related_name="payload"
    )

    class Meta:
        verbose_name = "inhoud van een ingediende versie"
        verbose_name_plural = "inhoud van ingediende versies"

    def __str__(self) -> str:
        return str(self.submission_id)


class Attachment(models.Model):
    """A file with an application. `key` is that of the regulation's attachment, or empty for any other file.

    What is taken away from a draft is gone; what a version names stays.
    """

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="attachments")
    key = models.CharField(_("bijlage"), max_length=60, blank=True)
    name = models.CharField(_("bestandsnaam"), max_length=200)
    kind = models.CharField(_("soort"), max_length=100)
    size = models.PositiveBigIntegerField(_("grootte"))
    sha256 = models.CharField(_("vingerafdruk"), max_length=64)
    file = models.FileField(_("bestand"), upload_to="bijlagen/%Y/%m", max_length=200)
    added_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField(_("toegevoegd op"), default=clock.now, editable=False)

    class Meta:
        verbose_name = "bijlage"
        verbose_name_plural = "bijlagen"
        ordering = ("application", "key", "pk")

    def __str__(self) -> str:
        return self.name


class ApplicationEvent(AppendOnly):
    """Something that happened to an application after it was received. What was written stands in the payload."""

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="events")
    number = models.PositiveIntegerField("nummer")
    kind = models.CharField("gebeurtenis", max_length=24, choices=Happening)
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    until = models.DateField("tot en met", null=True)
    amount_cents = models.BigIntegerField("bedrag", null=True)
    payload_sha256 = models.CharField(max_length=64)

    class Meta:
        verbose_name = "gebeurtenis bij een aanvraag"
        verbose_name_plural = "gebeurtenissen bij een aanvraag"
        ordering = ("application", "number")
        constraints = [models.UniqueConstraint(fields=["application", "number"], name="event_number_once")]

    def __str__(self) -> str:
        return f"{self.application}: {self.get_kind_display()}"

    @property
    def data(self) -> dict[str, object]:
        """What was written; nothing once it was removed after its term of retention."""
        return self.payload.data if hasattr(self, "payload") else {}


class EventPayload(Payload):
    """What was written at an event: a reason, a ground, what is missing, an answer."""

    event = models.OneToOneField(
        ApplicationEvent, on_delete=models.PROTECT, primary_key=True, related_name="payload"
    )

    class Meta:
        verbose_name = "inhoud van een gebeurtenis"
        verbose_name_plural = "inhoud van gebeurtenissen"

    def __str__(self) -> str:
        return str(self.event_id)


CLAIM_TERM = timedelta(days=60)
"""How long an applicant can take over what was entered for it."""


class ClaimLink(models.Model):
    """A link, used once, by which an applicant takes over what was entered for it. Only its hash is kept.

    A new link for the same application replaces the one before.
    """

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="claim_links")
    token_sha256 = models.CharField(max_length=64, unique=True)
    email = models.EmailField(_("e-mailadres"), blank=True)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=clock.now, editable=False)
    replaced_at = models.DateTimeField(null=True, editable=False)
    used_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    used_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = "link om over te nemen"
        verbose_name_plural = "links om over te nemen"
        constraints = [
            models.UniqueConstraint(
                fields=["application"],
                condition=Q(replaced_at=None, used_at=None),
                name="claim_link_one_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return str(self.application)

    @property
    def lapses_at(self) -> datetime:
        """From when on it can no longer be used."""
        return self.made_at + CLAIM_TERM

    def is_open(self) -> bool:
        """Whether it can be used now."""
        return self.used_at is None and self.replaced_at is None and clock.now() < self.lapses_at
