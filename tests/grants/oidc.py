"""A log-in service that speaks OpenID Connect, on a port of this machine. It lets in whoever `claims` describes."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from urllib.parse import parse_qs


@dataclass
class Service:
    claims: dict[str, object] = field(default_factory=dict)
    token_requests: list[dict[str, list[str]]] = field(default_factory=list)
    address: str = ""

    def answer(self, path: str) -> dict[str, object]:
        if path == "/userinfo":
            return self.claims
        return {
            "issuer": self.address,
            "authorization_endpoint": f"{self.address}/authorize",
            "token_endpoint": f"{self.address}/token",
            "userinfo_endpoint": f"{self.address}/userinfo",
        }


def handler_of(service: Service) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._send(service.answer(self.path))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            service.token_requests.append(parse_qs(body))
            self._send({"access_token": "toegang", "token_type": "Bearer"})

        def log_message(self, *_args: object) -> None:
            pass

        def _send(self, value: dict[str, object]) -> None:
            body = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler


@contextmanager
def log_in_service() -> Iterator[Service]:
    service = Service()
    with HTTPServer(("127.0.0.1", 0), handler_of(service)) as server:
        service.address = f"http://127.0.0.1:{server.server_port}"
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield service
        finally:
            server.shutdown()
            thread.join()
