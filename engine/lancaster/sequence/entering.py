"""Goods behind the screens in a game that was begun elsewhere: each player enters his own."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.sealed import SecretBallot
from engine.core.text import join_words
from engine.lancaster.board import names
from engine.lancaster.board.game import Lancaster

MOST = 24
"""The most of a good that can be entered; the game master adds what somebody has beyond that."""


class EnterGoods(Action, frozen=True):
    """Say what lies behind one's screen in a game that goes on from a position."""

    gold: str = "0"
    squires: str = "0"
    voting_markers: str = "0"


class EnteringGoods(SecretBallot):
    """Every seat whose goods the position leaves out enters them in secret (D00)."""

    locked: ClassVar[bool] = True

    seats: list[str] = []
    """The seats that do so."""

    def asked(self, game: Lancaster) -> Sequence[str]:
        """Those whose goods are left out, in turn order."""
        return [seat for seat in game.order() if seat in self.seats]

    def ask(self, game: Lancaster, seat: str) -> Request:
        """Ask for the number of each good; the default is what the file has, or the start of the game."""

        def field(good: str) -> Field:
            numbers = [Choice(str(number), names.amount(good, number)) for number in range(MOST + 1)]
            return Field(good, f"How many {names.GOODS[good][1]}?", lambda _: numbers, after=())

        fields = tuple(field(good) for good in hidden_goods(game))
        offers = (Offer(EnterGoods, "Enter my goods", fields, reversible=True),)
        prompt = "This game starts from a position. Enter the goods behind your screen; nobody else sees them."
        return Request(seat, "D00", prompt, offers, lambda: _as_it_is(game, seat), secret=True)

    def opened(self, game: Lancaster, answers: Mapping[str, EnterGoods]) -> None:
        """Give everybody their goods."""
        for seat, answer in answers.items():
            player, goods = game.player(seat), hidden_goods(game)
            for good in goods:
                setattr(player, good, int(getattr(answer, good)))
            player.fresh_markers = min(player.fresh_markers, player.voting_markers)
            held = join_words(names.amount(good, getattr(player, good)) for good in goods)
            game.emit("goods", f"Behind your screen lie {held}.", to=[seat])
        game.emit("goods_entered", "Everybody has entered the goods behind their screens.")


def step(game: Lancaster, hidden: Mapping[str, Mapping[str, int]]) -> EnteringGoods:
    """Return the step that asks for goods; raises Illegal where nothing is hidden."""
    if not game.screens:
        raise Illegal("With two players there are no screens; take 'hidden' out, and set their goods.", "LAN-BASE-119")
    if any(hidden.values()):
        raise Illegal('Goods behind a screen stay hidden; name only the seats: hidden = ["ann", "ben"].')
    return EnteringGoods(seats=list(hidden))


def hidden_goods(game: Lancaster) -> list[str]:
    """Return the goods behind screens that have no public total."""
    return ["gold", "squires", *(["voting_markers"] if game.option("hide_voting_markers") else [])]


def _as_it_is(game: Lancaster, seat: str) -> EnterGoods:
    """Return a seat's goods by the position, as far as they can be entered."""
    player = game.player(seat)
    return EnterGoods(**{good: str(min(getattr(player, good), MOST)) for good in hidden_goods(game)})
