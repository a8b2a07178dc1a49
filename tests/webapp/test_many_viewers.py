"""Many viewers of a real server, over real connections; `make load` has thousands of them."""

import json
import os
import socket
import zlib
from base64 import b64encode
from itertools import pairwise

import socketio
import websocket
from flask import Flask

from tests.load import audience
from tests.webapp.live_server import PATIENCE_SECONDS, Server
from webapp.live.connection import DEFLATED_BYTES, Shared, frame
from webapp.live.namespace import NAMESPACE

CROWD = 50
ENERGY = 2


def test_the_same_frame_goes_to_all() -> None:
    message = Shared("42" + "walks " * 500)
    for bits in (None, 15, 10):
        assert frame(message, bits) is frame(message, bits)
    assert len(message.frames) == 3
    plain, packed = frame(message, None), frame(message, 15)
    assert plain[4:] == message.encode(), "two bytes of head, two of length"
    assert zlib.decompressobj(-15).decompress(packed[2:] + b"\0\0\xff\xff") == message.encode()
    assert len(packed) < 100
    short = Shared("x" * (DEFLATED_BYTES - 1))
    assert frame(short, 15) == frame(short, None), "not worth it"


def test_who_polls_or_changes_over_to_a_websocket_gets_everything(server: Server) -> None:
    (show,) = audience.put_on_air(server, ENERGY, [audience.now_ms() + 500])
    seen: dict[str, list[int]] = {}
    clients = []
    for transports in (["polling"], ["polling", "websocket"]):
        seqs = seen["+".join(transports)] = []
        client = socketio.Client(reconnection=False, json=json)

        def append(chunk: dict, seqs: list[int] = seqs, client: socketio.Client = client) -> None:
            seqs += [event["seq"] for event in chunk["events"]]
            if chunk["over"]:
                client.disconnect()

        client.on("battle_events", append, namespace=NAMESPACE)
        client.connect(server.url, namespaces=[NAMESPACE], transports=transports)
        client.emit("watch_battle", {"battle": show.id, "from_seq": 0}, namespace=NAMESPACE)
        clients.append(client)
    for client in clients:
        client.wait()
    assert [*seen.values()] == [list(range(show.events))] * 2


def handshake(server: Server, *fields: str) -> bytes:
    head = (
        "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        *fields,
    )
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_SECONDS) as one:
        one.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
        return one.recv(4096).partition(b"\r\n")[0]


def test_a_handshake_that_makes_no_sense_is_refused(server: Server) -> None:
    key = b64encode(os.urandom(16)).decode()
    right = f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"
    assert handshake(server, *right) == b"HTTP/1.1 101 Switching Protocols"
    refused = b"HTTP/1.1 400 BAD REQUEST"
    assert handshake(server) == refused
    assert handshake(server, right[0], "Sec-WebSocket-Version: 8") == refused
    assert handshake(server, "Sec-WebSocket-Key: short", right[1]) == refused
    assert handshake(server, "Sec-WebSocket-Key: \xe9", right[1]) == refused


def test_a_message_in_several_frames_is_one(server: Server) -> None:
    one = websocket.create_connection(
        f"ws://127.0.0.1:{server.port}/socket.io/?EIO=4&transport=websocket",
        timeout=PATIENCE_SECONDS,
    )
    parts = ["40/", "li", "ve,"]
    codes = [websocket.ABNF.OPCODE_TEXT] + [websocket.ABNF.OPCODE_CONT] * 2
    for number, (part, code) in enumerate(zip(parts, codes, strict=True)):
        one.send_frame(websocket.ABNF(int(number == 2), opcode=code, data=part))
        one.ping("are you there")  # frames like this may come between them
    assert str(one.recv()).startswith("0{")
    assert str(one.recv()).startswith("40/live,")
    one.close()


def test_nothing_is_kept_of_who_has_left(app: Flask) -> None:
    socketio_ = app.extensions["socketio"]
    rooms = socketio_.server.manager.rooms
    clients = [socketio_.test_client(app, namespace=NAMESPACE) for _ in range(3)]
    sizes = [len(rooms[NAMESPACE][None])]
    for client in clients:
        client.disconnect(NAMESPACE)
        sizes.append(len(rooms.get(NAMESPACE, {}).get(None, ())))
    assert [before - after for before, after in pairwise(sizes)] == [1, 1, 1]
    assert NAMESPACE not in rooms
