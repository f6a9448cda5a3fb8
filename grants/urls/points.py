"""The points of a round: established per application, and as a whole."""

from django.urls import URLPattern, path

from grants.views.points import matrix, points, signing, words

urlpatterns: list[URLPattern] = [
    path("rondes/<slug:slug>/punten/", points.points, name="points"),
    path("rondes/<slug:slug>/punten/<int:pk>/", matrix.application_points, name="application_points"),
    path("rondes/<slug:slug>/punten/<int:pk>/minder/", words.points_fewer, name="points_fewer"),
    path("rondes/<slug:slug>/punten/<int:pk>/verslag/", words.points_note, name="points_note"),
    path("rondes/<slug:slug>/punten/bevestigen/", points.points_confirm, name="points_confirm"),
    path("rondes/<slug:slug>/punten/punten.csv", points.points_csv, name="points_csv"),
    path("rondes/<slug:slug>/punten/punten.xlsx", points.points_xlsx, name="points_xlsx"),
    path("rondes/<slug:slug>/punten/vaststellen/", signing.points_sign, name="points_sign"),
]
