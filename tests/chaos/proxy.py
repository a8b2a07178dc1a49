"""A TCP proxy that cuts, delays and holds connections, and sends WebSocket frames twice. It may cut
the viewer's side alone, so that the server sends on."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.cluster.servers import free_port

OPCODES = (1, 2)  # text and binary, which may be doubled (not ping, close)
HALF_SECONDS = 8.0


class Frames:
    """Cuts a stream into HTTP's head and whole WebSocket frames after it."""

    def __init__(self) -> None:
        self.rest = b""
        self.in_frames = False

    def feed(self, data: bytes) -> Iterator[tuple[bytes, bool]]:
        """Pieces that are whole, and whether each is a frame that may be sent twice."""
        self.rest += data
        if not self.in_frames:
            end = self.rest.find(b"\r\n\r\n")
            if end < 0:
                return
            head, self.rest = self.rest[: end + 4], self.rest[end + 4 :]
            self.in_frames = b"websocket" in head.lower()
            yield head, False
        while self.in_frames and (length := self._length()) and len(self.rest) >= length:
            frame, self.rest = self.rest[:length], self.rest[length:]
            # Only a message in one frame: two halves of it twice would be another message.
            yield frame, bool(frame[0] & 0x80) and frame[0] & 0x0F in OPCODES

    def _length(self) -> int | None:
        """Of the frame that begins now, with its head; None as long as its head is not here."""
        if len(self.rest) < 2:
            return None
        size, at = self.rest[1] & 0x7F, 2
        more = {126: 2, 127: 8}.get(size, 0)
        if len(self.rest) < at + more:
            return None
        if more:
            size = int.from_bytes(self.rest[at : at + more])
        masked = 4 if self.rest[1] & 0x80 else 0
        return at + more + masked + size


class Proxy:
    """In front of one port; what is wrong with it is set while it runs, for all connections."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = free_port()
        self.delay_seconds = 0.0
        self.doubles = False
        self.is_away = False
        self.pairs: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = set()
        self.halved: set[asyncio.StreamWriter] = set()
        self.loop = asyncio.new_event_loop()
        self.flows, self.ends = asyncio.Event(), asyncio.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.ready = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> "Proxy":
        self.thread.start()
        assert self.ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.call_soon_threadsafe(self.ends.set)
        self.thread.join(10)

    def cut(self, *, half: bool = False) -> None:
        """Ends all connections; with `half`, the server notices some seconds later only."""
        self._soon(lambda: self._cut(half=half))

    @contextmanager
    def hole(self) -> Iterator[None]:
        """Hold all traffic back meanwhile, then let it through."""
        self._soon(self.flows.clear)
        try:
            yield
        finally:
            self._soon(self.flows.set)

    @contextmanager
    def away(self) -> Iterator[None]:
        """Meanwhile there is no network: connections are cut and new ones are not taken."""
        self.is_away = True
        self.cut()
        try:
            yield
        finally:
            self.is_away = False

    def _soon(self, act: object) -> None:
        done = threading.Event()

        def do() -> None:
            act()  # type: ignore[operator]
            done.set()

        self.loop.call_soon_threadsafe(do)
        assert done.wait(10)

    def _cut(self, *, half: bool) -> None:
        for viewer, server in [*self.pairs]:
            viewer.transport.abort()
            if half:
                self.halved.add(server)
                self.loop.call_later(HALF_SECONDS, server.transport.abort)
            else:
                server.transport.abort()
        self.pairs.clear()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        self.flows.set()
        async with await asyncio.start_server(self._accept, "127.0.0.1", self.port):
            self.ready.set()
            await self.ends.wait()
            self._cut(half=False)
            for writer in self.halved:
                writer.transport.abort()
            await asyncio.sleep(0.05)  # until those who pump have noticed
            # What still waits, in a hole or for a delay, is cancelled by the runner.

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_away:
            writer.transport.abort()
            return
        try:
            up = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        pair = (writer, up[1])
        self.pairs.add(pair)
        try:
            await asyncio.gather(self._pump(reader, up[1]), self._pump(up[0], writer))
        finally:
            self.pairs.discard(pair)
            for end in pair:
                end.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        frames = Frames()
        with suppress(OSError):
            while data := await reader.read(65_536):
                for piece, may_double in frames.feed(data):
                    if self.delay_seconds:
                        await asyncio.sleep(self.delay_seconds)
                    await self.flows.wait()
                    writer.write(piece * 2 if may_double and self.doubles else piece)
                    await writer.drain()
                if not frames.in_frames and frames.rest:  # a body
                    writer.write(frames.rest)
                    frames.rest = b""
        if writer not in self.halved:
            with suppress(OSError, RuntimeError):
                writer.write_eof()
