"""What stands apart from rounds: people, organisations, regulations, proposals and settings."""

from django.urls import URLPattern, path
from django.views.i18n import set_language

from grants.views import (
    loading,
    organisations,
    people,
    proposals,
    regulation_proposals,
    regulations,
    representatives,
    tasks,
)
from grants.views.demo import become
from grants.views.front import front
from grants.views.me import me
from grants.views.municipality import municipality

urlpatterns: list[URLPattern] = [
    path("", front, name="front"),
    path("demo/word/<int:pk>/", become, name="become"),
    path("gemeente/", municipality, name="municipality"),
    path("mijn-gegevens/", me, name="me"),
    path("organisaties/", organisations.organisations, name="organisations"),
    path("organisaties/<int:pk>/", representatives.organisation, name="organisation"),
    path(
        "organisaties/<int:pk>/uitnodigen/",
        representatives.representative_invite,
        name="representative_invite",
    ),
    path(
        "organisaties/<int:pk>/uitnodigingen/<int:invitation>/intrekken/",
        representatives.invitation_withdraw,
        name="invitation_withdraw",
    ),
    path(
        "organisaties/<int:pk>/vertegenwoordigers/<int:representative>/beeindigen/",
        representatives.representative_end,
        name="representative_end",
    ),
    path("organisaties/<int:pk>/wijzigen/", organisations.organisation_change, name="organisation_change"),
    path("organisaties/registreren/", organisations.organisation_register, name="organisation_register"),
    path("personen/", people.people, name="people"),
    path("personen/<int:pk>/", people.person, name="person"),
    path("personen/uitnodigen/", people.person_invite, name="person_invite"),
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
    path("taal/", set_language, name="set_language"),
    path("taken/", tasks.tasks, name="tasks"),
    path("taken/<int:pk>/opnieuw/", tasks.task_again, name="task_again"),
    path("uitnodigingen/<int:pk>/", representatives.invitation, name="invitation"),
    path("voorstellen/", proposals.proposals, name="proposals"),
    path("voorstellen/<int:pk>/", proposals.proposal, name="proposal"),
]
