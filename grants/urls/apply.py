"""An application, for who applies."""

from django.urls import URLPattern, path

from grants.views.applications import attachments, claims, completions, mine, receipts
from grants.views.apply import check, start, step

urlpatterns: list[URLPattern] = [
    path("mijn-aanvragen/", mine.my_applications, name="my_applications"),
    path("mijn-aanvragen/<int:pk>/", mine.my_application, name="my_application"),
    path("mijn-aanvragen/<int:pk>/aanvullen/", completions.application_complete, name="application_complete"),
    path("mijn-aanvragen/<int:pk>/aanvraag.pdf", receipts.my_application_pdf, name="my_application_pdf"),
    path("mijn-aanvragen/<int:pk>/aanvraag.zip", receipts.application_bundle, name="application_bundle"),
    path("mijn-aanvragen/<int:pk>/bijlagen/", attachments.apply_attachments, name="apply_attachments"),
    path(
        "mijn-aanvragen/<int:pk>/bijlagen/<int:attachment>/",
        attachments.attachment_file,
        name="attachment_file",
    ),
    path(
        "mijn-aanvragen/<int:pk>/bijlagen/<int:attachment>/weghalen/",
        attachments.attachment_remove,
        name="attachment_remove",
    ),
    path("mijn-aanvragen/<int:pk>/controleren/", check.apply_check, name="apply_check"),
    path("mijn-aanvragen/<int:pk>/indiening-<int:number>.json", receipts.sent_in, name="sent_in"),
    path(
        "mijn-aanvragen/<int:pk>/intrekken/",
        mine.application_withdraw,
        name="application_withdraw",
    ),
    path("mijn-aanvragen/<int:pk>/invullen/<slug:step>/", step.apply_step, name="apply_step"),
    path("mijn-aanvragen/<int:pk>/ontvangstbewijs/", receipts.receipt, name="receipt"),
    path("mijn-aanvragen/<int:pk>/ontvangstbewijs.pdf", receipts.receipt_file, name="receipt_file"),
    path("mijn-aanvragen/<int:pk>/verwijderen/", mine.draft_delete, name="draft_delete"),
    path("mijn-aanvragen/<int:pk>/zienswijze/", completions.view_give, name="view_give"),
    path("overnemen/", claims.claim_code, name="claim_code"),
    path("overnemen/<str:token>/", claims.claim_application, name="claim"),
    path("rondes/<slug:slug>/aanvragen/nieuw/", start.apply_start, name="apply_start"),
]
