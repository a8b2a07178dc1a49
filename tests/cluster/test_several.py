"""Three processes behind nginx, on PostgreSQL and Redis, behave as one."""

import re
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import pytest
import requests
from sqlalchemy import NullPool, create_engine, text

from tests.cluster import hurried
from tests.cluster.cluster import Cluster, require
from tests.cluster.servers import wait_until
from tests.cluster.visitors import CHALLENGES, MATCHES, Viewer, Visitor
from tests.webapp.battle_files import BATTLE
from tests.webapp.challengers import LINEUP, OTHER_LINEUP
from tests.webapp.match_players import EVEN, SPEARS
from webapp.guard.limits import PER_MINUTE

PROGRAM = ("-m", "tests.cluster.hurried")

require()


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    environment = {hurried.STARTED: str(time.time_ns() // 1_000_000)}
    folder = tmp_path_factory.mktemp("cluster")
    with Cluster(folder, environment=environment, program=PROGRAM) as cluster:
        yield cluster


@pytest.fixture
def cluster(started: Cluster) -> Cluster:
    """All of it running, whatever the test before has ended."""
    for program in started.programs:
        if not program.is_running:
            program.start()
    return started


@pytest.fixture
def people(cluster: Cluster) -> list[Visitor]:
    """Ann, Bo and Cem, each at a process of their own."""
    return [Visitor(cluster, f"198.51.100.{number + 1}", at=number) for number in range(3)]


def challenge(people: list[Visitor], ruleset: str, armies: tuple[Any, Any]) -> dict[str, Any]:
    """Return Cem's messages about a challenge that Ann makes, Bo takes and both seal."""
    ann, bo, cem = people
    made = ann.ask("POST", CHALLENGES, {"ruleset": ruleset, "name": "Ann"}, 201)
    own = f"{CHALLENGES}/{made['id']}"
    with Viewer(cem) as page:
        assert page.call("watch_challenge", {"challenge": made["id"]})["status"] == "open"
        token = made["you"]["links"]["join"].rsplit("/", 1)[-1]
        joined = bo.ask("POST", f"{own}/join", {"token": token, "name": "Bo"}, 201)
        assert page.next("challenge_changed")["seats"]["b"]["name"] == "Bo"
        seats = [made["you"]["seat"], joined["you"]["seat"]]
        ann.ask("POST", f"{own}/seal", {"army": armies[0]}, token=seats[0])
        told = page.next("challenge_changed")
        assert [told["seats"][side]["sealed"] for side in "ab"] == [True, False]
        bo.ask("POST", f"{own}/seal", {"army": armies[1]}, token=seats[1])
        while not (told := page.next("challenge_changed"))["battle"]:
            pass
    return {**told, "tokens": seats}


def test_a_challenge_between_processes(people: list[Visitor]) -> None:
    told = challenge(people, "manymarios", (LINEUP, OTHER_LINEUP))
    assert told["status"] == "countdown"
    stood = [one.ask("GET", f"{CHALLENGES}/{told['challenge']}") for one in people]
    assert [one["battle"] for one in stood] == [told["battle"]] * 3
    assert len({one["starts_at"] if "starts_at" in one else told["battle"] for one in stood}) == 1
    with Viewer(people[0]) as ann, Viewer(people[1]) as bo:
        for page in (ann, bo):
            page.watch(told["battle"])
        for page in (ann, bo):
            page.take()
        assert (ann.events[0], ann.cues[0]) == (bo.events[0], bo.cues[0])


def test_a_match_between_processes(people: list[Visitor]) -> None:
    ann, bo, cem = people
    told = challenge(people, "siege", (SPEARS, EVEN))
    match, (a, b) = told["battle"], told["tokens"]
    own = f"{MATCHES}/{match}"
    with Viewer(ann) as hers, Viewer(bo) as his, Viewer(cem) as page:
        for each, token in ((hers, a), (his, b), (page, None)):
            each.call("watch_match", {"match": match, "seat": token})
        assert [each.next("match_changed")["round"] for each in (hers, his, page)] == [1] * 3
        for round_ in (1, 2):
            for one, each, token in ((ann, hers, a), (bo, his, b)):
                orders = {"round": round_, "orders": {"D": "defend", "E": "defend"}}
                one.ask("PUT", f"{own}/orders", orders, token=token)
                each.until("match_changed", round=round_)
                one.ask("POST", f"{own}/lock", {"round": round_}, token=token)
            for each in (hers, his, page):
                each.until("match_changed", round=round_ + 1)
        bo.ask("POST", f"{own}/resign", {}, token=b)
        ends = []
        for each in (hers, his, page):
            while not (end := each.next("match_changed"))["battle"]:
                pass
            ends.append((end["winner"], end["battle"]))
        assert ends == [("a", ends[0][1])] * 3
    seen = [
        [event["type"] for event in told["events"] if event["audience"] == "all"]
        for one, token in ((ann, a), (bo, b), (cem, None))
        for told in [one.ask("GET", f"{own}/events", token=token)]
    ]
    assert seen[0] == seen[1] == seen[2]
    assert seen[0].count("round_started") == 2


def test_an_airing_on_all_processes(people: list[Visitor]) -> None:
    battle = people[0].ask("POST", "/api/v1/battles", BATTLE, 201)["id"]
    with Viewer(people[0]) as one, Viewer(people[1]) as two, Viewer(people[2]) as three:
        pages = (one, two, three)
        for page in pages:
            page.watch(battle)
        for page in pages:
            page.to_the_end()
        assert one.events == two.events == three.events
        assert one.cues == two.cues == three.cues
        assert one.events[-1]["type"] == "battle_ended"


def test_limits_are_counted_together(cluster: Cluster) -> None:
    """Refused battle files are heavy, too; one household asks all processes at once."""
    at = [Visitor(cluster, "203.0.113.9", at=number) for number in range(3)]
    most = PER_MINUTE["heavy"]

    def ask(number: int) -> requests.Response:
        one = at[number % 3]
        return one.session.post(f"{one.url}/api/v1/battles", json={}, timeout=30)

    with ThreadPoolExecutor(3) as pool:
        answers = [*pool.map(ask, range(most + 30))]
    codes = [answer.status_code for answer in answers]
    assert set(codes) == {422, 429}
    assert codes.count(422) == most
    refused = [answer for answer in answers if answer.status_code == 429]
    assert all(1 <= int(answer.headers["Retry-After"]) <= 60 for answer in refused)
    assert Visitor(cluster, "203.0.113.10", at=0).get("/api/v1/battles").status_code == 200


@pytest.mark.parametrize(("number", "at"), [(signal.SIGKILL, 1), (signal.SIGSTOP, 2)])
def test_without_redis_each_counts_alone(cluster: Cluster, number: signal.Signals, at: int) -> None:
    """Whether it is gone or does not answer."""
    visitor = Visitor(cluster, "203.0.113.20", at=at)
    assert visitor.get("/api/v1/battles").status_code == 200
    cluster.redis.send(number)
    try:
        for _ in range(20):
            began = time.monotonic()
            assert visitor.get("/api/v1/battles").status_code == 200
            assert time.monotonic() - began < 1
    finally:
        cluster.redis.kill()


def test_silent_database_delays_only_requests_that_need_it(cluster: Cluster) -> None:
    """More ask at once than have connections; each is told in words, and asks again."""
    askers = [Visitor(cluster, f"203.0.113.{30 + number}", at=1) for number in range(16)]
    bystander = Visitor(cluster, "203.0.113.60", at=1)
    engine = create_engine(cluster.database_url, poolclass=NullPool)
    with ThreadPoolExecutor(len(askers)) as pool:
        with engine.begin() as other:
            other.execute(text("LOCK TABLE battles IN ACCESS EXCLUSIVE MODE"))
            asked = [pool.submit(asker.get, "/api/v1/battles") for asker in askers]
            waits = []
            # Slowly enough that the limit of a minute is not reached.
            while wait(asked, timeout=0.1).not_done:
                began = time.monotonic()
                assert bystander.get("/healthz").status_code == 200
                waits.append(time.monotonic() - began)
        answers = [answer.result() for answer in asked]
        assert {answer.status_code for answer in answers} == {503}
        assert all("storage does not answer" in answer.text for answer in answers)
        assert sorted(waits)[len(waits) * 9 // 10] < 0.25
        assert len(waits) > 20
        again = pool.map(lambda asker: asker.get("/api/v1/battles"), askers)
        assert {answer.status_code for answer in again} == {200}


def test_nginx_leads_to_https_and_hides_metrics(cluster: Cluster) -> None:
    answer = requests.get(
        f"http://127.0.0.1:{cluster.nginx.plain_port}/b/x?y=1", allow_redirects=False, timeout=30
    )
    assert (answer.status_code, answer.headers["Location"]) == (301, "https://127.0.0.1/b/x?y=1")
    visitor = Visitor(cluster, "203.0.113.30")
    assert visitor.get("/metrics").status_code == 404
    assert visitor.get("/readyz").status_code == 200
    home = visitor.get("/")
    assert "max-age" in home.headers["Strict-Transport-Security"]
    assert "Secure" in home.headers["Set-Cookie"]


def metrics(cluster: Cluster) -> list[str]:
    """What each process tells operators."""
    return [Visitor(cluster, "127.0.0.1", at=n).get("/metrics").text for n in range(3)]


def asked(cluster: Cluster) -> float:
    """How many requests for built files have reached the processes."""
    pattern = r'battlereel_request_seconds_count\{endpoint="static".*\} (\S+)'
    return sum(float(count) for page in metrics(cluster) for count in re.findall(pattern, page))


def test_built_files_never_change_and_are_asked_for_once(cluster: Cluster) -> None:
    visitor = Visitor(cluster, "203.0.113.40")
    (path, *_) = re.findall(r'"(/static/dist/[\w.-]+\?v=\w+)"', visitor.get("/").text)
    answer = visitor.get(path)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    before = asked(cluster)
    assert visitor.get(path).content == answer.content
    assert asked(cluster) == before, "nginx has it"
    # What another version calls so is not kept, neither by nginx nor by a browser.
    other = re.sub(r"v=\w+", "v=0123456789ab", path)
    for _ in range(2):
        assert visitor.get(other).headers["Cache-Control"] == "no-cache"
    assert asked(cluster) == before + 2


def test_a_household_stays_with_one_process(cluster: Cluster) -> None:
    """Of IPv6, its /64; different ones are spread."""

    def connections() -> list[float]:
        found = [re.findall(r"(?m)^battlereel_viewers (\S+)", page) for page in metrics(cluster)]
        return [float(number) for (number,) in found]

    def held(*addresses: str) -> list[float]:
        wait_until(lambda: connections() == [0.0] * 3, "all viewers have left")
        viewers = [Viewer(Visitor(cluster, address)) for address in addresses]
        try:
            return connections()
        finally:
            for viewer in viewers:
                viewer.close()

    assert sorted(held(*["203.0.113.50"] * 4)) == [0, 0, 4]
    alike = held("2001:db8:0:7::1", "2001:db8:0:7:ffff::", "2001:db8:0:7:a:b:c:d")
    assert sorted(alike) == [0, 0, 3]
    # All forty with two of the three: once in four million runs.
    assert 0 not in held(*[f"203.0.113.{number}" for number in range(60, 100)])


def test_a_process_that_stops_hands_its_viewers_over(cluster: Cluster) -> None:
    """Viewers through nginx move to another process, and no request fails."""
    watcher = Visitor(cluster, "203.0.113.80")
    battle = watcher.ask("POST", "/api/v1/battles", BATTLE, 201)["id"]
    with Viewer(watcher) as page:
        page.watch(battle)
        page.take()
        (holder,) = [
            process
            for process, text in zip(cluster.processes, metrics(cluster), strict=True)
            if re.search(r"(?m)^battlereel_viewers 1\.0$", text)
        ]
        with ThreadPoolExecutor(1) as pool:
            stopped = pool.submit(holder.stop)
            while not stopped.done():
                assert watcher.get("/api/v1/battles").status_code == 200
        assert not holder.is_running
        page.to_the_end()
        assert page.connected == 2
        assert page.events[-1]["type"] == "battle_ended"


def test_when_all_are_away_nginx_says_so_in_words(cluster: Cluster) -> None:
    for process in cluster.processes:
        process.kill()
    answer = Visitor(cluster, "203.0.113.90").get("/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "Try again in 5 seconds" in answer.text
