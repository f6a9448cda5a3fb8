from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("grants", "0005_imports_and_claims")]

    operations = [
        migrations.AddField(
            model_name="application",
            name="saved_from",
            field=models.UUIDField(editable=False, null=True),
        ),
    ]
