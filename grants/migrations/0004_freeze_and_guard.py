from django.db import migrations

from grants.guards import FreezeLists, FreezeRound, Guard, OwnerRemoves


class Migration(migrations.Migration):
    dependencies = [("grants", "0003_rounds_and_applications")]

    operations = [
        FreezeRound("GrantRound"),
        FreezeLists("Deelplafond"),
        Guard("RoundRules"),
        Guard("Submission"),
        Guard("ApplicationEvent"),
        OwnerRemoves("SubmissionPayload"),
        OwnerRemoves("EventPayload"),
    ]
