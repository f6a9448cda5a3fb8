"""A round: set up, published, changed, and worked in."""

from django.urls import URLPattern, path

from grants.views import roles
from grants.views.rounds import changes, deleting, making, public, setup, work

urlpatterns: list[URLPattern] = [
    path("rondes/", public.round_list, name="rounds"),
    path("rondes/nieuw/", making.round_make, name="round_make"),
    path("rondes/<slug:slug>/", public.grant_round, name="round"),
    path("rondes/<slug:slug>/controle/", setup.round_check, name="round_check"),
    path("rondes/<slug:slug>/kopie/", making.round_copy, name="round_copy"),
    path("rondes/<slug:slug>/opzetten/<slug:step>/", setup.round_setup, name="round_setup"),
    path("rondes/<slug:slug>/publiceren/", setup.round_propose, name="round_propose"),
    path("rondes/<slug:slug>/verwijderen/", deleting.round_delete, name="round_delete"),
    path("rondes/<slug:slug>/wijzigen/", changes.round_changes, name="round_changes"),
    path("rondes/<slug:slug>/wijzigen/<slug:kind>/", changes.round_change, name="round_change"),
    path("rondes/<slug:slug>/rollen/", roles.roles, name="roles"),
    path("rondes/<slug:slug>/rollen/<int:pk>/beeindigen/", roles.role_end, name="role_end"),
    path("rondes/<slug:slug>/werk/", work.round_work, name="round_work"),
    path("rondes/<slug:slug>/werk/beoordeling-starten/", work.assessment_start, name="assessment_start"),
]
