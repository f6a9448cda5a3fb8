"""The pages, one line each."""

from django.urls import URLPattern, URLResolver, path
from django.views.i18n import set_language

from grants.views import (
    application,
    application_acts,
    applications,
    attachments,
    claims,
    completeness,
    completions,
    duplicates,
    imports,
    loading,
    my_applications,
    organisations,
    people,
    proposals,
    receipts,
    regulation_proposals,
    regulations,
    representatives,
    roles,
    round_work,
    tasks,
)
from grants.views.apply.check import apply_check
from grants.views.apply.start import apply_start
from grants.views.apply.step import apply_step
from grants.views.demo import become
from grants.views.front import front
from grants.views.me import me
from grants.views.municipality import municipality
from grants.views.paper import paper_application
from grants.views.round_changes import round_change, round_changes
from grants.views.round_making import round_copy, round_make
from grants.views.round_setup import round_check, round_propose, round_setup
from grants.views.rounds import grant_round, round_list

urlpatterns: list[URLPattern | URLResolver] = [
    path("", front, name="front"),
    path("demo/word/<int:pk>/", become, name="become"),
    path("gemeente/", municipality, name="municipality"),
    path("mijn-aanvragen/", my_applications.my_applications, name="my_applications"),
    path("mijn-aanvragen/<int:pk>/", my_applications.my_application, name="my_application"),
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
    path("mijn-aanvragen/<int:pk>/controleren/", apply_check, name="apply_check"),
    path("mijn-aanvragen/<int:pk>/indiening-<int:number>.json", receipts.sent_in, name="sent_in"),
    path(
        "mijn-aanvragen/<int:pk>/intrekken/",
        my_applications.application_withdraw,
        name="application_withdraw",
    ),
    path("mijn-aanvragen/<int:pk>/invullen/<slug:step>/", apply_step, name="apply_step"),
    path("mijn-aanvragen/<int:pk>/ontvangstbewijs/", receipts.receipt, name="receipt"),
    path("mijn-aanvragen/<int:pk>/ontvangstbewijs.pdf", receipts.receipt_file, name="receipt_file"),
    path("mijn-aanvragen/<int:pk>/verwijderen/", my_applications.draft_delete, name="draft_delete"),
    path("mijn-aanvragen/<int:pk>/zienswijze/", completions.view_give, name="view_give"),
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
    path("overnemen/", claims.claim_code, name="claim_code"),
    path("overnemen/<str:token>/", claims.claim_application, name="claim"),
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
    path("rondes/", round_list, name="rounds"),
    path("rondes/nieuw/", round_make, name="round_make"),
    path("rondes/<slug:slug>/", grant_round, name="round"),
    path("rondes/<slug:slug>/controle/", round_check, name="round_check"),
    path("rondes/<slug:slug>/kopie/", round_copy, name="round_copy"),
    path("rondes/<slug:slug>/opzetten/<slug:step>/", round_setup, name="round_setup"),
    path("rondes/<slug:slug>/publiceren/", round_propose, name="round_propose"),
    path("rondes/<slug:slug>/wijzigen/", round_changes, name="round_changes"),
    path("rondes/<slug:slug>/wijzigen/<slug:kind>/", round_change, name="round_change"),
    path("rondes/<slug:slug>/aanvragen/nieuw/", apply_start, name="apply_start"),
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
    path("rondes/<slug:slug>/aanvragen/op-papier/", paper_application, name="paper_application"),
    path("rondes/<slug:slug>/aanvragen/overnemen/", claims.claim_links, name="claim_links"),
    path("rondes/<slug:slug>/aanvragen/overnemen/<int:pk>/", claims.claim_link_send, name="claim_link_send"),
    path("rondes/<slug:slug>/aanvragen/overnemen/brieven/", claims.claim_letters, name="claim_letters"),
    path("rondes/<slug:slug>/aanvragen/overnemen/mailen/", claims.claim_links_send, name="claim_links_send"),
    path("rondes/<slug:slug>/rollen/", roles.roles, name="roles"),
    path("rondes/<slug:slug>/rollen/<int:pk>/beeindigen/", roles.role_end, name="role_end"),
    path("rondes/<slug:slug>/aanvragen/<int:pk>/", application.application, name="application"),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/aanvraag.pdf",
        application.application_pdf,
        name="application_pdf",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/bedrag/",
        application_acts.application_grantable,
        name="application_grantable",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/bijlagen/<int:attachment>/",
        application.application_attachment,
        name="application_attachment",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/buiten-behandeling/",
        application_acts.application_not_handled,
        name="application_not_handled",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/niet-ontvankelijk/",
        application_acts.application_inadmissible,
        name="application_inadmissible",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/te-laat/",
        application_acts.application_late,
        name="application_late",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/termijn/",
        application_acts.application_term,
        name="application_term",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/volledigheid/",
        completeness.application_completeness,
        name="application_completeness",
    ),
    path(
        "rondes/<slug:slug>/aanvragen/<int:pk>/zienswijze/",
        application_acts.application_view,
        name="application_view",
    ),
    path("rondes/<slug:slug>/werk/", round_work.round_work, name="round_work"),
    path("rondes/<slug:slug>/werk/aanvragen.csv", applications.applications_csv, name="applications_csv"),
    path("rondes/<slug:slug>/werk/aanvragen.xlsx", applications.applications_xlsx, name="applications_xlsx"),
    path("rondes/<slug:slug>/werk/aanvragen/", applications.applications, name="applications"),
    path(
        "rondes/<slug:slug>/werk/beoordeling-starten/", round_work.assessment_start, name="assessment_start"
    ),
    path("rondes/<slug:slug>/werk/dubbel/", duplicates.duplicates, name="duplicates"),
    path("rondes/<slug:slug>/werk/dubbel/<int:first>/<int:second>/", duplicates.duplicate, name="duplicate"),
    path("taal/", set_language, name="set_language"),
    path("taken/", tasks.tasks, name="tasks"),
    path("taken/<int:pk>/opnieuw/", tasks.task_again, name="task_again"),
    path("uitnodigingen/<int:pk>/", representatives.invitation, name="invitation"),
    path("voorstellen/", proposals.proposals, name="proposals"),
    path("voorstellen/<int:pk>/", proposals.proposal, name="proposal"),
]
