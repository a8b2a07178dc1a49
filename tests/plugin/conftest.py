"""A game that is installed beside Battlereel: all of it is in this folder."""

import sys

from tests.plugin.installing import PROJECT

# Tests of its rules import the package from here, which is not to say that it is installed.
sys.path.append(str(PROJECT))
