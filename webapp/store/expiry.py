"""Remove unlisted battles, armies and challenges that are out of date, once an hour."""

from typing import Final

import gevent
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from webapp.base.clock import DAY_MS, now_ms
from webapp.base.config import Settings
from webapp.store import database, removal

ROUND_SECONDS: Final = 3_600
PAUSE_SECONDS: Final = 1.0


def forget_unlisted(app: Flask) -> None:
    """Takes out what is unlisted and outdated, now and every hour; without the setting, nothing."""
    settings: Settings = app.config["SETTINGS"]
    if settings.unlisted_days is None:
        return
    with app.app_context():
        while True:
            before = now_ms() - settings.unlisted_days * DAY_MS
            try:
                removed = database.looked_up(lambda db: removal.remove_outdated(db, before))  # noqa: B023
            except SQLAlchemyError:
                app.logger.exception("what is outdated could not be removed")
                removed = 0
            if removed:
                app.logger.info("removed what is outdated", extra={"removed": removed})
            gevent.sleep(PAUSE_SECONDS if removed else ROUND_SECONDS)
