"""The player's tarball for npm installs, and its types name every option."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.repo.files import ROOT

HOST = """
import { createReel, BattleReel } from "battlereel-player";
const reel = createReel(document.body, { src: "/b/x", lang: "de", pauseAt: ["turn"] });
const off: () => void = reel.on("marker", ({ label, ms }) => console.log(label.trim(), ms + 1));
const element: HTMLElement = new BattleReel();
reel.play().then(() => reel.seek({ event: 3 }));
"""
WRONG = """
import { createReel } from "battlereel-player";
createReel(document.body, { src: "/b/x", pauseAt: ["supper"] });
"""
OPTIONS = {"module": "esnext", "moduleResolution": "bundler", "strict": True, "noEmit": True}


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_the_tarball_installs_with_types_and_licences(tmp_path: Path) -> None:
    packed = run("node", ROOT / "package.mjs", tmp_path, cwd=ROOT)
    assert packed.returncode == 0, packed.stderr
    site = tmp_path / "site"
    site.mkdir()
    (site / "package.json").write_text('{"private": true}')
    [tarball] = tmp_path.glob("battlereel-player-*.tgz")
    installed = run("npm", "install", "--offline", "--no-audit", tarball, cwd=site)
    assert installed.returncode == 0, installed.stderr
    package = site / "node_modules" / "battlereel-player"
    for name in ("battle-reel.js", "battle-reel.css", "reel-siege.js", "reel-text-de.js"):
        assert (package / name).is_file(), name
    assert "MIT License" in (package / "LICENSE").read_text("utf-8")
    assert "CC BY 3.0" in (package / "PICTURES.md").read_text("utf-8")
    options = {**OPTIONS, "lib": ["es2023", "dom"], "types": []}
    (site / "tsconfig.json").write_text(json.dumps({"compilerOptions": options}))
    for text, fault in ((HOST, ""), (WRONG, "supper")):
        (site / "host.ts").write_text(text)
        checked = run(ROOT / "node_modules/.bin/tsc", "-p", "tsconfig.json", cwd=site)
        assert checked.stdout == "" if not fault else fault in checked.stdout, checked.stdout
