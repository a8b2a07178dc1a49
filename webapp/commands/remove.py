"""`battlereel remove`: remove a battle, army, challenge, match, tournament or gauntlet."""

import re
from typing import Final

import click
from sqlalchemy.orm import Session

from webapp.base.localized_click import argument, command, confirm, option
from webapp.base.texts import N_, _
from webapp.commands.backup_files import open_database
from webapp.store import removal
from webapp.store.models import Army, Battle, Challenge, Gathering, Gauntlet, Tournament

ID: Final = re.compile(r"(?:\S*/(?:b|a|c|m|t|g|embed)/)?(\w{8})(?:[/?#]\S*)?")


@command()
@argument("id_", metavar="ID")
@option("--yes", is_flag=True, help="Do not ask.")
def remove(id_: str, yes: bool) -> None:  # noqa: FBT001 - click's flag
    """Remove a battle, army, challenge, match, tournament or gauntlet; ID can be its address."""
    match = ID.fullmatch(id_.strip())
    with open_database() as engine, Session(engine, expire_on_commit=False) as db:
        things = removal.things(db, match[1]) if match else []
        if not things:
            text = N_("no battle, army, challenge, match, tournament or gauntlet has the id {id}")
            raise click.ClickException(_(text, id=id_))
        for thing in things:
            if isinstance(thing, Battle) and thing.sample:
                text = N_("{id} is a sample battle, which each start would store again")
                raise click.ClickException(_(text, id=id_))
            click.echo("\n".join(_doomed(db, thing)))
            if not yes:
                confirm(_("Remove this for good?"))
            removal.remove(db, thing)
        db.commit()
    click.echo(_("Removed."))


def _doomed(db: Session, thing: removal.Thing) -> list[str]:
    """Return what is removed, in words."""
    if isinstance(thing, Army):
        return [_("army {id}: {name}", id=thing.id, name=thing.name)]
    if isinstance(thing, Tournament):
        return [_("tournament {id}, with its battles: {name}", id=thing.id, name=thing.name)]
    if isinstance(thing, Gauntlet):
        return [_("gauntlet {id}, with its battles: {name}", id=thing.id, name=thing.name or "?")]
    if isinstance(thing, Gathering):
        return [_("tournament {id}, which has not begun: {name}", id=thing.id, name=thing.name)]
    battle, challenge = removal.belongings(db, thing)
    lines = []
    if challenge is not None:
        lines.append(_("challenge {id}: {name}", id=challenge.id, name=_called(challenge)))
    if battle is not None:
        lines.append(_("battle {id}: {name}", id=battle.id, name=battle.title))
    return lines


def _called(challenge: Challenge) -> str:
    return challenge.title or ", ".join(seat.name or "?" for seat in challenge.seats)
