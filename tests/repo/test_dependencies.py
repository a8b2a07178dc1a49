"""Each package that the product imports is declared, and each declared one is imported."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions

from tests.repo.files import ROOT, kept
from tests.repo.test_layers import imports

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def normalized(requirement: str) -> str:
    """The name of the required package, as PyPI normalizes it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", requirement)[0]).lower()


def test_imported_packages_are_declared_and_declared_ones_imported() -> None:
    """An extra that only one game uses may be left when the game goes."""
    extras = PROJECT["optional-dependencies"].items()
    optional = {normalized(one) for name, extra in extras if name != "dev" for one in extra}
    required = {normalized(one) for one in PROJECT["dependencies"]}
    modules = {
        name.partition(".")[0]
        for path in kept("engine/*.py", "webapp/*.py")
        for name in imports((ROOT / path).read_text("utf-8"), path)
    }
    foreign = modules - sys.stdlib_module_names - {"engine", "webapp"}
    package_of = packages_distributions()
    found = {normalized(package) for name in foreign for package in package_of.get(name, [name])}
    assert (found - required - optional, required - found) == (set(), set())
