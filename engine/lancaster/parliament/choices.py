"""What laws let players choose, in turn order from the start player (D10, D11, D17) [LAN-BASE-106]."""

from engine.core.actions import Action, Choice, Field, Offer, Pass, Request
from engine.core.errors import Illegal
from engine.core.text import counted, join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.catalog import Amounts
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.steps import LancasterStep, OfSeat
from engine.lancaster.common import dishonor, gains, goods
from engine.lancaster.common.upgrading import exchange
from engine.lancaster.parliament import measures

SEALS_LAW = "KL4"
"""The law for which seals are given up: its decision is D17."""


KEPT = " Markers bought now are kept for the next round's votes."
"""What becomes of voting markers that a law brings [LAN-BASE-34]."""


class Buy(Action, frozen=True):
    """Pay the price of a law a number of times."""

    times: str


class Exchange(Action, frozen=True):
    """Exchange the deployed strength-3 knight for the strength-4 knight of the reserve."""


class Absolve(Action, frozen=True):
    """Put a dishonor marker back into the box."""


class Buying(LancasterStep):
    """A law lets each player pay its price as often as he likes, up to its limit."""

    law: str
    seats: list[str]

    def proceed(self, game: Lancaster) -> bool:
        """Wait for the next player who can pay for something; nobody is asked in vain."""
        while self.seats and (self.seats[0] in game.state.gone or not self.most(game, self.seats[0])):
            self.seats = self.seats[1:]
        if self.seats:
            return False
        game.pop(self)
        return True

    def most(self, game: Lancaster, seat: str) -> int:
        """Return how often a player can pay the price at most."""
        effect = game.catalog.laws[self.law].effect
        able = min(goods.affordable(game, seat, effect.cost), goods.obtainable(game, effect.gain))
        return min(able, effect.max) if effect.max else able

    def requests(self, game: Lancaster) -> list[Request]:
        """Ask the player whose turn it is (D10, D17)."""
        decision = "D17" if self.law == SEALS_LAW else "D10"
        most, effect = self.most(game, self.seats[0]), game.catalog.laws[self.law].effect

        def told(times: int) -> Choice:
            cost = {good: amount * times for good, amount in effect.cost.items()}
            return Choice(str(times), often(times), f"{names.amounts(cost)} {for_what(effect.gain, times)}")

        field = Field("times", "How many times?", lambda _: [told(n) for n in range(1, most + 1)])
        offers = (Offer(Buy, "Pay", (field,), says="Pay {times}"), Offer(Pass, "Pay nothing"))
        asked = f"you may pay {names.amounts(effect.cost)} {for_what(effect.gain)}"
        prompt = f"{names.law(game, self.law)}: {asked}{'' if effect.max else ', any number of times'}."
        prompt += KEPT if "voting_markers" in effect.gain and not game.last_round else ""
        prompt += _short(game, effect.gain, most)
        return [Request(self.seats[0], decision, prompt, offers, Pass)]

    def act(self, game: Lancaster, seat: str, action: Buy | Pass) -> None:
        """Pay, and receive what was bought; "0" is not offered, but stands in logs of games that were begun before."""
        times = action.times if isinstance(action, Buy) else "0"
        most = self.most(game, seat)
        if not times.isdecimal() or int(times) > most:
            why = f"You can pay this {counted(most, 'time')} at most; say a number up to that."
            raise Illegal(why + _short(game, game.catalog.laws[self.law].effect.gain, most + 1), "LAN-BASE-68")
        self.seats = self.seats[1:]
        effect = game.catalog.laws[self.law].effect
        number = int(times)
        if not number:
            text = f"{{{seat}}} pays nothing for {names.law(game, self.law)}."
            game.emit("forgone", text, about=[seat], rule="LAN-BASE-106")
            return
        cost = {good: amount * number for good, amount in effect.cost.items()}
        goods.pay(game, seat, cost)
        game.emit(
            "paid",
            f"{{{seat}}} pays {names.amounts(cost)} for {names.law(game, self.law)}.",
            about=[seat, self.law],
            rule="LAN-BASE-106",
        )
        gains.give(game, seat, effect.gain, names.law(game, self.law), "LAN-BASE-106", times=number, law=True)


def often(times: int) -> str:
    """Return a number of times in words: 'twice'."""
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


def for_what(gain: Amounts, times: int = 1) -> str:
    """Return the purpose of a price: 'for 3 power points', 'to upgrade a knight'."""
    if "recruit" in gain:
        return "to recruit a strength-1 knight"
    if "upgrade" in gain:
        return "to upgrade a knight"
    return f"for {names.amounts({good: amount * times for good, amount in gain.items()})}"


def _short(game: Lancaster, gain: Amounts, times: int) -> str:
    """Say how much of a good is left in a general supply that is too small for the number asked (R19)."""
    short = [good for good, number in gain.items() if goods.left(game, good) < number * times]
    return f" The supply has only {join_words(names.amount(good, goods.left(game, good)) for good in short)}." * bool(
        short
    )


class Exchanging(LancasterStep):
    """Law B10: a deployed strength-3 knight for the strength-4 knight; no upgrade, so no bishop (R42) [LAN-BASE-62]."""

    seats: list[str]

    def proceed(self, game: Lancaster) -> bool:
        """Wait for the next player who can exchange."""
        self.seats = [seat for seat in self.seats if seat in game.playing() and measures.may_exchange(game, seat)]
        if self.seats:
            return False
        game.pop(self)
        return True

    def requests(self, game: Lancaster) -> list[Request]:
        """Ask the player whose turn it is (D11)."""
        prompt = "You may exchange your deployed strength-3 knight for your strength-4 knight."
        offers = (Offer(Exchange, "Exchange him"), Offer(Pass, "Keep him", forgoes=True))
        return [Request(self.seats[0], "D11", prompt, offers, Exchange)]

    def act(self, game: Lancaster, seat: str, action: Exchange | Pass) -> None:
        """Exchange the knights, or not."""
        self.seats = self.seats[1:]
        if isinstance(action, Pass):
            game.emit("declined", f"{{{seat}}} keeps the strength-3 knight.", about=[seat], rule="LAN-BASE-62")
            return
        own = game.own(seat)
        four = next(k for k in game.knights(own, spots.RESERVE) if game.knight(k).strength == 4)
        exchange(game, game.deployed(own, 3)[0], four)
        text = f"{{{seat}}} exchanges the strength-3 knight for the strength-4 knight."
        game.emit("exchanged", text, about=[seat], rule="LAN-BASE-62")


class Absolving(OfSeat):
    """Law KL2: who has no bishop may put a dishonor marker back (D11) [LAN2-LAW-07, LAN2-LAW-18]."""

    law: str

    def proceed(self, game: Lancaster) -> bool:
        """Skip seats without a marker."""
        if game.player(self.seat).dishonor:
            return False
        game.pop(self)
        return True

    def requests(self, game: Lancaster) -> list[Request]:
        """Ask the player."""
        offers = (Offer(Absolve, "Put a marker back"), Offer(Pass, "Keep it", forgoes=True))
        prompt = f"{names.law(game, self.law)}: you may put a dishonor marker back."
        return [Request(self.seat, "D11", prompt, offers, Absolve)]

    def act(self, game: Lancaster, seat: str, action: Absolve | Pass) -> None:
        """Put a marker back, or not."""
        game.pop(self)
        if isinstance(action, Absolve):
            dishonor.give_back(game, seat, 1, "LAN2-LAW-07")
        else:
            game.emit("declined", f"{{{seat}}} keeps the marker.", about=[seat], rule="LAN2-LAW-18")
