"""The conflicts are resolved: England wins, or France; knights come home, wait or are captured (rules 8.5, 8.6)."""

from collections.abc import Mapping
from typing import ClassVar

from engine.core.actions import Action, Choice, Field, Offer, Pass, Request
from engine.core.errors import Illegal
from engine.core.sealed import SecretBallot
from engine.core.steps import Step
from engine.core.text import capital
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.common import dishonor, goods
from engine.lancaster.placing import conflicts, privileges


class Ransom(Action, frozen=True):
    """Pay for captured knights, gold equal to the strength of each; the others go to the reserve."""

    knights: list[str]


class Battles(Step):
    """The conflicts of a round that are still to be resolved, in their order."""

    left: list[str]

    def proceed(self, game: Lancaster) -> bool:
        """Resolve the next one that the game master has not taken away."""
        self.left = [card for card in self.left if card in game.state.conflicts]
        if not self.left:
            game.pop(self)
            return True
        card, *self.left = self.left
        resolve(game, card)
        return True


def order(game: Lancaster) -> list[str]:
    """Return the cards in the order in which they are resolved: lower row first, from the left (R15) [LAN-BASE-50]."""
    found = game.state.conflicts
    return sorted(found, key=lambda card: (found[card].row == "upper", found[card].column))


def resolve(game: Lancaster, card: str) -> None:
    """Compare the strengths on a card [LAN-BASE-43]."""
    printed, english = game.catalog.conflicts[card], sum(conflicts.totals(game, card))
    report = {
        "card": card,
        "row": game.state.conflicts[card].row,
        "england": english,
        "france": printed.strength,
        "spaces": [
            {"house": space.house, "archer": space.archer, "strength": strength}
            for space, strength in zip(game.state.conflicts[card].spaces, conflicts.totals(game, card), strict=True)
        ],
    }
    if english >= printed.strength:
        enough = ": a tie is enough" if english == printed.strength else ""
        text = f"England wins at {printed.name}, {english} to {printed.strength}{enough}.\n{_ranked(game, card)}"
        game.emit("battle", text, about=[card], rule="LAN-BASE-43", report=report, outcome="England wins")
        _win(game, card)
        return
    row = game.state.conflicts[card].row
    battle = "first" if row == "upper" else "second"
    against = f"at {printed.name}, {english} to {printed.strength}"
    text = f"England loses the {battle} battle {against}."
    if not english:
        text = f"Nobody fights for England {against}: France wins the {battle} battle."
    rule = "LAN-BASE-43" if english else "LAN-BASE-49"
    game.emit("battle", text, about=[card], rule=rule, report=report, outcome=f"France wins the {battle} battle")
    _lose(game, card)


def ranks(game: Lancaster, card: str) -> list[int]:
    """Return the taken spaces of a card by rank: the strongest first, of equals the higher one (R16) [LAN-BASE-44]."""
    taken = [place for place, space in enumerate(game.state.conflicts[card].spaces) if space.house]
    found = conflicts.totals(game, card)
    return sorted(taken, key=lambda place: (-found[place], place))


def _ranked(game: Lancaster, card: str) -> str:
    """Say who is how strong at a conflict, in the order of their ranks."""
    found, spaces = conflicts.totals(game, card), game.state.conflicts[card].spaces
    order = ranks(game, card)
    said = [f"{names.house(game, spaces[n].house)}{'’s archer' if spaces[n].archer else ''} {found[n]}" for n in order]
    tie = len({found[n] for n in order}) < len(order)
    return f"Strength: {', '.join(said)}{' (of equals, whoever came first)' if tie else ''}."


def _win(game: Lancaster, card: str) -> None:
    """Ranks gain points, an ally's are lost; everybody goes home and the card is removed [LAN-BASE-45]."""
    points = game.catalog.conflicts[card].points
    for place, number in zip(ranks(game, card), points, strict=False):
        space, why = game.state.conflicts[card].spaces[place], names.spot(game, f"conflict:{card}")
        house = space.house
        if not game.is_ally(house):
            why = f"the archer at {why}" if space.archer else why
            goods.gain(game, game.seat_of(house), {"power_points": number}, "LAN-BASE-44", why)
    for knight in _knights(game, card):
        game.knight(knight).at = spots.COURT
    _remove(game, card)


def _lose(game: Lancaster, card: str) -> None:
    """Give dishonor; then everybody moves down after the first battle, and is captured after the second (rules 8.6)."""
    where = names.spot(game, f"conflict:{card}")
    if game.resentment:
        # Each player without an own knight on a lost card receives a marker [LAN2-RES-11].
        present = {game.knight(knight).house for knight in _knights(game, card)}
        for seat in game.order():
            if game.own(seat) not in present:
                dishonor.receive(game, seat, 1, f"no knight at {where}", "LAN2-RES-11")
    if game.state.conflicts[card].row == "upper":
        game.state.conflicts[card].row = "lower"
        if not game.last_round:
            too = any(one.row == "lower" for other, one in game.state.conflicts.items() if other != card)
            text = f"{where} is fought again next round{', too' if too else ''}; all knights stay there."
            text += "" if too else _if_lost_again(game)
            game.emit("moved_down", text, about=[card], rule="LAN-BASE-46")
    elif game.option("ransom"):
        game.push(Ransoming(card=card))
    else:  # the table plays without ransom [LAN-BASE-94]
        for knight in _knights(game, card):
            game.knight(knight).at = spots.COURT
        _remove(game, card)


def _if_lost_again(game: Lancaster) -> str:
    """Say what becomes of knights whose second battle is lost, too [LAN-BASE-48, LAN-BASE-94]."""
    ransom = "their strength" if game.catalog.ransom == 1 else f"{game.catalog.ransom} times their strength"
    reserve = f"they go to the reserve, unless their player pays gold equal to {ransom}"
    return f" If England loses again, {reserve if game.option('ransom') else 'they come home'}."


def _knights(game: Lancaster, card: str) -> list[str]:
    return [
        knight_id
        for knight_id, knight in game.state.knights.items()
        if spots.kind(knight.at) == "conflict" and spots.name(knight.at) == card
    ]


def _remove(game: Lancaster, card: str) -> None:
    """Take a card off the board; archers and Tudor knights go to their supply spaces [LAN2-COURT-42]."""
    for place in range(len(game.state.conflicts[card].spaces)):
        privileges.to_supply(game, game.privileges_at(spots.conflict(card, place)))
    del game.state.conflicts[card]


# ---------------------------------------------------------------------- captured


class Ransoming(SecretBallot, kw_only=True):
    """A conflict is lost for good: players pay for their captured knights, at the same time (D16)."""

    rule: ClassVar[str] = "LAN-BASE-48"

    card: str

    def asked(self, game: Lancaster) -> list[str]:
        """Return the players who can pay for a knight, in turn order."""
        return [seat for seat in game.order() if self._payable(game, seat, [])]

    def _payable(self, game: Lancaster, seat: str, picked: list[str]) -> list[str]:
        left = goods.has(game, seat, "gold") - price(game, picked)
        own = [knight for knight in _knights(game, self.card) if game.knight(knight).house == game.own(seat)]
        return [knight for knight in own if knight not in picked and price(game, [knight]) <= left]

    def ask(self, game: Lancaster, seat: str) -> Request:
        """Ask for whom a player pays."""

        def knights(picked: list[str]) -> list[Choice]:
            return [
                Choice(k, f"a strength-{game.knight(k).strength} knight ({names.amount('gold', price(game, [k]))})")
                for k in self._payable(game, seat, picked)
            ]

        which = Field("knights", "Which knights?", lambda draft: knights(draft.get("knights", [])), many=True)
        offers = (Offer(Ransom, "Ransom knights", (which,)), Offer(Pass, "Pay nothing", forgoes=True))
        where = names.spot(game, f"conflict:{self.card}")
        prompt = f"{where} is lost for good: ransom your knights? Knights without ransom go to your reserve."
        return Request(seat, "D16", prompt, offers, lambda: Ransom(self._usual(game, seat)))

    def _usual(self, game: Lancaster, seat: str) -> list[str]:
        """Return the strongest first, as far as the gold goes."""
        picked: list[str] = []
        while found := self._payable(game, seat, picked):
            picked.append(max(found, key=lambda knight: game.knight(knight).strength))
        return picked

    def act(self, game: Lancaster, seat: str, action: Action) -> None:
        """Take an answer."""
        picked: list[str] = []
        for knight in action.knights if isinstance(action, Ransom) else []:
            if knight not in self._payable(game, seat, picked):
                raise Illegal("Name captured knights of yours for whom you have enough gold.", "LAN-BASE-48")
            picked.append(knight)
        super().act(game, seat, action)

    def opened(self, game: Lancaster, answers: Mapping[str, Ransom | Pass]) -> None:
        """Let everybody pay; then the others go to the reserve, and the card goes if it is still there."""
        if self.card not in game.state.conflicts:
            return
        for seat, answer in answers.items():
            self._ransom(game, seat, answer.knights if isinstance(answer, Ransom) else [])
        # Send knights who are not ransomed to the reserve; an ally's always go there (R17, R47) [LAN-BASE-48].
        for house in game.state.houses:
            lost = [knight for knight in _knights(game, self.card) if game.knight(knight).house == house]
            if lost:
                text = f"{names.house(game, house)} loses {names.knights(game, lost)} to the reserve."
                game.emit("captured", capital(text), about=[house, self.card], rule="LAN-BASE-48")
            for knight in lost:
                game.knight(knight).at = spots.RESERVE
        _remove(game, self.card)

    def _ransom(self, game: Lancaster, seat: str, picked: list[str]) -> None:
        """Let a player pay, and take the knights to court."""
        if not picked:
            game.emit("declined", f"{{{seat}}} pays no ransom.", about=[seat], rule="LAN-BASE-48")
            return
        goods.pay(game, seat, {"gold": price(game, picked)})
        text = f"{{{seat}}} ransoms {names.knights(game, picked)} for {names.amount('gold', price(game, picked))}."
        game.emit("ransomed", text, about=[seat], rule="LAN-BASE-48")
        for knight in picked:
            game.knight(knight).at = spots.COURT


def price(game: Lancaster, knights: list[str]) -> int:
    """Return the ransom of knights, in gold."""
    return game.strength_of(knights) * game.catalog.ransom
