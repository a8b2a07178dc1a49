"""`pencil.py WIDTH FONT…`: read an SVG, write a PNG; a process, since resvg holds the GIL."""

import sys

import resvg_py

_, width, *fonts = sys.argv
png = resvg_py.svg_to_bytes(
    svg_string=sys.stdin.buffer.read().decode(),
    width=int(width),
    skip_system_fonts=True,
    font_files=fonts,
    font_family="DejaVu Sans",
    sans_serif_family="DejaVu Sans",
)
sys.stdout.buffer.write(png)
