"""The pages, one line each."""

from django.urls import URLPattern

from grants.urls import applications, apply, assessing, panel, points, ranking, rounds, site

urlpatterns: list[URLPattern] = [
    *site.urlpatterns,
    *rounds.urlpatterns,
    *applications.urlpatterns,
    *apply.urlpatterns,
    *assessing.urlpatterns,
    *panel.urlpatterns,
    *points.urlpatterns,
    *ranking.urlpatterns,
]
