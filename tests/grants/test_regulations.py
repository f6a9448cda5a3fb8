from hashlib import sha256

import pytest
from django.core.exceptions import PermissionDenied

from grants.documents.stored import DamagedDocumentError, checked, document_of, read_back_of
from grants.enums import Role, Source
from grants.models import LogEntry, Proposal, RegulationVersion, User
from grants.selectors.regulations import latest_version, latest_versions
from grants.services.errors import Refused
from grants.services.proposals import approve, refuse, withdraw
from grants.services.regulation_proposals import load_regulation, propose_regulation
from grants.services.regulations import publish_shipped
from schemes.documents import load_document
from schemes.library import SHIPPED, shipped
from tests.grants.documents import document
from tests.grants.persons import give, make_person, make_round

pytestmark = pytest.mark.django_db


def test_shipped_regulations_are_published_once() -> None:
    assert [version.slug for version in publish_shipped()] == list(SHIPPED)
    assert publish_shipped() == []
    assert [version.number for version in latest_versions()] == [1, 1, 1, 1, 1]


def test_shipped_regulation_that_is_here_is_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    publish_shipped()
    monkeypatch.setattr("grants.services.regulations.checked", None)
    assert publish_shipped() == []


def test_shipped_version_is_the_document_of_the_engine() -> None:
    publish_shipped()
    for slug in SHIPPED:
        version = latest_version(slug)
        assert version is not None
        assert load_document(version.document) == shipped(slug)


def test_publishing_stands_in_the_log() -> None:
    publish_shipped()
    keys = LogEntry.objects.filter(action="regulation_published").values_list("object_key", flat=True)
    assert list(keys) == [f"regulation:{slug}/1" for slug in SHIPPED]


def test_document_is_read_once_per_process() -> None:
    publish_shipped()
    first, again = latest_version(SHIPPED[0]), latest_version(SHIPPED[0])
    assert first is not None
    assert again is not None
    assert read_back_of(first) is read_back_of(again)


def test_sentence_that_holds_for_two_kinds_of_lists_is_read_once() -> None:
    publish_shipped()
    version = latest_version("apeldoorn-basisontmoetingsplekken")
    assert version is not None
    kinds = document_of(version).chosen.pools
    assert [kind.ceiling_reached.rule for kind in kinds] == ["lid 6", "lid 6"]
    lid = next(lid for lid in read_back_of(version).leden if lid.number == "6")
    assert sum(sentence.startswith("Van hoog naar laag") for sentence in lid.carried_out) == 1


def test_document_that_is_not_what_its_fingerprint_says_is_refused() -> None:
    fingerprint = sha256(b"something else").hexdigest()
    changed = RegulationVersion(
        slug="proef", number=1, title="Proef", document=document(), sha256=fingerprint
    )
    with pytest.raises(DamagedDocumentError):
        read_back_of(changed)


def test_two_people_publish_a_version(official: User, decider: User) -> None:
    proposal = propose_regulation(by=official, text=document(), reason="Besluit van 3 maart")
    assert latest_version("proef") is None
    approve(by=decider, proposal=proposal)
    version = latest_version("proef")
    assert version is not None
    assert (version.number, version.title, version.source) == (1, "Regeling om te proberen", Source.LOADED)
    assert (version.published_by, version.approved_by) == (official, decider)
    assert version.document == document()


def test_corrected_version_has_the_next_number(official: User, decider: User) -> None:
    load_regulation(by=official, approved_by=decider, text=document())
    second = load_regulation(by=official, approved_by=decider, text=document(least=15))
    assert second.number == 2
    assert latest_version("proef") == second


def test_same_content_says_which_version_it_is(official: User, decider: User) -> None:
    load_regulation(by=official, approved_by=decider, text=document())
    with pytest.raises(Refused, match="versie 1 van «Regeling om te proberen»"):
        propose_regulation(by=official, text=document() + "\n# een regel commentaar\n")


def test_regulation_has_one_open_proposal_at_a_time(official: User) -> None:
    proposal = propose_regulation(by=official, text=document())
    with pytest.raises(Refused, match="ligt er al een voorstel, van Aisha Groen"):
        propose_regulation(by=official, text=document(least=15))
    withdraw(by=official, proposal=proposal)
    assert propose_regulation(by=official, text=document(least=15)).object_key == "regulation:proef"


def test_refused_proposal_publishes_nothing(official: User, decider: User) -> None:
    proposal = propose_regulation(by=official, text=document())
    refuse(by=decider, proposal=proposal, reason="De drempel klopt niet")
    assert latest_version("proef") is None


def test_proposal_lapses_when_another_version_came_in_between(official: User, decider: User) -> None:
    proposal = propose_regulation(by=official, text=document("ooststellingwerf-het-fonds"))
    publish_shipped()
    with pytest.raises(Refused, match="veranderd"):
        approve(by=decider, proposal=proposal)
    found = latest_version("ooststellingwerf-het-fonds")
    assert found is not None
    assert found.source == Source.SHIPPED


def test_document_with_errors_cannot_be_proposed(official: User) -> None:
    with pytest.raises(Refused, match="heeft 1 fout,"):
        propose_regulation(by=official, text=document().replace('slug = "proef"', 'slug = "Proef!"'))
    assert not Proposal.objects.exists()


def test_official_cannot_approve(official: User) -> None:
    proposal = propose_regulation(by=official, text=document())
    colleague = give(make_person("Daan Vermeer"), make_round("drie"), Role.OFFICIAL)
    with pytest.raises(PermissionDenied):
        approve(by=colleague, proposal=proposal)


def test_applicant_cannot_propose() -> None:
    with pytest.raises(PermissionDenied):
        propose_regulation(by=make_person(), text=document())


@pytest.mark.parametrize(("length", "is_sound"), [(300, True), (301, False)])
def test_title_is_no_longer_than_fits(length: int, is_sound: bool) -> None:
    found = checked(document(title="x" * length).encode())
    assert (found.sound is not None) is is_sound
    assert [problem.place for problem in found.problems] == ([] if is_sound else ["title"])


def test_line_ends_of_another_system_make_no_other_content(official: User, decider: User) -> None:
    load_regulation(by=official, approved_by=decider, text=document())
    found = checked(b"\xef\xbb\xbf" + document().replace("\n", "\r\n").encode())
    assert found.text == document()
    version = latest_version("proef")
    assert found.sound is not None
    assert version is not None
    assert found.sound.sha256 == version.sha256
