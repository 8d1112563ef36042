"""Playing Crown cards from the hand (rules 2.8)."""

from collections.abc import Iterator, Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.errors import Illegal, allows
from engine.core.game import cached_while_waiting
from engine.core.text import join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.catalog import (
    Card,
    MercenaryCard,
    NobleCard,
    OfficeCard,
    ShipCard,
    SpecialCard,
    TitleCard,
    TownCard,
)
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import place_menu, sites
from engine.kingmaker.overseas import french


class Play(Action, frozen=True):
    """Play a Crown card from the hand."""

    card: str
    """The card."""

    noble: str = ""
    """The noble who gets it; "" if the card is a noble himself."""

    at: Location = NOWHERE
    """Where such a noble comes into play; "" for other cards."""


def play_offer(game: Kingmaker, seat: str, only: Sequence[str] = ()) -> Offer:
    """Offer to play cards from the hand, or only some of them, with their possible takers and places (rules 2.8)."""

    def cards_in_hand(_: Draft) -> list[Choice]:
        return [Choice(card, names.card(game, card)) for card in _hand(game, seat) if not only or card in only]

    def is_noble(draft: Draft) -> bool:
        return isinstance(game.catalog.cards[draft["card"]], NobleCard)

    def nobles(draft: Draft) -> list[Choice]:
        able = takers(game, seat, draft["card"])
        return [Choice(noble, names.card(game, noble), locations.say(game, game.noble(noble).at)) for noble in able]

    def places(draft: Draft) -> list[Choice]:
        home = game.catalog.noble(draft["card"]).castles
        able = starting_places(game, seat, draft["card"])
        return [place_menu.choice(game, seat, at, locations.label(game, at), home=home) for at in able]

    fields = (
        Field("card", "Which card do you play?", cards_in_hand),
        Field("noble", "Onto which noble?", nobles, when=lambda draft: not is_noble(draft)),
        Field("at", "Where does he appear?", places, places=True, when=is_noble),
    )
    nobles_too = any(isinstance(game.catalog.cards[card], NobleCard) for card in only or _hand(game, seat))
    return Offer(Play, "Play a Crown card", fields, says="" if nobles_too else "Give {card} to {noble}")


def _hand(game: Kingmaker, seat: str) -> Iterator[str]:
    """Yield the cards in a seat's hand that can be played now."""
    return (card for card in game.faction(seat).hand if playable(game, seat, card))


@cached_while_waiting
def playable(game: Kingmaker, seat: str, card: str) -> bool:
    """Whether a hand card can be played now."""
    return isinstance(game.catalog.cards[card], NobleCard) or next(_takers(game, seat, card), None) is not None


def takers(game: Kingmaker, seat: str, card: str) -> list[str]:
    """Return the seat's nobles who pass `check_play_onto` for a card."""
    return list(_takers(game, seat, card))


def _takers(game: Kingmaker, seat: str, card: str) -> Iterator[str]:
    return (noble for noble in forces.nobles_of(game, seat) if allows(check_play_onto, game, card, noble))


def starting_places(game: Kingmaker, seat: str, noble: str) -> list[Location]:
    """Return the locations where a noble may come into play (rules 2.8) [BASE-CRN-3]."""
    castles = game.catalog.noble(noble).castles
    fortresses = _open_to(game, seat, castles)
    inside = [locations.inside(place) for place in fortresses if _fits_inside(game, place, noble)]
    before = _before(game, [place for place in fortresses if _keeps_out(game, place)])
    return [*inside, *before] or _before(game, castles)


def _open_to(game: Kingmaker, seat: str, castles: Sequence[PlaceId]) -> list[PlaceId]:
    """Return a new noble's home castles that are his faction's or nobody's, and its other fortresses."""
    homes = [castle for castle in castles if sites.controller(game, castle) in ("", seat)]
    return [*homes, *(place for place in sites.held_by(game, seat) if place not in castles)]


def _before(game: Kingmaker, places: Sequence[PlaceId]) -> list[Location]:
    """Return the locations in the open beside some places."""
    return list(dict.fromkeys(locations.open_in(game.catalog.places[place].square) for place in places))


def _keeps_out(game: Kingmaker, place: PlaceId) -> bool:
    """Whether a siege makes a new noble appear before a place instead of inside it [WBC-C21]."""
    return place in game.state.sieges and game.option("besieged_home") == "before_walls"


def _fits_inside(game: Kingmaker, place: PlaceId, noble: str) -> bool:
    free = sites.room(game, place)
    enough = free is None or game.catalog.cards[noble].strength <= free
    return enough and place not in game.state.sieges


def check_play_onto(game: Kingmaker, card: str, noble: str) -> None:
    """Raise Illegal unless a card may be laid with a noble on the map now [BASE-CRN-2, BASE-SGE-6, BASE-TRD-3]."""
    at = game.noble(noble).at
    if isinstance(game.catalog.cards[card], SpecialCard):
        raise Illegal(
            lambda: f"{names.card(game, card)} is not given to a noble; it stays in your hand until you use it.",
            "WBC-R07",
        )
    _check_at_peace(game, noble)
    if locations.kind(game.shore(at)) == "sea":
        raise Illegal(lambda: f"{names.card(game, noble)} is at sea; give him cards when he is in port.", "BASE-CRN-2")
    cards.check_fits(game, card, noble)
    french.check_play(game, card, noble)
    barred = game.option("traded_card_in_combat") == "not_allocatable"
    if barred and card in game.state.turn.traded and noble in engaged(game):
        raise Illegal(
            lambda: (
                f"{names.card(game, card)} came from another player this turn; "
                f"{names.card(game, noble)} is engaged in combat."
            ),
            "BASE-TRD-3",
        )


def _check_at_peace(game: Kingmaker, noble: str) -> None:
    """Raise Illegal if a noble is under siege, or besieges a port from his ship [BASE-SGE-6, COV-5.12]."""
    at = game.noble(noble).at
    if locations.kind(at) == "aboard" and sites.storming_ship(game, locations.name(at)):
        raise Illegal(
            lambda: f"{names.card(game, noble)} besieges a port from his ship and cannot be given cards.", "COV-5.12"
        )
    if sites.under_siege(game, at):
        rule = "WBC-C21" if game.option("besieged_home") == "before_walls" else "BASE-SGE-6"
        if game.option("siege_rule") == "covault":
            rule = "COV-5.12"
        raise Illegal(lambda: f"{names.card(game, noble)} is under siege and cannot be given cards.", rule)


def engaged(game: Kingmaker) -> list[str]:
    """Return the nobles engaged in the combat that has been announced [BASE-TRD-3]."""
    return [noble for step in game.steps for noble in step.engaged]


def play(game: Kingmaker, seat: str, action: Play) -> None:
    """Put a hand card into play, or raise Illegal."""
    faction = game.faction(seat)
    if action.card not in faction.hand:
        raise Illegal("You do not hold that card; look at your hand with /hand.", "BASE-CRN-2")
    if isinstance(game.catalog.cards[action.card], NobleCard):
        _play_noble(game, seat, action)
    else:
        _play_onto(game, seat, action)


def _play_noble(game: Kingmaker, seat: str, action: Play) -> None:
    places = starting_places(game, seat, action.card)
    at = action.at
    _check_walls(game, seat, action)
    if at not in places or action.noble:
        legal = join_words(locations.say(game, place) for place in places[:8])
        raise Illegal(f"{names.card(game, action.card)} can appear {legal}; name the place only.", "BASE-CRN-3")
    game.faction(seat).hand.remove(action.card)
    text = f"{{{seat}}} brings the noble {names.card(game, action.card)} into play {locations.say(game, at)}."
    game.emit("played", text, about=[action.card], track=[at], rule="BASE-CRN-3")
    cards.enter(game, action.card, seat, at)


def _check_walls(game: Kingmaker, seat: str, action: Play) -> None:
    """Raise Illegal if a noble is placed inside a besieged place instead of before it [WBC-C21]."""
    for place in _open_to(game, seat, game.catalog.noble(action.card).castles):
        if action.at == locations.inside(place) and _keeps_out(game, place):
            reason = (
                f"{names.place(game, place)} is under siege; "
                f"{names.card(game, action.card)} appears in the open before it."
            )
            raise Illegal(reason, "WBC-C21")


def _play_onto(game: Kingmaker, seat: str, action: Play) -> None:
    noble = action.noble
    if noble not in forces.nobles_of(game, seat) or action.at:
        raise Illegal("Choose one of your own nobles in play for this card.", "BASE-CRN-2")
    check_play_onto(game, action.card, noble)
    game.faction(seat).hand.remove(action.card)
    text = f"{{{seat}}} gives {in_full(game, action.card)} to the noble {names.card(game, noble)}."
    game.emit("played", text, about=[action.card, noble], track=[game.noble(noble).at], rule="BASE-CRN-2")
    cards.attach(game, action.card, noble)
    french.joined(game, action.card)


KINDS: tuple[tuple[type[Card], str], ...] = (
    (NobleCard, "the noble "),
    (TitleCard, "the title "),
    (OfficeCard, "the office "),
    (TownCard, "the town "),
    (ShipCard, "the ship "),
    (MercenaryCard, "the mercenaries "),
)
"""The words for the kind of a card, before its name."""


def in_full(game: Kingmaker, card: str) -> str:
    """Return a card's name with its kind: 'the town Lancaster'; a bishop's name alone, mercenaries with their men."""
    printed = game.catalog.cards[card]
    men = f" ({printed.strength} men)" if isinstance(printed, MercenaryCard) else ""
    return next((words for kind, words in KINDS if isinstance(printed, kind)), "") + printed.name + men


def any_time(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer hand cards that can be played (D82)."""
    return [play_offer(game, seat)] if next(_hand(game, seat), None) is not None else []


# ---------------------------------------------------------------------- without a choice


def hand_to_keeper(game: Kingmaker, seat: str, card: str) -> None:
    """Hand a Town card in the hand to the noble of another faction who holds its place [COV-8.1.2]."""
    printed = game.catalog.cards[card]
    keeper = sites.keeper(game, printed.place) if isinstance(printed, TownCard) else ""
    if not keeper or game.noble(keeper).faction == seat:
        return
    game.faction(seat).hand.remove(card)
    cards.attach(game, card, keeper)
    owner = game.noble(keeper).faction
    text = (
        f"{{{seat}}} has drawn the town {names.card(game, card)}, which goes to {{{owner}}}: "
        f"{names.card(game, keeper)} holds the place."
    )
    game.emit("spoils", text, about=[card, keeper], rule="COV-8.1.2")


def ways(game: Kingmaker, seat: str, card: str) -> list[Play]:
    """Return the ways to play a card, the default first: the first fit place, the strongest fit noble."""
    if isinstance(game.catalog.cards[card], NobleCard):
        return [Play(card, at=at) for at in starting_places(game, seat, card)]
    able = takers(game, seat, card)
    able.sort(key=lambda noble: (-forces.strength(game, noble, "defence"), noble))
    return [Play(card, noble=noble) for noble in able]
