"""Where ``palago calibrate`` keeps profiles, and which of them a name means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import BadInput
from ...usage.command_parser import Namespace

if TYPE_CHECKING:
    from ....calibration.profiles import Profile, ProfileShelf

KINDS = ("camera", "set", "dice")


def kind_meant(args: Namespace) -> str:
    """The kind that is said, or the only one with a profile of the name. Raises BadInput."""
    if args.kind is not None:
        return str(args.kind)
    found = [kind for kind in KINDS if shelf_of(kind).keeps(args.name)]
    if not found:
        told = f"There is no profile '{args.name}'"
        raise BadInput(f"{told}: 'palago calibrate list' names those that are kept.")
    if len(found) > 1:
        told = f"There is a {' and a '.join(found)} profile '{args.name}'"
        raise BadInput(f"{told}: write which before the name, as in '{found[0]} {args.name}'.")
    return found[0]


def shelf_of(kind: str) -> ProfileShelf[Any]:
    from ....calibration.profiles import camera_profiles, dice_profiles, tile_set_profiles

    if kind == "dice":
        return dice_profiles()
    return camera_profiles() if kind == "camera" else tile_set_profiles()


def keep(shelf: ProfileShelf[Profile], profile: Profile) -> str:
    """Keep a profile, and say where, and whether another of that name is gone for it."""
    replaced = shelf.keeps(profile.name)
    path = shelf.save(profile)
    return f"replaced the earlier one in {path}" if replaced else f"kept in {path}"
