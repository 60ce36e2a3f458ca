"""The picture that the first run reads and the README shows: a game on a wooden table."""

from __future__ import annotations

from dataclasses import replace

from .plan import Plan, make_plan


def showpiece() -> Plan:
    """About twenty white and blue tiles by daylight, with a die, a cup and a few tiles to come."""
    return replace(
        make_plan(100_003),
        level="mild",
        hardships=(),
        other_game=None,
        count=20,
        shape="blob",
        odd=0,
        edition="white/blue",
        table="walnut",
        light="daylight",
        tilt=33.0,
        heading=20.0,
        roll=-1.5,
        focal_mm=28.0,
        k1=-0.015,
        size=(1600, 1200),
        fill=0.66,
        off_centre=(0.02, 0.03),
        f_stop=9.0,
        misfocus=0.0,
        gap=0.012,
        bend=0.2,
        clutter=("dice", "dice", "cup", "pen", "paper"),
        hand=None,
        loose=1,
        face_down=3,
        second_group=0,
        exposure=0.75,
    )
