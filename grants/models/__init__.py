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
from grants.models.base import AppendOnly, AppendOnlyError, Payload, Versioned
from grants.models.imports import ApplicationImport, ColumnMapping
from grants.models.log import LogEntry, LogPayload
from grants.models.municipality import Municipality, Theme
from grants.models.once import SentForm
from grants.models.organisations import Invitation, Organisation, Representative
from grants.models.outbox import OutboxRow
from grants.models.people import User
from grants.models.proposals import Proposal, ProposalPayload, ProposalVerdict, VerdictPayload
from grants.models.regulations import RegulationVersion
from grants.models.rounds import Deelplafond, GrantRound, RoundRole, RoundRules

__all__ = [
    "AppendOnly",
    "AppendOnlyError",
    "Application",
    "ApplicationEvent",
    "ApplicationImport",
    "Attachment",
    "ClaimLink",
    "ColumnMapping",
    "Deelplafond",
    "EventPayload",
    "GrantRound",
    "Invitation",
    "LogEntry",
    "LogPayload",
    "Municipality",
    "NumberSeries",
    "Organisation",
    "OutboxRow",
    "Payload",
    "Proposal",
    "ProposalPayload",
    "ProposalVerdict",
    "RegulationVersion",
    "Representative",
    "RoundRole",
    "RoundRules",
    "SentForm",
    "Submission",
    "SubmissionPayload",
    "Theme",
    "User",
    "VerdictPayload",
    "Versioned",
]
