"""Rows and their constraints. Models know neither the engine nor services."""

from grants.models.base import AppendOnly, AppendOnlyError, Payload, Versioned
from grants.models.log import LogEntry, LogPayload
from grants.models.municipality import Municipality, Theme
from grants.models.once import SentForm
from grants.models.organisations import Invitation, Organisation, Representative
from grants.models.outbox import OutboxRow
from grants.models.people import User
from grants.models.proposals import Proposal, ProposalPayload, ProposalVerdict, VerdictPayload
from grants.models.regulations import RegulationVersion
from grants.models.rounds import GrantRound, RoundRole

__all__ = [
    "AppendOnly",
    "AppendOnlyError",
    "GrantRound",
    "Invitation",
    "LogEntry",
    "LogPayload",
    "Municipality",
    "Organisation",
    "OutboxRow",
    "Payload",
    "Proposal",
    "ProposalPayload",
    "ProposalVerdict",
    "RegulationVersion",
    "Representative",
    "RoundRole",
    "SentForm",
    "Theme",
    "User",
    "VerdictPayload",
    "Versioned",
]
