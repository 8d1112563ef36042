"""The game master's hand: every part of the state can be set; scenarios are set up with the same edits."""

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, Literal

from engine.core.actions import Action, Draft
from engine.core.editing.at_the_table import Pile
from engine.core.editing.edits import Among, Drop, Edits, Settled
from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour, Conflict, Privilege, PrivilegeKind, Space, Spot, Stack
from engine.lancaster.placing import castles, lords, privileges
from engine.lancaster.rewards import rewards
from engine.lancaster.sequence import leaving, scoring
from engine.lancaster.sequence.rounds import STAGES, OneRound


class Stand(Action, frozen=True):
    """Put a knight at court, into the reserve or the tower, or on a space."""

    knight: str
    at: str
    squires: int = 0


class SetLord(Action, frozen=True):
    """Put a house's lord on an office with bishops, into the treasury, or back to court."""

    house: str
    at: str
    bishops: int = 0


class SetGoods(Action, frozen=True):
    """Set how much of a good a player has, such as gold, seals or bishops."""

    seat: str
    good: str
    number: int


class SetNobles(Action, frozen=True):
    """Set the nobles at a player's table, by letter; the counties keep the rest."""

    seat: str
    nobles: list[str]


class SetTiles(Action, frozen=True):
    """Set the extension tiles in a player's castle."""

    seat: str
    tiles: list[str]


class SetOffice(Action, frozen=True):
    """Give an office to a house, or to nobody."""

    office: str
    house: str


class Grant(Action, frozen=True):
    """Give a house a privilege, as if granted in a round; it is kept, or stands somewhere already."""

    house: str
    privilege: PrivilegeKind
    round: int
    at: str = ""


class OpenConflict(Action, frozen=True):
    """Lay a conflict card on the board in place of what lies there."""

    card: str
    row: Literal["upper", "lower"]
    column: int


class SetLaws(Action, frozen=True):
    """Set the laws in force, or those that are proposed; what is exchanged goes under the pile."""

    current: list[str] = []
    proposed: list[str] = []


class PutAway(Action, frozen=True):
    """Lay laws and conflicts aside that have been played; what is left of their piles is shuffled, part by part."""

    cards: list[str]


class SetFavours(Action, frozen=True):
    """Set which favour tiles lie face up."""

    tiles: list[str]


class SetTreasury(Action, frozen=True):
    """Set what lies in the treasury of a good."""

    good: str
    number: int


class SetTrack(Action, frozen=True):
    """Set the markers on each space of the dishonor track."""

    markers: list[int]


class SetCounty(Action, frozen=True):
    """Set how many nobles are left in a county."""

    county: str
    nobles: int


class SetBishops(Action, frozen=True):
    """Set how many bishops are on the regal board; the rest counts as removed."""

    number: int


class SetRound(Action, frozen=True, tag="round"):
    """Set the round, and who begins."""

    number: int
    start: str = ""


class Goto(Action, frozen=True):
    """Begin a stage of the round anew."""

    stage: str


class ScoreNow(Action, frozen=True):
    """End play now, as after the last round, and score."""


def _known(game: Lancaster, edit: Action) -> Mapping[str, Container[str]]:
    book = game.catalog
    return {
        "knight": game.state.knights,
        "house": [*game.state.houses, *[""] * isinstance(edit, SetOffice)],
        "seat": game.state.seats,
        "start": game.state.seats,
        "office": book.offices,
        "card": book.conflicts,
        "county": book.counties,
        "stage": STAGES,
        "good": [*names.GOODS, *["bishops", "points"] * isinstance(edit, SetGoods)],
    }


# ---------------------------------------------------------------------- tokens


def _stand(game: Lancaster, edit: Stand) -> None:
    knight = game.knight(edit.knight)
    _lift(game, edit.knight)
    kind, name = spots.kind(edit.at), spots.name(edit.at)
    match kind:
        case "county" if name in game.state.counties:
            _to_county(game, edit, name)
        case "conflict" if name in game.state.conflicts:
            _to_conflict(game, edit, name)
        case "castle" if name in castles.spaces(game, knight.house):
            if game.knights(knight.house, edit.at):
                raise Illegal(f"{names.spot(game, edit.at)} is held already; move that knight first.")
        case "court" | "reserve" | "tower" if not name:
            pass
        case "office" if name in game.state.stacks and game.state.stacks[name].house == knight.house:
            pass
        case _:
            raise Illegal(f"'{edit.at}' is no spot for this knight; name one such as court or county:A.")
    knight.at = Spot(edit.at)


def _lift(game: Lancaster, knight_id: str) -> None:
    """Take a knight from where he stands; an empty space is free again, and who stood with him is in the supply."""
    knight = game.knight(knight_id)
    name = spots.name(knight.at)
    if spots.kind(knight.at) in ("county", "conflict") and game.knights_at(knight.at) == [knight_id]:
        privileges.to_supply(game, game.privileges_at(knight.at))
    if spots.kind(knight.at) == "county":
        county = game.state.counties[name]
        county.house, county.squires = "", 0
    if spots.kind(knight.at) == "conflict" and game.knights_at(knight.at) == [knight_id]:
        place = int(knight.at.rpartition("/")[2]) - 1
        game.state.conflicts[name].spaces[place] = Space()
    knight.at = spots.RESERVE


def _to_county(game: Lancaster, edit: Stand, letter: str) -> None:
    county = game.state.counties[letter]
    if county.house:
        raise Illegal(f"{names.spot(game, edit.at)} is held already; move that knight first.")
    county.house, county.squires = game.knight(edit.knight).house, edit.squires


def _to_conflict(game: Lancaster, edit: Stand, card: str) -> None:
    place = edit.at.rpartition("/")[2]
    spaces = game.state.conflicts[card].spaces
    if not place.isdecimal() or not 1 <= int(place) <= len(spaces):
        raise Illegal(f"Name a space of the card, such as conflict:{card}/1.")
    space = spaces[int(place) - 1]
    if space.house not in ("", game.knight(edit.knight).house) or space.archer:
        raise Illegal(f"Space {place} of {names.spot(game, edit.at)} is taken; name another.")
    space.house = game.knight(edit.knight).house


def _lord(game: Lancaster, edit: SetLord) -> None:
    for office in [office for office, stack in game.state.stacks.items() if stack.house == edit.house]:
        lords.leave(game, office, tudor_stays=True)
    office = spots.name(edit.at)
    if spots.kind(edit.at) == "office":
        if office not in game.catalog.offices or office in game.state.stacks:
            raise Illegal(f"'{edit.at}' is no free office; name one such as office:chancellor.")
        game.state.stacks[office] = Stack(Colour(edit.house), edit.bishops)
    elif edit.at not in (spots.COURT, spots.TREASURY):
        raise Illegal("A lord stands at court, in the treasury, or at office:<name>.")
    game.house(edit.house).lord = edit.at


def _grant(game: Lancaster, edit: Grant) -> None:
    if edit.at and (edit.privilege == "archer" or spots.kind(edit.at) == "conflict"):
        name, place = spots.name(edit.at), edit.at.rpartition("/")[2]
        spaces = game.state.conflicts[name].spaces if name in game.state.conflicts else []
        if not place.isdecimal() or not 0 < int(place) <= len(spaces):
            raise Illegal("At a conflict a space is named by its number, such as conflict:C03/2.")
        space = spaces[int(place) - 1]
        if edit.privilege == "archer":
            space.house, space.archer = edit.house, True
    game.state.privileges.append(Privilege(edit.privilege, Colour(edit.house), edit.round, edit.at))


def _office(game: Lancaster, edit: SetOffice) -> None:
    game.state.holders.pop(edit.office, None)
    if edit.house:
        game.state.holders[edit.office] = edit.house


# ---------------------------------------------------------------------- goods


def _goods(game: Lancaster, edit: SetGoods) -> None:
    player = game.player(edit.seat)
    if edit.good == "bishops":
        game.state.bishops_left += player.bishops - edit.number
    field = "points" if edit.good == "power_points" else edit.good
    setattr(player, field, edit.number)
    player.fresh_markers = min(player.fresh_markers, player.voting_markers)


def _nobles(game: Lancaster, edit: SetNobles) -> None:
    player = game.player(edit.seat)
    unknown = [letter for letter in edit.nobles if letter not in game.state.counties]
    if unknown:
        raise Illegal(f"There is no noble of {unknown[0]}; the counties are A to I.")
    for letter in player.nobles:
        game.state.counties[letter].nobles += 1
    for letter in edit.nobles:
        game.state.counties[letter].nobles -= 1
    player.nobles = list(edit.nobles)


def _tiles(game: Lancaster, edit: SetTiles) -> None:
    unknown = [tile for tile in edit.tiles if tile not in game.catalog.tiles]
    if unknown:
        raise Illegal(f"There is no tile {unknown[0]}; they are {join_words(game.catalog.tiles)}.")
    game.player(edit.seat).tiles = list(edit.tiles)


def _treasury(game: Lancaster, edit: SetTreasury) -> None:
    game.state.treasury[edit.good] = edit.number


def _track(game: Lancaster, edit: SetTrack) -> None:
    if len(edit.markers) != len(game.catalog.track):
        raise Illegal(f"The track has {len(game.catalog.track)} spaces; give a number for each.")
    game.state.track = list(edit.markers)


def _county(game: Lancaster, edit: SetCounty) -> None:
    game.state.counties[edit.county].nobles = edit.nobles


def _bishops(game: Lancaster, edit: SetBishops) -> None:
    game.state.bishops_removed += game.state.bishops_left - edit.number
    game.state.bishops_left = edit.number


def _favours(game: Lancaster, edit: SetFavours) -> None:
    unknown = [tile for tile in edit.tiles if tile not in game.catalog.favours]
    if unknown:
        raise Illegal(f"There is no favour tile {unknown[0]}; they are {join_words(game.catalog.favours)}.")
    game.state.favours = list(edit.tiles)


# ---------------------------------------------------------------------- cards and flow


def _open(game: Lancaster, edit: OpenConflict) -> None:
    conflicts_ = game.state.conflicts
    if edit.column not in range(rewards.COLUMNS):
        raise Illegal("The columns are 0 (left) and 1 (right).")
    for card in [card for card, c in conflicts_.items() if (c.row, c.column) == (edit.row, edit.column)]:
        _take_up(game, card)
        game.state.conflict_pile.append(card)
    if edit.card in conflicts_:
        _take_up(game, edit.card)
    if edit.card in game.state.conflict_pile:
        game.state.conflict_pile.remove(edit.card)
    conflicts_[edit.card] = Conflict(edit.row, edit.column, [Space() for _ in range(rewards.SPACES)])


def _take_up(game: Lancaster, card: str) -> None:
    for knight in list(game.state.knights):
        if spots.kind(game.knight(knight).at) == "conflict" and spots.name(game.knight(knight).at) == card:
            _lift(game, knight)
    del game.state.conflicts[card]


def _laws(game: Lancaster, edit: SetLaws) -> None:
    laws = game.state.laws
    unknown = [law for law in (*edit.current, *edit.proposed) if law not in game.catalog.laws]
    if unknown:
        raise Illegal(f"There is no law '{unknown[0]}'; write the number on a card.")
    wanted = [*(edit.current or laws.current), *(edit.proposed or laws.proposed)]
    freed = [law for law in (*laws.current, *laws.proposed) if law not in wanted]
    laws.current = list(edit.current) or laws.current
    laws.proposed = list(edit.proposed) or laws.proposed
    laws.pile = [law for law in [*laws.pile, *freed] if law not in wanted]


def _put_away(game: Lancaster, edit: PutAway) -> None:
    state = game.state
    piles = {*state.conflict_pile, *state.laws.pile}
    if missing := [card for card in edit.cards if card not in piles]:
        raise Illegal(_why_not_away(game, missing[0]))
    state.conflict_pile = [card for card in state.conflict_pile if card not in edit.cards]
    state.laws.pile = [law for law in state.laws.pile if law not in edit.cards]
    _shuffle_conflicts(game)
    _shuffle_laws(game)


def _shuffle_conflicts(game: Lancaster, _: str = "") -> None:
    """Shuffle the conflicts that are left, those of each stage among themselves."""
    pile = game.state.conflict_pile
    game.dice.shuffle(pile, "the conflicts that are left")
    pile.sort(key=lambda card: game.catalog.conflicts[card].stage)


def _shuffle_laws(game: Lancaster, _: str = "") -> None:
    """Shuffle the laws that are left, those of each group among themselves."""
    pile = game.state.laws.pile
    game.dice.shuffle(pile, "the laws that are left")
    pile.sort(key=lambda law: game.catalog.laws[law].group)


def _why_not_away(game: Lancaster, card: str) -> str:
    """Why a card cannot be put away: it lies open, nobody plays with it, or there is none."""
    laws = game.state.laws
    if card in (*game.state.conflicts, *laws.current, *laws.proposed):
        return f"'{card}' lies face up; put another card in its place first, or take it out of the list."
    if card in {**game.catalog.conflicts, **game.catalog.laws}:
        return f"'{card}' lies in no pile; take it out of the list, or check which sets of laws this table plays."
    return f"There is no law or conflict '{card}'."


def _round(game: Lancaster, edit: SetRound) -> None:
    if not 1 <= edit.number <= game.catalog.rounds:
        raise Illegal(f"The game has {game.catalog.rounds} rounds.")
    game.state.turn.round = edit.number
    if edit.start:
        game.state.turn.start = game.state.turn.seat = edit.start


def _goto(game: Lancaster, edit: Goto) -> None:
    """Begin at a stage; those before it count as done."""
    del game.state.steps[1:]
    stages = list(STAGES)
    game.push(OneRound(begun=stages[: stages.index(edit.stage)]))


def _score(game: Lancaster, edit: ScoreNow) -> None:
    if game.state.result is not None:
        raise Illegal("The game is over; there is nothing more to score.")
    game.state.steps.clear()
    scoring.score(game)


def _drop(game: Lancaster, edit: Drop) -> None:
    if edit.seat not in game.playing() or game.state.result is not None:
        raise Illegal("Only a seat that is still in the game can be closed.")
    leaving.close(game, edit.seat)


HANDLERS: Mapping[type[Action], Callable[[Lancaster, Any], None]] = {
    Stand: _stand,
    SetLord: _lord,
    SetGoods: _goods,
    SetNobles: _nobles,
    SetTiles: _tiles,
    SetOffice: _office,
    Grant: _grant,
    OpenConflict: _open,
    SetLaws: _laws,
    PutAway: _put_away,
    SetFavours: _favours,
    SetTreasury: _treasury,
    SetTrack: _track,
    SetCounty: _county,
    SetBishops: _bishops,
    SetRound: _round,
    Goto: _goto,
    ScoreNow: _score,
    Drop: _drop,
}
"""The edits with the function that carries each out."""

# ---------------------------------------------------------------------- what each settles


def _settles(game: Lancaster, edit: Action) -> Iterator[Settled]:
    """Yield what an edit settles: a file that settles the same twice has a mistake in it."""
    match edit:
        case Stand():
            yield Settled(edit.knight, f"Knight {edit.knight} stands twice in the file")
            yield from _space_taken(game, edit)
        case SetLord():
            yield Settled(edit.house, "The lord of {} stands twice")
            if spots.kind(edit.at) == "office":
                yield Settled(edit.at, "Two lords want the same office")
        case SetGoods():
            yield Settled(edit.seat, f"{{}} has {edit.good.replace('_', ' ')} set twice")
        case SetNobles():
            yield Settled(edit.seat, "The nobles of {} are set twice")
            yield from (Settled(letter, f"{edit.seat} has the noble {letter} twice") for letter in edit.nobles)
        case SetTiles():
            yield Settled(edit.seat, "The extensions of {} are set twice")
            yield from (Settled(tile, f"{edit.seat} has the extension {tile} twice") for tile in edit.tiles)
        case OpenConflict():
            yield _card(game, edit.card)
            yield Settled("", f"Two conflicts lie in column {edit.column} of the {edit.row} row")
        case SetLaws():
            yield from _laws_laid(game, edit)
        case PutAway():
            yield from (_card(game, card) for card in edit.cards)
        case SetFavours():
            yield Settled("", "The favours are set twice")
            yield from (Settled(tile, "The favour {} lies open twice") for tile in edit.tiles)
        case SetOffice():
            yield Settled(edit.office, "{} is given twice")
        case SetTreasury():
            yield Settled(edit.good, "The treasury has {} set twice")
        case SetCounty():
            yield Settled(edit.county, "The nobles left in {} are set twice")
        case SetTrack() | SetBishops() | SetRound() | Goto():
            yield Settled("", ONCE[type(edit)])


ONCE: Mapping[type[Action], str] = {
    SetTrack: "The dishonor track is set twice",
    SetBishops: "The bishops on the regal board are set twice",
    SetRound: "The round is set twice",
    Goto: "The stage is named twice",
}
"""The fault of a second edit of a kind that is allowed once."""


def _space_taken(game: Lancaster, edit: Stand) -> Iterator[Settled]:
    """One knight stands on a county and on a castle space, those of one house on a space of a conflict."""
    house = game.knight(edit.knight).house if edit.knight in game.state.knights else ""
    match spots.kind(edit.at):
        case "county":
            yield Settled(edit.at, f"Two knights stand at {edit.at}")
        case "castle":
            yield Settled(edit.at, f"Two {house} knights stand at {edit.at}")
        case "conflict":
            yield Settled(edit.at, f"Knights of two houses stand at {edit.at}", by=house)


def _card(game: Lancaster, card: str) -> Settled:
    """Return a law or a conflict, which lies in one place, by its number and its name."""
    law, conflict = game.catalog.laws.get(card), game.catalog.conflicts.get(card)
    name = f" ({law.title if law else conflict.name if conflict else ''})" if law or conflict else ""
    return Settled(card, f"{card}{name} stands twice in the file")


def _laws_laid(game: Lancaster, edit: SetLaws) -> Iterator[Settled]:
    for name, laws in (("in force", edit.current), ("that are proposed", edit.proposed)):
        if laws:
            yield Settled("", f"The laws {name} are set twice")
        yield from (_card(game, law) for law in laws)


PILES = {
    "laws": Pile("the pile of laws", _shuffle_laws),
    "conflicts": Pile("the pile of conflicts", _shuffle_conflicts),
}
"""The piles that can be reshuffled after one of their cards was seen."""


def _spots(game: Lancaster, draft: Draft) -> Mapping[str, str]:
    """Where a knight can stand."""
    book, knight = game.catalog, game.state.knights.get(draft.get("knight", ""))
    house = knight.house if knight else ""
    found = [*map(spots.county, book.counties), *_conflict_spaces(game)]
    found += map(spots.castle, castles.spaces(game, house) if house else (*book.castle, *book.ally_castle))
    found += [spots.office(office) for office, stack in game.state.stacks.items() if stack.house == house]
    return {at: _spot_words(game, at) for at in (*found, spots.COURT, spots.RESERVE, spots.TOWER)}


def _spot_words(game: Lancaster, at: str) -> str:
    """Return a spot in words, of a conflict with the number of its space."""
    _, numbered, place = at.partition("/")
    return f"{names.coded(game, at.partition('/')[0])}{f', space {place}' if numbered else ''}"


def _conflict_spaces(game: Lancaster) -> list[str]:
    return [f"conflict:{card}/{n + 1}" for card, c in game.state.conflicts.items() for n in range(len(c.spaces))]


def _lord_spots(game: Lancaster, _: Draft) -> Mapping[str, str]:
    found = [*map(spots.office, game.catalog.offices), spots.TREASURY, spots.COURT]
    return {at: names.spot(game, at) for at in found}


def _conflict_cards(game: Lancaster) -> Mapping[str, str]:
    return {card: names.spot(game, f"conflict:{card}") for card in game.catalog.conflicts}


CHOICES: Mapping[tuple[type[Action], str], Among] = {
    (Stand, "at"): _spots,
    (SetLord, "at"): _lord_spots,
    (SetNobles, "nobles"): lambda game, _: list(game.catalog.counties),
    (SetTiles, "tiles"): lambda game, _: list(game.catalog.tiles),
    (Grant, "at"): lambda game, _: {
        at: _spot_words(game, at) for at in (*map(spots.county, game.catalog.counties), *_conflict_spaces(game))
    },
    (OpenConflict, "card"): lambda game, _: _conflict_cards(game),
    (OpenConflict, "column"): lambda game, _: {"0": "left", "1": "right"},
    (SetLaws, "current"): lambda game, _: list(game.catalog.laws),
    (SetLaws, "proposed"): lambda game, _: list(game.catalog.laws),
    (PutAway, "cards"): lambda game, _: (
        {law.id: law.title for law in game.catalog.laws.values()} | {**_conflict_cards(game)}
    ),
    (SetFavours, "tiles"): lambda game, _: list(game.catalog.favours),
}
"""The values that a field can take after the earlier answers."""

EDITS = Edits(
    HANDLERS,
    _known,
    discreet={SetGoods: "number"},
    settles=_settles,
    said_as={Grant: {"round": "granted_in_round"}},
    piles=PILES,
    among=CHOICES,
    repeats=frozenset({(SetNobles, "nobles")}),
)
"""Goods behind a screen are told only to their owner."""


def stack_piles(game: Lancaster, piles: Mapping[str, Any]) -> None:
    """Put cards on top of the piles `laws` and `conflicts`, for scenarios and the game master."""
    known = {"laws": game.state.laws.pile, "conflicts": game.state.conflict_pile}
    for pile, cards in piles.items():
        if pile not in known:
            raise Illegal(f"There is no pile '{pile}'; the piles are {join_words(known)}.")
        found = known[pile]
        missing = [card for card in cards if card not in found]
        if missing:
            raise Illegal(f"{missing[0]} is not in the pile of {pile}.")
        found[:] = [*cards, *(card for card in found if card not in cards)]
