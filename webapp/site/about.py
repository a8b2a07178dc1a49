"""The credits, the site's icon, and robots.txt."""

from typing import Final, NamedTuple

from flask import Blueprint, Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from webapp.base.texts import N_

blueprint = Blueprint("about", __name__)


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
