"""Installs the servers that tests of several processes start: `python -m tests.cluster`."""

import os
import sys

from e2e import debian
from tests.cluster.servers import PACKAGES, missing


def main() -> None:
    """Installs Debian's packages as root, in a container that is; on somebody's machine it asks."""
    if missing() and os.geteuid() == 0:
        commands = debian.install(*PACKAGES.values())
        _ = commands and all(map(debian.succeeds, commands))
    if names := missing():
        print(
            f"Several processes are not tested: {', '.join(names)} not installed. As root,\n"
            "`make servers` installs Debian's packages; otherwise:\n"
            f"sudo apt-get install {' '.join(PACKAGES.values())}",
            file=sys.stderr,
        )


if __name__ == "__main__":
    main()
