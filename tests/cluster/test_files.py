"""The files for operators are such that the programs that they are for take them."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cluster import servers
from tests.cluster.nginx import SITE, Nginx
from webapp.base.config import SETTINGS

OPERATE = SITE.parent
PROGRAM = "/opt/battlereel/.venv/bin/battlereel"


@pytest.mark.parametrize("is_tls", [True, False], ids=["with TLS", "without"])
def test_nginx_takes_its_site(tmp_path: Path, *, is_tls: bool) -> None:
    if servers.program("nginx") is None:
        pytest.skip("nginx is not installed: `make servers`, as root on Debian")
    Nginx(tmp_path, [5001, 5002], is_tls=is_tls, is_spread=False)  # tests itself


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze")
    for unit in (path for path in OPERATE.iterdir() if path.suffix in (".service", ".timer")):
        text = unit.read_text("utf-8")
        assert PROGRAM in text or unit.suffix == ".timer"
        # The program has to be there; nothing else is changed.
        name = unit.name.replace("@", "@5001")
        (tmp_path / name).write_text(text.replace(PROGRAM, shutil.which("true") or "/bin/true"))
    done = subprocess.run(
        [
            *("systemd-analyze", "verify", "--man=no", "--recursive-errors=no"),
            *("./battlereel@5001.service", "./battlereel-backup.timer"),
            "./battlereel-backup.service",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    # What it does not know it only warns of.
    assert (done.returncode, done.stderr) == (0, "")


def test_the_settings_of_the_units_are_settings() -> None:
    text = (OPERATE / "battlereel.env").read_text("utf-8")
    assert set(re.findall(r"(?m)^#?([A-Z_]+)=", text)) <= set(SETTINGS)


def test_the_containers_are_those_that_nginx_and_the_processes_look_for() -> None:
    compose: dict[str, Any] = yaml.safe_load((OPERATE / "compose.yaml").read_text("utf-8"))
    services = compose["services"]
    assert set(services) == {"battlereel-1", "battlereel-2", "nginx", "postgres", "redis"}
    container_file = (OPERATE / "Containerfile").read_text("utf-8")
    targets = set(re.findall(r"(?m)^FROM \S+ AS (\S+)$", container_file))
    addresses = [
        f"{services[f'battlereel-{number}']['networks']['inside']['ipv4_address']}:5000"
        for number in (1, 2)
    ]
    nginx = services["nginx"]
    assert [nginx["environment"][f"PROCESS_{number}"] for number in (1, 2)] == addresses
    for name, port in (("PROCESS_1", 5001), ("PROCESS_2", 5002)):
        assert re.search(rf"s/127\\\.0\\\.0\\\.1:{port}/\${name}/", container_file)
        assert f"server 127.0.0.1:{port} " in SITE.read_text("utf-8")
    for name, service in services.items():
        if "build" in service:
            assert service["build"]["target"] in targets
            folder = (OPERATE / service["build"]["context"]).resolve()
            assert (folder / service["build"]["dockerfile"]).is_file()
        else:
            assert service["image"].startswith("docker.io/"), "Podman knows whole names only"
        if name.startswith("battlereel"):
            assert set(service["environment"]) <= set(SETTINGS)
            assert set(service["depends_on"]) <= set(services)
    for copied in re.findall(r"(?m)^COPY (webapp/\S+) ", container_file):
        assert (OPERATE.parents[1] / copied).is_file()
