"""The Crown phase, and playing Crown cards from the hand (rules 2.7, 2.8)."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import AnyStep, Step
from engine.kingmaker import cards, forces, locations, names, sites
from engine.kingmaker.catalog import NobleCard, SpecialCard
from engine.kingmaker.game import Kingmaker


class Play(Action, frozen=True):
    """Play a Crown card from the hand: a noble to a location `at`, any other card onto the noble `noble`."""

    card: str
    noble: str = ""
    at: str = ""


class Keep(Action, frozen=True):
    """Keep the card just drawn in the hand."""


class CrownPhase(Step):
    """The active seat draws one Crown card and plays or keeps it [BASE-CRN-1]."""

    drawn: bool = False
    card: str = ""

    def proceed(self, game: Kingmaker) -> bool:
        """Draw; the phase ends when there was no card or it has left the hand.

        A card that cannot be played now is asked about all the same: no question would tell the others that.
        """
        if not self.drawn:
            self._draw(game)
            return True
        if self.card in game.faction(game.active).hand:
            return False
        game.pop(self)
        return True

    def _draw(self, game: Kingmaker) -> None:
        self.drawn = True
        self.card = cards.draw_crown(game)
        if not self.card:
            game.emit("crown_empty", "There is no Crown card left to draw.", rule="BASE-CRN-4")
            return
        game.faction(game.active).hand.append(self.card)
        game.emit("crown_draw", f"{{{game.active}}} draws a Crown card.", rule="BASE-CRN-1")
        private = f"You drew {names.card(self.card)}."
        game.emit("hand", private, to=[game.active], about=[self.card], rule="BASE-CRN-1")

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask whether the drawn card is played or kept (D80)."""
        prompt = f"You drew {names.card(self.card)}. Play it now, or keep it in your hand?"
        keep = Offer(Keep, "Keep it")
        offers = (play_offer(game, game.active), keep) if _hand(game, game.active) else (keep,)
        return [Request(game.active, "D80", prompt, offers, Keep, secret=True)]

    def act(self, game: Kingmaker, seat: str, action: Play | Keep) -> None:
        """Play or keep."""
        if isinstance(action, Play):
            play(game, seat, action)
        else:
            game.pop(self)


# ---------------------------------------------------------------------- playing cards from the hand


def play_offer(game: Kingmaker, seat: str) -> Offer:
    """Offer to play cards from the hand, with where they may go (rules 2.8)."""
    return Offer(
        Play,
        "Play a Crown card",
        (
            Field("card", "Which card?", lambda _: _hand(game, seat)),
            Field(
                "noble",
                "Onto which noble?",
                lambda d: _nobles(game, seat, d),
                when=lambda d: not _is_noble(game, d),
            ),
            Field(
                "at",
                "Where does he appear?",
                lambda d: _places(game, seat, d),
                when=lambda d: _is_noble(game, d),
            ),
        ),
    )


def _hand(game: Kingmaker, seat: str) -> list[Choice]:
    hand = game.faction(seat).hand
    return [Choice(card, names.card(card)) for card in hand if playable(game, seat, card)]


def playable(game: Kingmaker, seat: str, card: str) -> bool:
    """Whether a hand card has anywhere to go now."""
    if isinstance(game.book.cards[card], NobleCard):
        return True
    return any(_takes(game, card, noble) for noble in forces.nobles_of(game, seat))


def _nobles(game: Kingmaker, seat: str, draft: Draft) -> Sequence[Choice]:
    card = draft["card"]
    able = [noble for noble in forces.nobles_of(game, seat) if _takes(game, card, noble)]
    return [Choice(noble, names.card(noble), locations.say(game.noble(noble).at)) for noble in able]


def _takes(game: Kingmaker, card: str, noble: str) -> bool:
    try:
        check_play_onto(game, card, noble)
    except Illegal:
        return False
    return True


def _places(game: Kingmaker, seat: str, draft: Draft) -> Sequence[Choice]:
    places = starting_places(game, seat, draft["card"])
    return [Choice(at, locations.label(at)) for at in places]


def _is_noble(game: Kingmaker, draft: Draft) -> bool:
    return isinstance(game.book.cards[draft["card"]], NobleCard)


def starting_places(game: Kingmaker, seat: str, noble: str) -> list[str]:
    """Where a noble may come into play (rules 2.8, RULING 7) [BASE-CRN-3]."""
    castles = game.book.noble(noble).castles
    claimable = [castle for castle in castles if not sites.controller(game, castle)]
    fortresses = [*castles, *(place for place in sites.held_by(game, seat) if place not in castles)]
    inside = [
        locations.inside(place)
        for place in fortresses
        if (place in claimable or sites.controller(game, place) == seat) and _fits_inside(game, place, noble)
    ]
    if inside:
        return inside
    if castles:
        return [locations.open_in(game.book.places[castle].square) for castle in castles]
    held = [locations.open_in(game.book.places[place].square) for place in sites.held_by(game, seat)]
    return list(dict.fromkeys(held)) or empty_squares(game)


def _fits_inside(game: Kingmaker, place: str, noble: str) -> bool:
    free = sites.room(game, place)
    enough = free is None or game.book.cards[noble].strength <= free
    return enough and place not in game.state.sieges


def empty_squares(game: Kingmaker) -> list[str]:
    """The mainland squares without a site, for nobles who have nowhere to go (RULING 7)."""
    return [locations.open_in(s.id) for s in game.book.squares.values() if s.kind == "land" and not s.places]


def check_play_onto(game: Kingmaker, card: str, noble: str) -> None:
    """Raise Illegal unless a card may be laid with a noble now [BASE-CRN-2, BASE-SGE-6, BASE-TRD-3]."""
    at = game.noble(noble).at
    if isinstance(game.book.cards[card], SpecialCard):
        raise Illegal(f"{names.card(card)} is not laid with a noble; it stays in your hand until it is used.")
    if game.noble(noble).captor:
        raise Illegal(f"{names.card(noble)} is a captive; free him first.", "BASE-CRN-2")
    if sites.under_siege(game, at):
        raise Illegal(f"{names.card(noble)} is under siege and can get no cards.", "BASE-SGE-6")
    if locations.kind(at) == "aboard" and locations.kind(game.ship(locations.name(at)).at) == "sea":
        raise Illegal(f"{names.card(noble)} is at sea; he can get cards when he is in port.", "BASE-CRN-2")
    cards.check_fits(game, card, noble)
    if card in game.state.turn.traded and noble in engaged(game):
        reason = f"{names.card(card)} came from another player this turn; {names.card(noble)} is engaged in combat."
        raise Illegal(reason, "BASE-TRD-3")


def engaged(game: Kingmaker) -> list[str]:
    """The nobles engaged in the combat that has been announced [BASE-TRD-3]."""
    return [noble for step in game.state.steps for noble in getattr(step, "engaged", [])]


def play(game: Kingmaker, seat: str, action: Play) -> None:
    """Put a hand card into play, or raise Illegal."""
    faction = game.faction(seat)
    if action.card not in faction.hand:
        raise Illegal("You do not hold that card; look at your hand with /hand.", "BASE-CRN-2")
    if isinstance(game.book.cards[action.card], NobleCard):
        _play_noble(game, seat, action)
    else:
        _play_onto(game, seat, action)


def _play_noble(game: Kingmaker, seat: str, action: Play) -> None:
    places = starting_places(game, seat, action.card)
    at = action.at
    if at not in places or action.noble:
        legal = names.listed(locations.say(place) for place in places[:8])
        raise Illegal(f"{names.card(action.card)} can appear {legal}; name the place only.", "BASE-CRN-3")
    game.faction(seat).hand.remove(action.card)
    cards.enter(game, action.card, seat, at)
    text = f"{{{seat}}} brings {names.card(action.card)} into play {locations.say(at)}."
    game.emit("played", text, about=[action.card], track=[at], rule="BASE-CRN-3")


def _play_onto(game: Kingmaker, seat: str, action: Play) -> None:
    noble = action.noble
    if noble not in forces.nobles_of(game, seat) or action.at:
        raise Illegal("Choose one of your own nobles in play for this card.", "BASE-CRN-2")
    check_play_onto(game, action.card, noble)
    game.faction(seat).hand.remove(action.card)
    cards.attach(game, action.card, noble)
    text = f"{{{seat}}} gives {names.card(action.card)} to {names.card(noble)}."
    game.emit("played", text, about=[action.card, noble], track=[game.noble(noble).at], rule="BASE-CRN-2")


def any_time(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer hand cards that can be played (D82)."""
    return [play_offer(game, seat)] if _hand(game, seat) else []


STEPS: tuple[type[AnyStep], ...] = (CrownPhase,)
ACTIONS: tuple[type[Action], ...] = (Play, Keep)
