"""The Chancery given out under three leaders, with debate and vote (rules 5.4.3, `parliament_rule` = covault)."""

from collections.abc import Sequence

from engine.core.actions import Choice, Draft, Field, Offer, Pass, Request, pass_offer
from engine.core.errors import Illegal, allows
from engine.core.steps import AnyStep
from engine.kingmaker.board import names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.catalog import BishopCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.parliament import awards, ballots, debate, session
from engine.kingmaker.parliament.awards import Assign, OrderBusiness, Propose
from engine.kingmaker.parliament.session import RIGHTS, SENIOR_BISHOP, in_motion, sitting


def rounds() -> list[AnyStep]:
    """Return the bishops, two rounds with votes, and a last one without."""
    return [RoundWithoutVote(bishops=True), RoundWithVotes(0), RoundWithVotes(1), RoundWithoutVote()]


# ---------------------------------------------------------------------- recipients


def check_candidate(game: Kingmaker, card: str, noble: str) -> None:
    """Raise Illegal unless a noble can have a card, at Parliament or elsewhere [COV-7.2.2, COV-7.2.3]."""
    if noble not in game.state.nobles or game.noble(noble).captor:
        raise Illegal("Only free nobles in play can be given cards.", "COV-7.2.3")
    if sites.under_siege(game, game.noble(noble).at):
        raise Illegal(f"{names.card(game, noble)} is under siege and cannot be given cards.", "COV-7.2.3")
    if is_bishop(game, card):
        if noble not in session.attending(game):
            raise Illegal("Bishops go to nobles who attend Parliament.", "COV-7.2.2")
        if any(is_bishop(game, held) for held in game.noble(noble).cards):
            raise Illegal(f"{names.card(game, noble)} has a bishop already; choose a noble without one.", "COV-7.2.2")
    cards.check_fits(game, card, noble)


def is_bishop(game: Kingmaker, card: str) -> bool:
    """Whether a card is a bishop."""
    return isinstance(game.catalog.cards[card], BishopCard)


def candidates(game: Kingmaker, card: str) -> list[str]:
    """Return the nobles who can have a card, the strongest first."""
    able = [noble for noble in game.state.nobles if allows(check_candidate, game, card, noble)]
    return sorted(able, key=lambda noble: (-forces.strength(game, noble, "defence"), noble))


# ---------------------------------------------------------------------- without vote: bishops, and the last round


class RoundWithoutVote(KingmakerStep, tag="placement"):
    """A leader gives cards out without vote until none can be placed (D55, D56) [COV-7.2.2, COV-7.2.7, COV-7.2.8]."""

    bishops: bool = False
    """Whether it is the round of the bishops, which the caller leads; the last round, of all other cards, belongs to
    the player who has the most senior bishop when it begins."""

    begun: bool = False
    """Whether it has begun."""

    def proceed(self, game: Kingmaker) -> bool:
        """Place cards that leave no choice without asking; end when no card can be placed."""
        if not self.begun:
            self._begin(game)
        pairs = self.pairs(game) if self.leader(game) else []
        if len(pairs) > 1:
            return False
        if pairs:
            self._give(game, *pairs[0])
        elif self.bishops:
            game.pop(self)
        else:
            awards.close(game, self)
        return True

    def _begin(self, game: Kingmaker) -> None:
        """Find out who leads the last round as it begins, and announce the round [COV-7.2.2, COV-7.2.7]."""
        self.begun = True
        if not self.bishops:
            sitting(game).proposers[-1] = session.senior_clergy(game, sitting(game))
        leader = self.leader(game)
        if not self.pairs(game):
            return
        if self.bishops:
            game.emit("round_led", f"{{{leader}}} first gives out the bishops, without a vote.", rule="COV-7.2.2")
        elif leader:
            text = f"Part 3 of 3: {{{leader}}}, {RIGHTS[SENIOR_BISHOP]}, gives out what is left, without a vote."
            game.emit("round_led", text, rule="COV-7.2.7")
        else:
            text = "Part 3 of 3 is skipped: no player alone has the most senior bishop."
            game.emit("round_skipped", text, rule="COV-7.2.7")

    def _give(self, game: Kingmaker, card: str, noble: str) -> None:
        awards.award(game, card, noble, "COV-7.2.2" if self.bishops else "COV-7.2.8")
        if self.bishops:
            sitting(game).ordained.append(card)

    def leader(self, game: Kingmaker) -> str:
        """Return the seat that gives the cards out; "" if the round is skipped."""
        return sitting(game).caller if self.bishops else sitting(game).proposers[-1].seat

    def pairs(self, game: Kingmaker) -> list[tuple[str, str]]:
        """Every card with every noble who can have it, in the order of the default: the leader's own nobles first."""
        found = [(card, noble) for card in self._cards(game) for noble in candidates(game, card)]
        leader = self.leader(game)
        return sorted(found, key=lambda pair: (awards.rank(game, pair[0]), game.noble(pair[1]).faction != leader))

    def _cards(self, game: Kingmaker) -> list[str]:
        return [card for card in awards.ordered(game) if is_bishop(game, card) == self.bishops]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the leader for the next card."""
        pairs = self.pairs(game)

        def nobles(draft: Draft) -> list[Choice]:
            return awards.noble_choices(game, [noble for card, noble in pairs if card == draft["card"]])

        choices = [Choice(card, names.card(game, card)) for card in dict.fromkeys(card for card, _ in pairs)]
        fields = (Field("card", "Which card do you give?", lambda _: choices), Field("noble", "To whom?", nobles))
        prompt = "Give out the bishops, one by one, to nobles at Parliament who have none. There is no vote."
        if not self.bishops:
            prompt = "Part 3 of 3: give out the cards that are left, one by one, as long as a noble can hold one. "
            prompt += "There is no vote."
        decision = "D55" if self.bishops else "D56"
        offer = Offer(Assign, "Give a card", fields)
        return [Request(self.leader(game), decision, prompt, (offer,), lambda: Assign(*pairs[0]))]

    def act(self, game: Kingmaker, seat: str, action: Assign) -> None:
        """Give the card."""
        if action.card not in self._cards(game):
            what, rule = ("bishop", "COV-7.2.2") if self.bishops else ("title or office", "COV-7.2.8")
            raise Illegal(f"Choose a {what} of the Chancery.", rule)
        check_candidate(game, action.card, action.noble)
        self._give(game, action.card, action.noble)


# ---------------------------------------------------------------------- two rounds with votes


class RoundWithVotes(KingmakerStep, tag="leadership"):
    """A leader selects titles and offices, and proposes them one after the other (D56) [COV-7.2.3, COV-7.2.6]."""

    number: int
    """The number of the round, from 0: the leader's place in the list of those who lead."""

    cards: list[str] = []
    """The cards that are selected and not yet dealt with."""

    selected: bool = False
    """Whether the leader has selected them."""

    voted: bool = False
    """Whether the last proposal has been put to the vote."""

    def proceed(self, game: Kingmaker) -> bool:
        """Carry out a vote, or go on to the next card; wait while the leader selects or proposes."""
        now = sitting(game)
        if self.voted:
            self.voted, self.cards = False, self.cards[1:]
            if ballots.passed(now) and now.proposed in candidates(game, now.card):
                awards.award(game, now.card, now.proposed)
        elif self._over(game):
            game.pop(self)
        elif self.selected and not candidates(game, self.cards[0]):
            text = f"Nobody can hold {names.card(game, self.cards[0])} now."
            game.emit("stays", text, about=[self.cards[0]], rule="COV-7.2.3")
            self.cards = self.cards[1:]
        else:
            now.card, now.proposed = (self.cards[0] if self.selected else ""), ""
            return False
        return True

    def leader(self, game: Kingmaker) -> str:
        """Return the seat that leads the round; "" if it is skipped."""
        return sitting(game).proposers[self.number].seat

    def _leads(self, game: Kingmaker) -> str:
        right = RIGHTS[sitting(game).proposers[self.number].right]
        return f"Part {self.number + 1} of 3: {{{self.leader(game)}}}, {right},"

    def _over(self, game: Kingmaker) -> bool:
        if self.selected:
            return not self.cards
        if not placeable(game):
            return True
        if not self.leader(game):
            text = "Part 2 of 3 is skipped: no player alone has the most votes in the Commons."
            game.emit("round_skipped", text, rule="COV-7.2.6")
            return True
        return False

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the leader for a selection, or for the next proposal."""
        return [self._proposal(game) if self.selected else self._selection(game)]

    def _selection(self, game: Kingmaker) -> Request:
        def next_cards(draft: Draft) -> list[Choice]:
            return [Choice(card, names.card(game, card)) for card in _next_cards(game, draft.get("cards", []))]

        prompt = f"You lead part {self.number + 1} of 3, {RIGHTS[sitting(game).proposers[self.number].right]}. "
        prompt += "For which cards of the Chancery do you propose nobles, and in which order?"
        select = Offer(OrderBusiness, "Select cards", (Field("cards", "Which card next?", next_cards, many=True),))
        return Request(self.leader(game), "D56", prompt, (select, pass_offer("Propose nothing")), Pass)

    def _proposal(self, game: Kingmaker) -> Request:
        card = names.card(game, self.cards[0])
        able = awards.noble_choices(game, candidates(game, self.cards[0]))
        fields = (Field("noble", f"Who is to be {card}?", lambda _: able),)
        offers = (Offer(Propose, "Propose a noble", fields), pass_offer("Propose nobody"))
        prompt, about = f"Whom do you propose as {card}?", (self.cards[0],)
        return Request(self.leader(game), "D56", prompt, offers, Pass, about=about)

    def act(self, game: Kingmaker, seat: str, action: OrderBusiness | Propose | Pass) -> None:
        """Note the selection, or open the debate on a proposal."""
        match action:
            case OrderBusiness(chosen):
                if not chosen:
                    raise Illegal("Name at least one card, or propose nothing.", "COV-7.2.3")
                for number, card in enumerate(chosen):
                    if card not in _next_cards(game, chosen[:number]):
                        reason = "Name titles and offices of the Chancery that can be placed, each once, "
                        raise Illegal(f"{reason}titles before offices.", "COV-7.2.3")
                self.cards, self.selected = list(chosen), True
                text = f"{self._leads(game)} proposes nobles for these, in this order: {names.cards(game, chosen)}."
                game.emit("agenda", text, about=chosen, rule="COV-7.2.3")
            case Propose(noble):
                check_candidate(game, self.cards[0], noble)
                sitting(game).proposed, self.voted = noble, True
                motion = f"{{{seat}}} proposes {in_motion(game, noble)} as {names.card(game, self.cards[0])}."
                game.push(*debate.opened(game, seat, motion), ballots.Vote(motion))
            case Pass() if self.selected:
                text = f"{{{seat}}} proposes nobody as {names.card(game, self.cards[0])}."
                game.emit("no_proposal", text, about=[self.cards[0]], rule="COV-7.2.3")
                self.cards = self.cards[1:]
            case Pass():
                self.selected = True
                game.emit("no_proposal", f"{self._leads(game)} proposes nothing.", rule="COV-7.2.3")


def placeable(game: Kingmaker) -> list[str]:
    """Return the titles and offices that somebody can have now, or could have after getting a title."""
    business = [card for card in awards.ordered(game) if not is_bishop(game, card)]
    titles = any(awards.rank(game, card) == 0 and candidates(game, card) for card in business)
    return [card for card in business if candidates(game, card) or (titles and awards.rank(game, card) == 1)]


def _next_cards(game: Kingmaker, picks: Sequence[str]) -> list[str]:
    """Return the cards that may be selected after those picked: no title after an office."""
    offices = any(awards.rank(game, card) == 1 for card in picks)
    return [card for card in placeable(game) if card not in picks and not (offices and awards.rank(game, card) == 0)]
