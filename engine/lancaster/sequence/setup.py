"""Set-up: colours, knights, goods, nobles, conflicts and laws, allies, and the first extension tile (rules 4)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.sealed import SecretBallot
from engine.core.text import join_words
from engine.lancaster.board import names, options, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour, County, House, Knight, KnightId, Player
from engine.lancaster.board.steps import LancasterStep
from engine.lancaster.common import building
from engine.lancaster.rewards import rewards

LETTERS = "abc"
"""The suffixes that tell knights of the same strength apart."""

IN_FORCE = "Three laws are in force. After each round's votes, the three laws then in force take effect."

BOARD_LAWS = 3
"""Laws in force, and laws proposed each round."""


class ChooseAlly(Action, frozen=True):
    """Choose the colour of one's ally (two players)."""

    colour: str


class ChooseTile(Action, frozen=True):
    """Choose in secret the extension tile that one begins with."""

    tile: str


# ---------------------------------------------------------------------- the board


def lay_out(game: Lancaster) -> None:
    """Set up everything that nobody has to choose."""
    for seat, colour in zip(game.state.seats, game.catalog.colours, strict=False):
        _settle(game, seat, Colour(colour))
    table = game.figures
    game.state.counties = {letter: County(table.nobles_per_county) for letter in game.catalog.counties}
    game.state.favours = list(table.favours_used)
    # Shuffle each stage apart, stage 1 on top [LAN-BASE-04].
    used = [card for card in game.catalog.conflicts.values() if card.id not in game.figures.conflict_remove]
    for stage in sorted({card.stage for card in used}):
        cards = [card.id for card in used if card.stage == stage]
        game.dice.shuffle(cards, f"conflicts of stage {stage}")
        game.state.conflict_pile += cards
    _stack_laws(game)
    rewards.turn_up_conflicts(game)
    rewards.propose(game)
    if game.court:
        game.state.bishops_left = table.bishops
    if game.resentment:
        game.state.track = [table.dishonor_per_space for _ in game.catalog.track]
        game.state.neutral_knight = table.tower_knight


def _settle(game: Lancaster, seat: str, colour: Colour) -> None:
    """Give a player his colour, his knights and his goods [LAN-BASE-01, LAN-BASE-02, LAN2-COURT-06]."""
    player = Player(colour)
    game.state.players[seat] = player
    found_house(game, seat, colour, ally=False)
    for module, start in game.catalog.start_goods.items():
        if module == "base" or game.option(module):
            player.gold = player.gold if start.gold is None else start.gold
            player.squires = player.squires if start.squires is None else start.squires
            player.voting_markers = player.voting_markers if start.voting_markers is None else start.voting_markers


def found_house(game: Lancaster, seat: str, colour: Colour, *, ally: bool) -> None:
    """Bring a colour into play: seven knights, and a lord where there is a court."""
    game.state.houses[colour] = House(seat, ally, spots.COURT if game.court else "")
    for kind in game.catalog.knights:
        at_court = kind.start_ally if ally else kind.start_own
        for number in range(kind.count):
            letter = LETTERS[number] if kind.count > 1 else ""
            at = spots.COURT if number < at_court else spots.RESERVE
            game.state.knights[KnightId(f"{colour}_{kind.strength}{letter}")] = Knight(colour, kind.strength, at)


def _stack_laws(game: Lancaster) -> None:
    """Choose a set for each group, shuffle each group, and turn up the first three [LAN-BASE-05]."""
    pile: list[str] = []
    for group in sorted({law.group for law in game.catalog.laws.values()}):
        chosen = options.law_set(game.state.options, group)
        if not chosen:
            allowed = options.allowed_sets(game.state.options, group)
            chosen = game.dice.pick(allowed, f"laws of group {group}")
        cards = [law.id for law in game.catalog.laws.values() if law.group == group and law.set == chosen]
        game.dice.shuffle(cards, f"laws of group {group}")
        pile += cards
    game.state.laws.current, game.state.laws.pile = pile[:BOARD_LAWS], pile[BOARD_LAWS:]
    told = "".join(f"\n- {names.law(game, law)}: {names.law_text(game, law)}" for law in game.state.laws.current)
    game.emit(
        "in_force",
        f"{IN_FORCE}{told}",
        about=game.state.laws.current,
        rule="LAN-BASE-05",
    )


# ---------------------------------------------------------------------- allies


class ChoosingAllies(LancasterStep):
    """With two players, each chooses the colour of his ally (D02) [LAN-BASE-109]."""

    def proceed(self, game: Lancaster) -> bool:
        """Wait for the next player without an ally."""
        if game.duel and any(not game.player(seat).ally for seat in game.playing()):
            return False
        game.pop(self)
        return True

    def requests(self, game: Lancaster) -> list[Request]:
        """Ask the players in turn order."""
        seat = next(seat for seat in game.order() if not game.player(seat).ally)
        free = self._free(game)
        field = Field("colour", "Which colour?", lambda _: [Choice(colour, colour.capitalize()) for colour in free])
        offers = (Offer(ChooseAlly, "Choose a colour", (field,)),)
        return [Request(seat, "D02", "Choose the colour of your ally.", offers, lambda: ChooseAlly(free[0]))]

    def _free(self, game: Lancaster) -> list[str]:
        return [colour for colour in game.catalog.colours if colour not in game.state.houses]

    def act(self, game: Lancaster, seat: str, action: ChooseAlly) -> None:
        """Bring the ally into play."""
        if action.colour not in self._free(game):
            raise Illegal(f"Choose a colour that is free: {join_words(self._free(game))}.", "LAN-BASE-109")
        game.player(seat).ally = action.colour
        found_house(game, seat, Colour(action.colour), ally=True)
        text = f"{{{seat}}} has {action.colour} as ally."
        game.emit("ally", text, about=[seat, action.colour], rule="LAN-BASE-109")


def ally_with_the_next_colours(game: Lancaster) -> None:
    """Give each player the first free colour as ally, as at the deadline (D02)."""
    for seat in game.order():
        colour = next(colour for colour in game.catalog.colours if colour not in game.state.houses)
        game.player(seat).ally = colour
        found_house(game, seat, Colour(colour), ally=True)


# ---------------------------------------------------------------------- the first tile


class ChoosingTiles(SecretBallot):
    """Every player chooses an extension tile in secret; all are placed together (D01)."""

    rule: ClassVar[str] = "LAN-BASE-06"

    def asked(self, game: Lancaster) -> Sequence[str]:
        """All players, in turn order."""
        return game.order()

    def ask(self, game: Lancaster, seat: str) -> Request:
        """Ask which tile."""
        prompt = (
            "Choose the first extension of your castle. It has all its spaces, but each needs a knight every round; "
            "the one that you choose now works without a knight."
        )
        offers = (Offer(ChooseTile, "First extension", (building.tile_field(game, seat),)),)
        first = building.unplaced(game, seat)[0]
        return Request(seat, "D01", prompt, offers, lambda: ChooseTile(first), secret=True)

    def opened(self, game: Lancaster, answers: Mapping[str, ChooseTile]) -> None:
        """Place the tiles."""
        for seat, choice in answers.items():
            building.extend(game, seat, choice.tile)

    def chosen(self) -> dict[str, str]:
        """Return what has been chosen so far, by seat."""
        return {seat: choice.tile for seat, choice in self.answers.items() if isinstance(choice, ChooseTile)}
