"""The credits, the choice of a language, the site's icon, and robots.txt."""

from typing import Final, NamedTuple

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.base import assets
from webapp.base.languages import COOKIE
from webapp.base.texts import N_
from webapp.guard.request_guard import csrf

blueprint = Blueprint("about", __name__)
language_blueprint = Blueprint("languages", __name__)


class Credit(NamedTuple):
    name: str
    by: str
    license: str
    address: str
    used_for: str


CREDITS: Final = (
    Credit(
        "Game-icons.net",
        "Lorc, Delapouite, John Colburn, Felbrigg, John Redman, Carl Olsen, Sbed, PriorBlue, "
        "Willdabeast, Viscious Speed, "  # codespell:ignore viscious
        "Lord Berandas, Irongamer, HeavenlyDog, Lucas, Faithtoken, "
        "Skoll, Andy Meneely, Cathelineau, Kier Heyl, Aussiesim, Sparker, Zeromancer, Rihlsul, "
        "Quoting, Guard13007, DarkZaitzev, SpencerDub, GeneralAce135, Zajkonur, Catsu, "
        "Starseeker, Pepijn Poolman, Pierre Leducq, Caro Asercion",
        "CC BY 3.0",
        "https://game-icons.net/",
        N_("every icon; recoloured, and put together into one file"),
    ),
    Credit(
        "Socket.IO", "Guillermo Rauch and others", "MIT", "https://socket.io/", N_("live battles")
    ),
    Credit("htmx", "Big Sky Software", "Zero-Clause BSD", "https://htmx.org/", N_("forms")),
    Credit(
        "DejaVu fonts",
        "Bitstream, and the DejaVu team",
        "Bitstream Vera license",
        "https://dejavu-fonts.github.io/",
        N_("the text of preview cards"),
    ),
    Credit(
        "Baloo 2",
        "Ek Type",
        "SIL Open Font License 1.1",
        "https://github.com/EkType/Baloo2",
        N_("names, numbers and headings"),
    ),
    Credit(
        "resvg",
        "Yevhenii Reizner and others",
        "MIT",
        "https://github.com/linebender/resvg",
        N_("drawing them"),
    ),
    Credit("Segno", "Lars Heuer", "BSD", "https://github.com/heuer/segno", N_("QR codes")),
    Credit(
        "noble-hashes", "Paul Miller", "MIT", "https://paulmillr.com/noble/", N_("checking seeds")
    ),
    Credit("ZzFX", "Frank Force", "MIT", "https://github.com/KilledByAPixel/ZzFX", N_("sounds")),
)


# Blocks slow pages. Secret and unlisted pages are not in it: crawlers must read their `noindex`,
# and a list would reveal them.
ROBOTS: Final = """\
User-agent: *
Disallow: /api/v1/
Disallow: /best-armies
Disallow: /best-order
Disallow: /matchups
Disallow: /odds
Disallow: /socket.io/
Disallow: /start/
"""


@blueprint.get("/robots.txt")
def robots() -> Response:
    """Rules for crawlers."""
    return Response(ROBOTS, content_type="text/plain; charset=utf-8")


@blueprint.get("/credits")
def credits_() -> str:
    """The credits."""
    return render_template("credits.html", credits=CREDITS)


@blueprint.get("/favicon.ico")
def icon() -> ResponseReturnValue:
    """The icon, for clients that read no page."""
    return redirect(url_for("static", filename="favicon.svg"), 308)


@language_blueprint.post("/language")
@csrf.exempt  # type: ignore[untyped-decorator] # a page without a session can offer the choice
def choose() -> ResponseReturnValue:
    """Keep the language in a cookie and redirect back to the page."""
    response = redirect(_page(request.form.get("page", "")), 303)
    chosen = request.form.get("language", "")
    if chosen in current_app.config["LANGUAGES"]:
        secure = current_app.config["SESSION_COOKIE_SECURE"]
        response.set_cookie(
            COOKIE, chosen, assets.FOR_EVER_SECONDS, secure=secure, httponly=True, samesite="Lax"
        )
    return response


def _page(address: str) -> str:
    """Return a local address. Browsers drop tabs and line ends, which may hide a foreign one."""
    is_ours = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if is_ours and address.isprintable() else "/"
