"""The house of DESIGN.md: what stands at the top of the checkout."""

from tests.repo.files import committed

FOLDERS = {"engine", "webapp", "templates", "static", "tests", "e2e"}


def test_top_level_folders_are_exactly_those_of_the_design() -> None:
    found = {path.parts[0] for path in committed() if len(path.parts) > 1}
    assert {name for name in found if not name.startswith(".")} == FOLDERS
