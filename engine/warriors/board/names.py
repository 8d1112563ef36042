"""The names of sides, areas, leaders and troops."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from engine.core.files.catalog import load_toml
from engine.core.text import counted, join_words
from engine.warriors.board.catalog import GAME
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import Side, Troops

SIDES = {"english": "the English", "french": "the French"}

PHASES = {
    "setup": "set-up",
    "initiative": "Phase One, initiative",
    "impulses": "Phase Two, impulses",
    "battles": "Phase Three, battles",
    "control": "Phase Four, control",
    "raising": "Phase Five, raising troops",
    "deploying": "Phase Six, deploying troops",
    "captives": "Phase Seven, captured leaders",
    "deaths": "Phase Eight, death",
    "arrivals": "Phase Nine, leaders arrive",
    "assigning": "Phase Ten, assigning troops",
    "scoring": "Phase Eleven, the score",
    "over": "the end",
}

PIECES = {
    "infantry": ("infantry", "infantry"),
    "knight_english": ("English knight", "English knights"),
    "knight_french": ("French chevalier", "French chevaliers"),
    "knight_burgundian": ("Burgundian chevalier", "Burgundian chevaliers"),
    "longbow_english": ("English longbowman", "English longbowmen"),
    "longbow_welsh": ("Welsh longbowman", "Welsh longbowmen"),
    "gunner": ("gunner", "gunners"),
}
"""One and several pieces of a kind; mercenaries have the name of their band."""


NEUTRAL = "neutral: nobody can control it"
"""What there is to know of land that brings nothing."""


def aggressors(game: Warriors, which: Side, area_id: str, foes: Sequence[str]) -> str:
    """Return that a side is the aggressor in an area, and who may stay behind its walls [WOG-2.9, 3.6].

    Where that is told for the first time the consequence follows [WOG-3.25].
    """
    told = f"{opening(which)} are the aggressors in {area(game, area_id)}, against {leaders(game, foes)}"
    if game.state.turn.number == 1 and len(game.state.aggressors) == 1:
        limit, others = game.catalog.battle.miss_limit, SIDES[enemy(which)]
        told += f": {SIDES[which]} came last"
        told += f". If they hit nobody in {limit} rounds in a row, {others} can make them retreat"
    holder = game.controller(area_id)
    if not holder:
        return f"{told}."
    if holder == which:
        storm = f"then {SIDES[enemy(which)]} have to storm it"
        return f"{told}. {opening(which)} control it and may go behind its walls; {storm}."
    return f"{told}. {opening(holder)} control it and may stay behind its walls: if these hold, {SIDES[which]} flee."


def side(which: Side) -> str:
    """Return 'the English' or 'the French'."""
    return SIDES[which]


def opening(which: Side) -> str:
    """Return the same at the beginning of a sentence."""
    return f"T{SIDES[which][1:]}"


def area(game: Warriors, area_id: str) -> str:
    """Return the name of an area."""
    return game.area(area_id).name


def land(game: Warriors, area_id: str, which: Side) -> str:
    """Return in a few words what an area brings: so short that it stands on a button."""
    return worth(game, area_id, which) if game.area(area_id).value else "neutral"


def worth(game: Warriors, area_id: str, which: Side) -> str:
    """Return what an area brings each turn to a side that controls it: '2 points and 3 troops a turn'.

    The enemy's own land brings more points [WOG-11.6, 11.7].
    """
    value, score = game.area(area_id).value, game.catalog.score
    own_land = area_id == game.catalog.initiative.king_home[enemy(which)]
    points = counted(score.area_value[value - 1] + own_land * score.capital, "point")
    return f"{points} and {counted(value, 'troop')} a turn"


def areas(game: Warriors, ids: Iterable[str]) -> str:
    """Return the names of areas in a row."""
    return join_words(area(game, leader_id) for leader_id in ids)


def leader(game: Warriors, leader_id: str) -> str:
    """Return the name of a leader."""
    return game.card(leader_id).name


def leaders(game: Warriors, ids: Iterable[str]) -> str:
    """Return the names of leaders in a row; of a name with a comma in it there only what follows that."""
    found = [leader(game, leader_id) for leader_id in ids]
    return join_words(found if len(found) == 1 else map(_epithet, found))


TITLES = ("Duke", "Earl", "Captal")
"""The beginnings of names that have an article before them."""


def _epithet(name: str) -> str:
    """Return what follows the comma of a name: 'the Duke of York'; a name without one as it is."""
    last = name.rpartition(", ")[2]
    return f"the {last}" if last.startswith(TITLES) else last


BRIEF = 21
"""Letters of a whole name that stands for a short one with an initial in it."""


def brief(game: Warriors, leader_id: str) -> str:
    """Return the short name of a leader for a line of a panel, but no initials where there is room."""
    short, whole = called(game, leader_id), _epithet(leader(game, leader_id))
    return whole if ". " in short and len(whole) <= BRIEF else short


def group(game: Warriors, ids: Sequence[str], most: int) -> str:
    """Return the short names of leaders, the first few if they are many: 'Edward III and 2 more'."""
    found = [brief(game, leader_id) for leader_id in ids]
    if len(found) <= most:
        return join_words(found)
    return f"{', '.join(found[:most])} and {len(found) - most} more"


def who(game: Warriors, ids: Sequence[str]) -> str:
    """Return the names of leaders of whom something is said: a name with a comma in it has one behind it too."""
    return leaders(game, ids) + ("," if len(ids) == 1 and "," in leader(game, ids[0]) else "")


def led(game: Warriors, ids: Sequence[str]) -> str:
    """Return leaders of one side who begin a sentence: 'The English leader Edward III'."""
    serves = game.leader(ids[0]).side
    adjective = f"{serves.capitalize()} " if serves else ""
    return f"The {adjective}leader{'' if len(ids) == 1 else 's'} {who(game, ids)}"


def free(game: Warriors, ids: Iterable[str]) -> str:
    """Say whom among leaders who come back either side may take then; "" for nobody [WOG-9.3]."""
    found = [leader_id for leader_id in ids if game.card(leader_id).nationality == "nonaligned"]
    return f" Either side may take {leaders(game, found)} then." if found else ""


def dice(number: int) -> str:
    """Return a number of dice in words."""
    return f"{number} {'die' if number == 1 else 'dice'}"


def king(game: Warriors, leader_id: str) -> str:
    """Return ', King of the French,' for a leader who wears a crown; else what `who` puts behind a name."""
    which = next((which for which, crowned in game.state.kings.items() if crowned == leader_id), None)
    return f", King of {side(which)}," if which else "," if "," in leader(game, leader_id) else ""


def pieces(game: Warriors, kind: str, number: int) -> str:
    """Return a number of pieces in words: '2 English knights', '1 mercenary (Irish kerns)'."""
    if kind in PIECES:
        one, many = PIECES[kind]
        return f"{number} {one if number == 1 else many}"
    return f"{number} {'mercenary' if number == 1 else 'mercenaries'} ({game.troop(kind).name})"


def commanders(game: Warriors, kind: str) -> str:
    """Return who alone may command troops of a kind; "" where every leader may [WOG-5.5, 5.8, 5.9, 5.11]."""
    match game.troop(kind).command[game.scenario.id]:
        case "national":
            return "leaders English or French by birth"
        case "national_3star":
            return "leaders with 3 stars"
        case "burgundian":
            return "leaders with 3 stars and Burgundian ones with 2"
        case "liw_english_longbow":
            return join_words(card.name for card in game.catalog.leaders.values() if game.may_hold(card.id, kind))
    return ""


def troops(game: Warriors, found: Troops) -> str:
    """Return pieces in words; 'no troops' for none."""
    return join_words(pieces(game, kind, number) for kind, number in found.items()) if found else "no troops"


def called(game: Warriors, leader_id: str) -> str:
    """Return what a counter, or a button, calls a leader: a name of his, or what follows the comma of the full one."""
    return short_names().get(leader_id) or leader(game, leader_id).rpartition(", ")[2]


@cache
def short_names() -> Mapping[str, str]:
    """Return the short names of those leaders whose full names need too much room."""
    found: Mapping[str, str] = load_toml(GAME, "short_names")["short"]
    return found


def rating(game: Warriors, leader_id: str) -> str:
    """Return stars, bravery and battle rating of a leader: '★★★ 3-6'."""
    card = game.card(leader_id)
    return f"{'★' * card.rank} {card.bravery}-{card.battle}"


def lead(score: int) -> str:
    """Return the score as the track shows it: 'English lead 8' [WOG-13.1]."""
    return "no lead" if score == 0 else f"{'English' if score > 0 else 'French'} lead {abs(score)}"
