"""Deal anew what a viewer cannot know: piles, ballots, first tiles, and goods behind the screens (rules 14)."""

from collections.abc import Collection, Sequence
from random import Random

from engine.lancaster.board import options
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Ballot, Player, State
from engine.lancaster.parliament.choices import Absolving, Buying
from engine.lancaster.parliament.voting import Voting
from engine.lancaster.rewards.battles import Ransoming
from engine.lancaster.rewards.castles import Castles
from engine.lancaster.views import sees

GROUPS = range(5)
"""The groups of laws."""

STAGES = (1, 2)
"""The stages of conflicts."""

ENDLESS = ("gold", "squires")
"""Hidden goods without a known total."""

COUNTED = ("dishonor", "seals")
"""Hidden goods whose rest everybody sees on the regal board."""


def resample(game: Lancaster, copy: State, viewer: str, chance: Random) -> None:
    """Change at random, in a copy of the state, all that a viewer may not know."""
    copy.laws.pile = _laws(game, chance)
    pile: list[str] = []
    for stage in STAGES:
        cards = sorted(card for card in game.state.conflict_pile if game.catalog.conflicts[card].stage == stage)
        chance.shuffle(cards)
        pile += cards
    copy.conflict_pile = pile
    told = _told(game)
    hidden = [player for seat, player in copy.players.items() if not sees(game, seat, viewer)]
    for player in hidden:
        _behind_the_screen(game, player, told, chance)
    for good in COUNTED:
        if good not in told:
            _deal(hidden, good, chance)
    for step in copy.steps:
        if isinstance(step, Voting):
            _ballots(copy, step, viewer, chance)


def _laws(game: Lancaster, chance: Random) -> list[str]:
    """Return the laws of the pile in another order: group after group, as their backs show."""
    pile = game.state.laws.pile
    by_group = {group: sorted(law for law in pile if game.catalog.laws[law].group == group) for group in GROUPS}
    found: list[str] = []
    for group, cards in by_group.items():
        dealt = _drawn_set(game, group, cards, chance)
        chance.shuffle(dealt)
        found += dealt
    return found


def _drawn_set(game: Lancaster, group: int, cards: list[str], chance: Random) -> list[str]:
    """Return a group of laws, of another set where the sets are drawn and nobody has seen a card of the group yet."""
    sets = {name: _of_set(game, group, name) for name in options.allowed_sets(game.state.options, group)}
    lying = {*game.state.laws.current, *game.state.laws.proposed}
    unseen = cards in sets.values() and not lying & {law for laws in sets.values() for law in laws}
    if options.law_set(game.state.options, group) or not unseen:
        return cards
    return list(sets[chance.choice(list(sets))])


def _of_set(game: Lancaster, group: int, name: str) -> list[str]:
    return sorted(law.id for law in game.catalog.laws.values() if law.group == group and law.set == name)


def _told(game: Lancaster) -> Collection[str]:
    """Return the goods that the open question reveals: nobody is asked for what they cannot pay or get (R38)."""
    match game.top:
        case Ransoming():
            return ("gold",)
        case Castles():
            return ("squires",)
        case Absolving():
            return ("dishonor",)
        case Buying(law=law):
            effect = game.catalog.laws[law].effect
            return (*effect.cost, *effect.gain) if game.option("supply_limits") else effect.cost
        case _:
            return ()


def _behind_the_screen(game: Lancaster, player: Player, told: Collection[str], chance: Random) -> None:
    for good in ENDLESS:
        if good not in told:
            setattr(player, good, chance.randrange(8))
    if game.option("hide_voting_markers") and "voting_markers" not in told:
        player.voting_markers = player.fresh_markers + chance.randrange(6)


def _deal(players: Sequence[Player], good: str, chance: Random) -> None:
    """Deal out anew what some players have of a good, the same number in all."""
    owners = [chance.choice(players) for player in players for _ in range(getattr(player, good))]
    for player in players:
        setattr(player, good, sum(owner is player for owner in owners))


def _ballots(copy: State, vote: Voting, viewer: str, chance: Random) -> None:
    for seat, ballots in vote.ballots.items():
        if seat != viewer:
            left = copy.players[seat].voting_markers
            for law in ballots:
                used = chance.randint(0, left)
                left -= used
                ballots[law] = Ballot(chance.choice(("yes", "no")), used)
