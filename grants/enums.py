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


class Stage(models.TextChoices):
    """How far a round is. `OPEN` and `CLOSED` follow from its moments and are never stored."""

    DRAFT = "draft", _("concept")
    PUBLISHED = "published", _("aangekondigd")
    OPEN = "open", _("open")
    CLOSED = "closed", _("gesloten")
    ASSESSING = "assessing", _("in beoordeling")
    RANKED = "ranked", _("gerangschikt")
    DECIDED = "decided", _("besloten")
    ANNOUNCED = "announced", _("bekendgemaakt")
    ARCHIVED = "archived", _("gearchiveerd")
    WITHDRAWN = "withdrawn", _("ingetrokken")


class RulesReason(models.TextChoices):
    """Why the rules of a round were laid down anew."""

    PUBLISHED = "published", _("gepubliceerd")
    CEILING_RAISED = "ceiling_raised", _("plafond verhoogd")
    CEILING_LOWERED = "ceiling_lowered", _("plafond verlaagd")
    CLOSING_LATER = "closing_later", _("sluit later")
    WITHDRAWN = "withdrawn", _("ronde ingetrokken")


class Channel(models.TextChoices):
    """How an application came in."""

    SITE = "site", _("op de site")
    PAPER = "paper", _("op papier")
    IMPORT = "import", _("uit een bestand")


class Standing(models.TextChoices):
    """Where an application stands before it is assessed."""

    DRAFT = "draft", _("concept")
    SUBMITTED = "submitted", _("ontvangen")
    LATE = "late", _("te laat")
    TO_COMPLETE = "to_complete", _("wacht op aanvulling")
    COMPLETED = "completed", _("aangevuld")
    COMPLETE = "complete", _("compleet")
    NOT_HANDLED = "not_handled", _("buiten behandeling")
    INADMISSIBLE = "inadmissible", _("niet ontvankelijk")
    WITHDRAWN = "withdrawn", _("ingetrokken")


class Happening(models.TextChoices):
    """What can happen to an application after it was received. The words are kept for good."""

    COMPLETE = "complete", _("compleet bevonden")
    COMPLETION_ASKED = "completion_asked", _("aanvulling gevraagd")
    COMPLETION_RECEIVED = "completion_received", _("aanvulling ontvangen")
    NOT_HANDLED = "not_handled", _("buiten behandeling gelaten")
    INADMISSIBLE = "inadmissible", _("niet ontvankelijk")
    LATE_ADMITTED = "late_admitted", _("te laat, toch toegelaten")
    LATE_REFUSED = "late_refused", _("te laat, niet in behandeling")
    GRANTABLE_SET = "grantable_set", _("subsidiabel bedrag vastgesteld")
    DUPLICATE_RESOLVED = "duplicate_resolved", _("dubbele aanvraag beoordeeld")
    VIEW_ASKED = "view_asked", _("zienswijze gevraagd")
    VIEW_GIVEN = "view_given", _("zienswijze ontvangen")
    WITHDRAWN = "withdrawn", _("ingetrokken door de aanvrager")
    TERM_POSTPONED = "term_postponed", _("beslistermijn verlengd")
    CLAIMED = "claimed", _("overgenomen door de aanvrager")
    DECISION_SENT = "decision_sent", _("besluit verstuurd")


class Sending(models.TextChoices):
    """How a decision was sent (Awb 3:41)."""

    POST = "post", _("per brief")
    MAIL = "mail", _("per e-mail")
    HAND = "hand", _("uitgereikt")


class Ground(models.TextChoices):
    """Why an application is inadmissible. What a regulation itself demands comes beside these."""

    APPLICANT = "applicant", _("de aanvrager hoort niet bij wie kan aanvragen")
    ACTIVITY = "activity", _("de activiteit hoort niet bij deze regeling")
    PERIOD = "period", _("de activiteit valt buiten het tijdvak")
    AMOUNT = "amount", _("het gevraagde bedrag is te hoog of te laag voor deze lijst")
    TOO_MANY = "too_many", _("de aanvrager heeft al het hoogste aantal aanvragen")
    DUPLICATE = "duplicate", _("dezelfde aanvraag is al ingediend")
    OTHER = "other", _("een andere reden")


class InterestKind(models.TextChoices):
    """What an assessor declares about an application."""

    NONE = "none", _("geen belang")
    OWN = "own", _("belang bij deze aanvraag")


class RulingKind(models.TextChoices):
    """What two people decide about the assessing of a round."""

    COMPETITOR = "competitor", _("mag de concurrenten van een aanvraag beoordelen")
    TERM_ENDED = "term_ended", _("de beoordeling van een lijst is gesloten")
    FEWER = "fewer", _("vaststellen met minder beoordelingen")


class RemarkKind(models.TextChoices):
    """What is said about an application by and to who assesses it."""

    DISCUSSION = "discussion", _("bespreking")
    MEETING = "meeting", _("verslag van het overleg")
    FILE = "file", _("een bijlage gaat niet open")
    FILE_SOLVED = "file_solved", _("de bijlage is hersteld")
    HANDED_BACK = "handed_back", _("aanvraag teruggegeven")
    BACK_SOLVED = "back_solved", _("voor de teruggegeven aanvraag is gezorgd")


class Basis(models.TextChoices):
    """On what the established points of a criterion rest."""

    AGREED = "agreed", _("iedereen gaf hetzelfde")
    CHOSEN = "chosen", _("gekozen, met een reden")
    MEAN = "mean", _("gemiddelde van de beoordelaars")


class LineStatus(models.TextChoices):
    """What an application gets according to a calculation, or what that waits for. The engine's own words."""

    GRANTED = "granted", _("toegekend")
    PARTIALLY_GRANTED = "partially_granted", _("deels toegekend")
    REFUSED_INADMISSIBLE = "refused_inadmissible", _("doet niet mee")
    REFUSED_THRESHOLD = "refused_threshold", _("onder de drempel")
    REFUSED_CEILING = "refused_ceiling", _("plafond bereikt")
    REFUSED_DISCRETIONARY = "refused_discretionary", _("geweigerd na beslissing")
    AWAITING_LOTTERY = "awaiting_lottery", _("wacht op loting")
    UNDECIDED = "undecided", _("nog niet zeker")


class Said(models.TextChoices):
    """What an official decides where the regulation leaves it to them. But for the last, the engine's own words."""

    REFUSE = "refuse", _("weigeren")
    KEEP = "keep", _("niet weigeren")
    CAP = "cap", _("een lager bedrag")
    TAKEN_BACK = "taken_back", _("teruggenomen")


class NeedKind(models.TextChoices):
    """What a round can still need before it can be decided. The engine's own words."""

    DRAW = "draw", _("loting nodig")
    DECISION = "decision", _("beslissing nodig")


class ImportState(models.TextChoices):
    """How far an uploaded file with applications is."""

    UPLOADED = "uploaded", _("nog niet ingedeeld")
    CHECKING = "checking", _("wordt gecontroleerd")
    CHECKED = "checked", _("gecontroleerd")
    BRINGING = "bringing", _("wordt ingelezen")
    DONE = "done", _("ingelezen")


class SameName(models.TextChoices):
    """What a row of a file without a number of the organisation means by the name of one that is there already."""

    NEW = "new", _("een nieuwe organisatie")
    SAME = "same", _("dezelfde organisatie")


class Source(models.TextChoices):
    """Where a version of a regulation comes from."""

    SHIPPED = "shipped", _("meegeleverd")
    LOADED = "loaded", _("ingeladen")


class ProposalKind(models.TextChoices):
    """Acts that take two people."""

    PUBLISH_REGULATION = "publish_regulation", _("regeling vaststellen")
    MAKE_ADMINISTRATOR = "make_administrator", _("beheerder maken")
    PUBLISH_ROUND = "publish_round", _("ronde publiceren")
    RAISE_CEILING = "raise_ceiling", _("plafond verhogen")
    LOWER_CEILING = "lower_ceiling", _("plafond verlagen")
    CLOSE_LATER = "close_later", _("later sluiten")
    WITHDRAW_ROUND = "withdraw_round", _("ronde intrekken")
    ADMIT_LATE = "admit_late", _("te late aanvraag toelaten")
    ALLOW_COMPETITORS = "allow_competitors", _("belang bij een concurrent")
    END_ASSESSING = "end_assessing", _("beoordeling van een lijst sluiten")
    ALLOW_FEWER = "allow_fewer", _("vaststellen met minder beoordelingen")


class Verdict(models.TextChoices):
    """How a proposal ended."""

    APPROVED = "approved", _("goedgekeurd")
    REFUSED = "refused", _("afgewezen")
    WITHDRAWN = "withdrawn", _("ingetrokken")


class Action(StrEnum):
    """What can stand in the log as done. The log is never changed, so neither is a word here once it was released."""

    ADMINISTRATOR_ENDED = "administrator_ended"
    ADMINISTRATOR_MADE = "administrator_made"
    APPLICATION_DELETED = "application_deleted"
    APPLICATION_HAPPENED = "application_happened"
    APPLICATION_RECEIVED = "application_received"
    APPLICATION_STARTED = "application_started"
    APPLICATIONS_EXPORTED = "applications_exported"
    APPLICATIONS_IMPORTED = "applications_imported"
    ASSESSMENT_SUBMITTED = "assessment_submitted"
    ASSESSORS_ASSIGNED = "assessors_assigned"
    ASSESSORS_REMINDED = "assessors_reminded"
    ASSESSMENT_STARTED = "assessment_started"
    CALCULATION_ASKED = "calculation_asked"
    CALCULATION_MADE = "calculation_made"
    CLAIM_LINKS_MADE = "claim_links_made"
    INTERESTS_DECLARED = "interests_declared"
    INVITATION_DECLINED = "invitation_declined"
    INVITATION_WITHDRAWN = "invitation_withdrawn"
    MAIL_ADDED = "mail_added"
    MAIL_CONFIRMED = "mail_confirmed"
    MAIL_MADE_FIRST = "mail_made_first"
    MAIL_REMOVED = "mail_removed"
    MUNICIPALITY_CHANGED = "municipality_changed"
    OFFICIAL_DECIDED = "official_decided"
    ORGANISATION_CHANGED = "organisation_changed"
    ORGANISATION_REGISTERED = "organisation_registered"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - a word in the log
    PAYLOADS_PURGED = "payloads_purged"
    PERSON_ADDED = "person_added"
    PERSON_CLOSED = "person_closed"
    PERSON_INVITED_AGAIN = "person_invited_again"
    PERSON_RENAMED = "person_renamed"
    PERSON_REOPENED = "person_reopened"
    POINTS_ESTABLISHED = "points_established"
    PROPOSAL_APPROVED = "proposal_approved"
    PROPOSAL_MADE = "proposal_made"
    PROPOSAL_REFUSED = "proposal_refused"
    PROPOSAL_WITHDRAWN = "proposal_withdrawn"
    REGULATION_PUBLISHED = "regulation_published"
    REMARK_MADE = "remark_made"
    REPRESENTATIVE_ADDED = "representative_added"
    REPRESENTATIVE_ENDED = "representative_ended"
    REPRESENTATIVE_INVITED = "representative_invited"
    ROLE_ENDED = "role_ended"
    ROLE_GIVEN = "role_given"
    ROUND_CHANGED = "round_changed"
    ROUND_DELETED = "round_deleted"
    ROUND_MADE = "round_made"
    ROUND_PUBLISHED = "round_published"
    ROUND_RULES_CHANGED = "round_rules_changed"
    ROUND_WITHDRAWN = "round_withdrawn"
    ROUND_POINTS_ESTABLISHED = "round_points_established"
    RULING_MADE = "ruling_made"
    SECOND_STEP_ADDED = "second_step_added"
    SECOND_STEP_REMOVED = "second_step_removed"
    SECOND_STEP_RENEWED = "second_step_renewed"
    SERVICE_CONNECTED = "service_connected"
    SERVICE_DISCONNECTED = "service_disconnected"
    TASK_RETRIED = "task_retried"
