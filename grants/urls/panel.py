"""The people who assess, for who works in the round: how far they are, who does what, and what they declared."""

from django.urls import URLPattern, path

from grants.views.panel import assigning, closing, interests_declared, panel, replacing, reports, spread

urlpatterns: list[URLPattern] = [
    path("rondes/<slug:slug>/beoordelaars/", panel.panel, name="panel"),
    path(
        "rondes/<slug:slug>/beoordelaars/<int:pk>/vervangen/",
        replacing.assessor_replace,
        name="assessor_replace",
    ),
    path(
        "rondes/<slug:slug>/beoordelaars/<int:pk>/vervalt/<int:application>/",
        replacing.assessment_take_off,
        name="assessment_take_off",
    ),
    path(
        "rondes/<slug:slug>/beoordelaars/belangen/", interests_declared.interests, name="interests_declared"
    ),
    path(
        "rondes/<slug:slug>/beoordelaars/belangen/<int:pk>/",
        interests_declared.competitors,
        name="competitors_propose",
    ),
    path("rondes/<slug:slug>/beoordelaars/gelijk/", assigning.assign_all, name="assign_equally"),
    path("rondes/<slug:slug>/beoordelaars/herinneren/", panel.reminders, name="assessors_remind"),
    path("rondes/<slug:slug>/beoordelaars/meldingen/", reports.reports, name="reports"),
    path("rondes/<slug:slug>/beoordelaars/meldingen/<int:pk>/", reports.report, name="report"),
    path("rondes/<slug:slug>/beoordelaars/sluiten/<int:pk>/", closing.list_close, name="list_close"),
    path("rondes/<slug:slug>/beoordelaars/spreiding/", spread.spread, name="spread"),
    path("rondes/<slug:slug>/beoordelaars/toewijzen/", assigning.assignments, name="assignments"),
]
