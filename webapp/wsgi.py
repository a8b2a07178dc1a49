"""For gunicorn: `gunicorn -k gevent webapp.wsgi:app`, one worker a process (see README.md)."""

from webapp import create_app, samples

app = create_app()
with app.app_context():
    samples.store()
