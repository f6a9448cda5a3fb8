"""Assessing, for who assesses."""

from django.urls import URLPattern, path

from grants.views.assessing import discussion, files, home, interests, score

urlpatterns: list[URLPattern] = [
    path("beoordelen/", home.assessing, name="assessing"),
    path("rondes/<slug:slug>/beoordelen/", home.assess_round, name="assess_round"),
    path("rondes/<slug:slug>/beoordelen/belangen/", interests.interests, name="interests"),
    path("rondes/<slug:slug>/beoordelen/<int:pk>/", score.score, name="score"),
    path("rondes/<slug:slug>/beoordelen/<int:pk>/bespreken/", discussion.application_discuss, name="discuss"),
    path(
        "rondes/<slug:slug>/beoordelen/<int:pk>/bijlagen/<int:attachment>/",
        files.assessed_file,
        name="assessed_file",
    ),
    path(
        "rondes/<slug:slug>/beoordelen/<int:pk>/bijlagen/<int:attachment>/melden/",
        files.assessed_file_report,
        name="assessed_file_report",
    ),
    path("rondes/<slug:slug>/beoordelen/<int:pk>/corrigeren/", score.correct, name="correct"),
    path(
        "rondes/<slug:slug>/beoordelen/<int:pk>/teruggeven/",
        interests.application_hand_back,
        name="application_hand_back",
    ),
    path(
        "rondes/<slug:slug>/beoordelen/<int:pk>/verschonen/",
        interests.application_recuse,
        name="application_recuse",
    ),
]
