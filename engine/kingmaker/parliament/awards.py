"""The titles, offices and bishoprics of the Chancery, given out in Parliament (rules 5.4)."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer, Pass, Request, distinct, pass_offer
from engine.core.errors import Illegal
from engine.core.steps import AnyStep
from engine.core.text import capital
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.catalog import OfficeCard, TitleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.parliament import ballots, session
from engine.kingmaker.parliament.session import sitting

AWARD_RULES = {"basic": "BASE-PAR-5", "optional": "BASE-PAR-8", "covault": "COV-7.2.3"}
"""The rule by which cards of the Chancery are given out (option `parliament_rule`)."""

# ---------------------------------------------------------------------- recipients


def rank(game: Kingmaker, card: str) -> int:
    """Return the order of business: titles, then offices, then bishops."""
    printed = game.catalog.cards[card]
    return 0 if isinstance(printed, TitleCard) else 1 if isinstance(printed, OfficeCard) else 2


def ordered(game: Kingmaker) -> list[str]:
    """Return the cards of the Chancery, titles before offices before bishops, the strongest first."""
    return sorted(game.state.chancery, key=lambda c: (rank(game, c), -game.catalog.cards[c].strength, c))


def check_recipient(game: Kingmaker, card: str, noble: str) -> None:
    """Raise Illegal unless a noble at Parliament can have a card of the Chancery (rules 5.4) [BASE-PAR-5]."""
    if noble not in session.attending(game):
        raise Illegal("Only nobles who attend Parliament can be given cards.", "BASE-PAR-5")
    cards.check_fits(game, card, noble)


def eligible(game: Kingmaker, card: str) -> list[str]:
    """Return the nobles at Parliament who can have a card, the strongest first."""
    able = [noble for noble in session.attending(game) if cards.fits(game, card, noble)]
    return sorted(able, key=lambda noble: (-forces.strength(game, noble, "defence"), noble))


def noble_choices(game: Kingmaker, nobles: Sequence[str]) -> list[Choice]:
    """Return nobles as choices, each with the player."""
    return [Choice(noble, names.card(game, noble), f"{{{game.noble(noble).faction}}}'s") for noble in nobles]


def award(game: Kingmaker, card: str, noble: str, rule: str = "") -> None:
    """Give a card of the Chancery to a noble; it is his at once, with places, ships and strength.

    `rule` is the rule to name, where it is not that of awards in general.
    """
    game.state.chancery.remove(card)
    # Bring an office's ships home, unless somebody is aboard (rules 5.4).
    for ship in cards.ships_of_card(game, card):
        counter = game.state.ships.get(ship)
        if counter and not forces.nobles_at(game, locations.aboard(ship)):
            counter.at = locations.port(cards.home_port(game, ship))
            counter.driven, counter.voyage, counter.keeper, counter.lent = False, "", "", ""
    rule = rule or AWARD_RULES[str(game.option("parliament_rule"))]
    text = f"{names.card(game, card)} goes to {names.card(game, noble)} ({{{game.noble(noble).faction}}})."
    game.emit("award", text, about=[card, noble], track=[game.noble(noble).at], rule=rule)
    cards.attach(game, card, noble)


def close(game: Kingmaker, step: AnyStep) -> None:
    """End the distribution, and name the cards that stay in the Chancery."""
    game.pop(step)
    sitting(game).card = sitting(game).proposed = ""
    if game.state.chancery:
        left = len(game.state.chancery)
        text = f"{left} {'card stays' if left == 1 else 'cards stay'} in the Chancery."
        game.emit("chancery", text, about=game.state.chancery, rule="BASE-PAR-5")


# ---------------------------------------------------------------------- accepting


class AcceptAward(Action, frozen=True):
    """Accept the card that Parliament offers to an own noble."""


class DeclineAward(Action, frozen=True):
    """Decline the card that Parliament offers to an own noble."""


class AwardAnswer(KingmakerStep):
    """The player of the noble proposed for the card under discussion accepts or declines (D59) [BASE-PAR-9]."""

    def proceed(self, game: Kingmaker) -> bool:
        """Drop the question when the noble can no longer have the card."""
        now = sitting(game)
        if now.proposed in eligible(game, now.card):
            return False
        game.pop(self)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the noble's player."""
        now = sitting(game)
        card, noble = names.card(game, now.card), names.card(game, now.proposed)
        prompt = f"Parliament offers {card} to {noble}. Does he accept?"
        offers = (Offer(AcceptAward, f"Accept {card}"), Offer(DeclineAward, f"Decline {card}"))
        about = (now.card, now.proposed)
        return [Request(game.noble(now.proposed).faction, "D59", prompt, offers, AcceptAward, about=about)]

    def act(self, game: Kingmaker, seat: str, action: AcceptAward | DeclineAward) -> None:
        """Give the card, or leave it in the Chancery."""
        now = sitting(game)
        if isinstance(action, AcceptAward):
            award(game, now.card, now.proposed)
        else:
            text = f"{names.card(game, now.proposed)} declines {names.card(game, now.card)}."
            game.emit("declined", text, about=[now.card, now.proposed], rule="BASE-PAR-9")
        game.pop(self)


def offer_to(game: Kingmaker, card: str, noble: str, by: str) -> None:
    """Offer a card to a noble; a player who has named an own noble is not asked."""
    now = sitting(game)
    now.card, now.proposed = card, noble
    if game.noble(noble).faction == by:
        award(game, card, noble)
    else:
        game.push(AwardAnswer())


# ---------------------------------------------------------------------- basic


class Assign(Action, frozen=True):
    """Give a card of the Chancery to a noble at Parliament."""

    card: str
    noble: str


class CallerGivesOut(KingmakerStep, tag="grants"):
    """The caller gives out the cards without vote, until no card can be placed (D55) [BASE-PAR-5]."""

    offered: list[str] = []
    """The pairs "card noble" that have been offered: what is declined is not offered to him again."""

    def proceed(self, game: Kingmaker) -> bool:
        """Place cards that leave no choice without asking; end when no card can be placed."""
        pairs = self.pairs(game)
        if pairs and (len(pairs) > 1 or self._may_stop(game)):
            return False
        if pairs:
            self._offer(game, *pairs[0])
        else:
            close(game, self)
        return True

    def pairs(self, game: Kingmaker) -> list[tuple[str, str]]:
        """Every card with every noble who can have it, in the order of the default."""
        caller = sitting(game).caller
        found = [
            (card, noble)
            for card in ordered(game)
            for noble in eligible(game, card)
            if f"{card} {noble}" not in self.offered
        ]
        return sorted(found, key=lambda pair: (rank(game, pair[0]), game.noble(pair[1]).faction != caller))

    def _may_stop(self, game: Kingmaker) -> bool:
        """Whether every card that can still be placed has been declined by somebody."""
        declined = {pair.partition(" ")[0] for pair in self.offered}
        return all(card in declined for card, _ in self.pairs(game))

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the caller for the next card."""
        prompt = "Give the cards of the Chancery to nobles at Parliament, one by one. They may be of any faction."
        offers: tuple[Offer, ...] = (self._assign_offer(game),)
        if self._may_stop(game):
            offers += (pass_offer("Leave the declined cards in the Chancery"),)
        return [Request(sitting(game).caller, "D55", prompt, offers, lambda: Assign(*self.pairs(game)[0]))]

    def _assign_offer(self, game: Kingmaker) -> Offer:
        pairs = self.pairs(game)

        def nobles(draft: Draft) -> list[Choice]:
            return noble_choices(game, [noble for card, noble in pairs if card == draft["card"]])

        placeable = list(dict.fromkeys(card for card, _ in pairs))
        choices = [Choice(card, names.card(game, card)) for card in placeable]
        fields = (Field("card", "Which card do you give?", lambda _: choices), Field("noble", "To whom?", nobles))
        return Offer(Assign, "Give a card", fields)

    def act(self, game: Kingmaker, seat: str, action: Assign | Pass) -> None:
        """Offer the card to the noble, or stop."""
        if isinstance(action, Pass):
            close(game, self)
            return
        if action.card not in game.state.chancery:
            raise Illegal("That card is not in the Chancery; choose one that is.", "BASE-PAR-5")
        check_recipient(game, action.card, action.noble)
        if f"{action.card} {action.noble}" in self.offered:
            reason = f"{names.card(game, action.noble)} has declined; offer {names.card(game, action.card)} to another."
            raise Illegal(reason, "BASE-PAR-9")
        self._offer(game, action.card, action.noble)

    def _offer(self, game: Kingmaker, card: str, noble: str) -> None:
        self.offered = [*self.offered, f"{card} {noble}"]
        offer_to(game, card, noble, sitting(game).caller)


# ---------------------------------------------------------------------- optional


class OrderBusiness(Action, frozen=True):
    """Name the cards of the Chancery in the order of business; cards not named follow."""

    cards: list[str]


class Agenda(KingmakerStep):
    """The caller orders the cards, titles before offices before bishops (D56) [BASE-PAR-8]."""

    def proceed(self, game: Kingmaker) -> bool:
        """Set the order without asking where there is only one."""
        ranks = [rank(game, card) for card in placeable(game)]
        if not distinct(ranks):
            return False
        self._set_order(game, [])
        return True

    def _set_order(self, game: Kingmaker, first: Sequence[str]) -> None:
        order = [*first, *(card for card in ordered(game) if card not in first)]
        game.pop(self)
        game.push(Award(order))

    def _choices(self, game: Kingmaker, picks: Sequence[str]) -> list[str]:
        """Return the cards that may come next: those of the first rank that has any left."""
        rest = [card for card in placeable(game) if card not in picks]
        return [card for card in rest if rank(game, card) == rank(game, rest[0])]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the caller."""
        prompt = "In which order does Parliament vote on the cards of the Chancery? Titles come first."

        def next_cards(draft: Draft) -> list[Choice]:
            return [Choice(card, names.card(game, card)) for card in self._choices(game, draft.get("cards", []))]

        offer = Offer(OrderBusiness, "Order the business", (Field("cards", "Which card next?", next_cards, many=True),))
        return [Request(sitting(game).caller, "D56", prompt, (offer,), lambda: OrderBusiness(placeable(game)))]

    def act(self, game: Kingmaker, seat: str, action: OrderBusiness) -> None:
        """Fix the order."""
        for number, card in enumerate(action.cards):
            if card not in self._choices(game, action.cards[:number]):
                raise Illegal(
                    "Name cards of the Chancery that can be placed, each once, titles before offices.", "BASE-PAR-8"
                )
        if not action.cards:
            raise Illegal("Name at least the first card.", "BASE-PAR-8")
        self._set_order(game, action.cards)
        text = f"{{{seat}}} sets the order of business: {names.cards(game, action.cards)}."
        game.emit("agenda", text, about=action.cards, rule="BASE-PAR-8")


def placeable(game: Kingmaker) -> list[str]:
    """Return the cards that somebody at Parliament can have now, or could have after getting a title."""
    titles = any(rank(game, card) == 0 and eligible(game, card) for card in game.state.chancery)
    return [card for card in ordered(game) if eligible(game, card) or (titles and rank(game, card) == 1)]


class Propose(Action, frozen=True):
    """Propose a noble at Parliament for the card under discussion."""

    noble: str


class Award(KingmakerStep):
    """Card after card is proposed, voted on and accepted [BASE-PAR-8]."""

    cards: list[str]
    """The cards that are not yet dealt with, the first one under discussion."""

    turn: int = 0
    """The number of proposers who have had their turn, which is the index of the next one in the list."""

    voted: bool = False
    """Whether the last proposal has been put to the vote."""

    def proceed(self, game: Kingmaker) -> bool:
        """Award a card after its vote, or go on to the next card; wait while a proposal is due."""
        now = sitting(game)
        if not self.cards:
            close(game, self)
        elif self.voted:
            self.voted = False
            if ballots.passed(now) and now.proposed in eligible(game, now.card):
                offer_to(game, now.card, now.proposed, now.proposers[self.turn].seat)
            self.turn += 1
        elif self.cards[0] not in game.state.chancery or self._exhausted(game):
            self.cards, self.turn = self.cards[1:], 0
        else:
            now.card, now.proposed = self.cards[0], ""
            return False
        return True

    def _exhausted(self, game: Kingmaker) -> bool:
        """Whether nobody can have the card, or all proposers have had their turn; announce which."""
        card = names.card(game, self.cards[0])
        if not eligible(game, self.cards[0]):
            text = f"Nobody at Parliament can hold {card}; it stays in the Chancery."
        elif self.turn >= len(sitting(game).proposers):
            text = f"{card} goes to nobody and stays in the Chancery."
        else:
            return False
        game.emit("stays", text, about=[self.cards[0]], rule="BASE-PAR-8")
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the proposer whose turn it is."""
        proposer, card = sitting(game).proposers[self.turn], names.card(game, self.cards[0])
        able = noble_choices(game, eligible(game, self.cards[0]))
        fields = (Field("noble", f"Who gets {card}?", lambda _: able),)
        offers = (Offer(Propose, "Propose a noble", fields), pass_offer("Propose nobody"))
        prompt = f"{capital(session.RIGHTS[proposer.right])}, you may propose a noble for {card}. Whom?"
        return [Request(proposer.seat, "D56", prompt, offers, Pass, about=(str(self.turn),))]

    def act(self, game: Kingmaker, seat: str, action: Propose | Pass) -> None:
        """Put the proposal to the vote, or let the next one propose."""
        card = self.cards[0]
        if isinstance(action, Pass):
            game.emit("no_proposal", f"{{{seat}}} proposes nobody as {names.card(game, card)}.", rule="BASE-PAR-8")
            self.turn += 1
            return
        check_recipient(game, card, action.noble)
        sitting(game).proposed = action.noble
        self.voted = True
        person = session.in_motion(game, action.noble)
        game.push(ballots.Vote(f"{{{seat}}} proposes {person} as {names.card(game, card)}."))
