"""nginx with the site of `webapp/operate/nginx.conf`, with names and ports of its own."""

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.cluster.servers import Program, free_port, program

SITE = Path(__file__).parents[2] / "webapp" / "operate" / "nginx.conf"
NAME = "battles.example.org"
TEST_ADDRESS = "X-Test-Address"  # the client's address, trusted in tests only
MAIN = """
daemon off;
# One process, so that none is left behind.
master_process off;
pid {folder}/nginx.pid;
error_log stderr;
worker_rlimit_nofile 20000;
events {{ worker_connections 8000; }}
http {{
    include /etc/nginx/mime.types;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    access_log off;
    set_real_ip_from 127.0.0.1;
    real_ip_header {header};
    include {folder}/site.conf;
}}
"""


class Nginx(Program):
    """nginx with or without TLS; with `spread` each request goes to any process."""

    def __init__(
        self, folder: Path, ports: Sequence[int], *, is_tls: bool, is_spread: bool
    ) -> None:
        super().__init__("nginx", folder)
        self.plain_port = free_port()
        self.url = f"{'https' if is_tls else 'http'}://127.0.0.1:{self.port}"
        if is_tls:
            _certify(folder)
        site = _site(folder, ports, (self.plain_port, self.port), is_tls=is_tls)
        if is_spread:
            site = _replaced(site, r"hash \$household consistent;", "hash $request_id;")
        (folder / "site.conf").write_text(site)
        (folder / "nginx.conf").write_text(MAIN.format(folder=folder, header=TEST_ADDRESS))
        subprocess.run(
            [*self.command(), "-t"], check=True, capture_output=True, env=dict(self.environment)
        )

    def command(self) -> list[str]:
        """It reads nothing of the machine's own configuration."""
        files = ["-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]
        return [str(program("nginx")), *files, "-e", "stderr"]


def _site(folder: Path, ports: Sequence[int], own: tuple[int, int], *, is_tls: bool) -> str:
    """The file for operators with what an operator changes in it, and on ports of its own."""
    site = SITE.read_text("utf-8")
    processes = "\n".join(f"    server 127.0.0.1:{port} fail_timeout=2s;" for port in ports)
    site = _replaced(site, r"(    server 127\.0\.0\.1:\d+ fail_timeout=2s;\n?)+", processes + "\n")
    site = _replaced(site, r"listen \[::\]:80;", "")
    site = _replaced(site, r"listen \[::\]:443 ssl;", "")
    site = _replaced(site, r"listen 80;", f"listen 127.0.0.1:{own[0]};")
    ssl = " ssl" if is_tls else ""
    site = _replaced(site, r"listen 443 ssl;", f"listen 127.0.0.1:{own[1]}{ssl};")
    site = _replaced(site, r"/etc/letsencrypt/live/[\w.]+/", f"{folder}/", times=2)
    if not is_tls:
        site = _replaced(site, r"ssl_certificate\w*\s[^;]+;", "", times=2)
    site = _replaced(site, r"/var/lib/nginx/battlereel", f"{folder}/files")
    return _replaced(site, re.escape(NAME), "127.0.0.1", times=4)


def _replaced(text: str, pattern: str, by: str, times: int = 1) -> str:
    """The text with something replaced that has to be there so often."""
    changed, count = re.subn(pattern, lambda _: by, text)
    assert count == times, f"{SITE.name}: {pattern} is there {count} times, not {times}"
    return changed


def _certify(folder: Path) -> None:
    """Makes a certificate that signs itself."""
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"),
            *("-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")),
        ],
        check=True,
        capture_output=True,
        env={"PATH": os.environ["PATH"]},
    )
