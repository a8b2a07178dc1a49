"""Searches by a real Dask cluster: the same answers, whoever is killed, and words on failures."""

import asyncio
import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import engine
from engine import search
from engine.rulesets.warlords.ruleset import RECRUITING
from engine.search import orders as orders_module
from engine.search import work as cluster_module
from engine.search.halving import Contest, Plan, search_armies
from tests.cli.command import battlereel
from tests.search.dask_cluster import Processes, broken, cluster, endless, noted, spending
from tests.stacks import battle_file, unit

FILE = battle_file(
    [unit(3, 1), unit(5, 2), unit(4, 1, trample=1), unit(6, 1), unit(2, 3)],
    [unit(5, 2), unit(4, 1), unit(6, 1)],
)


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Processes]:
    with cluster(tmp_path_factory.mktemp("dask")) as found:
        yield found


def test_answers_are_the_same(
    processes: Processes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders_module, "PART_LEAST", 10)
    told: list[tuple[int, int]] = []
    by_cluster = search.best_order(
        FILE, scheduler=processes.address, progress=lambda *done: told.append(done)
    )
    assert by_cluster == search.best_order(FILE)
    assert told == [(done, 120) for done in range(10, 121, 10)]
    against = [{"stack": [unit(5, 2)]}]
    both = [
        search.best_order(FILE, against=against, search="local", scheduler=address)
        for address in (processes.address, None)
    ]
    assert both[0] == both[1]
    contest, plan = Contest((json.dumps(FILE),), (None,), "a"), Plan(30, 2, 3, 1, 5)
    found = []
    for address in (processes.address, None):
        with search.Workers(1, None, address) as workers:
            found.append(search_armies(contest, RECRUITING, plan, workers))
    assert found[0] == found[1]
    assert search.matchups([FILE, *against], scheduler=processes.address) == search.matchups(
        [FILE, *against]
    )
    file = tmp_path / "battle.json"
    file.write_text(json.dumps(FILE), "utf-8")
    sampled = ["odds", file, "--method", "sample", "--samples", "100", "--json"]
    there = battlereel(*sampled, "--scheduler", processes.address)
    assert (there.returncode, there.stderr) == (0, "")
    assert there.stdout == battlereel(*sampled).stdout


@pytest.mark.long
def test_killed_worker_costs_only_unfinished_work(processes: Processes, tmp_path: Path) -> None:
    processes.add_worker()
    processes.wait_for(len(processes.workers))
    parts = range(40)
    results = []
    with search.Workers(1, scheduler=processes.address) as workers:
        for result in workers.each(partial(noted, tmp_path), parts, by_kernel=False):
            results.append(result)
            if len(results) == 10:
                processes.kill_worker()
    assert results == [part * part for part in parts]
    done = Counter(int(path.name.partition("-")[0]) for path in tmp_path.iterdir())
    assert {*done} == {*parts}
    # One may have been finished in the moment in which its result was on its way.
    assert done.total() <= len(parts) + 1


@pytest.mark.long
def test_cancelled_work_ends_on_the_workers(processes: Processes, tmp_path: Path) -> None:
    begun = tmp_path / "began-0"
    with (
        search.Workers(1, begun.exists, processes.address) as workers,
        pytest.raises(engine.StoppedError),
    ):
        [*workers.each(partial(endless, tmp_path), range(50), by_kernel=False)]
    assert processes.wait_until_idle(20)
    assert len([*tmp_path.iterdir()]) <= len(processes.workers)


@pytest.mark.long
def test_worker_with_old_code_named(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    there = cluster_module.stamp()
    monkeypatch.setattr(cluster_module, "stamp", lambda: "0.0.9 (1f)")
    with pytest.raises(search.ClusterError) as caught:
        search.best_order(FILE, scheduler=processes.address, search="local")
    assert f"a worker has Battlereel {there}, this machine 0.0.9 (1f); install" in str(caught.value)


@pytest.mark.long
def test_refusals_are_the_same_and_errors_keep_their_kind(processes: Processes) -> None:
    async def asked() -> None:
        """Within a running loop."""
        with search.Workers(1, scheduler=processes.address) as workers:
            assert [*workers.each(spending, [1, 2], by_kernel=False)] == [1, 2]
            with pytest.raises(engine.InputError, match="ruleset: is missing"):
                [*workers.each(engine.read, [b"{}"], by_kernel=False)]
            with pytest.raises(RuntimeError, match="AttributeError: no such attribute"):
                [*workers.each(broken, range(1), by_kernel=False)]

    asyncio.run(asked())


def counted(address: str | None, *events: int) -> tuple[list[int], int] | str:
    """What comes of parts that take so many events, and what is left of 100; or the refusal."""
    with engine.Budget(100) as budget, search.Workers(1, scheduler=address) as workers:
        try:
            found = [*workers.each(spending, events, by_kernel=False, together=9)]
        except engine.InputError as error:
            return str(error)
    return found, budget.left


@pytest.mark.long
def test_what_workers_do_is_counted_as_if_it_were_done_here(processes: Processes) -> None:
    enough, one_too_many, at_once = [10] * 10, [10] * 10 + [1], [101]
    for events in (enough, one_too_many, at_once):
        assert counted(processes.address, *events) == counted(None, *events)
    assert counted(None, *enough) == (enough, 0)
    assert "takes more than 100 events" in str(counted(None, *one_too_many))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere", "http://127.0.0.1:1"])
def test_where_nobody_listens_it_says_what_to_do(address: str) -> None:
    with pytest.raises(search.ClusterError) as caught:
        search.best_order(FILE, scheduler=address)
    assert str(caught.value).startswith(f"{address}: no Dask scheduler answers there; start one")


def test_a_client_that_cannot_connect_leaves_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a scheduler ends between its greeting and the first call."""

    async def greeted(_address: str) -> None:
        pass

    monkeypatch.setattr(cluster_module, "_greet", greeted)
    before = {*threading.enumerate()}
    with pytest.raises(search.ClusterError, match="no Dask scheduler answers there"):
        search.best_order(FILE, scheduler="tcp://127.0.0.1:1")
    assert {*threading.enumerate()} <= before


@pytest.mark.long
def test_a_connection_whose_scheduler_has_ended_leaves_no_thread(tmp_path: Path) -> None:
    alone = Processes(tmp_path)
    alone.wait_for(0)
    before = {*threading.enumerate()}
    connection = cluster_module.Cluster(alone.address, lambda: None)
    own = {*threading.enumerate()} - before
    alone.end()
    # Dask's client tries to connect again for some seconds, and then closes itself.
    ends = time.monotonic() + 30
    while connection.client.status != "closed" and time.monotonic() < ends:
        time.sleep(0.1)
    connection.close()
    assert [thread.name for thread in own if thread.name == "IO loop"] == ["IO loop"]
    assert not any(thread.is_alive() for thread in own if thread.name == "IO loop")


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(search.ClusterError, match=r"pip install 'battlereel\[cluster\]'"):
        search.best_order(FILE, scheduler="127.0.0.1:1")


@pytest.mark.long
def test_empty_scheduler_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "ALONE_LOOKS", 2)
    alone = Processes(tmp_path)
    try:
        alone.wait_for(0)
        with pytest.raises(search.ClusterError, match="has no workers; start some: dask worker"):
            search.best_order(FILE, scheduler=alone.address)
    finally:
        alone.end()
