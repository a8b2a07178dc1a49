"""Live messages that no client of ours sends: malformed, late, reordered, repeated, oversized."""

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import websocket
from hypothesis import given
from hypothesis import strategies as st

import engine
from tests.fuzz.effort import THROWN, tries
from tests.fuzz.hostile import TEXTS, VALUES
from tests.present import require
from tests.webapp.battle_files import BATTLE
from tests.webapp.live_server import LOGGED, PATIENCE_SECONDS, Server, log, seqs, viewer
from webapp.base import games
from webapp.battles import store as battles
from webapp.guard.limits import MESSAGE_BYTES_MOST
from webapp.store import database

NAMES = (
    *("watch_battle", "leave_battle", "watch_challenge", "leave_challenge", "watch_match"),
    *("leave_match", "connect", "disconnect", "message", "trigger_event", "__init__", "_send"),
)
CONNECT = "40/live,"
NOTHING = "/nothing"
GONE = (OSError, websocket.WebSocketException)
LAST = 77  # number of the message that shows that all others were read


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("instance"), command=(sys.executable, "-c", LOGGED))
    yield server
    server.kill()


@pytest.fixture(scope="module")
def battle(server: Server) -> Iterator[str]:
    """A battle that is over."""
    require("manymarios")
    app = server.app()
    with app.app_context():
        recording = engine.play(BATTLE)
        yield battles.put_on_air(games.game("manymarios"), recording, battles.Airing(0)).id
    app.extensions[database.KEY].kw["bind"].dispose()


def event(*data: Any, ack: Any = "") -> str:
    """A message as clients write it."""
    return f"42/live,{ack}" + json.dumps(data)


IDS = st.sampled_from(["{battle}", "nothing2"]) | TEXTS
WISHES = VALUES | st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("battle", "challenge", "match"), IDS),
        **dict.fromkeys(("from_seq", "seat", "spectator"), VALUES),
    },
)
EVENTS = st.builds(event, st.sampled_from(NAMES) | TEXTS, WISHES, ack=st.integers(0, 60))
ODD = st.sampled_from(
    [
        *("", "0", "1", "2", "3", "4", "5", "6", "7", "2probe", "bAAAA", "4{", "42", "42[", "42[]"),
        *(
            "40",
            CONNECT,
            f"40{NOTHING},",
            "41",
            "41/live,",
            "43/live,1[]",
            "44/live,{}",
            "46",
            "49",
        ),
        *("42/live", "42/live,", "42/live,[]", "42/live,{}", '42/live,"x"', "42/live,[null]"),
        *("42/live,[[]]", "42/live,[1,2]", '42/live,[{"a":1}]', "42/live," + "9" * 300 + '["x"]'),
        *('42/live,-1["watch_battle"]', f'42{NOTHING},1["watch_battle",{{}}]', "42,1[NaN]"),
        *('451-/live,["x",{"_placeholder":true,"num":0}]', "45999-/live,[]", "45-1-[]", "45x-[]"),
        *('451-/live,["x",{"_placeholder":true,"num":9}]', '452-/live,5["watch_battle"]'),
        *("42/live,7" + "[" * 15_000, "42/live,7[" + '{"a":' * 3_000, "40/live," + "[" * 9_000),
        *('42/live,7["watch_battle",{"battle":"' + "x" * 15_900 + '"}]', "4" + "9" * 15_000),
        *('40/live,{"token":' + "9" * 9_000 + "}", "42/live?x=1,[]", "4\u0662/live,[]"),
    ]
)
MESSAGES = st.lists(EVENTS | ODD | st.binary(max_size=50) | TEXTS.map("4{}".format), max_size=12)


def said_to(server: Server, battle: str, messages: list[str | bytes], *, late: bool) -> list[str]:
    """Return the server's answers to these messages; `late` is before joining the namespace."""
    told: list[str] = []
    one = websocket.create_connection(
        f"ws://127.0.0.1:{server.port}/socket.io/?EIO=4&transport=websocket",
        timeout=PATIENCE_SECONDS,
    )
    last = event("leave_battle", ack=LAST)
    try:
        if not late:
            one.send(CONNECT)
        for message in messages:
            if isinstance(message, bytes):
                one.send_binary(message)
            else:
                data = message.replace("{battle}", battle).encode("utf-8", "replace")
                one.send(data[: MESSAGE_BYTES_MOST - 10])
        one.send(CONNECT)
        one.send(last)
        while not (told and told[-1].startswith(f"43/live,{LAST}[")):
            told.append(str(one.recv()))
            if told[-1] in ("", "1"):
                break  # it has said goodbye
    except GONE:
        pass  # it has hung up, which it may
    finally:
        one.shutdown()
    return told


@pytest.mark.long
@tries(60)
@given(messages=MESSAGES, late=st.booleans())
def test_whatever_is_sent_nothing_breaks(
    server: Server, battle: str, messages: list[str | bytes], *, late: bool
) -> None:
    """Each message is acknowledged without a 5xx, or its sender is disconnected."""
    THROWN["connections that send malformed, late and oversized messages"] += 1
    for line in said_to(server, battle, messages, late=late):
        if line.startswith("43/live,"):
            (told,) = json.loads(line[line.index("[") :])
            assert told["ok"] or (told["status"] < 500 and told["error"]), told
    answer = requests.get(f"{server.url}/healthz", timeout=PATIENCE_SECONDS)
    assert answer.status_code == 200
    assert log(server) == ""


@pytest.mark.long
def test_others_see_everything_meanwhile(server: Server, battle: str) -> None:
    with viewer(server) as one:
        one.watch(battle)
        assert seqs(one.to_the_end()) == list(range(len(engine.play(BATTLE).events)))


@pytest.mark.parametrize("name", ["connect", "disconnect", "\\u0063onnect"])
def test_nobody_says_for_the_server_that_they_come_or_go(server: Server, name: str) -> None:
    """It would count viewers wrongly, and begin the limit of messages anew."""

    def viewers() -> str:
        text = requests.get(f"{server.url}/metrics", timeout=PATIENCE_SECONDS).text
        return next(line for line in text.splitlines() if line.startswith("battlereel_viewers "))

    with viewer(server) as one:
        one.call("leave_battle")
        before = viewers()
        told = said_to(server, "", [f'42/live,1["{name}"]'] * 3, late=False)
        assert not any(line.startswith("43/live,1[") for line in told), "hung up on"
        one.call("leave_battle")
        assert viewers() in (before, before.replace("1.0", "2.0"))


@pytest.mark.parametrize("kind", ["text", "binary", "parts"])
def test_a_message_that_is_too_large_ends_the_connection(server: Server, kind: str) -> None:
    one = websocket.create_connection(
        f"ws://127.0.0.1:{server.port}/socket.io/?EIO=4&transport=websocket",
        timeout=PATIENCE_SECONDS,
    )
    one.send(CONNECT)
    large = "x" * (MESSAGE_BYTES_MOST + 1)
    with pytest.raises(GONE):  # noqa: PT012 - it may be noticed when reading as when writing
        if kind == "parts":
            for opcode in (websocket.ABNF.OPCODE_TEXT, *[websocket.ABNF.OPCODE_CONT] * 9):
                one.send_frame(websocket.ABNF.create_frame("x" * 2_000, opcode, 0))
        else:
            (one.send_binary if kind == "binary" else one.send)(large.encode())
        while True:
            if not one.recv():
                raise OSError("it has hung up")
    one.shutdown()
    assert log(server) == ""


@pytest.mark.long
def test_wishes_in_any_order_end_in_the_last_one(server: Server, battle: str) -> None:
    """Late and again: leaving before watching, watching twice, from the end and from the start."""
    length = len(engine.play(BATTLE).events)
    with viewer(server) as one:
        assert one.call("leave_battle") == {"ok": True}
        one.watch(battle, from_seq=length + 50)
        one.watch(battle, from_seq=length)
        one.call("leave_battle")
        one.watch(battle, from_seq=3)
        one.watch(battle)
        chunks = one.to_the_end()
        while chunks[-1]["from_seq"] >= length or seqs(chunks)[-1:] != [length - 1]:
            chunks = one.to_the_end()
    assert set(seqs(chunks)) >= set(range(3, length))
