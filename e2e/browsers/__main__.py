"""Installs the other browsers, or says why they are not tested: `python -m e2e.browsers`."""

import os
import sys

from e2e import debian
from e2e.browsers import firefox, webkit

BROWSERS = {"Firefox": firefox, "WebKit": webkit}


def main() -> None:
    """Installs Debian's packages as root, in a container that is; on somebody's machine it asks."""
    for name, browser in BROWSERS.items():
        if browser.find() is None and os.geteuid() == 0:
            commands = debian.install(*browser.PACKAGES)
            _ = commands and all(map(debian.succeeds, commands))
        if browser.find() is None:
            packages = " ".join(browser.PACKAGES)
            print(
                f"{name} is not tested: not installed; sudo apt-get install {packages}",
                file=sys.stderr,
            )


if __name__ == "__main__":
    main()
