"""Rows and their constraints. Models know neither the engine nor services."""

from grants.models.applications import (
    Application,
    ApplicationEvent,
    Attachment,
    ClaimLink,
    EventPayload,
    NumberSeries,
    Submission,
    SubmissionPayload,
)
from grants.models.assessing import (
    Assessment,
    AssessmentDraft,
    AssessmentPayload,
    Assignment,
    Interest,
    InterestPayload,
    Remark,
    RemarkPayload,
    Ruling,
    Score,
)
from grants.models.base import AppendOnly, AppendOnlyError, Payload, Versioned
from grants.models.calculations import (
    Calculation,
    CalculationInput,
    CalculationNeed,
    DrawGroup,
    ListOutcome,
    OutcomeLine,
)
from grants.models.decisions import OfficialDecision, OfficialDecisionPayload
from grants.models.imports import ApplicationImport, ColumnMapping
from grants.models.log import LogEntry, LogPayload
from grants.models.municipality import Municipality, Theme
from grants.models.once import SentForm
from grants.models.organisations import Invitation, Organisation, Representative
from grants.models.outbox import OutboxRow
from grants.models.people import User
from grants.models.points import (
    EstablishedScore,
    Establishment,
    EstablishmentDraft,
    EstablishmentPayload,
    RoundPoints,
)
from grants.models.proposals import Proposal, ProposalPayload, ProposalVerdict, VerdictPayload
from grants.models.regulations import RegulationVersion
from grants.models.rounds import Deelplafond, GrantRound, RoundRole, RoundRules

__all__ = [
    "AppendOnly",
    "AppendOnlyError",
    "Application",
    "ApplicationEvent",
    "ApplicationImport",
    "Assessment",
    "AssessmentDraft",
    "AssessmentPayload",
    "Assignment",
    "Attachment",
    "Calculation",
    "CalculationInput",
    "CalculationNeed",
    "ClaimLink",
    "ColumnMapping",
    "Deelplafond",
    "DrawGroup",
    "EstablishedScore",
    "Establishment",
    "EstablishmentDraft",
    "EstablishmentPayload",
    "EventPayload",
    "GrantRound",
    "Interest",
    "InterestPayload",
    "Invitation",
    "ListOutcome",
    "LogEntry",
    "LogPayload",
    "Municipality",
    "NumberSeries",
    "OfficialDecision",
    "OfficialDecisionPayload",
    "Organisation",
    "OutboxRow",
    "OutcomeLine",
    "Payload",
    "Proposal",
    "ProposalPayload",
    "ProposalVerdict",
    "RegulationVersion",
    "Remark",
    "RemarkPayload",
    "Representative",
    "RoundPoints",
    "RoundRole",
    "RoundRules",
    "Ruling",
    "Score",
    "SentForm",
    "Submission",
    "SubmissionPayload",
    "Theme",
    "User",
    "VerdictPayload",
    "Versioned",
]
