"""`make gallery` draws docs/gallery.md with its pictures from recorded games.

A game that was recorded under other rules is played again. `--anew` plays games again first: those that are named
after it, or all (`make gallery ANEW="--anew tourney"`).
"""

import sys
from pathlib import Path

from engine.core.record.transcript import Mismatch
from render.picture import Film, Picture
from tests.gallery import heats
from tests.gallery.games import RECIPES, called, play, told
from tests.gallery.hanging import plate_of
from tests.gallery.plates import PLATES, Plate

DOCS = Path(__file__).parents[2] / "docs"
CACHE = Path("var") / "cache"
HEAD = """# The gallery

Herald drew all these pictures from recorded games between its computer players. The text under a picture is its
alternative text, for somebody who cannot see the picture. Where more is known than Discord allows there, it ends with
"There is more than fits here."; the commands of the game tell the rest.

`make gallery` draws the pictures again. `make site` adds a page for each of these games, to step through it action by
action. The brackets under a heading name the game of the picture:

"""


PANELS = (
    ("panel-games", "A game is chosen", "Which game? Each has a card with its story, players, time and map."),
    (
        "panel-how",
        "A table is opened",
        "Variant, pace and computer players of Lancaster, and a menu for each.",
    ),
    ("panel-lesson", "A lesson", "Lesson, turn 1 of 5: how the game is won, and which move to press now."),
    ("moment-lobby", "The lobby", "Take a seat, Start the game, Add a computer player, Pace, House rules."),
    ("moment-setup", "The set-up", "A plan for the first hand in words, and the button that accepts it."),
    (
        "panel-hand",
        "Your hand",
        "Five cards in a list, each with its kind, men, votes and places; below it the cards as a picture.",
    ),
    ("moment-turn", "Moves", "Each likely move with what it leads to, and its button; the likeliest is green."),
    ("moment-attack", "Decisions", "Each attack with its odds and risks, and its button; the likeliest is green."),
    ("moment-where", "Places", "The places to which Percy may march, numbered on the map above the buttons."),
    ("panel-knight", "A knight of Lancaster", "Each place with what it brings, and its button beside it."),
    (
        "panel-impulse",
        "An impulse of Warriors of God",
        "Two moves with what they score; pass one impulse, or all.",
    ),
    ("moment-ballot", "A ballot", "The law in a sentence, and what a vote for or against it would do."),
    ("moment-duel", "A duel", "How blows and guards work, and the pairs of both as buttons."),
    (
        "panel-form",
        "Several questions in one form",
        "A blow and a guard for each of three exchanges, a menu for each; Cancel and Submit.",
    ),
    (
        "panel-end",
        "The end of a game",
        "The last map, and below it: Invite everybody to play again.",
    ),
    ("moment-trade", "A trade", "With whom, and what you give them, each card with a button."),
    ("panel-odds", "The odds", "Each fight that is near, with its chances and who could die."),
    ("panel-help", "Help", "All that helps at a table, a line and a button for each."),
    ("panel-why-not", "Why can't I …?", "What is not possible now, in a menu for each chapter of the rules."),
    (
        "panel-missing",
        "Something is missing",
        "The nobles and places that a march does not offer, as menus that say why.",
    ),
    ("panel-plan", "A plan", "What can be planned ahead, and which plans there are."),
)
"""The panels of the page: the file in docs/pictures, the title, and what somebody would see there."""


def _panels() -> str:
    """Return the part of the page that shows panels on a phone."""
    head = "## Panels on a phone\n\n390 pixels wide, photographed from the sandbox's page by `make pictures`.\n"
    shown = [
        f'### {title}\n\n<img src="pictures/{name}.png" alt="{words}" width="390">\n' for name, title, words in PANELS
    ]
    return "\n".join([head, *shown])


def main(arguments: list[str]) -> int:
    """Draw the gallery; return the exit code."""
    if arguments[:1] == ["--anew"]:
        for name in arguments[1:] or (*RECIPES, heats.GAME):
            _play_anew(name)
    page = [HEAD + "".join(f"- *{called(name)}*: {told(name)}\n" for name in RECIPES)]
    for plate in PLATES:
        picture = _hung(plate)
        file = DOCS / "pictures" / f"gallery-{plate.name}.{picture.suffix}"
        file.write_bytes(picture.file)
        print(f"{file.name}: {picture.width} x {picture.height}, {len(picture.file) / 1000:.0f} kB")
        words = f"{plate.words} (*{called(plate.game)}*)" if plate.game in RECIPES else plate.words
        page.append(f"## {plate.title}\n\n{words}\n\n![{plate.title}](pictures/{file.name})\n\n> {picture.alt}\n")
    page.append(_panels())
    (DOCS / "gallery.md").write_text("\n".join(page), "utf-8")
    return 0


def _play_anew(name: str) -> None:
    heats.play() if name == heats.GAME else play(name)


def _hung(plate: Plate) -> Picture | Film:
    """Return the picture of a plate; a game that was played under other rules is played again first."""
    try:
        return plate_of(plate, CACHE)
    except Mismatch as error:
        print(f"{plate.game} was played under other rules, so it is played again: {error}", file=sys.stderr)
        _play_anew(plate.game)
        return plate_of(plate, CACHE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
