from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.transaction import TransactionManagementError

from grants import clock
from grants.enums import Action
from grants.models import LogEntry, LogPayload, User
from grants.services.canonical import canonical, fingerprint
from grants.services.log import FIRST, record
from tests.grants.owners import as_owner, past_the_guard
from tests.grants.races import at_once

MOMENT = datetime(2027, 3, 1, 11, 0, tzinfo=UTC)
ALONE = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def write(count: int, *, action: Action = Action.ROUND_MADE, by: User | None = None) -> list[LogEntry]:
    with transaction.atomic():
        return [
            record(by=by, action=action, about=f"round:{number}", data={"number": number})
            for number in range(count)
        ]


def verify(**options: object) -> str:
    out = StringIO()
    call_command("verify_log", stdout=out, **options)
    return out.getvalue()


def broken(**options: object) -> str:
    err = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("verify_log", stdout=StringIO(), stderr=err, **options)
    assert caught.value.returncode == 1
    return err.getvalue()


def test_canonical_form_is_the_same_whatever_the_order_of_keys() -> None:
    assert canonical({"b": [1, None, True], "a": "é"}) == '{"a":"é","b":[1,null,true]}'.encode()
    assert canonical({"a": "é", "b": (1, None, True)}) == canonical({"b": [1, None, True], "a": "é"})


@pytest.mark.parametrize("value", [1.5, {"a": [2.0]}, {1: "a"}, {"at": MOMENT}, {b"a"}])
def test_canonical_form_refuses_what_json_cannot_say_exactly(value: object) -> None:
    with pytest.raises(TypeError):
        canonical(value)


@pytest.mark.django_db
def test_log_lines_are_bound_to_the_line_before() -> None:
    first, second = write(2)
    assert (first.number, first.previous_sha256) == (1, FIRST)
    assert (second.number, second.previous_sha256) == (2, first.sha256)


@pytest.mark.django_db
def test_hash_of_a_log_line_is_over_what_it_says() -> None:
    user = User.objects.create_user(email="a@voorbeeldstad.example", name="A")
    with clock.at(MOMENT):
        (entry,) = write(1, by=user)
    payload = LogPayload.objects.get(entry=entry)
    payload_sha256 = fingerprint({"salt": payload.salt, "data": {"number": 0}})
    assert entry.payload_sha256 == payload_sha256
    assert entry.sha256 == fingerprint(
        {
            "number": 1,
            "moment": "2027-03-01T11:00:00.000000+00:00",
            "action": "round_made",
            "about": "round:0",
            "actor": user.pk,
            "payload_sha256": payload_sha256,
            "previous_sha256": "0" * 64,
        }
    )


@pytest.mark.django_db
def test_same_payload_twice_has_two_hashes() -> None:
    first, second = (write(1)[0] for _ in range(2))
    assert first.payload_sha256 != second.payload_sha256


@ALONE
def test_log_line_outside_a_transaction_is_a_mistake() -> None:
    with pytest.raises(TransactionManagementError):
        record(by=None, action=Action.ROUND_MADE, about="round:1", data={})


@ALONE
def test_log_line_goes_with_its_act_when_that_is_undone() -> None:
    write(1)
    with transaction.atomic():
        record(by=None, action=Action.ROUND_MADE, about="round:1", data={})
        transaction.set_rollback(True)
    (last,) = write(1)
    assert [entry.number for entry in LogEntry.objects.all()] == [1, 2]
    assert last.number == 2


@ALONE
def test_log_written_by_many_at_once_has_no_gaps() -> None:
    def writer() -> None:
        for _ in range(10):
            write(1)

    at_once([writer] * 4)
    assert [entry.number for entry in LogEntry.objects.all()] == list(range(1, 41))
    assert "Het logboek klopt: 40 regels." in verify()


@ALONE
def test_verify_log_of_an_empty_log_is_right() -> None:
    assert verify() == "Het logboek klopt: 0 regels.\n"


@ALONE
def test_verify_log_names_the_last_line_to_keep_outside() -> None:
    last = write(3)[-1]
    assert f"verify_log --upto 3 --expect {last.sha256}" in verify()


@ALONE
def test_verify_log_finds_a_line_that_the_owner_changed() -> None:
    write(3)
    with past_the_guard("grants_logentry", "next"):
        as_owner("UPDATE grants_logentry SET action = 'role_ended' WHERE number = 2")
    assert "Regel 2 (role_ended, over round:1) is veranderd" in broken()


@ALONE
def test_verify_log_finds_a_line_that_was_changed_with_its_hash() -> None:
    write(3)
    entry = LogEntry.objects.get(number=2)
    with past_the_guard("grants_logentry", "next"):
        as_owner("UPDATE grants_logentry SET sha256 = %s WHERE number = 2", "f" * 64)
    lines = broken().splitlines()
    assert entry.sha256 not in lines[0]
    assert "Regel 2 (round_made, over round:1) is veranderd" in lines[0]
    assert "Regel 3 sluit niet aan op de regel ervoor" in lines[1]


@ALONE
def test_verify_log_finds_lines_that_the_owner_removed() -> None:
    write(6)
    with past_the_guard("grants_logentry", "next"):
        as_owner(
            "DELETE FROM grants_logpayload USING grants_logentry e WHERE e.id = entry_id AND number IN (3, 4)"
        )
        as_owner("DELETE FROM grants_logentry WHERE number IN (3, 4)")
    assert "Na regel 2 komt regel 5: 2 regels ontbreken" in broken()


@ALONE
def test_verify_log_finds_a_tail_that_was_cut_off() -> None:
    last = write(4)[-1]
    with past_the_guard("grants_logentry", "next"):
        as_owner("DELETE FROM grants_logpayload USING grants_logentry e WHERE e.id = entry_id AND number = 4")
        as_owner("DELETE FROM grants_logentry WHERE number = 4")
    assert "Het logboek klopt: 3 regels." in verify()
    assert "Regel 4 ontbreekt" in broken(upto=4, expect=last.sha256)


@ALONE
def test_verify_log_finds_a_line_that_is_not_the_one_seen_before() -> None:
    write(2)
    assert "Regel 2 is een andere dan de verwachte" in broken(upto=2, expect="a" * 64)


@pytest.mark.django_db
@pytest.mark.parametrize("options", [{"upto": 3}, {"expect": "a" * 64}])
def test_verify_log_wants_a_number_with_its_hash(options: dict[str, object]) -> None:
    with pytest.raises(CommandError, match="Geef --upto en --expect samen"):
        call_command("verify_log", **options)


@ALONE
def test_verify_log_finds_a_payload_that_was_changed() -> None:
    write(2)
    as_owner("""UPDATE grants_logpayload SET data = '{"number": 7}'""")
    assert "De inhoud van regel 1 (round_made, over round:0) is veranderd" in broken()


@ALONE
def test_verify_log_finds_a_payload_that_was_removed_without_a_purge() -> None:
    write(1)
    as_owner("DELETE FROM grants_logpayload")
    assert "De inhoud van regel 1 (round_made, over round:0) is weg" in broken()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement", ["UPDATE grants_logpayload SET salt = ''", "DELETE FROM grants_logpayload"]
)
def test_application_may_not_change_payloads(statement: str) -> None:
    write(1)
    with pytest.raises(DatabaseError, match="permission denied"), connection.cursor() as cursor:
        cursor.execute(statement)


def purge(action: str, before: str) -> str:
    out = StringIO()
    call_command("purge", kind=action, before=before, stdout=out)
    return out.getvalue()


@ALONE
def test_purge_removes_payloads_of_its_kind_and_age_alone() -> None:
    with clock.at(MOMENT):
        write(2)
        write(1, action=Action.ROLE_ENDED)
    with clock.at(MOMENT + timedelta(days=1)):
        write(1)
        said = purge("round_made", "2027-03-02")
    assert said == "Van 2 regels is de inhoud verwijderd.\n"
    kept = LogPayload.objects.order_by("entry__number").values_list("entry__number", "entry__action")
    assert list(kept) == [(3, "role_ended"), (4, "round_made"), (5, "payloads_purged")]


@ALONE
def test_purge_leaves_the_chain_whole_and_says_so() -> None:
    with clock.at(MOMENT):
        write(2)
    with clock.at(MOMENT + timedelta(days=400)):
        purge("round_made", "2027-04-01")
        said = verify()
    assert "Van 2 regels is de inhoud verwijderd onder de bewaartermijn, vingerafdruk bekend." in said
    assert "Het logboek klopt: 3 regels." in said


@ALONE
def test_purge_says_in_the_log_what_it_removed() -> None:
    with clock.at(MOMENT):
        write(3)
    with clock.at(MOMENT + timedelta(days=2)):
        purge("round_made", "2027-03-02")
    entry = LogEntry.objects.get(action="payloads_purged")
    assert LogPayload.objects.get(entry=entry).data == {
        "before": "2027-03-02T00:00:00+01:00",
        "kind": "round_made",
        "removed": 3,
    }


@ALONE
def test_purge_of_nothing_writes_nothing() -> None:
    with clock.at(MOMENT):
        write(1)
        assert (
            purge("round_made", "2027-02-28")
            == "Er is niets van «round_made» van vóór zondag 28 februari 2027.\n"
        )
    assert LogEntry.objects.count() == 1


@ALONE
@pytest.mark.parametrize(
    ("kind", "before", "sentence"),
    [
        ("payloads_purged", "2027-03-02", "blijft"),
        ("round_made", "2 maart", "geen datum"),
        ("round_made", "2027-03-09", "toekomst"),
    ],
)
def test_purge_refuses_what_it_may_not_or_cannot_do(kind: str, before: str, sentence: str) -> None:
    with clock.at(MOMENT):
        write(1)
        with pytest.raises(CommandError, match=sentence):
            purge(kind, before)


@ALONE
@pytest.mark.parametrize(
    "data",
    [
        {},
        {"before": "2027-03-02T00:00:00+01:00"},
        {"kind": 7, "before": "2027-03-02T00:00:00+01:00"},
        {"kind": "round_made", "before": "morgen"},
        {"kind": "round_made", "before": "2027-03-02T00:00:00"},
    ],
    ids=["nothing", "no kind", "kind is a number", "no moment", "no zone"],
)
def test_purge_in_the_log_that_cannot_be_read_is_a_sentence(data: dict[str, object]) -> None:
    write(1)
    with transaction.atomic():
        record(by=None, action=Action.PAYLOADS_PURGED, about="log", data=data)
    write(1)
    assert (
        broken()
        .splitlines()[0]
        .startswith("Regel 2 (payloads_purged, over log) zegt niet goed wat er is verwijderd.")
    )


@ALONE
def test_purge_whose_payload_was_changed_covers_nothing() -> None:
    with clock.at(MOMENT):
        write(1)
        write(1, action=Action.ROLE_ENDED)
    with clock.at(MOMENT + timedelta(days=2)):
        purge("role_ended", "2027-03-02")
    as_owner(
        "UPDATE grants_logpayload SET data = jsonb_set(data, '{kind}', '\"round_made\"') WHERE data ? 'kind'"
    )
    as_owner("DELETE FROM grants_logpayload USING grants_logentry e WHERE e.id = entry_id AND number = 1")
    lines = broken().splitlines()
    assert lines[0].startswith("De inhoud van regel 1 (round_made, over round:0) is weg")
    assert lines[1].startswith("De inhoud van regel 2 (role_ended, over round:0) is weg")
    assert lines[2] == "De inhoud van regel 3 (payloads_purged, over log) is veranderd."


@ALONE
def test_verify_log_says_where_moments_run_backwards() -> None:
    with clock.at(MOMENT):
        write(2)
    with clock.at(MOMENT - timedelta(seconds=1)):
        write(1)
    said = verify()
    assert "Let op: 1 regels zijn van een eerder moment dan de regel ervoor, als eerste regel 3." in said
    assert "Het logboek klopt: 3 regels." in said
