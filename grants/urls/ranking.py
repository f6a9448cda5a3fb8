"""The ranking of a round: its calculations, and what they lead to."""

from django.urls import URLPattern, path

from grants.views.ranking import comparing, deciding, files, ranking

urlpatterns: list[URLPattern] = [
    path("rondes/<slug:slug>/rangschikking/", ranking.ranking, name="ranking"),
    path("rondes/<slug:slug>/rangschikking/<int:number>/", ranking.calculation, name="calculation"),
    path(
        "rondes/<slug:slug>/rangschikking/<int:number>/rangschikking.csv",
        files.ranking_csv,
        name="ranking_csv",
    ),
    path(
        "rondes/<slug:slug>/rangschikking/<int:number>/rangschikking.xlsx",
        files.ranking_xlsx,
        name="ranking_xlsx",
    ),
    path(
        "rondes/<slug:slug>/rangschikking/<int:number>/vergelijken/<int:before>/",
        comparing.comparison,
        name="comparison",
    ),
    path(
        "rondes/<slug:slug>/rangschikking/beslissen/<int:pk>/<slug:key>/", deciding.decision, name="decision"
    ),
    path("rondes/<slug:slug>/rangschikking/berekenen/", ranking.ranking_calculate, name="ranking_calculate"),
]
