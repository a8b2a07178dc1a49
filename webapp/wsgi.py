"""For gunicorn: `gunicorn -k gevent webapp.wsgi:app`, one worker a process (see README.md)."""

import gevent

from webapp import create_app
from webapp.base import games, kernel_cache, logs
from webapp.battles import analysis as analyses
from webapp.battles import sample_battles
from webapp.guard import admission
from webapp.rest import api
from webapp.serving import rarely_collect
from webapp.store import expiry
from webapp.tournaments import start

app = create_app()
logs.configure(as_json=app.config["SETTINGS"].log_json)
kernel_cache.make_room(app.config["SETTINGS"].instance)
api.description(app)
with app.app_context():
    sample_battles.store(games.games().values())
admission.work_apart(app)
gevent.get_hub().threadpool.spawn(analyses.load_kernels)
gevent.spawn(expiry.forget_unlisted, app)
gevent.spawn(start.keep_going, app)
rarely_collect()
