"""What lies under the tiles: woods, cloths, stone, lacquer, carpet, printed paper."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..nodes import Shader, image_of, linear
from .prints import hexagon_print, map_print, newspaper, oriental_rug

PLAIN = (
    "oak",
    "walnut",
    "pine",
    "bamboo",
    "white laminate",
    "green baize",
    "linen",
    "leather",
    "marble",
    "concrete",
    "granite",
    "grey plastic",
    "felt",
)
PATTERNED = (
    "checked cloth",
    "striped cloth",
    "oriental rug",
    "newspaper",
    "map",
    "carpet",
    "black lacquer",
    "glossy white",
    "floor tiles",
    "honeycomb print",
    "dotted cloth",
)


def surface(rng: np.random.Generator, kind: str) -> Any:
    """The material of a table top (object coordinates in metres)."""
    makers = {
        _wood: ("oak", "walnut", "pine", "bamboo"),
        _cloth: ("checked cloth", "striped cloth", "dotted cloth", "linen"),
        _felt: ("green baize", "felt", "carpet"),
        _leather: ("leather",),
        _stone: ("marble", "granite", "concrete"),
        _plain: ("white laminate", "grey plastic", "black lacquer", "glossy white"),
        _printed: ("oriental rug", "newspaper", "map", "floor tiles", "honeycomb print"),
    }
    return next(maker for maker, kinds in makers.items() if kind in kinds)(rng, kind)


def _shade(
    rng: np.random.Generator, colour: tuple[float, float, float], spread: float = 12.0
) -> tuple[float, float, float, float]:
    varied = np.clip(
        np.array(colour) + rng.normal(0, spread) + rng.normal(0, spread / 3, 3), 2, 252
    )
    return linear(tuple(float(v) for v in varied))


def _worn(shader: Shader, vector: Any, base: float, spread: float) -> Any:
    """Roughness that varies by hand prints and wiping."""
    blotches = shader.noise(vector, 9.0, 2.0, 0.65)
    return shader.ramp(blotches, 0.3, 0.7, base - spread / 2, base + spread / 2)


def _wood(rng: np.random.Generator, kind: str) -> Any:
    shader = Shader(kind)
    turn = rng.uniform(0, math.tau)
    pair = {
        "oak": ((176, 132, 84), (132, 90, 50)),
        "walnut": ((104, 70, 46), (62, 40, 27)),
        "pine": ((214, 172, 116), (186, 132, 76)),
        "bamboo": ((206, 172, 112), (180, 140, 84)),
    }
    light, dark = (_shade(rng, c) for c in pair[kind])
    offset = rng.uniform(0, 40)
    position = shader.node(
        "VectorMath",
        {0: shader.coordinates("Object", (1, 1, 1), turn), 1: (offset, offset / 3, 0)},
        operation="ADD",
    ).outputs[0]
    plank = rng.uniform(0.07, 0.16) if kind != "bamboo" else 0.022
    along = shader.node("SeparateXYZ", {0: position})
    row = shader.math("FLOOR", shader.math("DIVIDE", along.outputs[1], plank))
    chance = shader.node("TexWhiteNoise", {"W": row}, noise_dimensions="1D").outputs[0]
    # Each plank comes from another place of the log.
    moved = shader.node(
        "CombineXYZ",
        {0: shader.math("MULTIPLY", chance, 9.0), 1: 0.0, 2: shader.math("MULTIPLY", chance, 5.0)},
    )
    local = shader.node("VectorMath", {0: position, 1: moved.outputs[0]}, operation="ADD").outputs[
        0
    ]
    stretched = shader.node("Mapping", {"Vector": local, "Scale": (1.1, 14.0, 1.0)}).outputs[0]
    broad = shader.noise(stretched, 2.2, 2.0, 0.55, 1.2)
    rings = shader.math("SINE", shader.math("MULTIPLY", broad, rng.uniform(50, 110)))
    fibre = shader.node("Mapping", {"Vector": local, "Scale": (9.0, 320.0, 1.0)}).outputs[0]
    grain = shader.noise(fibre, 3.0, 2.0, 0.6)
    tone = shader.math("MULTIPLY_ADD", rings, 0.18, shader.ramp(grain, 0.3, 0.7, 0.0, 0.8))
    tone = shader.math("ADD", tone, shader.math("MULTIPLY", chance, 0.35))
    colour = shader.mix(shader.ramp(tone, 0.0, 1.15, 0, 1), light, dark)
    pores = shader.ramp(shader.noise(fibre, 11.0, 1.0), 0.60, 0.72, 0.0, 0.55)
    colour = shader.mix(pores, colour, (0.03, 0.018, 0.01, 1))
    inside = shader.math("FRACT", shader.math("DIVIDE", along.outputs[1], plank))
    seam = shader.math("LESS_THAN", shader.math("PINGPONG", inside, 0.5), 0.0009 / plank)
    colour = shader.mix(shader.math("MULTIPLY", seam, 0.8), colour, (0.015, 0.01, 0.006, 1))
    height = shader.math("MULTIPLY_ADD", grain, 6e-5, shader.math("MULTIPLY", seam, -6e-4))
    gloss = rng.uniform(0.18, 0.6)
    return shader.finish(
        Base_Color=colour,
        Roughness=_worn(shader, position, gloss, 0.15),
        Normal=shader.bump(height, 1.0, 1.0),
        Coat_Weight=float(rng.random() < 0.3) * 0.5,
        Coat_Roughness=0.12,
    )


def _cloth(rng: np.random.Generator, kind: str) -> Any:
    shader = Shader(kind)
    vector = shader.coordinates("Object", (1, 1, 1), rng.uniform(0, math.tau))
    parts = shader.node("SeparateXYZ", {0: vector})
    x, y = parts.outputs[0], parts.outputs[1]
    thread = rng.uniform(0.0006, 0.0014)

    def wave(coordinate: Any) -> Any:
        return shader.math("SINE", shader.math("MULTIPLY", coordinate, math.tau / thread))

    colours = [
        (190, 40, 42),
        (36, 74, 150),
        (40, 110, 66),
        (120, 120, 120),
        (222, 180, 60),
        (60, 40, 80),
        (214, 120, 60),
    ]
    first = _shade(rng, (236, 230, 216) if rng.random() < 0.7 else colours[rng.integers(7)])
    second = _shade(rng, colours[rng.integers(7)])
    size = rng.uniform(0.012, 0.06)

    def stripe(coordinate: Any) -> Any:
        return shader.math(
            "LESS_THAN", shader.math("FRACT", shader.math("DIVIDE", coordinate, size)), 0.5
        )

    if kind == "checked cloth":
        amount = shader.math("MULTIPLY", shader.math("ADD", stripe(x), stripe(y)), 0.5)
    elif kind == "striped cloth":
        amount = stripe(x)
    elif kind == "dotted cloth":
        cell = shader.node(
            "TexVoronoi",
            {"Vector": vector, "Scale": 0.6 / size, "Randomness": float(rng.choice([0.0, 0.6]))},
        )
        amount = shader.math("LESS_THAN", cell.outputs["Distance"], 0.28)
    else:
        amount = shader.ramp(shader.noise(vector, 900.0, 2.0), 0.3, 0.7, 0.0, 0.25)
    colour = shader.mix(amount, first, second)
    weave = shader.math("MULTIPLY", wave(x), wave(y))
    folds = shader.noise(vector, rng.uniform(3, 8), 2.0, 0.5, 0.5)
    fuzz = shader.noise(vector, 1800.0, 2.0)
    colour = shader.mix(shader.ramp(weave, -1, 1, 0.0, 0.22), colour, (0.02, 0.02, 0.02, 1))
    height = shader.math("MULTIPLY_ADD", weave, 9e-5, shader.math("MULTIPLY", fuzz, 1e-4))
    height = shader.math("MULTIPLY_ADD", folds, rng.uniform(0.002, 0.009), height)
    return shader.finish(
        Base_Color=colour,
        Roughness=0.95,
        Sheen_Weight=0.2,
        Specular_IOR_Level=0.2,
        Normal=shader.bump(height, 0.8, 1.0),
    )


def _felt(rng: np.random.Generator, kind: str) -> Any:
    choices = [
        (120, 110, 96),
        (86, 92, 100),
        (150, 60, 54),
        (58, 70, 110),
        (176, 164, 140),
        (50, 48, 50),
    ]
    base = (34, 104, 66) if kind == "green baize" else choices[rng.integers(len(choices))]
    return felt_of(rng, base, kind == "carpet")


def felt_of(
    rng: np.random.Generator, base: tuple[float, float, float], deep_pile: bool = False
) -> Any:
    """Felt, or a carpet, of one colour (sRGB)."""
    shader = Shader("felt")
    vector = shader.coordinates("Object", (1, 1, 1), rng.uniform(0, math.tau))
    colour, dark = _shade(rng, base), _shade(rng, tuple(0.6 * c for c in base))
    pile = 380.0 if deep_pile else 1500.0
    tufts = shader.noise(vector, pile, 3.0, 0.6)
    brushed = shader.noise(vector, 6.0, 3.0, 0.6, 0.6)
    amount = shader.math(
        "ADD",
        shader.ramp(tufts, 0.35, 0.65, 0.0, 0.8),
        shader.ramp(brushed, 0.4, 0.62, -0.15, 0.25),
    )
    deep = 0.0035 if deep_pile else 0.00025
    return shader.finish(
        Base_Color=shader.mix(amount, colour, dark),
        Roughness=1.0,
        Sheen_Weight=0.45,
        Sheen_Roughness=0.5,
        Specular_IOR_Level=0.1,
        Normal=shader.bump(shader.math("MULTIPLY", tufts, deep), 0.9, 1.0),
    )


def _leather(rng: np.random.Generator, kind: str) -> Any:
    shader = Shader(kind)
    vector = shader.coordinates("Object")
    base = [(92, 52, 32), (40, 36, 34), (140, 30, 30), (150, 110, 70)][rng.integers(4)]
    cells = shader.node("TexVoronoi", {"Vector": vector, "Scale": 420.0}).outputs["Distance"]
    tone = shader.ramp(shader.noise(vector, 14.0, 5.0, 0.6), 0.3, 0.7, 0, 1)
    colour = shader.mix(tone, _shade(rng, base), _shade(rng, tuple(0.7 * c for c in base)))
    return shader.finish(
        Base_Color=colour,
        Roughness=_worn(shader, vector, 0.45, 0.2),
        Normal=shader.bump(shader.math("MULTIPLY", cells, 2.5e-4), 0.8, 1.0),
    )


def _stone(rng: np.random.Generator, kind: str) -> Any:
    shader = Shader(kind)
    vector = shader.coordinates("Object", (1, 1, 1), rng.uniform(0, math.tau))
    if kind == "marble":
        warp = shader.noise(vector, 5.0, 6.0, 0.62, 1.5)
        vein = shader.math("ABSOLUTE", shader.math("SUBTRACT", warp, 0.5))
        fine = shader.math(
            "ABSOLUTE", shader.math("SUBTRACT", shader.noise(vector, 16.0, 8.0, 0.65, 2.0), 0.5)
        )
        amount = shader.math(
            "ADD", shader.ramp(vein, 0.0, 0.05, 0.85, 0.0), shader.ramp(fine, 0.0, 0.02, 0.3, 0.0)
        )
        light, dark = ((226, 224, 218), (120, 122, 126))
        if rng.random() < 0.3:
            light, dark = (30, 36, 34), (190, 188, 176)
        colour = shader.mix(amount, _shade(rng, light, 6), _shade(rng, dark))
        return shader.finish(Base_Color=colour, Roughness=_worn(shader, vector, 0.14, 0.12))
    if kind == "granite":
        grains = shader.node("TexVoronoi", {"Vector": vector, "Scale": 380.0}).outputs["Color"]
        chance = shader.node("SeparateColor", {0: grains}).outputs[0]
        colour = shader.mix(chance, _shade(rng, (60, 58, 58)), _shade(rng, (190, 180, 172)))
        return shader.finish(Base_Color=colour, Roughness=0.2)
    cloud = shader.noise(vector, 8.0, 9.0, 0.68)
    pits = shader.ramp(shader.noise(vector, 160.0, 3.0), 0.62, 0.7, 0, 1)
    colour = shader.mix(
        shader.ramp(cloud, 0.3, 0.7, 0, 1),
        _shade(rng, (168, 164, 158)),
        _shade(rng, (118, 116, 112)),
    )
    colour = shader.mix(shader.math("MULTIPLY", pits, 0.4), colour, (0.05, 0.05, 0.05, 1))
    return shader.finish(
        Base_Color=colour,
        Roughness=0.75,
        Normal=shader.bump(shader.math("MULTIPLY", pits, -5e-4), 1.0, 1.0),
    )


def _plain(rng: np.random.Generator, kind: str) -> Any:
    shader = Shader(kind)
    vector = shader.coordinates("Object")
    colour, gloss = {
        "white laminate": ((222, 220, 214), 0.4),
        "grey plastic": ((168, 170, 172), 0.5),
        "black lacquer": ((18, 17, 18), 0.06),
        "glossy white": ((232, 232, 230), 0.08),
    }[kind]
    speck = shader.ramp(shader.noise(vector, 700.0, 2.0), 0.6, 0.66, 0.0, 0.5)
    smear = shader.ramp(shader.noise(vector, 7.0, 6.0, 0.6), 0.5, 0.8, 0.0, 0.14)
    base = shader.mix(
        shader.math("MULTIPLY", speck, float(rng.random() < 0.5) * 0.3),
        _shade(rng, colour, 6),
        (0.2, 0.19, 0.18, 1),
    )
    base = shader.mix(smear, base, (0.24, 0.22, 0.19, 1))
    texture = shader.noise(vector, 1200.0 if kind == "grey plastic" else 60.0, 2.0)
    deep = 8e-5 if kind == "grey plastic" else 1.2e-5
    return shader.finish(
        Base_Color=base,
        Roughness=_worn(shader, vector, gloss, min(0.15, gloss)),
        Normal=shader.bump(shader.math("MULTIPLY", texture, deep), 1.0, 1.0),
    )


def _printed(rng: np.random.Generator, kind: str) -> Any:
    shader = Shader(kind)
    maker, metres, gloss = {
        "oriental rug": (oriental_rug, 1.3, 1.0),
        "newspaper": (newspaper, 0.5, 0.9),
        "map": (map_print, 0.9, 0.6),
        "floor tiles": (hexagon_print, 0.8, 0.25),
        "honeycomb print": (hexagon_print, 0.55, 0.45),
    }[kind]
    picture = image_of(kind, maker(rng, kind))
    vector = shader.coordinates("Object", (1 / metres, 1 / metres, 1), rng.uniform(0, math.tau))
    colour = shader.picture(picture, vector, "REPEAT", "Cubic").outputs[0]
    fine = shader.noise(shader.coordinates("Object"), 900.0, 3.0)
    soft = kind == "oriental rug"
    if soft:
        colour = shader.mix(shader.ramp(fine, 0.35, 0.65, 0.0, 0.5), colour, (0.03, 0.02, 0.02, 1))
    height = shader.math("MULTIPLY", fine, 6e-4 if soft else 3e-5)
    return shader.finish(Base_Color=colour, Roughness=gloss, Normal=shader.bump(height, 0.8, 1.0))
