"""The names of things in sentences for players."""

from collections.abc import Iterable, Mapping
from functools import partial

from engine.core.text import counted, join_words, leading
from engine.lancaster.board import spots
from engine.lancaster.board.catalog import Amounts, Catalog
from engine.lancaster.board.game import Lancaster

GOODS = {
    "gold": ("gold", "gold"),
    "squires": ("squire", "squires"),
    "voting_markers": ("voting marker", "voting markers"),
    "seals": ("seal", "seals"),
    "power_points": ("power point", "power points"),
    "dishonor": ("dishonor marker", "dishonor markers"),
}
"""Goods by name: one of them, several of them."""

PRIVILEGES = {"shield": "the shield", "archer": "the archer", "tudor_knight": "the Tudor knight"}

ADDS = {
    "shield": "nobody can expel him",
    "archer": "beside him, strength {strength}, scores for himself",
    "tudor_knight": "strength +{strength}",
}
"""What a privilege adds to the knight that it comes with."""

GOES = {
    "shield": "with a knight to a county",
    "archer": "with a knight to a conflict",
    "tudor_knight": "with a knight to a county, a conflict or an office",
}
"""Where a privilege may go."""

SHORTLY = {
    "shield": "a safe county",
    "archer": "strength {strength}, scores in France",
    "tudor_knight": "strength +{strength}",
}
"""What a privilege adds, where room is short."""

NOTHING = "nothing"

GAINS = {
    "upgrade": ("an upgrade", "upgrades"),
    "upgrade_deployed": ("an upgrade", "upgrades"),
    "recruit": ("a strength-1 knight", "strength-1 knights"),
    "extension": ("an extension tile", "extension tiles"),
    "dishonor_removed": ("1 dishonor marker off", "dishonor markers off"),
}
"""What else a law may give: one of them, several of them."""

MEASURES = {
    "gold": "the most gold",
    "squires": "the most squires",
    "voting_markers_after_vote": "the most voting markers left",
    "dishonor": "dishonor markers",
    "nobles": "the most nobles",
    "extensions": "extension tiles",
    "strength_in_conflicts": "the greatest strength of knights in conflicts",
    "strength_in_counties": "the greatest strength of knights in counties",
}


Printed = Lancaster | Catalog
"""Whose printed things are named: those with which a game plays, or those of a catalogue."""


def _book(of: Printed) -> Catalog:
    return of if isinstance(of, Catalog) else of.catalog


def amount(good: str, number: int) -> str:
    """Return an amount in words: '2 gold', '1 squire'."""
    one, several = GOODS[good]
    return f"{number} {one if number == 1 else several}"


def number_said(said: str) -> str:
    """Return a number as it is offered: one that was left out means none."""
    return said or "0"


def amounts(goods: Mapping[str, int] | Amounts) -> str:
    """Amounts in a row: '2 gold and 1 squire'; 'nothing' if there are none."""
    found = [amount(good, number) for good, number in goods.items() if number]
    return join_words(found) if found else NOTHING


def lead(game: Lancaster) -> str:
    """Say who leads by power points."""
    points = {f"{{{seat}}}": game.player(seat).points for seat in game.state.seats if seat not in game.state.gone}
    return leading(points, partial(amount, "power_points"))


def gain(of: Amounts, times: int) -> str:
    """Return what a law gives so many times, in a row: '4 squires', 'an extension tile'; 'nothing' for no time."""
    found = [_gained(kind, number * times) for kind, number in of.items() if number * times]
    return join_words(found) if found else NOTHING


def _gained(kind: str, number: int) -> str:
    if kind in GOODS:
        return amount(kind, number)
    one, several = GAINS[kind]
    return one if number == 1 else f"{number} {several}"


def house(game: Lancaster, colour: str) -> str:
    """Return a house by its player: `{ann}`, or "{ann}'s ally"."""
    seat = f"{{{game.seat_of(colour)}}}"
    return f"{seat}'s ally" if game.is_ally(colour) else seat


def knight(game: Lancaster, knight_id: str) -> str:
    """Return a knight by his strength: 'a strength-2 knight', 'an ally's strength-2 knight'."""
    found = game.knight(knight_id)
    return f"{'an ally’s' if game.is_ally(found.house) else 'a'} strength-{found.strength} knight"


def knights(game: Lancaster, ids: Iterable[str]) -> str:
    """Knights in a row by their strengths: 'knights of strength 1 and 3', 'a strength-2 knight'."""
    found = [game.knight(knight_id) for knight_id in ids]
    if len(found) == 1:
        return f"a strength-{found[0].strength} knight"
    return f"knights of strength {join_words(str(one.strength) for one in found)}" if found else "no knight"


def spot(of: Printed, at: str) -> str:
    """Return a space in words: 'Norfolk', 'Chancery', 'Harfleur', 'the tower', 'Lord High Chancellor'."""
    book, name = _book(of), spots.name(at)
    match spots.kind(at):
        case "county":
            return book.counties[name].name
        case "castle":
            return (book.castle | book.ally_castle)[name].name
        case "conflict":
            return book.conflicts[name].name
        case "office":
            return book.offices[name].name
        case "treasury":
            return "the treasury"
        case "tower":
            return "the tower"
        case "court":
            return "court"
        case _:
            return "the reserve"


def coded(of: Printed, at: str) -> str:
    """Return the same with the code of a castle space, for those who set up a position: 'K3 (Chancery)'."""
    return f"{spots.name(at)} ({spot(of, at)})" if spots.kind(at) == "castle" else spot(of, at)


def at(of: Printed, where: str) -> str:
    """Where somebody stands on a space: 'in Norfolk', 'at Harfleur', 'in the castle (Chancery)'."""
    match spots.kind(where):
        case "castle":
            return f"in the castle ({spot(of, where)})"
        case "conflict":
            return f"at {spot(of, where)}"
        case _:
            return f"in {spot(of, where)}"


def castle(of: Printed, at: str, *, ally: bool) -> str:
    """Return a space of one's own castle, or of one's ally's, whose spaces are called so: 'Tiltyard (castle)'."""
    return spot(of, at) if ally else f"{spot(of, at)} (castle)"


def noble(of: Printed, letter: str) -> str:
    """Return a noble by the county: 'the noble of York'."""
    return f"the noble of {_book(of).counties[letter].name}"


def tile(of: Printed, tile_id: str) -> str:
    """Return an extension tile by the castle space that it covers: 'Counting House'."""
    return _book(of).castle[_book(of).tiles[tile_id].space].name


def coded_tile(of: Printed, tile_id: str) -> str:
    """Return the same with its code, for those who set up a position: 'Counting House (X1)'."""
    return f"{tile(of, tile_id)} ({tile_id})"


def brings(of: Printed, space: str, house: str = "") -> str:
    """Return what a castle space or its tile does for a house: 'brings 2 gold', 'lets you pay 1 squire to …'."""
    gain = (_book(of).castle | _book(of).ally_castle)[space].gain
    return f"brings {pays(of, space)}" if gain else f"lets you {pays(of, space, house)}"


def pays(of: Printed, space: str, house: str = "") -> str:
    """Return the same in a few words: '2 gold', 'pay 1 squire to upgrade a knight or take a bishop'."""
    found = (_book(of).castle | _book(of).ally_castle)[space]
    if found.gain:
        return amounts(found.gain)
    what = upgrade(of, house) if found.action == "upgrade" else RECRUIT
    return f"pay {amounts(found.cost)} to {what}" if found.cost else what


def privilege(of: Printed, kind: str) -> str:
    """Return a privilege with what it adds: 'the Tudor knight (strength +2)'."""
    return f"{PRIVILEGES[kind]} ({_added(of, kind, ADDS)})"


def privilege_to_use(of: Printed, kind: str) -> str:
    """Return the same with where it may go: 'the shield (with a knight to a county: nobody can expel him)'."""
    return f"{PRIVILEGES[kind]} ({GOES[kind]}: {_added(of, kind, ADDS)})"


def privilege_shortly(of: Printed, kind: str) -> str:
    """Return a privilege in a few words: 'the archer (strength 2, scores in France)'."""
    return f"{PRIVILEGES[kind]} ({_added(of, kind, SHORTLY)})"


def _added(of: Printed, kind: str, said: Mapping[str, str]) -> str:
    return said[kind].format(strength=_book(of).privileges[kind].strength)


def office(of: Printed, office_id: str, *, ally: bool, last: bool, seal: int = 0, shortly: bool = False) -> str:
    """Return what an office brings, if need be `shortly`: '2 seals (2 points at the end), next round the shield'.

    A `seal` is worth so many points to whoever gets it, which is left out where it is 0; an ally gets none.
    """
    printed = _book(of).offices[office_id]
    seals, kind = (printed.seals_round5, printed.privilege_round5) if last else (printed.seals, printed.privilege)
    final = ("final point", "") if shortly else ("point", " at the end")
    points = f" ({counted(seals * seal, final[0])}{final[1]})" if seal else ""
    found = [f"{amount('seals', seals)}{points}"] if seals and not ally else []
    if kind and not (last and ally):
        said = privilege_shortly(of, kind) if shortly or last else privilege_to_use(of, kind)
        found.append(f"{'in the final scoring' if last else 'next round'} {said}")
    return (", ".join(found) if shortly else join_words(found)) if found else NOTHING


def law(of: Printed, law_id: str) -> str:
    """Return a law by its title: 'Stewardship'."""
    return _book(of).laws[law_id].title


RECRUIT = "recruit a strength-1 knight"


def upgrade(of: Printed, house: str = "") -> str:
    """Return what an upgrade allows a house, in words: 'upgrade a knight or take a bishop'."""
    return f"upgrade a knight{or_a_bishop(of, house)}"


def or_a_bishop(of: Printed, house: str) -> str:
    """Return ' or take a bishop' for a house that may have one more, of which an ally has none [LAN2-COURT-53].

    For no house in particular that is so as long as there are bishops.
    """
    if not isinstance(of, Lancaster):
        return ""
    able = of.bishop_to_take(house) and not of.is_ally(house) if house else of.court and of.state.bishops_left
    return " or take a bishop" if able else ""


def no_bishop(game: Lancaster, house: str) -> str:
    """Return why a player may have no bishop instead of an upgrade: '; no bishops are left'; "" for an ally's."""
    if not game.court or game.is_ally(house) or game.bishop_to_take(house):
        return ""
    most = f"you have {game.catalog.most_bishops} bishops, the most"
    return f"; {most if game.state.bishops_left else 'no bishops are left'}"


def favour(of: Printed, tile_id: str, house: str = "") -> str:
    """Return a favour in words, for a house: '3 gold', 'upgrade a knight', 'a noble of any county'."""
    found = _book(of).favours[tile_id]
    match found.kind:
        case "upgrade":
            return upgrade(of, house)
        case "noble":
            return "a noble of any county"
        case good:
            return amount(good, found.amount)


def law_text(of: Printed, law_id: str) -> str:
    """Return the effect of a law, in a sentence or two."""
    return _book(of).laws[law_id].text


def reward(of: Printed, letter: str, house: str = "") -> str:
    """Return the reward of a county, for a house: '4 gold', 'upgrade a knight'."""
    given = _book(of).counties[letter].reward
    match given.kind:
        case "recruit":
            return RECRUIT
        case "upgrade":
            return upgrade(of, house)
        case "extension":
            return "place an extension tile"
        case "move_to_conflict":
            return "move this knight on to a conflict"
        case "choose_start_player":
            return "name the next start player"
        case good:
            return amount(good, given.amount)
