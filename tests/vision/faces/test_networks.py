"""The small networks run wherever they lie, in every thread."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import cv2
import numpy as np
import pytest
from palago.vision.faces.networks import network_answer

PICTURE = np.random.default_rng(5).uniform(0, 255, (1, 3, 64, 96)).astype(np.float32)


def answer_of_a_new_thread() -> Any:
    """What the tile finder says where no network is loaded yet."""
    with ThreadPoolExecutor(1) as new:
        return new.submit(network_answer, "tile_finder", PICTURE).result()


def test_threads_do_not_disturb_one_another() -> None:
    alone = network_answer("tile_finder", PICTURE)
    others = [PICTURE[:, :, :48], PICTURE[:, :, :, :64], PICTURE]

    def work(picture: Any) -> bool:
        answers = [network_answer("tile_finder", picture) for _ in range(21)]
        return all(np.array_equal(answer, answers[0]) for answer in answers)

    with ThreadPoolExecutor(3) as at_once:
        assert all(at_once.map(work, others))
    assert np.array_equal(network_answer("tile_finder", PICTURE), alone)


def test_a_network_whose_path_opencv_cannot_open_is_read_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = cv2.dnn.readNetFromONNX

    def from_bytes_only(source: Any, *rest: Any) -> Any:
        if isinstance(source, str):
            raise cv2.error("cannot open the file")
        return usual(source, *rest)

    alone = network_answer("tile_finder", PICTURE)
    monkeypatch.setattr("palago.vision.faces.networks.cv2.dnn.readNetFromONNX", from_bytes_only)
    assert np.allclose(answer_of_a_new_thread(), alone, atol=1e-3)


def test_a_network_is_first_asked_about_more_rows_than_twelve(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual, asked = cv2.dnn.readNetFromONNX, []

    class Watched:
        """A network that notes how many rows it is asked about."""

        def __init__(self, source: str, *rest: Any) -> None:
            self.network = usual(source, *rest)

        def setInput(self, values: Any) -> None:
            asked.append(len(values))
            self.network.setInput(values)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.network, name)

    monkeypatch.setattr("palago.vision.faces.networks.cv2.dnn.readNetFromONNX", Watched)
    faces = np.random.default_rng(5).uniform(0, 1, (20, 5, 20, 20)).astype(np.float32)

    def few_then_many() -> Any:
        answer_of_one = network_answer("tile_classifier", faces[:1])
        return answer_of_one, network_answer("tile_classifier", faces)

    with ThreadPoolExecutor(1) as new:
        few, many = new.submit(few_then_many).result()
    answer_of_a_new_thread()
    assert asked[0] > 12 and asked[1:] == [1, 20, 1]
    assert np.allclose(few[0], many[0], atol=1e-4)
