"""A camera is calibrated on the page: each photo of the sheet is taken, or refused, and why."""

from typing import Any

import cv2
import numpy as np
from palago.calibration.cameras.charuco import CharucoSheet

API = "/api/v1/calibrations"
FRENCH = {"Accept-Language": "fr"}


def photo(turned: float) -> bytes:
    """The sheet seen from above, turned by so many degrees."""
    drawn = CharucoSheet().board.generateImage((800, 600), marginSize=100)
    turn = cv2.getRotationMatrix2D((400.0, 300.0), turned, 0.7)
    seen = cv2.warpAffine(drawn, turn, (800, 600), borderValue=(255.0,))
    return bytes(cv2.imencode(".png", seen)[1].tobytes())


def test_views_are_taken_and_refused_in_the_language_of_who_asks(client: Any) -> None:
    begun = client.post(API, headers=FRENCH).json
    assert begun["missing"] == ["Montrez la feuille à l’appareil."]
    views = f"{API}/{begun['id']}/views"
    blank = bytes(cv2.imencode(".png", np.full((600, 800), 128, np.uint8))[1].tobytes())
    refused = client.post(views, data=blank, headers=FRENCH).json
    assert not refused["accepted"] and refused["reason_code"] == "not_found"
    assert refused["reason"].startswith("La feuille n’a pas été trouvée")
    taken = client.post(views, data=photo(0)).json
    assert taken["accepted"] and taken["reason"] == "" and taken["reason_code"] is None
    assert taken["views"] == 1 and taken["size"] == [800, 600] and len(taken["corners"]) > 20
    again = client.post(views, data=photo(0)).json
    assert (again["reason"], again["reason_code"]) == ("Too like a view before.", "too_like")
    assert again["views"] == 1


def test_views_that_are_too_few_make_no_profile(client: Any) -> None:
    begun = client.post(API).json
    client.post(f"{API}/{begun['id']}/views", data=photo(20))
    finish = f"{API}/{begun['id']}/finish"
    answer = client.post(finish, json={"name": "phone"}, headers=FRENCH)
    assert answer.status_code == 422
    said = answer.json["error"]["message"]
    assert said.startswith(
        "Aucun profil n’a été fait\xa0: trop peu de vues\xa0: utilisables\xa0: 1"
    )
