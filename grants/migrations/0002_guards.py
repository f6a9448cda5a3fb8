from django.db import migrations

from grants.guards import Follow, FreezeLists, FreezeReceived, FreezeRound, FreezeSent, Guard, OwnerRemoves


class Migration(migrations.Migration):
    dependencies = [("grants", "0001_initial")]

    operations = [
        Guard("LogEntry"),
        Guard("Proposal"),
        Guard("ProposalVerdict"),
        Guard("RegulationVersion"),
        Guard("RoundRules"),
        Guard("Submission"),
        Guard("ApplicationEvent"),
        Follow("LogEntry"),
        FreezeRound("GrantRound"),
        FreezeLists("Deelplafond"),
        FreezeReceived("Application"),
        FreezeSent("Attachment"),
        OwnerRemoves("LogPayload"),
        OwnerRemoves("ProposalPayload"),
        OwnerRemoves("VerdictPayload"),
        OwnerRemoves("SubmissionPayload"),
        OwnerRemoves("EventPayload"),
    ]
