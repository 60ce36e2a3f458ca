"""Printed pictures made with numpy: rugs, newspapers, maps, cards, other games' boards."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image, ImageDraw, ImageFont

WORDS = [
    "the",
    "table",
    "a",
    "round",
    "of",
    "tiles",
    "and",
    "score",
    "north",
    "light",
    "seven",
    "market",
    "paper",
    "window",
    "evening",
    "garden",
    "players",
    "open",
    "white",
    "corner",
    "river",
    "stone",
    "winter",
    "letter",
    "four",
    "house",
    "play",
]


def _as_floats(image: Image.Image) -> np.ndarray:
    return np.asarray(image.convert("RGB"), np.float32) / 255.0


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def newspaper(rng: np.random.Generator, kind: str = "", size: int = 1536) -> np.ndarray:
    """Columns of text with headlines and grey pictures."""
    image = Image.new("RGB", (size, size), (222, 216, 202))
    draw = ImageDraw.Draw(image)
    columns = 4
    width = size // columns
    for column in range(columns):
        y = 10
        while y < size - 40:
            kind_of_block = rng.random()
            x = column * width + 12
            if kind_of_block < 0.12:
                tall = int(rng.uniform(80, 220))
                grey = int(rng.uniform(60, 190))
                draw.rectangle([x, y, x + width - 24, y + tall], fill=(grey, grey, grey - 8))
                for _ in range(14):
                    gx, gy = rng.uniform(x, x + width - 60), rng.uniform(y, y + tall - 30)
                    other = int(rng.uniform(30, 220))
                    draw.ellipse([gx, gy, gx + 36, gy + 28], fill=(other, other, other))
                y += tall + 16
            elif kind_of_block < 0.25:
                draw.text(
                    (x, y),
                    " ".join(rng.choice(WORDS, 3)).title(),
                    fill=(25, 24, 24),
                    font=_font(36),
                )
                y += 50
            else:
                draw.text((x, y), " ".join(rng.choice(WORDS, 7)), fill=(60, 58, 56), font=_font(17))
                y += 21
    return _as_floats(image)


def text_page(rng: np.random.Generator, size: int = 700) -> np.ndarray:
    """A sheet of paper: handwritten-looking score table or a printed page."""
    image = Image.new(
        "RGB", (size, int(size * 1.41)), tuple(int(v) for v in rng.uniform(228, 250, 3))
    )
    draw = ImageDraw.Draw(image)
    ink = [(30, 40, 110), (30, 30, 34), (150, 30, 30)][rng.integers(3)]
    if rng.random() < 0.5:
        for k in range(1, 5):
            draw.line([k * size / 5, 60, k * size / 5, size], fill=(90, 90, 90), width=2)
        for row in range(18):
            y = 80 + row * 46
            draw.line([30, y, size - 30, y], fill=(150, 160, 190), width=1)
            for k in range(5):
                if rng.random() < 0.6:
                    draw.text(
                        (k * size / 5 + 34 + rng.normal(0, 6), y - 38 + rng.normal(0, 3)),
                        str(rng.integers(1, 30)),
                        fill=ink,
                        font=_font(34),
                    )
    else:
        for row in range(34):
            draw.text(
                (60, 70 + row * 26),
                " ".join(rng.choice(WORDS, rng.integers(5, 10))),
                fill=ink,
                font=_font(18),
            )
    return _as_floats(image)


def card(rng: np.random.Generator) -> np.ndarray:
    """A playing card, 400 × 560."""
    image = Image.new("RGB", (400, 560), (244, 243, 238))
    draw = ImageDraw.Draw(image)
    if rng.random() < 0.35:
        colour = [(150, 26, 34), (28, 52, 120), (30, 90, 60)][rng.integers(3)]
        draw.rectangle([24, 24, 376, 536], fill=colour)
        for x in range(24, 376, 22):
            draw.line([x, 24, x + 140, 536], fill=(230, 220, 210), width=2)
            draw.line([x, 536, x + 140, 24], fill=(230, 220, 210), width=2)
        draw.rectangle([0, 0, 400, 24], fill=(244, 243, 238))
        draw.rectangle([376, 0, 400, 560], fill=(244, 243, 238))
        return _as_floats(image)
    red = rng.random() < 0.5
    ink = (190, 24, 30) if red else (20, 20, 22)
    number = int(rng.integers(2, 11))
    draw.text((22, 14), str(number), fill=ink, font=_font(70))
    draw.text((320, 470), str(number), fill=ink, font=_font(70))
    for k in range(number):
        x = (120, 200, 280)[k % 3] if number > 3 else 200
        y = 110 + (k // 3 if number > 3 else k) * (
            340 / max(1, (number - 1) // 3 if number > 3 else number)
        )
        if red:
            draw.polygon([(x, y - 34), (x + 26, y), (x, y + 34), (x - 26, y)], fill=ink)
        else:
            draw.ellipse([x - 28, y - 8, x, y + 20], fill=ink)
            draw.ellipse([x, y - 8, x + 28, y + 20], fill=ink)
            draw.ellipse([x - 14, y - 32, x + 14, y - 4], fill=ink)
            draw.rectangle([x - 4, y, x + 4, y + 34], fill=ink)
    return _as_floats(image)


def map_print(rng: np.random.Generator, kind: str = "", size: int = 1536) -> np.ndarray:
    """Land, water, roads and names."""
    height = _clouds(rng, size, 5)
    colours = np.array(
        [(150, 190, 214), (206, 220, 176), (184, 204, 150), (220, 206, 170), (196, 176, 140)],
        np.float32,
    )
    bands = np.digitize(height, np.quantile(height, [0.3, 0.5, 0.7, 0.88]))
    image = Image.fromarray(colours[bands].astype(np.uint8))
    draw = ImageDraw.Draw(image)
    for _ in range(30):
        x, y = rng.uniform(0, size, 2)
        angle = rng.uniform(0, math.tau)
        path = []
        for _ in range(60):
            path.append((x, y))
            angle += rng.normal(0, 0.25)
            x, y = x + 16 * math.cos(angle), y + 16 * math.sin(angle)
        colour = [(190, 60, 50), (230, 180, 60), (110, 110, 110), (70, 110, 170)][rng.integers(4)]
        draw.line(path, fill=colour, width=int(rng.integers(2, 7)))
    for _ in range(60):
        x, y = rng.uniform(0, size, 2)
        draw.text(
            (x, y),
            str(rng.choice(WORDS)).title(),
            fill=(40, 40, 40),
            font=_font(int(rng.integers(14, 34))),
        )
        draw.ellipse([x - 8, y + 8, x - 2, y + 14], fill=(40, 40, 40))
    return _as_floats(image)


def oriental_rug(rng: np.random.Generator, kind: str = "", size: int = 1024) -> np.ndarray:
    """A symmetrical pattern in a few dyes, knotted coarsely."""
    knots = size // 4
    quarter = knots // 2
    dyes = np.array(
        [(120, 26, 30), (30, 36, 70), (196, 160, 110), (226, 212, 186), (70, 90, 70), (60, 20, 24)],
        np.float32,
    )
    y, x = np.mgrid[:quarter, :quarter] / quarter
    field = np.zeros((quarter, quarter), int)
    for _ in range(9):
        a, b, c = rng.uniform(3, 24, 3)
        wave = np.cos(a * x + rng.uniform(0, 6)) * np.cos(b * y) + np.cos(c * (x + y))
        field = np.where(wave > rng.uniform(0.7, 1.4), rng.integers(6), field)
    for k, at in enumerate((0.06, 0.1, 0.2, 0.24)):
        edge = np.minimum(x, y)
        field = np.where((edge > at) & (edge < at + 0.02), (k + 2) % 6, field)
    whole = np.block([[field, field[:, ::-1]], [field[::-1], field[::-1, ::-1]]])
    picture = dyes[whole] * rng.uniform(0.85, 1.1, whole.shape)[..., None]
    return np.clip(np.kron(picture, np.ones((4, 4, 1))) / 255, 0, 1).astype(np.float32)


def hexagon_print(rng: np.random.Generator, kind: str, size: int = 1536) -> np.ndarray:
    """A floor of hexagons or the printed board of a honeycomb game."""
    across = int(rng.integers(6, 14)) * 2
    side = size / across / math.sqrt(3)
    rows = max(2, 2 * round(size / (3 * side)))
    stretch = size / (rows * 1.5 * side)
    image = Image.new("RGB", (size, size), tuple(int(v) for v in rng.uniform(60, 210, 3)))
    draw = ImageDraw.Draw(image)
    palette = [tuple(int(v) for v in rng.uniform(30, 235, 3)) for _ in range(rng.integers(1, 5))]
    gap = rng.uniform(0.02, 0.1)
    spotted = kind == "honeycomb print" and rng.random() < 0.5
    kinds = rng.integers(0, len(palette), (rows, across))
    for r in range(-1, rows + 1):
        for c in range(-1, across + 1):
            x = (c + 0.5 * (r % 2)) * math.sqrt(3) * side
            y = r * 1.5 * side * stretch
            colour = palette[kinds[r % rows, c % across]]
            reach = side * (1 - gap)
            draw.polygon(
                [
                    (
                        x + reach * math.sin(k * math.pi / 3),
                        y - stretch * reach * math.cos(k * math.pi / 3),
                    )
                    for k in range(6)
                ],
                fill=colour,
            )
            if spotted:
                draw.ellipse(
                    [x - side / 3, y - side / 3, x + side / 3, y + side / 3],
                    fill=palette[(kinds[r % rows, c % across] + 1) % len(palette)],
                )
    return _as_floats(image)


def land_hexagon(rng: np.random.Generator, size: int = 384) -> np.ndarray:
    """A settlers-like landscape tile: ground texture, a rim and a round number token."""
    grounds = [
        (206, 176, 70),
        (60, 110, 52),
        (150, 190, 84),
        (176, 96, 60),
        (140, 140, 144),
        (214, 196, 146),
        (60, 120, 180),
    ]
    base = np.array(grounds[rng.integers(len(grounds))], np.float32)
    picture = base * (0.75 + 0.5 * _clouds(rng, size, 4))[..., None]
    image = Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    for _ in range(40):
        x, y = rng.uniform(0, size, 2)
        s = rng.uniform(6, 24)
        shade = tuple(int(v) for v in np.clip(base * rng.uniform(0.4, 1.4), 0, 255))
        draw.polygon([(x, y - s), (x + s / 2, y + s / 2), (x - s / 2, y + s / 2)], fill=shade)
    if rng.random() < 0.75:
        m, s = size / 2, size * 0.14
        draw.ellipse([m - s, m - s, m + s, m + s], fill=(236, 224, 194), outline=(80, 60, 40))
        draw.text(
            (m - s * 0.6, m - s * 0.75),
            str(rng.integers(2, 13)),
            fill=(40, 30, 26),
            font=_font(int(s * 1.1)),
        )
    return _as_floats(image)


def curve_hexagon(rng: np.random.Generator, size: int = 384) -> np.ndarray:
    """A black tile on which three coloured curves join its six sides in pairs."""
    dyes = np.array([(206, 36, 40), (236, 208, 40), (40, 96, 190), (60, 160, 70)], np.float32) / 255
    axis = (np.arange(size) + 0.5) / size * 2.08 - 1.04
    x, y = np.meshgrid(axis, -axis)
    picture = np.full((size, size, 3), 0.04, np.float32)
    pairings = [
        ((0, 1), (2, 3), (4, 5)),
        ((0, 3), (1, 2), (4, 5)),
        ((0, 2), (1, 3), (4, 5)),
        ((0, 2), (3, 5), (1, 4)),
    ]
    pairs = pairings[rng.integers(len(pairings))]
    for pair, dye in zip(pairs, rng.permutation(4)[:3], strict=True):
        ends = [math.pi / 6 + k * math.pi / 3 for k in pair]
        gap = (pair[1] - pair[0]) % 6
        gap = min(gap, 6 - gap)
        if gap == 3:
            distance = np.abs(x * math.cos(ends[0]) - y * math.sin(ends[0]))
        else:
            reach = {1: 2 / math.sqrt(3) * math.sqrt(3) / 2, 2: math.sqrt(3)}[gap]
            middle = ends[0] + ((ends[1] - ends[0] + math.pi) % math.tau - math.pi) / 2
            radius = {1: 0.5, 2: 1.5}[gap]
            distance = np.abs(
                np.hypot(x - reach * math.sin(middle), y - reach * math.cos(middle)) - radius
            )
        inside = np.clip((0.115 - distance) * size / 3 + 0.5, 0, 1)[..., None]
        picture = picture * (1 - inside) + inside * dyes[dye]
    return picture


def glyph_hexagon(rng: np.random.Generator, size: int = 384) -> np.ndarray:
    """A plain tile with one engraved figure, as in games of insects or of runes."""
    light = rng.random() < 0.5
    ground = (232, 224, 200) if light else (26, 24, 24)
    image = Image.new("RGB", (size, size), ground)
    draw = ImageDraw.Draw(image)
    colour = tuple(int(v) for v in rng.uniform(30, 230, 3))
    m = size / 2
    for k in range(rng.integers(3, 8)):
        angle = k * math.tau / 7 + rng.normal(0, 0.1)
        draw.line(
            [m, m, m + size * 0.26 * math.cos(angle), m + size * 0.26 * math.sin(angle)],
            fill=colour,
            width=10,
        )
    draw.ellipse([m - size * 0.1, m - size * 0.16, m + size * 0.1, m + size * 0.16], fill=colour)
    return _as_floats(image)


def _clouds(rng: np.random.Generator, size: int, octaves: int) -> np.ndarray:
    """Smooth random field 0..1, periodic, by summing shifted cosines of random directions."""
    y, x = np.mgrid[:size, :size] / size * math.tau
    field = np.zeros((size, size), np.float32)
    for octave in range(octaves):
        for _ in range(6):
            a, b = rng.integers(-(2**octave) - 1, 2**octave + 2, 2)
            field += np.cos(a * x + b * y + rng.uniform(0, math.tau)) / 1.6**octave
    return np.asarray((field - field.min()) / (field.max() - field.min()), np.float32)
