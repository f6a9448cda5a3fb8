from django.db import migrations

from grants.guards import Follow, Guard, OwnerRemoves


class Migration(migrations.Migration):
    dependencies = [("grants", "0001_initial")]

    operations = [
        Guard("LogEntry"),
        Guard("Proposal"),
        Guard("ProposalVerdict"),
        Guard("RegulationVersion"),
        Follow("LogEntry"),
        OwnerRemoves("LogPayload"),
        OwnerRemoves("ProposalPayload"),
        OwnerRemoves("VerdictPayload"),
    ]
