"""How likely a hexagon is a tile, and how likely its rotation is right, in numbers to be believed.

Two logistic functions, fitted by `palago.vision.training.fit_confidence` on scenes that serve for
nothing else (C. Guo et al., "On calibration of modern neural networks", ICML 2017).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ...calibration.arrays import Flags, Floats
from ...engine.lattice import Cell, pieces_of
from ...engine.tiles.observation import CERTAIN
from ..fitted import fitted_numbers
from .judgement import FaceJudgement, fitted_score
from .logistic import log_odds, logistic
from .neighbourhood import crookedness, crookedness_elsewhere, tiles_beside
from .palette import Palette

FACE_ENOUGH = 0.5
"""Chance of showing a Palago face from which a hexagon of the finder counts as a tile."""
DAZZLED, MOSTLY_DAZZLED = 0.25, 0.5
"""Shares of a face that are blown out. From the first on light may have hidden the drawing. From
the second on it has, unless the rest of the face tells the rotation."""
PLAIN_LEAD = 0.3
"""Lead of the best rotation from which the places of a face tell it (see `Agreement`). Where all of
White was blown out the lead was 0.35 and more; where light hid the drawing, 0.1 at most."""
HARDLY_VOTES = 0.1
"""Two kinds of faces are never sure where fewer of their places than this share vote for their
rotation, see `rotation_chances`."""
PLAINLY_DRAWN = 0.5
"""A drawing is plain to see if it explains this share of the colour on its face. Grain may leave
hardly a place its colour, and the drawing be plain on the face as a whole."""
MOST_STRENGTH_OFF = 2.0
"""A drawing may be much weaker or stronger than the board's. Beyond this logarithm of the factor it
no longer matters by how much."""
RATHER_CROOKED = 0.55
"""A tile that lies more crookedly than this may be a loose one; the more so, the more crookedly. On
a board that is laid or seen crookedly it has to lie twice as crookedly as most."""
HELD = 3
"""With so many tiles beside it a crooked tile has no room to be a loose one, unless it lies more
crookedly than a tile of the board can. `_spoken_for` must speak for it, too: in 261 generated
scenes 9 such tiles were right, and one was an empty cell between tiles."""
MOST_FOR_HIDDEN = 0.9
"""A tile of which only a part is seen is never sure, nor are one or two tiles apart from the
others."""


def face_features(faces: FaceJudgement) -> dict[str, Floats]:
    """What the chance of being a tile is computed from, (n,) each, by name."""
    return {
        "constant": np.ones(len(faces)),
        "network": log_odds(1.0 - faces.probabilities[:, 6]),
        "explained": faces.explained,
        "strength off": _strength_off(faces),
        "visible": faces.visible,
        "agrees": faces.agrees,
        "contradicts": faces.contradicts,
        "weaker": faces.weaker,
        "finder": faces.scores,
        "not found": (faces.scores == 0).astype(np.float64),
        "few behind": 1.0 / np.maximum(faces.behind, 1.0),
        "company": faces.company,
    }


def rotation_features(faces: FaceJudgement, odd: Flags) -> dict[str, Floats]:
    """What the confidence is computed from, (n,) each, by name; `odd` says which rotations do not
    match the frame of the board's majority."""
    ordered = np.sort(faces.probabilities[:, :6], axis=1)
    margin = np.log(np.maximum(ordered[:, -1], 1e-9)) - np.log(np.maximum(ordered[:, -2], 1e-9))
    return {
        "constant": np.ones(len(faces)),
        "network margin": np.clip(margin, 0.0, 12.0),
        "fit disagrees": (faces.rotations != faces.fitted_rotations).astype(np.float64),
        "votes disagree": (faces.rotations != faces.voted_rotations).astype(np.float64),
        "face": np.clip(log_odds(tile_chances(faces)), -4.0, 8.0),
        "explained": faces.explained,
        "axis margin": faces.margin,
        "strength off": _strength_off(faces),
        "hidden": 1.0 - faces.visible,
        "lead": faces.lead,
        "contradicts": faces.contradicts,
        "odd": odd.astype(np.float64),
    }


def tile_chances(faces: FaceJudgement) -> Floats:
    """The probability that each hexagon is a Palago tile lying face up, (n,)."""
    return logistic(fitted_score("face", face_features(faces)))


def best_tile_chances(scores: Floats, explained: Floats | None = None) -> Floats:
    """The most (n,) that `tile_chances` can give the faces of one group, before they are judged: by
    the finder's `scores`, and by how much the drawing explains of each where that is known."""
    weight: dict[str, float] = fitted_numbers("confidence")["face"]
    known = (
        weight["constant"]
        + weight["finder"] * scores
        + weight["not found"] * (scores == 0)
        + weight["few behind"] / len(scores)
        + weight["company"] * np.median(scores)
    )
    drawn = max(weight["explained"], 0.0) if explained is None else weight["explained"] * explained
    rest = drawn + max(weight["visible"], 0.0)
    rest += max(weight["strength off"] * MOST_STRENGTH_OFF, 0.0)
    rest += abs(weight["network"]) * float(log_odds(1.0))
    # The most that the votes can add: all against, or all for the rotation, of which at most half
    # can be of the rarer colour.
    rest += max(0.0, weight["contradicts"], weight["agrees"] + max(0.5 * weight["weaker"], 0.0))
    return logistic(known + rest)


def are_tiles(faces: FaceJudgement) -> Flags:
    """Which hexagons of the finder count as tiles, (n,). A face among others that light has washed
    out is a tile, too; only its rotation is unknown."""
    likely = (tile_chances(faces) >= FACE_ENOUGH) & ~_are_bare_table(faces)
    return likely | _are_washed_out(faces)


def _are_washed_out(faces: FaceJudgement) -> Flags:
    """Faces, (n,), that the finder saw, though light has left little of their drawing."""
    # A face whose drawing is gone looks unlikely; the finder, which sees the outline, speaks for it
    # by more than it takes to name a hexagon.
    dim = (faces.scores >= 0.3) & (tile_chances(faces) >= 0.1)
    # White paper is bright as well, but shows nothing of the drawing beside the bright place; of a
    # tile at least an eighth of the places agrees with its rotation.
    partly = (faces.dazzled > DAZZLED) & (faces.agrees >= 0.12)
    return dim & (partly | (faces.dazzled > MOSTLY_DAZZLED))


def _are_bare_table(faces: FaceJudgement) -> Flags:
    """Which hexagons, (n,), are bare table in a bend of the board.

    The network, which knows no contrast, may believe in a face there. But the finder hardly sees a
    hexagon, one colour at most votes for a rotation, and the drawing explains little. A face in
    glare looks like that, too, and is left alone."""
    # All three at once: any one of them may be as low on a tile that is covered in part.
    hardly_seen = (faces.scores < 0.42) & (faces.weaker < 0.05) & (faces.explained < 0.25)
    return np.asarray(hardly_seen & (faces.dazzled <= DAZZLED))


def show_a_drawing(faces: FaceJudgement) -> Flags:
    """Which faces (n,) are more than one plain colour. A tile that lies face down shows no drawing:
    then no rotation is likelier than another."""
    shares = faces.probabilities[:, :6] / np.maximum(1.0 - faces.probabilities[:, 6:], 1e-9)
    # Half of the chance for one of six rotations is three times an equal share. A drawing that
    # explains less than a tenth of the colour on a face explains noise.
    return np.asarray((shares.max(axis=1) >= 0.5) | (faces.explained >= 0.1))


def confidences(faces: FaceJudgement, odd: Flags, palette: Palette) -> Floats:
    """The probability that each tile is one of the board and its rotation right, (n,)."""
    return np.asarray(rotation_chances(faces, odd) * palette.naming_chance)


def other_chances(faces: FaceJudgement, odd: Flags) -> Floats:
    """What each tile may be instead, (n, 7): the other rotations, 0 at its own, and at last no tile
    of the board; without the doubt about the colours' names.

    Of what the confidence leaves to 1, "no tile" gets the doubt about the face or its crooked
    place; the other rotations share the rest as likely as they are.
    """
    left = 1.0 - rotation_chances(faces, odd)
    rotations = faces.probabilities[:, :6].copy()
    rotations[np.arange(len(faces)), faces.rotations] = 0.0
    rotations /= np.maximum(rotations.sum(axis=1, keepdims=True), 1e-12)
    nothing = np.where(faces.hidden, faces.probabilities[:, 6], 1.0 - tile_chances(faces))
    nothing = np.minimum(1.0 - (1.0 - nothing) * (1.0 - 0.5 * _off_the_lattice(faces)), left)
    return np.concatenate([rotations * (left - nothing)[:, None], nothing[:, None]], axis=1)


def rotation_chances(faces: FaceJudgement, odd: Flags) -> Floats:
    """Chances (n,) that faces are tiles of which the rotation is right, without the doubt about the
    colours' names."""
    score = fitted_score("rotation", rotation_features(faces, odd))
    chances = tile_chances(faces)
    # Where only White is blown out the drawing is plain to see, and the places tell the rotation.
    is_told = _witnesses_agree(faces) & (faces.lead >= PLAIN_LEAD)
    unseen = (faces.dazzled > MOSTLY_DAZZLED) & ~is_told | (chances < FACE_ENOUGH)
    # Stripes in other colours look like a bright face for which hardly a place votes.
    unseen |= (faces.agrees < HARDLY_VOTES) & (faces.dazzled > DAZZLED)
    seen = np.where(unseen, 0.5, 1.0)
    each = logistic(score) * chances * seen
    if len(faces) > 2:
        # Where the places speak for a face, it hardly counts that the finder saw it badly.
        gain = fitted_numbers("confidence")["spoken for"]["weaker"] * _spoken_for(faces)
        each = logistic(log_odds(each) + gain * ~unseen)
    # A floor of hexagons under stripes of light looks like a board for which hardly a place votes.
    if np.median(faces.agrees) < HARDLY_VOTES and not _are_plain_but_for_grain(faces):
        each = np.minimum(each, MOST_FOR_HIDDEN)
    few = hanging_by_little(faces.poses.cell_list)
    is_few = np.array([cell in few for cell in faces.poses.cell_list], np.bool_)
    each = np.where(is_few, np.minimum(each, MOST_FOR_HIDDEN), each)
    hidden = MOST_FOR_HIDDEN * faces.probabilities[:, :6].max(axis=1)
    each = np.where(faces.hidden, hidden, each) * (1.0 - 0.5 * _off_the_lattice(faces))
    return np.clip(each, 0.01, CERTAIN)


def hanging_by_little(cells: Iterable[Cell]) -> set[Cell]:
    """The cells of small pieces that lie apart from the board. Chance may have laid so few tiles on
    its lattice: in 400 generated scenes it had laid both pieces of two tiles, and none of seven
    larger ones."""
    return {cell for piece in pieces_of(cells)[1:] if len(piece) <= 2 for cell in piece}


def _are_plain_but_for_grain(faces: FaceJudgement) -> bool:
    """Whether grain alone may keep the places from voting: the drawing is plain on the faces as a
    whole, and what votes there are come from both colours."""
    plain = np.median(faces.explained) >= PLAINLY_DRAWN
    return bool(plain and np.median(faces.weaker) >= HARDLY_VOTES * np.median(faces.agrees))


def _spoken_for(faces: FaceJudgement) -> Floats:
    """How much the places of each face, (n,), speak for it.

    The share that votes in the rarer colour, less twice the share that contradicts, times what the
    drawing explains; 0 if the witnesses of its rotation disagree.

    How much surer a face is for it was set by 5,160 tiles of scenes (seeds from 760000 and 770000
    on). Of 483 right tiles in doubt, 279 stayed in doubt. One wrong tile became sure, on a floor of
    hexagons: for such floors `HARDLY_VOTES` was added.
    """
    votes = np.maximum(faces.weaker - 2.0 * faces.contradicts, 0.0)
    return np.where(_witnesses_agree(faces), votes * np.maximum(faces.explained, 0.0), 0.0)


def _witnesses_agree(faces: FaceJudgement) -> Flags:
    """For which faces, (n,), the drawing's fit and the places name the rotation that all witnesses
    together do."""
    fitted = faces.rotations == faces.fitted_rotations
    return np.asarray(fitted & (faces.rotations == faces.voted_rotations))


def _off_the_lattice(faces: FaceJudgement) -> Floats:
    """How crookedly each tile lies, (n,), from 0, as one of the board, to 1, as a loose one."""
    crooked = crookedness(faces.poses)
    allowed = np.full(len(crooked), RATHER_CROOKED)
    for row in np.flatnonzero(crooked > RATHER_CROOKED):
        usual = crookedness_elsewhere(faces.poses, crooked, int(row), HELD)
        allowed[row] = max(RATHER_CROOKED, 2.0 * usual)
    doubt = np.clip((crooked - allowed) / (1.0 - RATHER_CROOKED), 0.0, 1.0)
    is_held = tiles_beside(faces.poses.cell_list, faces.poses) >= HELD
    is_held &= (crooked < 1.0) & (_spoken_for(faces) >= HARDLY_VOTES)
    return np.where(is_held, 0.0, doubt)


def _strength_off(faces: FaceJudgement) -> Floats:
    return np.clip(np.abs(np.log(np.maximum(faces.strength, 0.05))), 0.0, MOST_STRENGTH_OFF)
