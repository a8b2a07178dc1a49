"""A backup that is made while people write, put somewhere else, and looked through."""

from pathlib import Path

from sqlalchemy import create_engine, select

from tests.chaos.stands import Stand, battlereel, examined
from tests.chaos.writers import Stored
from webapp.store.models import Army, Battle, Challenge

TABLES = {"battles": Battle, "armies": Army, "challenges": Challenge}


class Rehearsal:
    """What was acknowledged before the backup was begun has to be in it."""

    def __init__(self, stand: Stand, stored: list[Stored], folder: Path) -> None:
        self.stand, self.stored, self.folder = stand, stored, folder
        self.file = folder / "backup.tar.gz"
        self.problem = battlereel(stand.settings(), "backup", str(self.file))

    def problems(self) -> list[str]:
        """What is wrong with it; nothing if a server could go on with it."""
        if self.problem:
            return [f"backup: {self.problem}"]
        settings = self.stand.settings_elsewhere(self.folder / "elsewhere")
        if problem := battlereel(settings, "restore", "--yes", str(self.file)):
            return [f"restore: {problem}"]
        found = [f"restored: {told}" for told in [examined(settings)] if told]
        engine = create_engine(settings["DATABASE_URL"])
        with engine.connect() as connection:
            there = {
                f"/api/v1/{name}/{id_}"
                for name, model in TABLES.items()
                for id_ in connection.scalars(select(model.id))
            }
        engine.dispose()
        return found + [f"backup: {one.path}" for one in self.stored if one.path not in there]
