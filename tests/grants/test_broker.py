from time import monotonic

from grants.broker import send
from tests.grants.brokers import says_nothing, sending_to


def test_broker_that_says_nothing_holds_no_page() -> None:
    with says_nothing() as address, sending_to(address):
        began = monotonic()
        assert send(1) is False
    assert monotonic() - began < 10
