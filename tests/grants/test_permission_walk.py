"""Every address of the site, asked for by every kind of person, beside what each must get."""

from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings

from grants.enums import InterestKind, RemarkKind, Role, Stage
from grants.models import (
    Application,
    ApplicationImport,
    Assignment,
    Calculation,
    GrantRound,
    Invitation,
    Organisation,
    OutboxRow,
    Proposal,
    Remark,
    User,
)
from grants.services.administrator_proposals import propose_administrator
from grants.services.assessing.interests import Declared, declare_interests
from grants.services.assessing.remarks import say
from grants.services.organisations import register_organisation
from grants.services.regulation_proposals import load_regulation, propose_regulation
from grants.services.representatives import invite_representative
from tests.grants.after_closing import received_with_file
from tests.grants.apply import attach
from tests.grants.documents import document
from tests.grants.entered import make_on_paper, make_upload, token_for
from tests.grants.persons import client_of, give, make_person
from tests.grants.ranking import twice_without_points
from tests.grants.rounds import make_draft, make_draft_round, make_open_round

pytestmark = pytest.mark.django_db

KINDS = (
    "visitor", "applicant", "other", "assessor", "official", "decider", "auditor", "administrator", "both", "closed",
)  # fmt: skip
"""`other` is an applicant for somebody else, invited to act for the organisation of `applicant`; `both` assesses in
the round and acts for that organisation; `closed` is an administrator whose account was closed."""


@dataclass(frozen=True)
class World:
    """One of everything that an address can name."""

    people: dict[str, User | None]
    organisation: Organisation
    invitation: Invitation
    grant_round: GrantRound
    draft_round: GrantRound
    draft: Application
    sent: Application
    on_paper: Application
    token: str
    assessed: Application
    uploaded: ApplicationImport
    candidacy: Proposal
    regulation: Proposal
    failed: OutboxRow
    reported: Remark
    calculation: Calculation


TABLE = r"""
GET  /                                                                           200   200   200   200   200   200   200   200   200   200
POST /                                                                           200   200   200   200   200   200   200   200   200   200
GET  /beoordelen/                                                                login 403   403   200   403   403   403   403   200   login
POST /beoordelen/                                                                login 403   403   200   403   403   403   403   200   login
GET  /demo/word/<int:pk>/                                                        404   404   404   404   404   404   404   404   404   404
POST /demo/word/<int:pk>/                                                        404   404   404   404   404   404   404   404   404   404
GET  /gemeente/                                                                  login 403   403   403   403   403   403   200   403   login
POST /gemeente/                                                                  login 403   403   403   403   403   403   422   403   login
GET  /mijn-aanvragen/                                                            login 200   200   200   200   200   200   200   200   login
POST /mijn-aanvragen/                                                            login 200   200   200   200   200   200   200   200   login
GET  /mijn-aanvragen/<int:pk>/                                                   login 200   404   404   404   404   404   404   200   login
POST /mijn-aanvragen/<int:pk>/                                                   login 200   404   404   404   404   404   404   200   login
GET  /mijn-aanvragen/<int:pk>/aanvraag.pdf                                       login 200   404   404   404   404   404   404   200   login
POST /mijn-aanvragen/<int:pk>/aanvraag.pdf                                       login 200   404   404   404   404   404   404   200   login
GET  /mijn-aanvragen/<int:pk>/aanvraag.zip                                       login 200   404   404   404   404   404   404   200   login
POST /mijn-aanvragen/<int:pk>/aanvraag.zip                                       login 200   404   404   404   404   404   404   200   login
GET  /mijn-aanvragen/<int:pk>/bijlagen/                                          login 200   404   404   404   404   404   404   200   login
POST /mijn-aanvragen/<int:pk>/bijlagen/                                          login 422   404   404   404   404   404   404   422   login
GET  /mijn-aanvragen/<int:pk>/bijlagen/<int:attachment>/                         login 200   404   404   404   404   404   404   200   login
POST /mijn-aanvragen/<int:pk>/bijlagen/<int:attachment>/                         login 200   404   404   404   404   404   404   200   login
GET  /mijn-aanvragen/<int:pk>/bijlagen/<int:attachment>/weghalen/                login 405   405   405   405   405   405   405   405   login
POST /mijn-aanvragen/<int:pk>/bijlagen/<int:attachment>/weghalen/                login 302   404   404   404   404   404   404   302   login
GET  /mijn-aanvragen/<int:pk>/controleren/                                       login 200   404   404   404   404   404   404   200   login
POST /mijn-aanvragen/<int:pk>/controleren/                                       login 422   404   404   404   404   404   404   422   login
GET  /mijn-aanvragen/<int:pk>/indiening-<int:number>.json                        login 200   404   404   404   404   404   404   200   login
POST /mijn-aanvragen/<int:pk>/indiening-<int:number>.json                        login 200   404   404   404   404   404   404   200   login
GET  /mijn-aanvragen/<int:pk>/intrekken/                                         login 200   404   404   404   404   404   404   200   login
POST /mijn-aanvragen/<int:pk>/intrekken/                                         login 302   404   404   404   404   404   404   302   login
GET  /mijn-aanvragen/<int:pk>/invullen/<slug:step>/                              login 200   404   404   404   404   404   404   200   login
POST /mijn-aanvragen/<int:pk>/invullen/<slug:step>/                              login 302   404   404   404   404   404   404   302   login
GET  /mijn-aanvragen/<int:pk>/ontvangstbewijs/                                   login 200   404   404   404   404   404   404   200   login
POST /mijn-aanvragen/<int:pk>/ontvangstbewijs/                                   login 200   404   404   404   404   404   404   200   login
GET  /mijn-aanvragen/<int:pk>/ontvangstbewijs.pdf                                login 200   404   404   404   404   404   404   200   login
POST /mijn-aanvragen/<int:pk>/ontvangstbewijs.pdf                                login 200   404   404   404   404   404   404   200   login
GET  /mijn-aanvragen/<int:pk>/verwijderen/                                       login 200   404   404   404   404   404   404   200   login
POST /mijn-aanvragen/<int:pk>/verwijderen/                                       login 302   404   404   404   404   404   404   302   login
GET  /mijn-aanvragen/<int:pk>/aanvullen/                                          login 302   404   404   404   404   404   404   302   login
POST /mijn-aanvragen/<int:pk>/aanvullen/                                          login 422   404   404   404   404   404   404   422   login
GET  /mijn-aanvragen/<int:pk>/zienswijze/                                         login 302   404   404   404   404   404   404   302   login
POST /mijn-aanvragen/<int:pk>/zienswijze/                                         login 422   404   404   404   404   404   404   422   login
GET  /mijn-gegevens/                                                             login 200   200   200   200   200   200   200   200   login
POST /mijn-gegevens/                                                             login 422   422   422   422   422   422   422   422   login
GET  /organisaties/                                                              login 200   200   200   200   200   200   200   200   login
POST /organisaties/                                                              login 200   200   200   200   200   200   200   200   login
GET  /organisaties/<int:pk>/                                                     login 200   403   403   403   403   403   200   200   login
POST /organisaties/<int:pk>/                                                     login 200   403   403   403   403   403   200   200   login
GET  /organisaties/<int:pk>/uitnodigen/                                          login 405   405   405   405   405   405   405   405   login
POST /organisaties/<int:pk>/uitnodigen/                                          login 422   403   403   403   403   403   422   422   login
GET  /organisaties/<int:pk>/uitnodigingen/<int:invitation>/intrekken/            login 405   405   405   405   405   405   405   405   login
POST /organisaties/<int:pk>/uitnodigingen/<int:invitation>/intrekken/            login 302   403   403   403   403   403   302   302   login
GET  /organisaties/<int:pk>/vertegenwoordigers/<int:representative>/beeindigen/  login 405   405   405   405   405   405   405   405   login
POST /organisaties/<int:pk>/vertegenwoordigers/<int:representative>/beeindigen/  login 302   403   403   403   403   403   302   302   login
GET  /organisaties/<int:pk>/wijzigen/                                            login 200   403   403   403   403   403   403   200   login
POST /organisaties/<int:pk>/wijzigen/                                            login 422   403   403   403   403   403   403   422   login
GET  /organisaties/registreren/                                                  login 200   200   200   200   200   200   200   200   login
POST /organisaties/registreren/                                                  login 422   422   422   422   422   422   422   422   login
GET  /overnemen/                                                                 200   200   200   200   200   200   200   200   200   200
POST /overnemen/                                                                 422   422   422   422   422   422   422   422   422   422
GET  /overnemen/<str:token>/                                                     login 200   200   200   200   200   200   200   200   login
POST /overnemen/<str:token>/                                                     login 302   302   409   409   409   409   302   409   login
GET  /personen/                                                                  login 403   403   403   403   403   403   200   403   login
POST /personen/                                                                  login 403   403   403   403   403   403   200   403   login
GET  /personen/<int:pk>/                                                         login 403   403   403   403   403   403   200   403   login
POST /personen/<int:pk>/                                                         login 403   403   403   403   403   403   409   403   login
GET  /personen/uitnodigen/                                                       login 403   403   403   403   403   403   200   403   login
POST /personen/uitnodigen/                                                       login 403   403   403   403   403   403   422   403   login
GET  /regeling-inladen/                                                          login 403   403   403   200   403   403   200   403   login
POST /regeling-inladen/                                                          login 403   403   403   422   403   403   422   403   login
GET  /regeling-inladen/voorstellen/                                              login 405   405   405   405   405   405   405   405   login
POST /regeling-inladen/voorstellen/                                              login 403   403   403   422   403   403   422   403   login
GET  /regeling-voorstellen/<int:pk>/                                             login 403   403   403   200   200   200   200   403   login
POST /regeling-voorstellen/<int:pk>/                                             login 403   403   403   200   200   200   200   403   login
GET  /regelingen/                                                                200   200   200   200   200   200   200   200   200   200
POST /regelingen/                                                                200   200   200   200   200   200   200   200   200   200
GET  /regelingen/<slug:slug>/                                                    200   200   200   200   200   200   200   200   200   200
POST /regelingen/<slug:slug>/                                                    200   200   200   200   200   200   200   200   200   200
GET  /regelingen/<slug:slug>/<int:number>/                                       200   200   200   200   200   200   200   200   200   200
POST /regelingen/<slug:slug>/<int:number>/                                       200   200   200   200   200   200   200   200   200   200
GET  /regelingen/<slug:slug>/<int:number>/document.toml                          200   200   200   200   200   200   200   200   200   200
POST /regelingen/<slug:slug>/<int:number>/document.toml                          200   200   200   200   200   200   200   200   200   200
GET  /rondes/                                                                    200   200   200   200   200   200   200   200   200   200
POST /rondes/                                                                    200   200   200   200   200   200   200   200   200   200
GET  /rondes/<slug:slug>/                                                        200   200   200   200   200   200   200   200   200   200
POST /rondes/<slug:slug>/                                                        200   200   200   200   200   200   200   200   200   200
GET  /rondes/nieuw/                                                              login 403   403   403   200   403   403   200   403   login
POST /rondes/nieuw/                                                              login 403   403   403   422   403   403   422   403   login
GET  /rondes/<slug:slug>/aanvragen/importeren/                                   login 403   403   403   200   403   403   403   403   login
POST /rondes/<slug:slug>/aanvragen/importeren/                                   login 403   403   403   422   403   403   403   403   login
GET  /rondes/<slug:slug>/aanvragen/importeren/<int:pk>/                          login 403   403   403   302   403   403   403   403   login
POST /rondes/<slug:slug>/aanvragen/importeren/<int:pk>/                          login 403   403   403   302   403   403   403   403   login
GET  /rondes/<slug:slug>/aanvragen/importeren/<int:pk>/fouten.csv                login 403   403   403   404   403   403   403   403   login
POST /rondes/<slug:slug>/aanvragen/importeren/<int:pk>/fouten.csv                login 403   403   403   404   403   403   403   403   login
GET  /rondes/<slug:slug>/aanvragen/importeren/<int:pk>/inlezen/                  login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/aanvragen/importeren/<int:pk>/inlezen/                  login 403   403   403   302   403   403   403   403   login
GET  /rondes/<slug:slug>/aanvragen/importeren/<int:pk>/kolommen/                 login 403   403   403   200   403   403   403   403   login
POST /rondes/<slug:slug>/aanvragen/importeren/<int:pk>/kolommen/                 login 403   403   403   422   403   403   403   403   login
GET  /rondes/<slug:slug>/aanvragen/op-papier/                                    login 403   403   403   200   403   403   403   403   login
POST /rondes/<slug:slug>/aanvragen/op-papier/                                    login 403   403   403   422   403   403   403   403   login
GET  /rondes/<slug:slug>/aanvragen/overnemen/                                    login 403   403   403   200   403   403   403   403   login
POST /rondes/<slug:slug>/aanvragen/overnemen/                                    login 403   403   403   200   403   403   403   403   login
GET  /rondes/<slug:slug>/aanvragen/overnemen/<int:pk>/                           login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/aanvragen/overnemen/<int:pk>/                           login 403   403   403   302   403   403   403   403   login
GET  /rondes/<slug:slug>/aanvragen/overnemen/brieven/                            login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/aanvragen/overnemen/brieven/                            login 403   403   403   200   403   403   403   403   login
GET  /rondes/<slug:slug>/aanvragen/overnemen/mailen/                             login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/aanvragen/overnemen/mailen/                             login 403   403   403   302   403   403   403   403   login
GET  /rondes/<slug:slug>/aanvragen/nieuw/                                        login 200   200   200   200   200   200   200   200   login
POST /rondes/<slug:slug>/aanvragen/nieuw/                                        login 422   422   422   422   422   422   422   422   login
GET  /rondes/<slug:slug>/beoordelen/                                             login 404   404   200   404   404   404   404   302   login
POST /rondes/<slug:slug>/beoordelen/                                             login 404   404   200   404   404   404   404   302   login
GET  /rondes/<slug:slug>/beoordelen/belangen/                                    login 404   404   200   404   404   404   404   200   login
POST /rondes/<slug:slug>/beoordelen/belangen/                                    login 404   404   422   404   404   404   404   422   login
GET  /rondes/<slug:slug>/beoordelen/<int:pk>/                                    login 404   404   200   404   404   404   404   404   login
POST /rondes/<slug:slug>/beoordelen/<int:pk>/                                    login 404   404   409   404   404   404   404   404   login
GET  /rondes/<slug:slug>/beoordelen/<int:pk>/bespreken/                          login 404   404   302   404   404   404   404   404   login
POST /rondes/<slug:slug>/beoordelen/<int:pk>/bespreken/                          login 404   404   302   404   404   404   404   404   login
GET  /rondes/<slug:slug>/beoordelen/<int:pk>/bijlagen/<int:attachment>/          login 404   404   200   404   404   404   404   404   login
POST /rondes/<slug:slug>/beoordelen/<int:pk>/bijlagen/<int:attachment>/          login 404   404   200   404   404   404   404   404   login
GET  /rondes/<slug:slug>/beoordelen/<int:pk>/bijlagen/<int:attachment>/melden/   login 404   404   200   404   404   404   404   404   login
POST /rondes/<slug:slug>/beoordelen/<int:pk>/bijlagen/<int:attachment>/melden/   login 404   404   422   404   404   404   404   404   login
GET  /rondes/<slug:slug>/beoordelen/<int:pk>/corrigeren/                         login 404   404   302   404   404   404   404   404   login
POST /rondes/<slug:slug>/beoordelen/<int:pk>/corrigeren/                         login 404   404   409   404   404   404   404   404   login
GET  /rondes/<slug:slug>/beoordelen/<int:pk>/teruggeven/                         login 404   404   200   404   404   404   404   404   login
POST /rondes/<slug:slug>/beoordelen/<int:pk>/teruggeven/                         login 404   404   422   404   404   404   404   404   login
GET  /rondes/<slug:slug>/beoordelen/<int:pk>/verschonen/                         login 404   404   200   404   404   404   404   404   login
POST /rondes/<slug:slug>/beoordelen/<int:pk>/verschonen/                         login 404   404   422   404   404   404   404   404   login
GET  /rondes/<slug:slug>/controle/                                               login 404   404   403   200   200   200   200   403   login
POST /rondes/<slug:slug>/controle/                                               login 404   404   403   200   200   200   200   403   login
GET  /rondes/<slug:slug>/kopie/                                                  login 403   403   403   200   403   403   200   403   login
POST /rondes/<slug:slug>/kopie/                                                  login 403   403   403   422   403   403   422   403   login
GET  /rondes/<slug:slug>/opzetten/<slug:step>/                                   login 404   404   403   200   403   403   200   403   login
POST /rondes/<slug:slug>/opzetten/<slug:step>/                                   login 404   404   403   422   403   403   422   403   login
GET  /rondes/<slug:slug>/publiceren/                                             login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/publiceren/                                             login 404   404   403   302   403   403   403   403   login
GET  /rondes/<slug:slug>/verwijderen/                                            login 404   404   403   200   403   403   200   403   login
POST /rondes/<slug:slug>/verwijderen/                                            login 404   404   403   302   403   403   302   403   login
GET  /rondes/<slug:slug>/wijzigen/                                               login 403   403   403   200   403   403   403   403   login
POST /rondes/<slug:slug>/wijzigen/                                               login 403   403   403   200   403   403   403   403   login
GET  /rondes/<slug:slug>/wijzigen/<slug:kind>/                                   login 403   403   403   200   403   403   403   403   login
POST /rondes/<slug:slug>/wijzigen/<slug:kind>/                                   login 403   403   403   422   403   403   403   403   login
GET  /rondes/<slug:slug>/beoordelaars/                                                login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/beoordelaars/                                                login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/beoordelaars/<int:pk>/vervangen/                             login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/beoordelaars/<int:pk>/vervangen/                             login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/beoordelaars/<int:pk>/vervalt/<int:application>/             login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/beoordelaars/<int:pk>/vervalt/<int:application>/             login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/beoordelaars/belangen/                                       login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/beoordelaars/belangen/                                       login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/beoordelaars/belangen/<int:pk>/                              login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/beoordelaars/belangen/<int:pk>/                              login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/beoordelaars/gelijk/                                         login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/beoordelaars/gelijk/                                         login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/beoordelaars/herinneren/                                     login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/beoordelaars/herinneren/                                     login 404   404   404   409   403   403   404   404   login
GET  /rondes/<slug:slug>/beoordelaars/meldingen/                                      login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/beoordelaars/meldingen/                                      login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/beoordelaars/meldingen/<int:pk>/                             login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/beoordelaars/meldingen/<int:pk>/                             login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/beoordelaars/sluiten/<int:pk>/                               login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/beoordelaars/sluiten/<int:pk>/                               login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/beoordelaars/spreiding/                                      login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/beoordelaars/spreiding/                                      login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/beoordelaars/toewijzen/                                      login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/beoordelaars/toewijzen/                                      login 404   404   404   409   403   403   404   404   login
GET  /rondes/<slug:slug>/rollen/                                                 login 403   403   403   200   200   200   200   403   login
POST /rondes/<slug:slug>/rollen/                                                 login 403   403   403   403   403   403   422   403   login
GET  /rondes/<slug:slug>/rollen/<int:pk>/beeindigen/                             login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/rollen/<int:pk>/beeindigen/                             login 403   403   403   403   403   403   302   403   login
GET  /rondes/<slug:slug>/aanvragen/<int:pk>/                                      login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/aanvragen/<int:pk>/                                      login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/aanvragen/<int:pk>/aanvraag.pdf                          login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/aanvragen/<int:pk>/aanvraag.pdf                          login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/aanvragen/<int:pk>/bedrag/                               login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/aanvragen/<int:pk>/bedrag/                               login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/aanvragen/<int:pk>/buiten-behandeling/                   login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/aanvragen/<int:pk>/buiten-behandeling/                   login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/aanvragen/<int:pk>/niet-ontvankelijk/                    login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/aanvragen/<int:pk>/niet-ontvankelijk/                    login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/aanvragen/<int:pk>/te-laat/                              login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/aanvragen/<int:pk>/te-laat/                              login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/aanvragen/<int:pk>/termijn/                              login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/aanvragen/<int:pk>/termijn/                              login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/aanvragen/<int:pk>/verstuurd/                            login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/aanvragen/<int:pk>/verstuurd/                            login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/aanvragen/<int:pk>/volledigheid/                         login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/aanvragen/<int:pk>/volledigheid/                         login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/aanvragen/<int:pk>/zienswijze/                           login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/aanvragen/<int:pk>/zienswijze/                           login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/aanvragen/<int:pk>/bijlagen/<int:attachment>/            login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/aanvragen/<int:pk>/bijlagen/<int:attachment>/            login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/punten/                                                  login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/punten/                                                  login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/punten/<int:pk>/                                         login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/punten/<int:pk>/                                         login 404   404   404   409   403   403   404   404   login
GET  /rondes/<slug:slug>/punten/<int:pk>/minder/                                  login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/punten/<int:pk>/minder/                                  login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/punten/<int:pk>/verslag/                                 login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/punten/<int:pk>/verslag/                                 login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/punten/bevestigen/                                       login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/punten/bevestigen/                                       login 404   404   404   409   403   403   404   404   login
GET  /rondes/<slug:slug>/punten/punten.csv                                        login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/punten/punten.csv                                        login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/punten/punten.xlsx                                       login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/punten/punten.xlsx                                       login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/punten/vaststellen/                                      login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/punten/vaststellen/                                      login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/rangschikking/                                           login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/rangschikking/                                           login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/rangschikking/<int:number>/                              login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/rangschikking/<int:number>/                              login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/rangschikking/<int:number>/rangschikking.csv             login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/rangschikking/<int:number>/rangschikking.csv             login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/rangschikking/<int:number>/rangschikking.xlsx            login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/rangschikking/<int:number>/rangschikking.xlsx            login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/rangschikking/<int:number>/vergelijken/<int:before>/     login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/rangschikking/<int:number>/vergelijken/<int:before>/     login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/rangschikking/beslissen/<int:pk>/<slug:key>/             login 404   404   404   404   404   404   404   404   login
POST /rondes/<slug:slug>/rangschikking/beslissen/<int:pk>/<slug:key>/             login 404   404   404   404   403   403   404   404   login
GET  /rondes/<slug:slug>/rangschikking/berekenen/                                 login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/rangschikking/berekenen/                                 login 404   404   404   409   403   403   404   404   login
GET  /rondes/<slug:slug>/werk/                                                    login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/werk/                                                    login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/werk/aanvragen.csv                                       login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/werk/aanvragen.csv                                       login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/werk/aanvragen.xlsx                                      login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/werk/aanvragen.xlsx                                      login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/werk/aanvragen/                                          login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/werk/aanvragen/                                          login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/werk/beoordeling-starten/                                login 405   405   405   405   405   405   405   405   login
POST /rondes/<slug:slug>/werk/beoordeling-starten/                                login 404   404   404   409   403   403   404   404   login
GET  /rondes/<slug:slug>/werk/besluiten/                                          login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/werk/besluiten/                                          login 404   404   404   422   403   403   404   404   login
GET  /rondes/<slug:slug>/werk/dubbel/                                             login 404   404   404   200   200   200   404   404   login
POST /rondes/<slug:slug>/werk/dubbel/                                             login 404   404   404   200   200   200   404   404   login
GET  /rondes/<slug:slug>/werk/dubbel/<slug:why>/<int:pk>/                         login 404   404   404   200   403   403   404   404   login
POST /rondes/<slug:slug>/werk/dubbel/<slug:why>/<int:pk>/                         login 404   404   404   422   403   403   404   404   login
GET  /taal/                                                                      302   302   302   302   302   302   302   302   302   302
POST /taal/                                                                      302   302   302   302   302   302   302   302   302   302
GET  /taken/                                                                     login 403   403   403   403   403   403   200   403   login
POST /taken/                                                                     login 403   403   403   403   403   403   200   403   login
GET  /taken/<int:pk>/opnieuw/                                                    login 405   405   405   405   405   405   405   405   login
POST /taken/<int:pk>/opnieuw/                                                    login 403   403   403   403   403   403   302   403   login
GET  /uitnodigingen/<int:pk>/                                                    login 403   200   403   403   403   403   403   403   login
POST /uitnodigingen/<int:pk>/                                                    login 403   302   403   403   403   403   403   403   login
GET  /voorstellen/                                                               login 403   403   403   200   200   200   200   403   login
POST /voorstellen/                                                               login 403   403   403   200   200   200   200   403   login
GET  /voorstellen/<int:pk>/                                                      login 403   403   403   404   404   200   200   403   login
POST /voorstellen/<int:pk>/                                                      login 403   403   403   404   404   422   422   403   login
GET  /account/login/                                                             200   302   302   302   302   302   302   302   302   200
POST /account/login/                                                             200   302   302   302   302   302   302   302   302   200
GET  /account/logout/                                                            302   200   200   200   200   200   200   200   200   302
POST /account/logout/                                                            302   302   302   302   302   302   302   302   302   302
GET  /account/inactive/                                                          200   200   200   200   200   200   200   200   200   200
POST /account/inactive/                                                          405   405   405   405   405   405   405   405   405   405
GET  /account/signup/                                                            200   302   302   302   302   302   302   302   302   200
POST /account/signup/                                                            200   302   302   302   302   302   302   302   302   200
GET  /account/reauthenticate/                                                    login 302   302   302   302   302   302   302   302   login
POST /account/reauthenticate/                                                    login 302   302   302   302   302   302   302   302   login
GET  /account/reauthenticate/code/                                               login 200   200   200   200   200   200   200   200   login
POST /account/reauthenticate/code/                                               login 200   200   200   200   200   200   200   200   login
GET  /account/reauthenticate/code/confirm/                                       login 302   302   302   302   302   302   302   302   login
POST /account/reauthenticate/code/confirm/                                       login 302   302   302   302   302   302   302   302   login
GET  /account/email/                                                             login 200   200   200   200   200   200   200   200   login
POST /account/email/                                                             login 302   302   302   302   302   302   302   302   login
GET  /account/confirm-email/                                                     200   200   200   200   200   200   200   200   200   200
POST /account/confirm-email/                                                     405   405   405   405   405   405   405   405   405   405
GET  /account/password/change/                                                   login 302   302   302   302   302   302   302   302   login
POST /account/password/change/                                                   login 302   302   302   302   302   302   302   302   login
GET  /account/password/set/                                                      login 200   200   200   200   200   200   200   200   login
POST /account/password/set/                                                      login 200   200   200   200   200   200   200   200   login
GET  /account/password/reset/                                                    200   200   200   200   200   200   200   200   200   200
POST /account/password/reset/                                                    200   200   200   200   200   200   200   200   200   200
GET  /account/login/code/confirm/                                                login 302   302   302   302   302   302   302   302   login
POST /account/login/code/confirm/                                                login 302   302   302   302   302   302   302   302   login
GET  /account/^confirm-email/(?P<key>[-:\w]+)/$                                  200   200   200   200   200   200   200   200   200   200
POST /account/^confirm-email/(?P<key>[-:\w]+)/$                                  404   404   404   404   404   404   404   404   404   404
GET  /account/password/reset/key/done/                                           200   200   200   200   200   200   200   200   200   200
POST /account/password/reset/key/done/                                           405   405   405   405   405   405   405   405   405   405
GET  /account/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$         200   200   200   200   200   200   200   200   200   200
POST /account/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$         200   200   200   200   200   200   200   200   200   200
GET  /account/password/reset/done/                                               200   200   200   200   200   200   200   200   200   200
POST /account/password/reset/done/                                               405   405   405   405   405   405   405   405   405   405
GET  /account/2fa/                                                               login 200   200   200   200   200   200   200   200   login
POST /account/2fa/                                                               login 405   405   405   405   405   405   405   405   login
GET  /account/2fa/authenticate/                                                  login 302   302   302   302   302   302   302   302   login
POST /account/2fa/authenticate/                                                  login 302   302   302   302   302   302   302   302   login
GET  /account/2fa/reauthenticate/                                                login 302   302   302   302   302   302   302   302   login
POST /account/2fa/reauthenticate/                                                login 302   302   302   302   302   302   302   302   login
GET  /account/2fa/totp/activate/                                                 login 302   302   302   302   302   302   302   302   login
POST /account/2fa/totp/activate/                                                 login 302   302   302   302   302   302   302   302   login
GET  /account/2fa/totp/deactivate/                                               login 404   404   404   404   404   404   404   404   login
POST /account/2fa/totp/deactivate/                                               login 404   404   404   404   404   404   404   404   login
GET  /account/2fa/recovery-codes/                                                login 404   404   404   404   404   404   404   404   login
POST /account/2fa/recovery-codes/                                                login 405   405   405   405   405   405   405   405   login
GET  /account/2fa/recovery-codes/generate/                                       login 302   302   302   302   302   302   302   302   login
POST /account/2fa/recovery-codes/generate/                                       login 302   302   302   302   302   302   302   302   login
GET  /account/2fa/recovery-codes/download/                                       login 404   404   404   404   404   404   404   404   login
POST /account/2fa/recovery-codes/download/                                       login 404   404   404   404   404   404   404   404   login
GET  /account/2fa/webauthn/                                                      login 200   200   200   200   200   200   200   200   login
POST /account/2fa/webauthn/                                                      login 405   405   405   405   405   405   405   405   login
GET  /account/2fa/webauthn/add/                                                  login 302   302   302   302   302   302   302   302   login
POST /account/2fa/webauthn/add/                                                  login 302   302   302   302   302   302   302   302   login
GET  /account/2fa/webauthn/reauthenticate/                                       login 302   302   302   302   302   302   302   302   login
POST /account/2fa/webauthn/reauthenticate/                                       login 302   302   302   302   302   302   302   302   login
GET  /account/2fa/webauthn/keys/<int:pk>/remove/                                 login 302   302   302   302   302   302   302   302   login
POST /account/2fa/webauthn/keys/<int:pk>/remove/                                 login 302   302   302   302   302   302   302   302   login
GET  /account/2fa/webauthn/keys/<int:pk>/edit/                                   login 302   302   302   302   302   302   302   302   login
POST /account/2fa/webauthn/keys/<int:pk>/edit/                                   login 302   302   302   302   302   302   302   302   login
GET  /account/2fa/webauthn/login/                                                login 302   302   302   302   302   302   302   302   login
POST /account/2fa/webauthn/login/                                                login 302   302   302   302   302   302   302   302   login
GET  /account/3rdparty/login/cancelled/                                          200   200   200   200   200   200   200   200   200   200
POST /account/3rdparty/login/cancelled/                                          405   405   405   405   405   405   405   405   405   405
GET  /account/3rdparty/login/error/                                              401   401   401   401   401   401   401   401   401   401
POST /account/3rdparty/login/error/                                              405   405   405   405   405   405   405   405   405   405
GET  /account/3rdparty/signup/                                                   login login login login login login login login login login
POST /account/3rdparty/signup/                                                   login login login login login login login login login login
GET  /account/3rdparty/                                                          login 200   200   200   200   200   200   200   200   login
POST /account/3rdparty/                                                          login 200   200   200   200   200   200   200   200   login
GET  /account/social/login/cancelled/                                            301   301   301   301   301   301   301   301   301   301
POST /account/social/login/cancelled/                                            301   301   301   301   301   301   301   301   301   301
GET  /account/social/login/error/                                                301   301   301   301   301   301   301   301   301   301
POST /account/social/login/error/                                                301   301   301   301   301   301   301   301   301   301
GET  /account/social/signup/                                                     301   301   301   301   301   301   301   301   301   301
POST /account/social/signup/                                                     301   301   301   301   301   301   301   301   301   301
GET  /account/social/connections/                                                301   301   301   301   301   301   301   301   301   301
POST /account/social/connections/                                                301   301   301   301   301   301   301   301   301   301
GET  /account/oidc/^(?P<provider_id>[^/]+)/login/                                404   404   404   404   404   404   404   404   404   404
POST /account/oidc/^(?P<provider_id>[^/]+)/login/                                404   404   404   404   404   404   404   404   404   404
GET  /account/oidc/^(?P<provider_id>[^/]+)/login/callback/                       404   404   404   404   404   404   404   404   404   404
POST /account/oidc/^(?P<provider_id>[^/]+)/login/callback/                       404   404   404   404   404   404   404   404   404   404
GET  /account/sessions/                                                          login 200   200   200   200   200   200   200   200   login
POST /account/sessions/                                                          login 302   302   302   302   302   302   302   302   login
"""

PLACES: dict[str, Callable[[World], str]] = {
    "demo/word/<int:pk>/": lambda world: f"demo/word/{named(world, 'applicant').pk}/",
    **{
        f"mijn-aanvragen/<int:pk>/{rest}": lambda world, rest=rest: f"mijn-aanvragen/{world.sent.pk}/{rest}"
        for rest in (
            "",
            "aanvraag.pdf",
            "aanvraag.zip",
            "intrekken/",
            "ontvangstbewijs/",
            "ontvangstbewijs.pdf",
        )
    },
    **{
        f"mijn-aanvragen/<int:pk>/{rest}": lambda world, rest=rest: f"mijn-aanvragen/{world.draft.pk}/{rest}"
        for rest in ("bijlagen/", "controleren/", "verwijderen/")
    },
    "mijn-aanvragen/<int:pk>/indiening-<int:number>.json": lambda world: (
        f"mijn-aanvragen/{world.sent.pk}/indiening-1.json"
    ),
    "mijn-aanvragen/<int:pk>/invullen/<slug:step>/": lambda world: (
        f"mijn-aanvragen/{world.draft.pk}/invullen/geld/"
    ),
    "mijn-aanvragen/<int:pk>/bijlagen/<int:attachment>/": lambda world: (
        f"mijn-aanvragen/{world.draft.pk}/bijlagen/{world.draft.attachments.get().pk}/"
    ),
    "mijn-aanvragen/<int:pk>/bijlagen/<int:attachment>/weghalen/": lambda world: (
        f"mijn-aanvragen/{world.draft.pk}/bijlagen/{world.draft.attachments.get().pk}/weghalen/"
    ),
    **{
        f"rondes/<slug:slug>/aanvragen/importeren/<int:pk>/{rest}": lambda world, rest=rest: (
            f"rondes/{world.grant_round.slug}/aanvragen/importeren/{world.uploaded.pk}/{rest}"
        )
        for rest in ("", "fouten.csv", "inlezen/", "kolommen/")
    },
    **{
        f"rondes/<slug:slug>/aanvragen/{rest}": lambda world, rest=rest: (
            f"rondes/{world.grant_round.slug}/aanvragen/{rest}"
        )
        for rest in ("importeren/", "op-papier/", "overnemen/", "overnemen/brieven/", "overnemen/mailen/")
    },
    "rondes/<slug:slug>/aanvragen/overnemen/<int:pk>/": lambda world: (
        f"rondes/{world.grant_round.slug}/aanvragen/overnemen/{world.on_paper.pk}/"
    ),
    "overnemen/<str:token>/": lambda world: f"overnemen/{world.token}/",
    "rondes/<slug:slug>/aanvragen/nieuw/": lambda world: f"rondes/{world.grant_round.slug}/aanvragen/nieuw/",
    **{
        f"rondes/<slug:slug>/aanvragen/<int:pk>/{rest}": lambda world, rest=rest: (
            f"rondes/{world.grant_round.slug}/aanvragen/{world.sent.pk}/{rest}"
        )
        for rest in (
            "",
            "aanvraag.pdf",
            "bedrag/",
            "buiten-behandeling/",
            "niet-ontvankelijk/",
            "te-laat/",
            "termijn/",
            "verstuurd/",
            "volledigheid/",
            "zienswijze/",
        )
    },
    "rondes/<slug:slug>/aanvragen/<int:pk>/bijlagen/<int:attachment>/": lambda world: (
        f"rondes/{world.grant_round.slug}/aanvragen/{world.sent.pk}/bijlagen/{world.sent.attachments.get().pk}/"
    ),
    **{
        f"rondes/<slug:slug>/werk/{rest}": lambda world, rest=rest: (
            f"rondes/{world.grant_round.slug}/werk/{rest}"
        )
        for rest in (
            "",
            "aanvragen.csv",
            "aanvragen.xlsx",
            "aanvragen/",
            "beoordeling-starten/",
            "besluiten/",
            "dubbel/",
        )
    },
    **{
        f"rondes/<slug:slug>/beoordelaars/{rest}": lambda world, rest=rest: (
            f"rondes/{world.grant_round.slug}/beoordelaars/{rest}"
        )
        for rest in (
            "",
            "belangen/",
            "gelijk/",
            "herinneren/",
            "meldingen/",
            "spreiding/",
            "toewijzen/",
        )
    },
    **{
        f"rondes/<slug:slug>/beoordelaars/{route}": lambda world, route=route, of=of: (
            f"rondes/{world.grant_round.slug}/beoordelaars/"
            + route.replace("<int:pk>", str(of(world))).replace("<int:application>", str(world.sent.pk))
        )
        for route, of in {
            "<int:pk>/vervangen/": lambda world: named(world, "assessor").pk,
            "<int:pk>/vervalt/<int:application>/": lambda world: named(world, "assessor").pk,
            "belangen/<int:pk>/": lambda world: named(world, "assessor").pk,
            "meldingen/<int:pk>/": lambda world: world.reported.pk,
            "sluiten/<int:pk>/": lambda world: world.sent.deelplafond_id,
        }.items()
    },
    **{
        f"rondes/<slug:slug>/punten/{rest}": lambda world, rest=rest: (
            f"rondes/{world.grant_round.slug}/punten/{rest}"
        )
        for rest in ("", "bevestigen/", "punten.csv", "punten.xlsx", "vaststellen/")
    },
    **{
        f"rondes/<slug:slug>/punten/<int:pk>/{rest}": lambda world, rest=rest: (
            f"rondes/{world.grant_round.slug}/punten/{world.sent.pk}/{rest}"
        )
        for rest in ("", "minder/", "verslag/")
    },
    **{
        f"rondes/<slug:slug>/rangschikking/{rest}": lambda world, rest=rest: (
            f"rondes/{world.grant_round.slug}/rangschikking/{rest}"
        )
        for rest in ("", "berekenen/")
    },
    **{
        f"rondes/<slug:slug>/rangschikking/<int:number>/{rest}": lambda world, rest=rest: (
            f"rondes/{world.grant_round.slug}/rangschikking/{world.calculation.number}/{rest}"
        )
        for rest in ("", "rangschikking.csv", "rangschikking.xlsx")
    },
    "rondes/<slug:slug>/rangschikking/<int:number>/vergelijken/<int:before>/": lambda world: (
        f"rondes/{world.grant_round.slug}/rangschikking/2/vergelijken/1/"
    ),
    "rondes/<slug:slug>/rangschikking/beslissen/<int:pk>/<slug:key>/": lambda world: (
        f"rondes/{world.grant_round.slug}/rangschikking/beslissen/{world.sent.pk}/insufficient/"
    ),
    "rondes/<slug:slug>/werk/dubbel/<slug:why>/<int:pk>/": lambda world: (
        f"rondes/{world.grant_round.slug}/werk/dubbel/rekening/{world.sent.pk}/"
    ),
    **{
        f"rondes/<slug:slug>/beoordelen/{rest}": lambda world, rest=rest: (
            f"rondes/{world.assessed.round.slug}/beoordelen/{rest}"
        )
        for rest in ("", "belangen/")
    },
    **{
        f"rondes/<slug:slug>/beoordelen/<int:pk>/{rest}": lambda world, rest=rest: (
            f"rondes/{world.assessed.round.slug}/beoordelen/{world.assessed.pk}/{rest}"
        )
        for rest in ("", "bespreken/", "corrigeren/", "teruggeven/", "verschonen/")
    },
    **{
        f"rondes/<slug:slug>/beoordelen/<int:pk>/bijlagen/<int:attachment>/{rest}": lambda world, rest=rest: (
            f"rondes/{world.assessed.round.slug}/beoordelen/{world.assessed.pk}/bijlagen/"
            f"{world.assessed.attachments.get().pk}/{rest}"
        )
        for rest in ("", "melden/")
    },
    "mijn-aanvragen/<int:pk>/aanvullen/": lambda world: f"mijn-aanvragen/{world.sent.pk}/aanvullen/",
    "mijn-aanvragen/<int:pk>/zienswijze/": lambda world: f"mijn-aanvragen/{world.sent.pk}/zienswijze/",
    "organisaties/<int:pk>/": lambda world: f"organisaties/{world.organisation.pk}/",
    "organisaties/<int:pk>/uitnodigen/": lambda world: f"organisaties/{world.organisation.pk}/uitnodigen/",
    "organisaties/<int:pk>/uitnodigingen/<int:invitation>/intrekken/": lambda world: (
        f"organisaties/{world.organisation.pk}/uitnodigingen/{world.invitation.pk}/intrekken/"
    ),
    "organisaties/<int:pk>/vertegenwoordigers/<int:representative>/beeindigen/": lambda world: (
        f"organisaties/{world.organisation.pk}/vertegenwoordigers/{a_representative(world)}/beeindigen/"
    ),
    "organisaties/<int:pk>/wijzigen/": lambda world: f"organisaties/{world.organisation.pk}/wijzigen/",
    "personen/<int:pk>/": lambda world: f"personen/{named(world, 'applicant').pk}/",
    "regeling-voorstellen/<int:pk>/": lambda world: f"regeling-voorstellen/{world.regulation.pk}/",
    "regelingen/<slug:slug>/": lambda _: "regelingen/proef/",
    "regelingen/<slug:slug>/<int:number>/": lambda _: "regelingen/proef/1/",
    "regelingen/<slug:slug>/<int:number>/document.toml": lambda _: "regelingen/proef/1/document.toml",
    "rondes/<slug:slug>/": lambda world: f"rondes/{world.grant_round.slug}/",
    "rondes/<slug:slug>/controle/": lambda world: f"rondes/{world.draft_round.slug}/controle/",
    "rondes/<slug:slug>/kopie/": lambda world: f"rondes/{world.grant_round.slug}/kopie/",
    "rondes/<slug:slug>/opzetten/<slug:step>/": lambda world: (
        f"rondes/{world.draft_round.slug}/opzetten/geld/"
    ),
    "rondes/<slug:slug>/publiceren/": lambda world: f"rondes/{world.draft_round.slug}/publiceren/",
    "rondes/<slug:slug>/verwijderen/": lambda world: f"rondes/{world.draft_round.slug}/verwijderen/",
    "rondes/<slug:slug>/wijzigen/": lambda world: f"rondes/{world.grant_round.slug}/wijzigen/",
    "rondes/<slug:slug>/wijzigen/<slug:kind>/": lambda world: (
        f"rondes/{world.grant_round.slug}/wijzigen/plafond/"
    ),
    "rondes/<slug:slug>/rollen/": lambda world: f"rondes/{world.grant_round.slug}/rollen/",
    "rondes/<slug:slug>/rollen/<int:pk>/beeindigen/": lambda world: (
        f"rondes/{world.grant_round.slug}/rollen/{a_role(world)}/beeindigen/"
    ),
    "taken/<int:pk>/opnieuw/": lambda world: f"taken/{world.failed.pk}/opnieuw/",
    "uitnodigingen/<int:pk>/": lambda world: f"uitnodigingen/{world.invitation.pk}/",
    "voorstellen/<int:pk>/": lambda world: f"voorstellen/{world.candidacy.pk}/",
    r"account/^confirm-email/(?P<key>[-:\w]+)/$": lambda _: "account/confirm-email/geen-sleutel/",
    r"account/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": lambda _: (
        "account/password/reset/key/1-geen-sleutel/"
    ),
    "account/2fa/webauthn/keys/<int:pk>/remove/": lambda _: "account/2fa/webauthn/keys/0/remove/",
    "account/2fa/webauthn/keys/<int:pk>/edit/": lambda _: "account/2fa/webauthn/keys/0/edit/",
    "account/oidc/^(?P<provider_id>[^/]+)/login/$": lambda _: "account/oidc/geen/login/",
    "account/oidc/^(?P<provider_id>[^/]+)/login/callback/$": lambda _: "account/oidc/geen/login/callback/",
}


ACCOUNT_ROUTES = tuple(
    f"account/{route}"
    for route in ("login", "logout", "inactive", "signup", "reauthenticate", "email", "confirm-email", "^confirm-email",
                  "password", "^password")
)  # fmt: skip


def address_of(route: str, world: World) -> str:
    return PLACES[route](world) if route in PLACES else route


def named(world: World, kind: str) -> User:
    person = world.people[kind]
    assert person is not None
    return person


def a_representative(world: World) -> int:
    return world.organisation.representatives.get(user=world.people["applicant"]).pk


def a_role(world: World) -> int:
    return world.grant_round.roles.get(role=Role.AUDITOR).pk


def rows_of(table: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """What each kind of person gets, per method and route."""
    lines = [line.split() for line in table.strip().splitlines()]
    return {(method, route.removeprefix("/")): tuple(answers) for method, route, *answers in lines}


def routes_of(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> list[str]:
    """Every route of the site, as urls.py writes it."""
    routes = []
    for each in patterns:
        route = before + str(each.pattern)
        routes += routes_of(each.url_patterns, route) if isinstance(each, URLResolver) else [route]
    return routes


def without_row(patterns: Iterable[URLPattern | URLResolver]) -> set[tuple[str, str]]:
    return {(method, route) for route in routes_of(patterns) for method in ("GET", "POST")} - set(
        rows_of(TABLE)
    )


def make_people() -> dict[str, User | None]:
    people: dict[str, User | None] = {kind: make_person(kind) for kind in KINDS if kind != "visitor"}
    for kind in ("administrator", "closed"):
        User.objects.filter(name=kind).update(is_administrator=True, is_active=kind != "closed")
    return {kind: person and User.objects.get(pk=person.pk) for kind, person in people.items()} | {
        "visitor": None
    }


def make_assessed(people: dict[str, User | None], organisation: Organisation) -> Application:
    """An application with a file, assessed by one of two assessors; the other acts for the applicant."""
    grant_round = make_open_round(slug="beoordeeld-2027")
    for role in Role:
        give(people[role], grant_round, role)
    give(people["both"], grant_round, Role.ASSESSOR)
    found = received_with_file(grant_round, organisation, people["applicant"])
    GrantRound.objects.filter(pk=grant_round.pk).update(stage=Stage.ASSESSING)
    declared = {found.pk: Declared(InterestKind.NONE)}
    declare_interests(by=people["assessor"], grant_round=found.round, declared=declared)
    Assignment.objects.create(application=found, assessor=people["assessor"], given_by=people["official"])
    return found


@pytest.fixture
def world() -> World:
    people = make_people()
    grant_round, draft_round = make_open_round(slug="proef-2027"), make_draft_round(slug="concept-2028")
    for each in (grant_round, draft_round):
        for role in Role:
            give(people[role], each, role)
        give(people["both"], each, Role.ASSESSOR)
    load_regulation(by=people["official"], approved_by=people["decider"], text=document())
    organisation = register_organisation(by=people["applicant"], name="Stichting De Brug")
    organisation.representatives.create(user=people["both"], added_by=people["applicant"])
    register_organisation(by=people["other"], name="Buurthuis De Wissel")
    draft = make_draft(grant_round, organisation, people["applicant"])
    attach(draft)
    on_paper = make_on_paper(grant_round, people["official"])
    sent = received_with_file(grant_round, organisation, people["applicant"])
    return World(
        people=people,
        organisation=organisation,
        draft=draft,
        sent=sent,
        on_paper=on_paper,
        token=token_for(on_paper, people["official"]),
        assessed=make_assessed(people, organisation),
        uploaded=make_upload(grant_round, people["official"]),
        invitation=invite_representative(
            by=people["applicant"], organisation=organisation, email=people["other"].email
        ),
        grant_round=grant_round,
        draft_round=draft_round,
        candidacy=propose_administrator(
            by=people["administrator"], person=people["other"], reason="Vervanging"
        ),
        regulation=propose_regulation(by=people["official"], text=document(least=15), reason="Verbetering"),
        failed=OutboxRow.objects.create(task="mail_account", failed="Niet gelukt."),
        reported=say(
            by=people["assessor"],
            application=sent,
            kind=RemarkKind.FILE,
            words="Gaat niet open.",
            attachment=sent.attachments.get(),
        ),
        calculation=twice_without_points(grant_round, people["official"]),
    )


def answer_to(client: Client, method: str, address: str) -> str:
    """The status; `login` where it leads to the log-in. What a request changes is undone."""
    cookies = deepcopy(client.cookies)
    with transaction.atomic():
        response = client.generic(method, address)
        if response.streaming:
            b"".join(response.streaming_content)  # read to the end, so that it is closed
        transaction.set_rollback(True)
    client.cookies = cookies
    leads_to = response.headers.get("Location", "")
    return "login" if leads_to.startswith("/account/login/") else str(response.status_code)


@pytest.mark.parametrize("kind", KINDS)
def test_every_page_answers_this_person_as_the_table_says(world: World, kind: str) -> None:
    client, column = client_of(world.people[kind]), KINDS.index(kind)
    expected = {row: answers[column] for row, answers in rows_of(TABLE).items()}
    found = {
        (method, route): answer_to(
            client, method, "/" + PLACES.get(route, lambda _, route=route: route)(world)
        )
        for method, route in expected
    }
    assert found == expected


def test_official_without_second_step_gets_no_page_but_those_to_set_it_up(world: World) -> None:
    client = Client()
    client.force_login(named(world, "official"))
    open_routes = ("taal/", "account/2fa/", *ACCOUNT_ROUTES)
    led_elsewhere = {
        route: answer
        for route in routes_of(get_resolver().url_patterns)
        if not route.startswith(open_routes)
        and (answer := client.get("/" + address_of(route, world)).headers.get("Location")) != "/account/2fa/"
    }
    assert led_elsewhere == {}


def test_every_route_has_its_rows_and_every_row_its_route() -> None:
    routes = {
        (method, route) for route in routes_of(get_resolver().url_patterns) for method in ("GET", "POST")
    }
    assert set(rows_of(TABLE)) == routes


def test_page_without_a_row_is_found(settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.grants.urls_with_one_more"
    assert without_row(get_resolver().url_patterns) == {("GET", "zonder-rij/"), ("POST", "zonder-rij/")}
