"""Other business before Parliament is dismissed: titles, offices and lost ships (rules 5.5.2, 5.5.3, 5.5.6)."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer, Pass, Request, pass_offer
from engine.core.errors import Illegal, allows
from engine.core.sealed import SimultaneousStep
from engine.core.text import join_words
from engine.kingmaker.board import names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.catalog import TitleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.parliament import awards, ballots, debate, session
from engine.kingmaker.parliament.session import in_motion, sitting
from engine.kingmaker.ships import wrecks


class PassOn(Action, frozen=True):
    """Move that a title or office of an own noble at Parliament passes to another noble there."""

    card: str
    noble: str


class RaiseShips(Action, frozen=True):
    """Move that the lost ships of an office come back."""

    office: str


def is_known(game: Kingmaker) -> bool:
    """Whether there is any other business at this table: titles and offices to pass on, or ships to bring back."""
    passing = any(game.option(name) != "never" for name in ("title_transfer", "office_transfer"))
    return passing or bool(game.option("ship_resurrection_vote"))


class OtherBusiness(SimultaneousStep, KingmakerStep):
    """Seats at Parliament that could bring something up are asked until they have nothing more (D61)."""

    done: list[str] = []
    """The seats that have nothing more to bring up."""

    refused: list[str] = []
    """Failed motions, which cannot be repeated: pairs "card noble", and offices whose ships were to come back."""

    def waiting(self, game: Kingmaker) -> list[str]:
        """Return the seats that could still bring something up."""
        seats = [seat for seat in session.seats_present(game) if seat not in self.done]
        return [seat for seat in seats if self._pairs(game, seat) or self._offices(game)]

    def _pairs(self, game: Kingmaker, seat: str) -> list[tuple[str, str]]:
        """Return the titles and offices that a seat could pass on, and to whom."""
        held = [card for noble in session.attending(game) for card in _held(game, noble, seat)]
        there = [noble for noble in session.attending(game) if held]
        found = [(card, noble) for card in held for noble in there if may_pass(game, card, noble)]
        return [(card, noble) for card, noble in found if f"{card} {noble}" not in self.refused]

    def _offices(self, game: Kingmaker) -> list[str]:
        """Return the offices whose lost ships a vote could bring back."""
        return [office for office in offices_with_lost_ships(game) if office not in self.refused]

    def ask(self, game: Kingmaker, seat: str) -> Request:
        """Ask all seats at the same time; each motion is decided before the next is taken up."""
        prompt = "Parliament is about to be dismissed. Do you bring up anything else?"
        return Request(seat, "D61", prompt, self._offers(game, seat), Pass)

    def _offers(self, game: Kingmaker, seat: str) -> tuple[Offer, ...]:
        pairs, offices = self._pairs(game, seat), self._offices(game)

        def nobles(draft: Draft) -> list[Choice]:
            return awards.noble_choices(game, [noble for card, noble in pairs if card == draft["card"]])

        held = [Choice(card, names.card(game, card)) for card in dict.fromkeys(card for card, _ in pairs)]
        fields = (Field("card", "Which title or office?", lambda _: held), Field("noble", "To whom?", nobles))
        lost = [
            Choice(office, names.card(game, office), names_of_ships(game, lost_ships(game, office)))
            for office in offices
        ]
        ships = (Field("office", "Which office's ships?", lambda _: lost),)
        terms = "Its new player must agree; then both Houses vote on a title, and the leader must agree to an office."
        passing = [Offer(PassOn, "Pass a title or office on", fields, remark=terms)] if pairs else []
        raising = [Offer(RaiseShips, "Bring lost ships back", ships)] if offices else []
        return (*passing, *raising, pass_offer("Nothing more"))

    def act(self, game: Kingmaker, seat: str, action: PassOn | RaiseShips | Pass) -> None:
        """Take the matter up."""
        match action:
            case Pass():
                self.done = [*self.done, seat]
            case PassOn():
                self._take_up(game, seat, action)
            case RaiseShips():
                self._ask_commons(game, seat, action.office)

    def _take_up(self, game: Kingmaker, seat: str, action: PassOn) -> None:
        if not any(action.card in _held(game, noble, seat) for noble in session.attending(game)):
            raise Illegal("Choose a title or an office of a noble of yours at Parliament.", "COV-8.7.7")
        check_pass(game, action.card, action.noble)
        if f"{action.card} {action.noble}" in self.refused:
            lost = f"{names.card(game, action.noble)} was refused {names.card(game, action.card)} in this Parliament"
            reason = f"{lost}; bring something else up."
            raise Illegal(reason, pass_rule(game, action.card))
        self.refused = [*self.refused, f"{action.card} {action.noble}"]
        giver = forces.holder(game, action.card)
        text = f"{{{seat}}} would pass {names.card(game, action.card)} from {names.card(game, giver)} to "
        text += f"{in_motion(game, action.noble)}."
        about = [action.card, giver, action.noble]
        game.emit("transfer_moved", ballots.told(text), about=about, rule=pass_rule(game, action.card))
        game.push(PassingOn(action.card, action.noble, text))

    def _ask_commons(self, game: Kingmaker, seat: str, office: str) -> None:
        if office not in self._offices(game):
            raise Illegal("Choose an office that has lost ships, once in a session.", "WBC-V02.5")
        self.refused = [*self.refused, office]
        ships = names_of_ships(game, lost_ships(game, office))
        motion = f"{{{seat}}} asks the Commons to bring back {ships} for the {names.card(game, office)}."
        game.push(ballots.Vote(motion, commons=True), ShipsComeBack(office))


# ---------------------------------------------------------------------- titles and offices


def _held(game: Kingmaker, noble: str, seat: str) -> list[str]:
    person = game.noble(noble)
    return [card for card in (person.title, person.office) if card] if person.faction == seat else []


def pass_rule(game: Kingmaker, card: str) -> str:
    """Return the rule by which a title or an office passes on in Parliament."""
    return "COV-7.3.6" if isinstance(game.catalog.cards[card], TitleCard) else "COV-7.3.7"


def check_pass(game: Kingmaker, card: str, noble: str) -> None:
    """Raise Illegal unless a title or office can pass to another noble at Parliament [COV-7.3.6, COV-7.3.7]."""
    giver, rule = forces.holder(game, card), pass_rule(game, card)
    title = isinstance(game.catalog.cards[card], TitleCard)
    if game.option("title_transfer" if title else "office_transfer") == "never":
        raise Illegal(f"{names.card(game, card)} never changes hands at this table.", "BASE-TRD-2")
    there = session.attending(game)
    if noble not in there or giver not in there or noble == giver:
        raise Illegal("Titles and offices pass only between nobles who attend Parliament.", rule)
    if title and game.noble(giver).office:
        reason = f"{names.card(game, giver)} holds an office that needs his title; he must give the office up first."
        raise Illegal(reason, rule)
    cards.check_fits(game, card, noble)


def may_pass(game: Kingmaker, card: str, noble: str) -> bool:
    """Whether `check_pass` lets a card pass to a noble."""
    return allows(check_pass, game, card, noble)


class Consent(Action, frozen=True):
    """Agree to the transfer of a title or an office."""


class Refusal(Action, frozen=True):
    """Do not agree to the transfer of a title or an office."""


class PassingOn(KingmakerStep):
    """A title or office passes on: its receiver agrees (D61), and both Houses, or the caller (D62) [COV-7.3.6, 7]."""

    card: str
    """The title or office."""

    noble: str
    """The noble who is to get it."""

    motion: str
    """The motion in words."""

    agreed: int = 0
    """The number of players who have agreed: the receiver's first, then the caller."""

    voted: bool = False
    """Whether a title has been put to the vote."""

    def proceed(self, game: Kingmaker) -> bool:
        """Go on to whoever is to agree next; hand the card over at the end.

        If the vote has failed, or the card can no longer pass on, the matter is dropped.
        """
        lost = self.voted and not ballots.passed(sitting(game))
        if lost or not may_pass(game, self.card, self.noble):
            game.pop(self)
            return True
        if self._judge(game):
            return False
        if self.agreed == 0:
            self.agreed = 1
        elif self._by_vote(game) and not self.voted:
            self.voted = True
            game.push(*debate.opened(game, sitting(game).caller, self.motion), ballots.Vote(self.motion))
        else:
            game.pop(self)
            _hand_on(game, self.card, self.noble)
        return True

    def _by_vote(self, game: Kingmaker) -> bool:
        return isinstance(game.catalog.cards[self.card], TitleCard)

    def _judge(self, game: Kingmaker) -> str:
        """Return the seat that has to agree now; "" for none, as the seat that passes it on agrees (RULING 69)."""
        giver = game.noble(forces.holder(game, self.card)).faction
        if self.agreed == 0:
            seat = game.noble(self.noble).faction
        else:
            seat = "" if self._by_vote(game) or self.agreed > 1 else sitting(game).caller
        return seat if seat != giver else ""

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the receiver's player, or the caller."""
        seat, decision = self._judge(game), "D61" if self.agreed == 0 else "D62"
        offers = (Offer(Consent, "Agree"), Offer(Refusal, "Refuse"))
        return [Request(seat, decision, f"{ballots.told(self.motion)} Do you agree?", offers, Refusal)]

    def act(self, game: Kingmaker, seat: str, action: Consent | Refusal) -> None:
        """Note the answer."""
        agrees = isinstance(action, Consent)
        text = f"{{{seat}}} {'agrees' if agrees else 'refuses'} to let {names.card(game, self.card)} change hands."
        game.emit("consent" if agrees else "refusal", text, about=[self.card], rule=pass_rule(game, self.card))
        if agrees:
            self.agreed += 1
        else:
            game.pop(self)


def _hand_on(game: Kingmaker, card: str, noble: str) -> None:
    """Move a title or office, with its places and ships, to another noble."""
    forces.take_from(game, game.noble(forces.holder(game, card)), card)
    forces.lay(game, card, noble)
    sites.pass_claims(game, card, noble)
    text = f"{names.card(game, card)} passes to {names.card(game, noble)} ({{{game.noble(noble).faction}}})."
    game.emit("passed_on", text, about=[card, noble], track=[game.noble(noble).at], rule=pass_rule(game, card))


# ---------------------------------------------------------------------- lost ships


def lost_ships(game: Kingmaker, office: str) -> list[str]:
    """Return the lost ships of an office that somebody holds [WBC-V02.5]."""
    return [ship for ship in wrecks.lost_ships(game) if wrecks.office_of(game, ship) == office]


def offices_with_lost_ships(game: Kingmaker) -> list[str]:
    """Return the offices whose ships Parliament could bring back (option `ship_resurrection_vote`)."""
    if not game.option("ship_resurrection_vote"):
        return []
    return sorted({wrecks.office_of(game, ship) for ship in wrecks.lost_ships(game)})


def names_of_ships(game: Kingmaker, ships: Sequence[str]) -> str:
    """Return the names of ships as a list in words."""
    return join_words(game.catalog.ships[ship].name for ship in ships)


class ShipsComeBack(KingmakerStep):
    """Lost ships that return to their home ports if the Commons have voted for it [WBC-V02.5]."""

    office: str

    def proceed(self, game: Kingmaker) -> bool:
        """Bring them back."""
        game.pop(self)
        for ship in lost_ships(game, self.office) if ballots.passed(sitting(game)) else []:
            wrecks.bring_back(game, ship)
        return True
