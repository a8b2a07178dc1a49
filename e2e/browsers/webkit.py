"""WebKit, as Safari has it: Debian's WebKitGTK in an X server without a screen, by Selenium."""

import contextlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import Self

from selenium import webdriver
from selenium.common.exceptions import InvalidSessionIdException, WebDriverException
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import HTTPError

from e2e.browsers.tab import Actions, GoneError, Tab

PACKAGES = ["webkit2gtk-driver", "xvfb", "xauth"]
DRIVER = "WebKitWebDriver"
SCREEN = "1400x1100x24"
ANSWER_S = 60
STARTS = 3
START_S = 20  # usually 1 s, or 3 s on a busy machine

# WebKit's driver has no log: the page tells what went wrong since it was first asked for something.
LISTEN = """if (!window.complained) {
  window.complained = [];
  const note = (text) => window.complained.push(String(text));
  addEventListener("error", (event) => note(`uncaught: ${event.message}`));
  addEventListener("unhandledrejection", (event) => note(`unhandled: ${event.reason}`));
  for (const kind of ["error", "warn"]) {
    const said = console[kind];
    console[kind] = (...words) => { note(`console ${kind}: ${words.join(" ")}`); said(...words); };
  }
}"""


def find() -> str | None:
    """The path of WebKit's driver, where there is also a screen for it."""
    return shutil.which(DRIVER) if shutil.which("Xvfb") else None


class WebKit:
    """A screen on which WebKits are started: each tab is a browser of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.screen.stdout is not None
        with self.screen.stdout as told:
            self.display = f":{told.readline().strip()}"

    def new_tab(self) -> "WebKitTab":
        return WebKitTab(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.screen.terminate()
        self.screen.wait(20)


class WebKitTab(Tab):
    """A browser with one window."""

    def __init__(self, webkit: WebKit) -> None:
        self.told: list[str] = []
        env = {
            "HOME": str(webkit.folder),
            "PATH": "/usr/bin:/bin",
            "DISPLAY": webkit.display,
            "LANG": "C.UTF-8",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        for _ in range(STARTS):
            self.service = Service(find(), env=env)
            self.service.start()
            self.config = ClientConfig(self.service.service_url, timeout=START_S)
            connection = RemoteConnection(client_config=self.config)
            try:
                self.driver = webdriver.Remote(connection, options=Options())
            except HTTPError:  # one start in a hundred or so is never answered
                self.service.stop()
            else:
                break
        self.config.timeout = ANSWER_S

    def goto(self, url: str) -> None:
        self.driver.get(url)

    def _call(self, function: str) -> str:
        script = f"{LISTEN} return [({function})(), window.complained.splice(0)];"
        try:
            value, told = self.driver.execute_script(script)
        except InvalidSessionIdException:  # the browser died: no page comes any more
            raise
        except WebDriverException as error:
            raise GoneError(str(error.msg)) from error
        self.told += told
        return str(value)

    def perform(self, actions: Actions) -> None:
        self.driver.execute(Command.W3C_ACTIONS, {"actions": actions})

    def resize(self, width: int, height: int) -> None:
        self.driver.set_window_size(width, height)
        # The page learns of it a little later; there is less room inside than the window takes.
        self.wait("(width, height) => innerWidth <= width && innerHeight <= height", width, height)
        inside = json.loads(self._call("() => JSON.stringify([innerWidth, innerHeight])"))
        self.driver.set_window_size(2 * width - inside[0], 2 * height - inside[1])

    def picture(self, path: Path) -> None:
        with contextlib.suppress(InvalidSessionIdException):
            self.driver.save_screenshot(str(path))

    def complaints(self) -> list[str]:
        with contextlib.suppress(GoneError, InvalidSessionIdException):
            self._call("() => ''")
        return self.told

    def close(self) -> None:
        with contextlib.suppress(WebDriverException):
            self.driver.quit()
        self.service.stop()
