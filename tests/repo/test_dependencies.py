"""Each package that the product imports is declared, and each declared one is imported."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions

from tests.repo.files import ROOT, kept

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def normalized(requirement: str) -> str:
    """The name of the required package, as PyPI normalizes it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", requirement)[0]).lower()


def test_imported_packages_are_declared_and_declared_ones_imported() -> None:
    extras = PROJECT["optional-dependencies"]
    optional = [one for extra in extras if extra != "dev" for one in extras[extra]]
    package_of = packages_distributions()
    imported = set()
    for path in kept("engine/*.py", "webapp/*.py"):
        for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            imported.update(name.partition(".")[0] for name in names)
    foreign = imported - sys.stdlib_module_names - {"engine", "webapp"}
    found = {normalized(package) for name in foreign for package in package_of.get(name, [name])}
    assert found == {normalized(one) for one in PROJECT["dependencies"] + optional}
