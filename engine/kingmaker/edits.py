"""The game master's hand: typed changes of the state, also the set-up of scenarios."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from engine.core.actions import Action, snake
from engine.core.errors import Illegal
from engine.kingmaker import (
    allegiance,
    cards,
    deadline,
    debates,
    event_edits,
    forces,
    leaving,
    locations,
    names,
    newcomers,
    overseas_edits,
    peace,
    sites,
    trade_edits,
    turn,
)
from engine.kingmaker.catalog import NobleCard
from engine.kingmaker.game import Kingmaker
from engine.kingmaker.state import Noble, Phase, Ship, Siege, Turn


class Place(Action, frozen=True):
    """Put a noble on the map, into play for `seat` if he is not; his heirs go along."""

    noble: str
    at: str
    seat: str = ""


class Remove(Action, frozen=True):
    """Take a noble and all his cards off the map, as if he had died."""

    noble: str


class Give(Action, frozen=True):
    """Lay a card with a noble, wherever the card is."""

    card: str
    noble: str


class Hand(Action, frozen=True):
    """Put a Crown card into a seat's hand, wherever it is."""

    card: str
    seat: str


class Retain(Action, frozen=True):
    """Let a seat keep an event card, wherever it is."""

    card: str
    seat: str


class SetHeir(Action, frozen=True, tag="heir"):
    """Put an heir into the charge of a noble, or uncontrolled at a location."""

    heir: str
    noble: str = ""
    at: str = ""


class Crown(Action, frozen=True):
    """Make an heir King."""

    heir: str


class Uncrown(Action, frozen=True):
    """Make a King an heir like others."""

    heir: str


class Kill(Action, frozen=True):
    """Let a noble or an heir die."""

    person: str


class SetControl(Action, frozen=True, tag="control"):
    """Give a fortress to a seat as captured, or to nobody; where nobles hold places, to `noble` of that seat."""

    place: str
    seat: str = ""
    noble: str = ""


class LaySiege(Action, frozen=True):
    """Put a site under siege by a seat, in a Combat phase of its that is number `turn`; seat "" raises the siege."""

    place: str
    seat: str = ""
    turn: int = 1


class SetShip(Action, frozen=True, tag="ship"):
    """Put a ship on the map at a port or a sea square; it may lie there `from_start` of the game."""

    ship: str
    at: str
    from_start: bool = False


class Chancery(Action, frozen=True):
    """Put a card into the Chancery, wherever it is."""

    card: str


class Pile(Action, frozen=True):
    """Put a card on top of a pile, wherever it is."""

    card: str
    pile: Literal["crown_deck", "crown_discard", "event_deck", "event_discard", "event_aside", "removed", "aside"]


class SetPeace(Action, frozen=True, tag="peace"):
    """Let the King's Peace of a seat's Parliament hold around a place; seat "" ends it."""

    place: str
    seat: str = ""


class Bind(Action, frozen=True):
    """Let a noble or a ship keep the King's Peace as returned from Parliament, or, with `free`, no more."""

    noble: str = ""
    ship: str = ""
    free: bool = False


class Goto(Action, frozen=True):
    """Go to the beginning of a phase of a seat's turn."""

    seat: str
    phase: Phase


class SetRound(Action, frozen=True, tag="round"):
    """Set the number of the round."""

    number: int


class SetCaptive(Action, frozen=True, tag="capture"):
    """Make a noble the captive of a seat."""

    noble: str
    seat: str


class SetForce(Action, frozen=True, tag="force"):
    """Give a noble the number of his force in his location."""

    noble: str
    number: int


class SetWeary(Action, frozen=True, tag="weary"):
    """Say whether a noble was in a combat in his player's latest turn."""

    noble: str
    weary: bool = True


class Forfeit(Action, frozen=True):
    """Let a seat forfeit its next Crown draw."""

    seat: str


class RunDry(Action, frozen=True):
    """Note that the Crown deck has run out once."""


def carry_out(game: Kingmaker, action: Action) -> None:
    """Carry out an edit; raises Illegal if it is none or names what does not exist."""
    deed = DEEDS.get(type(action))
    if deed is None:
        raise Illegal("This is not one of the game master's edits.")
    _check_names(game, action)
    deed(game, action)
    game.emit("edit", f"The game master: {in_words(action)}.", rule="")


def in_words(action: Action) -> str:
    """An edit in words: 'place percy, open:durham, ann'."""
    values = [str(getattr(action, field)) for field in action.__struct_fields__]
    return f"{snake(type(action).__name__)} {', '.join(value for value in values if value)}".replace("_", " ")


def _check_names(game: Kingmaker, action: Action) -> None:
    known: dict[str, Mapping[str, object]] = {
        "noble": {card.id: card for card in game.book.cards.values() if isinstance(card, NobleCard)},
        "card": {**game.book.cards, **game.book.events},
        "heir": game.state.heirs,
        "seat": game.state.factions,
        "place": game.book.places,
        "ship": game.book.ships,
    }
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if field in known and value and value not in known[field]:
            raise Illegal(f"There is no {field} called '{value}' in this game.")
        if field == "at" and value:
            check_location(game, value)


def check_location(game: Kingmaker, at: str) -> None:
    """Raise Illegal unless `at` is a location of the map."""
    book = game.book
    ids: dict[str, Mapping[str, Any]] = {
        "open": book.squares,
        "area": book.squares,
        "inside": book.places,
        "aboard": game.state.ships,
        "port": book.ports,
        "sea": book.seas,
    }
    if locations.name(at) not in ids.get(locations.kind(at), {}):
        raise Illegal(f"'{at}' is no location; write open:<square>, inside:<place>, aboard:<ship> or area:<area>.")


# ---------------------------------------------------------------------- the deeds


def take_out(game: Kingmaker, card: str) -> None:
    """Take a card out of wherever it is."""
    state = game.state
    piles = [state.crown_deck, state.crown_discard, state.event_deck, state.event_discard]
    piles += [state.chancery, state.removed, state.aside, state.event_aside]
    piles += [pile for faction in state.factions.values() for pile in (faction.hand, faction.retained)]
    for pile in piles:
        if card in pile:
            pile.remove(card)
    state.stays = [stay for stay in state.stays if stay.card != card]
    if card in game.book.events:
        state.catastrophes = [found for found in state.catastrophes if found.card != card]
        return
    _reclaim(game, card)
    for person in (*state.nobles.values(), *state.abandoned.values()):
        _take_from(person, card)
    if not isinstance(game.book.cards[card], NobleCard):
        sites.release_claims(game, card)


def _reclaim(game: Kingmaker, duke: str) -> None:
    """Take an abandoned Duke off the map; what lay with him goes where lost cards go."""
    person = game.state.abandoned.pop(duke, None)
    for card in (person.office, *person.cards) if person else ():
        if card:
            cards.lose(game, card)


def _take_from(person: Noble, card: str) -> None:
    if person.title == card:
        person.title = ""
    if person.office == card:
        person.office = ""
    if card in person.cards:
        person.cards.remove(card)


def _place(game: Kingmaker, edit: Place) -> None:
    if edit.noble not in game.state.nobles:
        take_out(game, edit.noble)
        cards.enter(game, edit.noble, edit.seat or game.active, edit.at)
        return
    person = game.noble(edit.noble)
    person.captor = person.taken_at = ""
    if edit.seat and edit.seat != person.faction:
        allegiance.change(game, edit.noble, edit.seat)
    forces.place_at(game, edit.noble, edit.at)


def _give(game: Kingmaker, edit: Give) -> None:
    printed = game.book.cards.get(edit.card)
    if printed is None or isinstance(printed, NobleCard):
        raise Illegal("Only titles, offices, bishops, mercenaries, towns and ships can be given to a noble.")
    if edit.noble not in game.state.nobles:
        raise Illegal(f"{names.card(edit.noble)} is not in play; place him first.")
    cards.check_fits(game, edit.card, edit.noble)
    take_out(game, edit.card)
    cards.attach(game, edit.card, edit.noble)


def _hand(game: Kingmaker, edit: Hand) -> None:
    if edit.card in game.state.nobles:
        raise Illegal(f"{names.card(edit.card)} is in play; remove him first.")
    take_out(game, edit.card)
    game.faction(edit.seat).hand.append(edit.card)


def _retain(game: Kingmaker, edit: Retain) -> None:
    if edit.card not in game.book.events:
        raise Illegal(f"'{edit.card}' is no event card.")
    take_out(game, edit.card)
    game.faction(edit.seat).retained.append(edit.card)


def _set_heir(game: Kingmaker, edit: SetHeir) -> None:
    if edit.noble and not forces.guardians(game, [edit.noble]):
        raise Illegal(f"{names.card(edit.noble)} can have no heirs; choose another noble.", "WBC-R05.1")
    heir = game.heir(edit.heir)
    heir.alive, heir.clock = True, 0
    heir.noble = edit.noble
    heir.at = game.noble(edit.noble).at if edit.noble else edit.at


def _crown(game: Kingmaker, edit: Crown) -> None:
    for other in game.state.heirs.values():
        if other.house == game.heir(edit.heir).house:
            other.king = False
    game.heir(edit.heir).king = True


def _uncrown(game: Kingmaker, edit: Uncrown) -> None:
    game.heir(edit.heir).king = False


def _kill(game: Kingmaker, edit: Kill) -> None:
    if edit.person in game.state.nobles:
        cards.kill_nobles(game, [edit.person], "by the game master's hand")
    elif edit.person in game.state.heirs and game.heir(edit.person).alive:
        cards.kill_heir(game, edit.person, "by the game master's hand")
    else:
        raise Illegal(f"Nobody called '{edit.person}' is alive in this game.")


def _control(game: Kingmaker, edit: SetControl) -> None:
    if not game.book.places[edit.place].fortress:
        raise Illegal(f"{names.place(edit.place)} cannot be controlled; only fortresses can.", "BASE-SIT-5")
    if edit.seat:
        _check_keeper(game, edit)
        sites.capture(game, edit.place, edit.seat, edit.noble)
    else:
        sites.lose(game, edit.place)


def _check_keeper(game: Kingmaker, edit: SetControl) -> None:
    """Where nobles hold places, one of the seat's nobles must be there to hold it."""
    if not sites.by_nobles(game):
        return
    mine = forces.nobles_of(game, edit.seat)
    if not mine or (edit.noble and edit.noble not in mine):
        raise Illegal("A fortress is held by one noble of the faction that controls it; name one.", "COV-5.5")


def _siege(game: Kingmaker, edit: LaySiege) -> None:
    if edit.seat:
        game.state.sieges[edit.place] = Siege(edit.seat, turn=edit.turn)
    else:
        game.state.sieges.pop(edit.place, None)


def _ship(game: Kingmaker, edit: SetShip) -> None:
    game.state.ships[edit.ship] = Ship(edit.at, from_start=edit.from_start)


def _peace(game: Kingmaker, edit: SetPeace) -> None:
    square = game.book.places[edit.place].square
    if edit.seat:
        game.state.peace[square] = edit.seat
    else:
        peace.lift(game, square)


def _bind(game: Kingmaker, edit: Bind) -> None:
    if not edit.free and not game.state.peace:
        raise Illegal("There is no King's Peace to keep; set one first.")
    if edit.noble:
        game.noble(edit.noble).returned = not edit.free
    if edit.ship:
        game.ship(edit.ship).returned = not edit.free


def _pile(game: Kingmaker, card: str, pile: list[str]) -> None:
    if card in game.state.nobles:
        raise Illegal(f"{names.card(card)} is in play; remove him first.")
    take_out(game, card)
    pile.append(card)


def _goto(game: Kingmaker, edit: Goto) -> None:
    before: list[Phase] = []
    for phase in turn.PHASES:
        if phase == edit.phase:
            break
        before.append(phase)
    state = game.state
    state.turn = Turn(round=state.turn.round, seat=edit.seat, phase=edit.phase)
    game.drop_steps(0)
    state.steps = [turn.Round(), turn.OneTurn(begun=before)]
    for noble in state.nobles.values():
        turn.refresh(noble)
    for ship in state.ships.values():
        ship.steps, ship.loaded_at = 0, ""


def _round(game: Kingmaker, edit: SetRound) -> None:
    game.state.turn.round = edit.number


def _captive(game: Kingmaker, edit: SetCaptive) -> None:
    person = game.noble(edit.noble)
    person.captor, person.taken_at, person.at = edit.seat, person.at, ""


def _force(game: Kingmaker, edit: SetForce) -> None:
    game.noble(edit.noble).force = edit.number


def _weary(game: Kingmaker, edit: SetWeary) -> None:
    game.noble(edit.noble).weary = edit.weary


def _forfeit(game: Kingmaker, edit: Forfeit) -> None:
    game.faction(edit.seat).forfeits_draw = True


def _run_dry(game: Kingmaker, _: RunDry) -> None:
    game.state.crown_deck_emptied = True


DEEDS: dict[type[Action], Callable[[Kingmaker, Any], None]] = {
    Place: _place,
    Remove: lambda game, edit: cards.kill_nobles(game, [edit.noble], "taken off the map"),
    Give: _give,
    Hand: _hand,
    Retain: _retain,
    SetHeir: _set_heir,
    Crown: _crown,
    Uncrown: _uncrown,
    Kill: _kill,
    SetControl: _control,
    LaySiege: _siege,
    SetShip: _ship,
    SetPeace: _peace,
    Bind: _bind,
    debates.AllowVote: debates.allow_vote,
    deadline.CloseParliament: deadline.close,
    Chancery: lambda game, edit: _pile(game, edit.card, game.state.chancery),
    Pile: lambda game, edit: _pile(game, edit.card, getattr(game.state, edit.pile)),
    Goto: _goto,
    SetRound: _round,
    SetCaptive: _captive,
    SetForce: _force,
    SetWeary: _weary,
    Forfeit: _forfeit,
    RunDry: _run_dry,
    **trade_edits.DEEDS,
    leaving.Drop: leaving.drop,
    **event_edits.DEEDS,
    **overseas_edits.DEEDS,
    newcomers.Join: newcomers.join,
}

ACTIONS: tuple[type[Action], ...] = tuple(DEEDS)


def stack_piles(game: Kingmaker, piles: Mapping[str, Sequence[str]]) -> None:
    """Put cards on top of a deck so that the first one named is drawn first."""
    decks = {"events": game.state.event_deck, "crown": game.state.crown_deck}
    for name, wanted in piles.items():
        if name not in decks:
            raise Illegal(f"There is no deck '{name}' to stack; use events or crown.")
        for card in reversed(wanted):
            _pile(game, card, decks[name])
