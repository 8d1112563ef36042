"""A player leaves and nobody takes the seat over (rules 9.1) [BASE-DRP-1]."""

from collections.abc import Sequence

import msgspec

from engine.core.data import strings_in
from engine.core.editing.edits import Drop
from engine.core.errors import Illegal
from engine.kingmaker.board import deaths, names, sieges
from engine.kingmaker.board.cards import cards, decks, piles
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.combat import captives
from engine.kingmaker.crown import houses
from engine.kingmaker.parliament.session import Session, in_session
from engine.kingmaker.sequence import setup, turn


def drop(game: Kingmaker, action: Drop) -> None:
    """Close a seat at any point of the game; the last seat left wins. Raise Illegal if it is closed already."""
    seat = action.seat
    if game.state.result or seat not in game.state.seats or game.faction(seat).gone:
        raise Illegal("Only a seat that is still in the game can be closed.", "BASE-DRP-1")
    game.emit("left", f"{{{seat}}} has left the game, and the seat is closed.", about=[seat], rule="BASE-DRP-1")
    ends_turn = setup.begun(game.state) and seat == game.active
    if ends_turn:
        game.drop_steps(1)
    elif setup.begun(game.state) and _concerned(game, seat):
        _break_off(game)
    _dissolve(game, seat)
    sieges.raise_failed(game)
    if ends_turn:
        game.push(captives.FateOfCaptives(), turn.EndOfTurn())
    remaining = [other for other in game.state.seats if not game.faction(other).gone]
    if len(remaining) == 1:
        game.finish(remaining, f"{{{remaining[0]}}} alone is left in the game and wins.", "BASE-DRP-1")


# ---------------------------------------------------------------------- steps under way


def _concerned(game: Kingmaker, seat: str) -> bool:
    """Whether the steps inside a phase ask a seat or name its nobles; Parliament concerns every seat."""
    nobles = {noble for noble, person in game.state.nobles.items() if person.faction == seat}
    inner = game.steps[_phase_depth(game) :]
    parties = {party for step in inner for party in (step.seat, step.target)}
    named = {word for step in inner for word in strings_in(msgspec.to_builtins(step), keys=True)}
    return in_session(game) or seat in parties or bool(nobles & named)


def _phase_depth(game: Kingmaker) -> int:
    """Return the number of steps on the stack up to the phase, or up to the Parliament in its place."""
    steps = game.state.steps
    ends = [depth for depth, step in enumerate(steps) if isinstance(step, turn.EndOfPhase)]
    return ends[-1] + 2 if ends else len(steps)


def _break_off(game: Kingmaker) -> None:
    """Call off the combat that is announced, or dismiss Parliament; an event is carried out to its end."""
    if game.state.turn.phase == "event" or len(game.state.steps) <= _phase_depth(game):
        return
    game.drop_steps(_phase_depth(game))
    game.emit("broken_off", "What was under way is broken off, and the phase continues.", rule="BASE-DRP-1")


# ---------------------------------------------------------------------- dissolving the faction


def _dissolve(game: Kingmaker, seat: str) -> None:
    """Take everything from a seat: nobles, heirs, cards, sites, captives, and what it has agreed on."""
    people = [(noble, person) for noble, person in game.state.nobles.items() if person.faction == seat]
    in_play = [card for noble, person in people for card in forces.belongings(noble, person)]
    # Dukes belong beside the deck.
    held = [card for card in (*game.faction(seat).hand, *in_play) if card not in decks.dukes(game)]
    nobles = [noble for noble, _ in people]
    _leave_heirs(game, nobles)
    _take_off_nobles(game, seat, nobles)
    _put_away_cards(game, seat)
    if game.option("dropout_cards") == "crown":
        _return_to_deck(game, held)
    for place in sites.held_by(game, seat):
        sites.lose(game, place)
    game.faction(seat).gone = True
    for noble in forces.captives_of(game, seat):
        captives.free(game, noble)
    _forget(game, seat)


def _return_to_deck(game: Kingmaker, held: list[str]) -> None:
    """Shuffle every card of the seat into the Crown deck, whatever pile it is in now [WBC-C11.1]."""
    state = game.state
    for card in held:
        pile = next((pile for pile in (state.chancery, state.crown_discard, state.crown_deck) if card in pile), None)
        if pile is not None:
            pile.remove(card)
            state.crown_deck.append(card)
    if held:
        game.dice.shuffle(state.crown_deck, "shuffle the cards of the closed seat into the Crown deck")
        text = "All their cards are shuffled into the Crown deck."
        game.emit("shuffle", text, about=held, rule="WBC-C11.1")


def _leave_heirs(game: Kingmaker, nobles: Sequence[str]) -> None:
    """Leave the seat's heirs uncontrolled where they stand; at sea they die, in port they go ashore."""
    for noble in nobles:
        for heir in forces.heirs_of(game, noble):
            if heir == noble:
                deaths.kill_heir(game, heir, "because the faction is out of the game", "BASE-DRP-1")
            else:
                houses.leave(game, heir, "BASE-DRP-1")


def _take_off_nobles(game: Kingmaker, seat: str, nobles: Sequence[str]) -> None:
    if nobles:
        text = (
            f"{names.cards(game, nobles)} ({{{seat}}}) "
            f"{names.verb(game, nobles, 'leaves', 'leave')} the map with all their cards."
        )
        game.emit("nobles_left", text, about=nobles, rule="BASE-DRP-1")
        deaths.take_off(game, nobles)
    for ship in [ship for ship, counter in game.state.ships.items() if counter.voyage == seat]:
        if ship in game.catalog.cards:
            cards.remove_ship(game, ship)
        else:
            game.ship(ship).voyage = ""


def _put_away_cards(game: Kingmaker, seat: str) -> None:
    """Send the hand where lost cards go, and the kept events to the discard."""
    faction = game.faction(seat)
    if faction.hand:
        text = f"The cards in {{{seat}}}'s hand are put away: {names.cards(game, faction.hand)}."
        game.emit("put_away", text, about=faction.hand, rule="BASE-DRP-1")
    hand, retained = faction.hand, faction.retained
    faction.hand, faction.retained = [], []
    for card in hand:
        piles.lose(game, card)
    for card in retained:
        piles.discard_event(game, card)


def _forget(game: Kingmaker, seat: str) -> None:
    """End the seat's offers and permissions; a King's Peace that it has called ends with the next seat's turn."""
    state, following = game.state, game.clockwise(seat)[0]
    state.trades = [trade for trade in state.trades if seat not in (trade.by, trade.to)]
    state.grants = [grant for grant in state.grants if seat not in (grant.by, grant.to)]
    for ship in state.ships.values():
        ship.lent = "" if ship.lent == seat else ship.lent
    for step in state.steps:
        if isinstance(step, setup.SettingUp):
            step.plans.pop(seat, None)
            step.waiting = [other for other in step.waiting if other != seat]
        if isinstance(step, Session) and step.caller == seat:
            step.caller = following
    state.peace = {square: following if by == seat else by for square, by in state.peace.items()}
