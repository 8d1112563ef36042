"""Answers in words to what players ask between decisions: how it stands, and what each side needs (rules 14)."""

from collections.abc import Iterator

from engine.core.text import join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.placing import conflicts, counties, court

PHASES = {
    "setup": "set-up",
    "place": "knights and lords are placed",
    "parliament": "Parliament",
    "rewards": "rewards",
    "over": "the end",
}


def headline(game: Lancaster) -> str:
    """Round, phase and whose turn it is: one line for everybody."""
    turn = game.state.turn
    whose = f" {{{turn.seat}}} places." if turn.phase == "place" and turn.seat else ""
    return f"Round {turn.round} of {game.catalog.rounds}: {PHASES[turn.phase]}.{whose}"


def scores(game: Lancaster) -> list[tuple[str, str]]:
    """Power points and what lies open before each player."""
    return [(f"{{{seat}}}", _standing(game, seat)) for seat in game.state.seats]


def _standing(game: Lancaster, seat: str) -> str:
    player = game.player(seat)
    offices = [game.catalog.offices[o].name for o, house in game.state.holders.items() if house == player.colour]
    parts = [
        f"{names.amount('power_points', player.points)}",
        f"{len(player.nobles)} nobles",
        f"{len(player.tiles)} extensions",
        *([f"{player.bishops} bishops"] if game.court else []),
        *offices,
    ]
    return ", ".join(parts)


def odds(game: Lancaster, viewer: str) -> str:
    """What it takes to expel, to win each conflict, and to pass or stop the next law: nothing is rolled here."""
    return "\n".join([*_expulsions(game), *_battles(game), *_offices(game), *_votes(game)]) or "Nothing is open now."


def _expulsions(game: Lancaster) -> Iterator[str]:
    for letter, county in game.state.counties.items():
        if county.house:
            name = names.spot(game, spots.county(letter))
            holder = names.house(game, county.house)
            if counties.shielded(game, letter):
                yield f"{name}: {holder} behind a shield; nobody can expel him."
            else:
                total = counties.total(game, letter)
                yield f"{name}: {holder} with {total}; it takes {total + 1} to expel him."


def _battles(game: Lancaster) -> Iterator[str]:
    for card, conflict in game.state.conflicts.items():
        printed = game.catalog.conflicts[card]
        english = sum(conflicts.total(game, card, place) for place in range(len(conflict.spaces)))
        missing = printed.strength - english
        words = f"England still needs {missing}" if missing > 0 else "England wins as it stands"
        yield f"{printed.name}: England {english}, France {printed.strength}; {words}."


def _offices(game: Lancaster) -> Iterator[str]:
    for office, stack in game.state.stacks.items():
        total = court.total(game, office)
        holder = names.house(game, stack.house)
        yield f"{game.catalog.offices[office].name}: {holder} with {total}; it takes {total + 1} to expel that lord."


def _votes(game: Lancaster) -> Iterator[str]:
    if game.option("hide_voting_markers") and game.screens:
        return
    markers = {seat: player.voting_markers for seat, player in game.state.players.items()}
    for law in game.state.laws.proposed[:1]:
        everybody = len(markers)
        told = join_words(f"{{{seat}}} {1 + number}" for seat, number in markers.items())
        total = everybody + sum(markers.values())
        yield f"{names.law(game, law)}: votes at most {told}; {total} in all, a tie approves."
