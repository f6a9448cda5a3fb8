"""The broker that this process sends to, for as long as a test lasts."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from kombu import pools
from redis import Redis

from config.celery import app

NOWHERE = "redis://127.0.0.1:1/0"


@contextmanager
def sending_to(address: str) -> Iterator[None]:
    """Let the outbox send to this broker, with connections that are made anew."""
    before = app.conf.broker_url
    _use(address)
    yield
    _use(before)


@contextmanager
def empty_queue(number: int) -> Iterator[str]:
    """A database of the tests' own broker, empty before and after."""
    address = f"{app.conf.broker_url.rpartition('/')[0]}/{number}"
    with Redis.from_url(address) as redis, sending_to(address):
        redis.flushdb()
        yield address
        redis.flushdb()


@contextmanager
def says_nothing() -> Iterator[str]:
    """The address of a broker that lets everybody in and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


def messages(address: str) -> int:
    """How many wait in the queue."""
    with Redis.from_url(address) as redis:
        return int(redis.llen("celery"))


def _use(address: str) -> None:
    pools.reset()
    app.conf.broker_url = app.conf.broker_read_url = app.conf.broker_write_url = address
    app._pool = app.amqp._producer_pool = None
