"""For gunicorn: `gunicorn -k gevent webapp.wsgi:app`, one worker a process (see README.md)."""

import gevent

from webapp import create_app
from webapp.base import games, kernel_cache, logs
from webapp.battles import analysis as analyses
from webapp.battles import store
from webapp.guard import admission
from webapp.rest import api
from webapp.serving import tune_interpreter
from webapp.store import removal
from webapp.tournaments import registration

app = create_app()
logs.configure(as_json=app.config["SETTINGS"].log_json)
kernel_cache.make_room(app.config["SETTINGS"].instance)
api.description(app)
with app.app_context():
    store.store_samples(games.games().values())
admission.work_apart(app)
gevent.get_hub().threadpool.spawn(analyses.load_kernels)
gevent.spawn(removal.forget_unlisted, app)
gevent.spawn(registration.keep_going, app)
tune_interpreter()
