"""The private parts of other packages that we call or override; pyproject.toml bounds versions."""

from io import BytesIO

import engineio
import pytest
import socketio
from engineio.packet import Packet
from engineio.socket import Socket
from flask_socketio import SocketIO
from gevent import pywsgi
from gevent import socket as sockets
from gevent.queue import JoinableQueue

WIRE, CONNECTION = "webapp/live/wire.py", "webapp/live/connection.py"
SERVER = engineio.Server(async_mode="threading")
HOOKS = (
    (JoinableQueue, "_put _get", WIRE),
    (engineio.Server, "_handle_connect _trigger_event _log_error_once create_queue", WIRE),
    (SERVER, "_async sockets handlers reason async_handlers cors_allowed_origins logger", WIRE),
    (Socket(SERVER, "sid"), "queue upgraded upgrading connected closed", WIRE),
    (Packet(), "encode_cache", WIRE),
    (socketio.Manager, "basic_disconnect basic_leave_room eio_sid_from_sid", WIRE),
    (socketio.Manager(), "callbacks pending_connect pending_disconnect", WIRE),
    (socketio.Server(async_mode="threading"), "_send_eio_packet packet_class eio manager", WIRE),
    (SocketIO, "_handle_event", "webapp/live/namespace.py"),
    (sockets.socket, "_sock", CONNECTION),
    (pywsgi.Input, "_discard", "webapp/live/http_server.py"),
    (pywsgi.Input(BytesIO(), 0), "rfile content_length position chunked_input socket", CONNECTION),
    (
        pywsgi.WSGIHandler,
        "_check_http_version _connection_upgrade_requested _handle_client_error MessageClass "
        "ignored_socket_errors read_request read_requestline handle_one_request",
        "webapp/live/http_server.py",
    ),
)


@pytest.mark.parametrize(("owner", "names", "user"), HOOKS)
def test_the_private_parts_that_we_use_exist(owner: object, names: str, user: str) -> None:
    kind = owner if isinstance(owner, type) else type(owner)
    gone = [name for name in names.split() if not hasattr(owner, name)]
    assert not gone, f"{kind.__module__}.{kind.__qualname__} has lost {gone}, used by {user}"
