"""For gunicorn: `gunicorn -k gevent webapp.wsgi:app`, one worker a process (see README.md)."""

from webapp import create_app
from webapp.base import games
from webapp.battles import store
from webapp.serving import prepare, start_upkeep

app = create_app()
prepare(app)
with app.app_context():
    store.store_samples(games.games().values())
start_upkeep(app)
