"""Phase 3 in its order, and the upkeep of a round (rules 8, 8.7)."""

from engine.core.chapter import Chapter
from engine.core.text import capital, join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Conflict, Space
from engine.lancaster.placing import privileges
from engine.lancaster.rewards import battles, castles, counties

COLUMNS = 2
"""The columns of conflicts; a card is turned up in each, every round."""

SPACES = 3
"""The spaces of a conflict."""


def clear_tower(game: Lancaster) -> None:
    """Knights leave the tower; the neutral knight stays (rules 8.2) [LAN2-RES-09, LAN2-RES-10]."""
    for knight in game.knights_at(spots.TOWER):
        game.knight(knight).at = spots.COURT


def upkeep(game: Lancaster) -> None:
    """Old privileges go back; then the board is made ready for the next round (rules 8.7)."""
    turn = game.state.turn
    old = [piece for piece in game.state.privileges if not piece.at and piece.granted < turn.round]
    for piece in old:
        text = f"{names.house(game, piece.house)} returns {names.PRIVILEGES[piece.kind]} unused."
        game.emit("unused", capital(text), about=[piece.house, piece.kind], rule="LAN2-COURT-33")
    privileges.to_supply(game, old)
    if game.last_round:
        return
    game.state.favours = list(game.figures.favours_used)
    turn_up_conflicts(game)
    propose(game)
    if turn.named:
        turn.start, turn.named = turn.named, ""


def turn_up_conflicts(game: Lancaster) -> None:
    """Turn up a card in each column of the upper row, as long as the game master has left any."""
    for column in range(min(COLUMNS, len(game.state.conflict_pile))):
        card = game.state.conflict_pile.pop(0)
        game.state.conflicts[card] = Conflict("upper", column, [Space() for _ in range(SPACES)])
    shown = join_words(_conflict(game, card) for card in game.state.conflicts)
    absent = "; if it loses, everybody without a knight there gets 1 dishonor marker" if game.resentment else ""
    text = f"Conflicts with France: {shown}. If England wins, the strongest there score these points{absent}."
    game.emit("conflicts", text, about=list(game.state.conflicts), rule="LAN-BASE-51")


def _conflict(game: Lancaster, card: str) -> str:
    """Return a conflict with what it takes and brings: 'Touques (England needs strength 4; power points 5, 3, 1)'."""
    printed = game.catalog.conflicts[card]
    points = ", ".join(map(str, printed.points))
    return f"{printed.name} (England needs strength {printed.strength}; power points {points})"


def propose(game: Lancaster) -> None:
    """Turn up three laws, on which this round votes."""
    laws = game.state.laws
    number = len(laws.current)
    laws.proposed, laws.pile = laws.pile[:number], laws.pile[number:]
    shown = "".join(f"\n- {names.law(game, law)}: {names.law_text(game, law)}" for law in laws.proposed)
    first = names.law(game, laws.current[0])
    replaces = f"Each that passes replaces the oldest in force ({first} goes first)."
    text = f"Parliament will vote on these laws. {replaces}{shown}"
    game.emit("proposed", text, about=laws.proposed, rule="LAN-BASE-51")


CHAPTER = Chapter(
    steps=(
        *(counties.Harvest, counties.Reaping, counties.Naming, counties.Marching),
        *(castles.Castles, castles.AllyRecruits, castles.CastlesOver),
        *(battles.Battles, battles.Ransoming),
    ),
    actions=(counties.Reap, counties.NameStart, counties.March, castles.Muster, battles.Ransom),
)
