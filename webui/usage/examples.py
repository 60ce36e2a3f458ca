"""Examples for every ``--help``: what one would type, and what it does. Tests try each of them."""

from __future__ import annotations

import argparse

#: Command, or command and what of it → lines as one would type them, with a word after ``#``.
EXAMPLES: dict[str, tuple[str, ...]] = {
    "read": (
        "palago read table.jpg",
        "palago read photos/*.jpg --out readings --overlay  # a file and a picture for each",
        "palago read - --json < table.jpg  # for another program",
        "palago read --game palanquee board.jpg",
    ),
    "serve": (
        "palago serve  # then open the printed address, or scan the code with the phone",
        "palago serve --photo table.jpg --host 127.0.0.1",
        "palago serve --hostname club.example --key-file club.key  # phones stay referees",
    ),
    "live": (
        "palago live --camera 0 --game palago",
        "palago live --camera http://192.168.1.20:8080/video --game palagonia --players Ann,Ben",
        "palago live --game palagem --players Ann,Ben --palagems abca,cabb",
    ),
    "digitise": (
        "palago digitise photos --out game.json",
        "palago digitise photos --out game.json --answer 'photo 7.jpg=2'  # to a question it asked",
        "palago digitise evening.mp4 --game palagonia --players Ann,Ben,Cleo",
        "palago digitise photos --game palagem --palagems abca,cabb",
        "palago digitise photos --scheduler tcp://192.168.1.20:8786  # read by a Dask cluster",
    ),
    "analyse": (
        "palago analyse '0,0a 1,0c 0,1b'",
        "palago analyse boards.jsonl > answers.jsonl  # a board a line",
        "palago read - --json < table.jpg | palago analyse -",
    ),
    "judge": (
        "palago judge '0,0a 1,0c' '0,0a 1,0c 2,0a 3,0a'",
        "palago judge before.jpg after.jpg --out verdict.svg",
        "palago judge before.jpg after.jpg --record game.json  # as that game goes on",
        "palago judge '' table.jpg --single",
    ),
    "score": (
        "palago score table.jpg",
        "palago score '0,0a 1,0c 0,1b' --json",
        "palago score table.jpg --out scored.svg --rules solitaire",
    ),
    "threats": (
        "palago threats '0,0a 1,0c 0,1b 1,1a'",
        "palago threats table.jpg --parries",
        """palago threats '{"tiles": [{"q": 0, "r": 0, "rotation": 0}]}' --json""",
    ),
    "solve": (
        "palago solve '0,0a 1,0c 0,1b 1,1a' --to-move white",
        "palago solve table.jpg --to-move blue --moves 3 --all",
        "palago solve '0,0a 1,0a' --to-move blue --proof proof.json",
    ),
    "pay": (
        "palago pay '0,0a 1,0c 0,1b' --roll 3:5",
        "palago pay table.jpg --roll 2:remove --options 3",
    ),
    "review": ("palago review game.json", "palago review game.json --out review.sgf --moves 2"),
    "stats": (
        "palago stats records",
        "palago stats records --csv games.csv  # for pandas.read_csv",
    ),
    "puzzles": (
        "palago puzzles --check",
        "palago puzzles club.json --make 20 --records records --seconds 600",
    ),
    "openings": ("palago openings", "palago openings a c --json"),
    "verify": ("palago verify a", "palago verify proof.json"),
    "play": (
        "palago play",
        "palago play --against blue --out game.json",
        "palago play --json < moves.txt  # a line of JSON after each line",
    ),
    "replay": ("palago replay game.json", "palago replay game.sgf --boards"),
    "record": (
        "palago record game.json --out game.sgf",
        "palago record game.sgf --json",
        "palago record game.json --photos photos --out game.zip",
    ),
    "palanquee legal": (
        "palago palanquee legal position.json",
        "palago palanquee legal board.jpg  # a photo of the printed board",
    ),
    "palanquee play": ("palago palanquee play positions.jsonl",),
    "palanquee analyse": ("palago palanquee analyse - < position.json",),
    "palanquee": ("palago palanquee legal position.json", "palago palanquee analyse board.jpg"),
    "creatures": ("palago creatures 7 --count", "palago creatures 6 --exactly --json"),
    "creature": ("palago creature 4b+5c --out eye.svg",),
    "diagram": (
        "palago diagram '0,0a 1,0c' --out board.svg",
        "palago diagram table.jpg --coordinates --creatures --out board.svg",
    ),
    "print": (
        "palago print tiles --out tiles.pdf",
        "palago print tiles --colours '#ffffff,#1f4e9c' --size 45 --paper letter",
        "palago print palanquee --paper A3 --language fr",
    ),
    "calibrate": (
        "palago calibrate camera photos/*.jpg  # from 10 to 20 photos of the printed sheet",
        "palago calibrate set table.jpg --name club",
        "palago calibrate list",
    ),
    "calibrate camera": (
        "palago print charuco  # the sheet to photograph",
        "palago calibrate camera photos/*.jpg",
        "palago calibrate camera --camera  # a webcam, with guidance while you move the sheet",
    ),
    "calibrate set": ("palago calibrate set table.jpg --name club",),
    "calibrate dice": ("palago calibrate dice --name runes 2=sun.jpg 3=moon.jpg remove=axe.jpg",),
    "calibrate table": (
        "palago calibrate table  # from the photos that were confirmed on your dashboard",
        "palago calibrate table --keep club  # its set is a calibrated one from now on",
        "palago calibrate table --forget",
    ),
    "calibrate list": ("palago calibrate list --json",),
    "calibrate show": ("palago calibrate show club",),
    "calibrate delete": ("palago calibrate delete club",),
    "calibrate export": ("palago calibrate export club club.json",),
    "calibrate import": ("palago calibrate import club.json --replace",),
    "bench": (
        "palago bench read photos --out reading.md  # STEM.truth.json beside each photo",
        "palago bench read photos --readings before.json  # then change something, and: --compare",
        "palago bench collect --out confirmed  # of photos that players confirmed",
    ),
    "licences": ("palago licences", "palago licences --json"),
    "completion": (
        "palago completion bash > ~/.local/share/bash-completion/completions/palago",
        "palago completion zsh > ~/.zfunc/_palago  # a folder of your fpath",
        "palago completion fish > ~/.config/fish/completions/palago.fish",
    ),
}


def show_examples(parser: argparse.ArgumentParser, name: str) -> None:
    """Have ``--help`` end with the examples of a command."""
    lines = EXAMPLES.get(name, ())
    typed = [line.partition("  # ") for line in lines]
    shown = [f"  {line}" + (f"\n      {words}" if words else "") for line, _, words in typed]
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "\n".join(["examples:", *shown])
