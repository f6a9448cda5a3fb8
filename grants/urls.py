"""The pages, one line each."""

from django.urls import URLPattern, URLResolver, path
from django.views.i18n import set_language

from grants.views import loading, regulation_proposals, regulations
from grants.views.front import front
from grants.views.municipality import municipality
from grants.views.rounds import grant_round, round_list

urlpatterns: list[URLPattern | URLResolver] = [
    path("", front, name="front"),
    path("gemeente/", municipality, name="municipality"),
    path("regeling-inladen/", loading.regulation_load, name="regulation_load"),
    path("regeling-inladen/voorstellen/", loading.regulation_propose, name="regulation_propose"),
    path(
        "regeling-voorstellen/<int:pk>/", regulation_proposals.regulation_proposal, name="regulation_proposal"
    ),
    path("regelingen/", regulations.regulation_list, name="regulations"),
    path("regelingen/<slug:slug>/", regulations.regulation, name="regulation"),
    path("regelingen/<slug:slug>/<int:number>/", regulations.regulation, name="regulation_version"),
    path(
        "regelingen/<slug:slug>/<int:number>/document.toml",
        regulations.regulation_document,
        name="regulation_document",
    ),
    path("rondes/", round_list, name="rounds"),
    path("rondes/<slug:slug>/", grant_round, name="round"),
    path("taal/", set_language, name="set_language"),
]
