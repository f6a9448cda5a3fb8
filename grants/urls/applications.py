"""The applications of a round, for who works in it."""

from django.urls import URLPattern, path

from grants.views import imports
from grants.views.applications import acts, claims, completeness, decisions, duplicates, listed, one, paper

urlpatterns: list[URLPattern] = [
    path("rondes/<slug:slug>/aanvragen/importeren/", imports.application_imports, name="application_imports"),
    path(
        "rondes/<slug:slug>/aanvragen/importeren/<int:pk>/",
        imports.application_import,
        name="application_import",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/importeren/<int:pk>/fouten.csv",
        imports.import_problems,
        name="import_problems",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/importeren/<int:pk>/inlezen/",
        imports.import_bring_in,
        name="import_bring_in",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/importeren/<int:pk>/kolommen/",
        imports.import_columns,
        name="import_columns",
    ),
    path("rondes/<slug:slug>/aanvragen/op-papier/", paper.paper_application, name="paper_application"),
    path("rondes/<slug:slug>/aanvragen/overnemen/", claims.claim_links, name="claim_links"),
    path("rondes/<slug:slug>/aanvragen/overnemen/<int:pk>/", claims.claim_link_send, name="claim_link_send"),
    path("rondes/<slug:slug>/aanvragen/overnemen/brieven/", claims.claim_letters, name="claim_letters"),
    path("rondes/<slug:slug>/aanvragen/overnemen/mailen/", claims.claim_links_send, name="claim_links_send"),
    path("rondes/<slug:slug>/aanvragen/<int:pk>/", one.application, name="application"),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/aanvraag.pdf",
        one.application_pdf,
        name="application_pdf",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/bedrag/",
        acts.application_grantable,
        name="application_grantable",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/bijlagen/<int:attachment>/",
        one.application_attachment,
        name="application_attachment",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/buiten-behandeling/",
        acts.application_not_handled,
        name="application_not_handled",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/niet-ontvankelijk/",
        acts.application_inadmissible,
        name="application_inadmissible",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/te-laat/",
        acts.application_late,
        name="application_late",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/termijn/",
        acts.application_term,
        name="application_term",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/verstuurd/",
        decisions.application_decision_sent,
        name="application_decision_sent",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/volledigheid/",
        completeness.application_completeness,
        name="application_completeness",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/zienswijze/",
        acts.application_view,
        name="application_view",
    ),
    path("rondes/<slug:slug>/werk/aanvragen.csv", listed.applications_csv, name="applications_csv"),
    path("rondes/<slug:slug>/werk/aanvragen.xlsx", listed.applications_xlsx, name="applications_xlsx"),
    path("rondes/<slug:slug>/werk/aanvragen/", listed.applications, name="applications"),
    path("rondes/<slug:slug>/werk/besluiten/", decisions.decisions_to_send, name="decisions_to_send"),
    path("rondes/<slug:slug>/werk/dubbel/", duplicates.duplicates, name="duplicates"),
    path("rondes/<slug:slug>/werk/dubbel/<slug:why>/<int:pk>/", duplicates.duplicate, name="duplicate"),
]
