"""A few short words for Blender's shader nodes, so that a material reads like a formula."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import bpy
import numpy as np

Colour = tuple[float, float, float]


def linear(colour: Colour) -> tuple[float, float, float, float]:
    """An sRGB colour with channels 0..255 as linear RGBA 0..1."""
    value = np.asarray(colour, float) / 255.0
    result = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    return (*(float(v) for v in result), 1.0)


class Shader:
    """The node tree of one material, ending in a Principled BSDF."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.surface = next(n for n in self.tree.nodes if n.bl_idname == "ShaderNodeBsdfPrincipled")

    def node(self, kind: str, inputs: Mapping[Any, Any] | None = None, **properties: Any) -> Any:
        """A new node with its properties set and its inputs set or linked."""
        made = self.tree.nodes.new("ShaderNode" + kind)
        for name, value in properties.items():
            setattr(made, name, value)
        self.set(made, inputs or {})
        return made

    def set(self, node: Any, inputs: Mapping[Any, Any]) -> None:
        """Set or link inputs of a node."""
        for name, value in inputs.items():
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, node.inputs[name])
            else:
                node.inputs[name].default_value = value

    def finish(self, **inputs: Any) -> Any:
        """Set the Principled BSDF's inputs (``Base_Color`` for "Base Color"); the material."""
        self.set(self.surface, {name.replace("_", " "): v for name, v in inputs.items()})
        return self.material

    def math(self, operation: str, first: Any, second: Any = 0.0, third: Any = 0.0) -> Any:
        node = self.node("Math", {0: first, 1: second, 2: third}, operation=operation)
        return node.outputs[0]

    def mix(self, factor: Any, first: Any, second: Any, blend: str = "MIX") -> Any:
        """Mix two colours."""
        node = self.node(
            "Mix", {0: factor, 6: first, 7: second}, data_type="RGBA", blend_type=blend
        )
        return node.outputs[2]

    def ramp(self, factor: Any, low: float, high: float, to_low: float, to_high: float) -> Any:
        """Map low..high to to_low..to_high, clamped."""
        node = self.node("MapRange", {0: factor, 1: low, 2: high, 3: to_low, 4: to_high})
        return node.outputs[0]

    def noise(
        self,
        vector: Any,
        scale: float,
        detail: float = 3.0,
        roughness: float = 0.5,
        distortion: float = 0.0,
    ) -> Any:
        """Fractal noise, about 0.3 to 0.7, mean 0.5."""
        inputs: dict[Any, Any] = {
            "Scale": scale,
            "Detail": detail,
            "Roughness": roughness,
            "Distortion": distortion,
        }
        if vector is not None:
            inputs["Vector"] = vector
        return self.node("TexNoise", inputs).outputs[0]

    def coordinates(
        self,
        which: str = "Object",
        scale: tuple[float, float, float] = (1, 1, 1),
        turn: float = 0.0,
    ) -> Any:
        """Texture coordinates, turned about the vertical and then scaled."""
        source = self.node("TexCoord").outputs[which]
        inputs = {"Vector": source, "Rotation": (0, 0, turn), "Scale": scale}
        return self.node("Mapping", inputs).outputs[0]

    def picture(
        self, image: Any, vector: Any, extension: str = "EXTEND", interpolation: str = "Linear"
    ) -> Any:
        return self.node(
            "TexImage",
            {"Vector": vector},
            image=image,
            extension=extension,
            interpolation=interpolation,
        )

    def bump(self, height: Any, strength: float, distance: float) -> Any:
        node = self.node("Bump", {"Height": height, "Strength": strength, "Distance": distance})
        return node.outputs[0]


def image_of(name: str, pixels: np.ndarray, colour_space: str = "sRGB") -> Any:
    """A Blender image from an array (height, width, 3) of floats 0..1, first row at the top."""
    height, width = pixels.shape[:2]
    image = bpy.data.images.new(name, width, height, float_buffer=colour_space != "sRGB")
    image.colorspace_settings.name = colour_space
    rgba = np.ones((height, width, 4), np.float32)
    rgba[..., :3] = pixels if pixels.ndim == 3 else pixels[..., None]
    image.pixels.foreach_set(rgba[::-1].ravel())
    image.update()
    image.pack()
    return image
