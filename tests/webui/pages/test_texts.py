"""Everything is said in every language, with the same gaps to fill."""

import ast
import json
import re
import string
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import palago.calibration
import palago.engine
import palago.vision.photos.photo
import palago.webui
import pytest
from asking import new_game
from palago.calibration.cameras.coverage import Wish
from palago.engine.palagonia.choices import roll_phrase
from palago.engine.palagonia.dice import Roll
from palago.engine.phrases import ENGLISH, Phrase
from palago.engine.records.record import Record, RecordedTurn
from palago.engine.records.replay import replay
from palago.webui.api.language import best_language
from palago.webui.texts import LANGUAGES, in_a_row, say, say_phrase, texts

FOLDER = Path(palago.webui.__path__[0])
OTHERS = sorted(set(LANGUAGES) - {"en"})
#: What stands in files and in the command line's output: said in English alone.
ENGLISH_ONLY = ("tiles_read.", "counters_read.", "command.")


def own(language: str) -> dict[str, str]:
    loaded: dict[str, str] = json.loads((FOLDER / "texts" / f"{language}.json").read_text("utf-8"))
    return loaded


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text.split("|")[-1]) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_untranslated(language: str) -> None:
    english = {key for key in own("en") if not key.startswith(ENGLISH_ONLY)}
    said = {key for key in ENGLISH.templates if not key.startswith(ENGLISH_ONLY)}
    engine = {f"phrase.{key}" for key in said} | {f"word.{key}" for key in ENGLISH.words}
    assert not (english | engine) - set(own(language))
    assert not set(own(language)) - (english | engine)


@pytest.mark.parametrize("language", OTHERS)
def test_translations_fill_no_gap_that_english_does_not(language: str) -> None:
    english = own("en") | {f"phrase.{key}": text for key, text in ENGLISH.templates.items()}
    for key, text in own(language).items():
        if not key.startswith("word."):
            assert gaps(text) <= gaps(english[key]), key


def test_every_key_that_a_page_uses_is_there() -> None:
    known = {*texts("en"), *ENGLISH.templates}
    assert {wish.sentence.key for wish in Wish} <= set(ENGLISH.templates)
    used = set()
    for template in (FOLDER / "templates").rglob("*.html"):
        used |= set(re.findall(r"t\('([a-z_.]+[a-z])'", template.read_text("utf-8")))
    for script in (FOLDER / "static").rglob("*.js"):
        words = re.findall(r"say\('([a-z_]+[a-z])'", script.read_text("utf-8"))
        used |= {f"page.{word}" for word in words}
    for module in FOLDER.rglob("*.py"):
        said = re.findall(r'\bin_english\(\s*["\'](\w+)["\']', module.read_text("utf-8"))
        used |= {f"command.{key}" for key in said}
        used |= set(re.findall(r'\bsay\(\s*[\w.()]+,\s*"([\w.]+)"', module.read_text("utf-8")))
    assert not used - known


def test_the_browsers_wish_is_heard() -> None:
    assert best_language("fr-CH, fr;q=0.9, en;q=0.8") == "fr"
    assert best_language("zh-TW,zh;q=0.9") == "zh-Hant"
    assert best_language("de, xx;q=abc") == best_language("fr;q=0, de") == "en"
    assert best_language("") == "en"


def test_one_and_many() -> None:
    assert say("en", "verdict.unsure", count=1) == "Please check 1 tile"
    assert say("en", "verdict.unsure", count=2) == "Please check 2 tiles"
    assert say("fr", "verdict.board", count=0).startswith("0 tuile ")


def test_a_word_bends_with_the_number_beside_it() -> None:
    photos = say("fr", "learning.photos", count=1)
    told = say("fr", "learning.tiles", count=1, tiles=6, photos=photos)
    assert told == "Sur votre photo confirmée\u00a0: 1 tuile juste sur 6."
    assert say("fr", "page.learning_photo", count=1, tiles=6) == "1 tuile juste sur 6"


def test_chinese_has_one_form_for_all_numbers() -> None:
    assert not {key: text for key, text in own("zh-Hant").items() if "|" in text}
    assert "4 步" in say("zh-Hant", "study.forced", colour="白方", count=4)


def test_what_holds_commas_is_listed_with_another_sign() -> None:
    tables = Phrase("evening_playing", {"tables": ("1", "2", "3"), "count": 3})
    assert "tables 1, 2 and 3." in str(tables)
    assert "tables 1, 2 et 3." in say_phrase("fr", tables)
    assert "1、2和3" in say_phrase("zh-Hant", tables)
    tiles = Phrase("not_touching", {"tiles": ("0,0a", "1,0c", "2,0b")})
    assert "0,0a; 1,0c and 2,0b" in str(tiles)


def test_no_french_word_before_a_name_would_have_to_be_elided() -> None:
    """ "De Anna" is wrong, and a gap cannot know which name comes."""
    people = "player|players|who|winner|mover|loser|before|other|device"
    elided = re.compile(rf"\b(?:de|que|jusque|lorsque|puisque) {{(?:{people})}}", re.IGNORECASE)
    assert not {key: text for key, text in own("fr").items() if elided.search(text)}


def test_chinese_stands_close_to_names_and_is_polite() -> None:
    people = "player|who|winner|mover|before|colour"
    parted = re.compile(rf"[\u4e00-\u9fff] {{(?:{people})}}|{{(?:{people})}} [\u4e00-\u9fff]")
    assert not {key: text for key, text in own("zh-Hant").items() if parted.search(text)}
    assert not {key: text for key, text in own("zh-Hant").items() if re.search("你|生物", text)}


def test_faces_of_dice_are_named_in_the_language_of_the_sentence() -> None:
    roll = roll_phrase(Roll.from_text("rotate:remove"))
    asked = Phrase("dice.unsure", {"roll": roll})
    assert str(asked) == "A die was not seen well: did the dice show Remove and Rotate?"
    assert "Enlever et Tourner" in say_phrase("fr", asked)
    assert "移除和轉動" in say_phrase("zh-Hant", asked)


def test_where_a_record_goes_wrong_is_said_in_every_language() -> None:
    moves = (RecordedTurn("0,0a 1,0a"), RecordedTurn("99,99a 99,98b"))
    (problem,) = replay(Record(moves=moves)).problems
    assert say_phrase("fr", problem.phrase).startswith("tour 2, 99,99a 99,98b\u00a0: Aucune tuile")
    assert say_phrase("zh-Hant", problem.phrase).startswith("第 2 回合，99,99a 99,98b：")
    (problem,) = replay(Record(moves=moves[:1], resigned="white", result="white")).problems
    assert "selon les règles" in say_phrase("fr", problem.phrase)


def test_where_the_points_end_and_why_are_two_sentences() -> None:
    reason = Phrase("palagonia.wrong_count", {"expected": 2, "count": 3})
    said = str(Phrase("dice.not_counted", {"number": 4, "reason": reason}))
    assert said.endswith("up to action 4, no further. Exactly 2 tiles must be played; 3 were.")


def test_every_refusal_that_the_code_names_has_its_sentence() -> None:
    known = {key.removeprefix("refusal.") for key in texts("en") if key.startswith("refusal.")}
    used = set()
    for source in FOLDER.rglob("*.py"):
        code = source.read_text("utf-8")
        used |= set(re.findall(r'(?:Refused|BadRequest)\.of\(\s*"(\w+)"', code))
        used |= set(re.findall(r'(?:problem|come_again)\(\w+, "(\w+)"(?:\)|, \w+=|, 503)', code))
        used |= set(re.findall(r'(?:code: str = |Busy\(\w+, )"(\w+)"', code))
    assert used > {"wrong_pin", "busy", "no_photo"}
    assert not used - known
    photos = Path(palago.vision.photos.photo.__file__).parent.glob("*.py")
    reasons = {
        code for path in photos for code in re.findall(r'"(\w+)",?\s*\)', path.read_text("utf-8"))
    }
    codes = {"damaged", "too_large", "needs_heic", "cut_short", "no_photo"}
    assert codes <= reasons
    assert {f"photo_{code}" for code in codes} <= known


def test_a_refusal_is_said_in_the_language_of_who_asked(client: Any) -> None:
    game = client.post("/api/v1/games", json={"kind": "analysis"}).json["id"]
    path = f"/api/v1/games/{game}"
    headers = {"Accept-Language": "fr"}
    undo = client.post(f"{path}/changes", json={"change": "undo"}, headers=headers)
    assert undo.json["error"]["message"] == "Il n’y a rien à annuler."
    broken = client.post(f"{path}/photos", data=b"\xff\xd8\xffbroken", headers=headers)
    assert broken.json["error"]["message"].startswith("La photo est abîmée")
    nothing = client.post(f"{path}/photos?language=zh-Hant", data=b"hello")
    assert nothing.json["error"]["message"].startswith("這個檔案不是照片")
    conflict = {"change": "place_tile", "q": 0, "r": 0, "rotation": 0, "version": 1}
    assert client.post(f"{path}/changes", json=conflict).status_code == 200
    late = client.post(f"{path}/changes", json=conflict, headers=headers)
    assert late.status_code == 409 and late.json["error"]["message"].startswith("Quelqu’un d’autre")


def test_what_a_field_of_a_file_must_be_is_said_in_every_language() -> None:
    """The titles of fields, which are English, stand among the words of every language."""
    root, titles = Path(palago.engine.__path__[0]), set()
    for path in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Meta":
                module = import_module(
                    f"palago.engine.{'.'.join(path.relative_to(root).parts)[:-3]}"
                )
                told = eval(ast.unparse(node), vars(module)).title
                titles |= {told} if told else set()
    titles = {title for title in titles if not title.startswith('"')}  # quoted: the same anywhere
    assert len(titles) > 12 and titles <= ENGLISH.words.keys(), titles - ENGLISH.words.keys()


def test_the_engine_has_no_sentence_twice() -> None:
    times = Counter(ENGLISH.templates.values())
    assert len(times) > 250 and max(times.values()) == 1, times.most_common(3)
    assert ENGLISH.same_as.keys().isdisjoint(ENGLISH.templates)
    assert set(ENGLISH.same_as.values()) <= ENGLISH.templates.keys()


def test_what_french_says_of_one_it_says_of_none() -> None:
    """French counts none as it counts one: "0 coup". A form with a one of its own would lie."""
    texts = json.loads((FOLDER / "texts" / "fr.json").read_text("utf-8"))
    firsts = {key: text.split("|")[0] for key, text in texts.items() if "|" in text}
    assert len(firsts) > 50
    assert not {key: first for key, first in firsts.items() if re.search(r"\b1\s", first)}
    assert say("fr", "page.digitise_done", count=0) == "Rien à demander\u00a0: 0 coup."


def test_french_signs_are_those_of_french_type() -> None:
    """Before : ; ? ! and » stands a space that does not break, as French wants it."""
    sheets = Path(palago.calibration.__path__[0]) / "paper" / "languages" / "fr.json"
    guide = Path(__file__).resolve().parents[3] / "docs" / "guide" / "fr"
    for file in (FOLDER / "texts" / "fr.json", sheets, *guide.glob("*.md")):
        assert not re.findall(r".{0,20} [:;?!»](?![/\w-])", file.read_text("utf-8"))
    for file in (FOLDER / "texts" / "fr.json", sheets):
        assert not re.findall(r".{0,20}[^\W\d]'[\w{«]", file.read_text("utf-8"))


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"kind": "palago", "options": {"tiles": 1}}, "Une partie compte de 2 à"),
        (
            {"kind": "palagonia", "options": {"players": ["Ann", "Ben"], "least_points": 500}},
            "Le minimum de points",
        ),
        ({"kind": "palagonia", "options": {"players": ["Ann", "x" * 200]}}, "1 à"),
        ({"kind": "palanquee", "options": {"players": ["Ann"]}}, "se joue de deux à cinq"),
        ({"kind": "palanquee", "options": {"players": ["Ann", "Ann"]}}, "portent le même nom"),
        ({"kind": "palago", "board": "0,0a 5,0c"}, "position de départ est impossible : tuiles"),
    ],
)
def test_why_no_game_begins_is_said_in_the_language_of_who_asked(
    client: Any, sent: dict[str, Any], words: str
) -> None:
    answer = client.post("/api/v1/games", json=sent, headers={"Accept-Language": "fr"})
    assert answer.status_code == 422
    assert words in answer.json["error"]["message"].replace("\xa0", " ")


def test_chinese_sentences_follow_one_another_without_a_space(client: Any) -> None:
    assert in_a_row(("輪到白方。", "請拍照。")) == "輪到白方。請拍照。"
    assert in_a_row(("One.", "Two.")) == "One. Two."
    game = new_game(client, options={"players": ["Anna", "Ben"]})["id"]
    printed = client.get(f"/games/{game}/print?language=zh-Hant").text
    assert "Anna（白方）、Ben（藍方）" in printed
    for page in ("/", f"/games/{game}", "/evenings"):
        html = client.get(page, headers={"Accept-Language": "zh-Hant"}).text
        words = re.sub(r"<(script|button).*?</\1>|<[^>]+>", "", html, flags=re.DOTALL)
        assert "。" in words and not re.search("[。？！] [\u4e00-\u9fff]", words), page
        assert r"\u68cb" not in html, "a character is three bytes, not six"


def test_what_is_wrong_with_a_board_is_said_as_one_list() -> None:
    problems = (Phrase("board.odd_rotation"), Phrase("board.disconnected"))
    said = Phrase("start_impossible", {"problems": problems})
    assert str(said) == "The start position is impossible: odd rotation and disconnected."
    again = Phrase.from_json(json.loads(json.dumps(said.to_json())))
    assert say_phrase("zh-Hant", again).count("棋子") == 2


@pytest.mark.parametrize("key", ["wins_own_creature", "wins_opponents_mistake"])
def test_no_article_stands_before_a_colour_whose_name_a_person_gave(key: str) -> None:
    said = say_phrase("en", Phrase(key, {"winner": "Orange", "loser": "White"}))
    assert "creature of Orange" in said and "a Orange" not in said
