"""What a seat, the public or the game master may know (rules 11): every field that is shown is named here."""

from typing import Any

import msgspec

from engine.core.actions import MASTER
from engine.kingmaker.board import cards, decks, forces, geography, locations, plantagenets, sites, succession
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId, SquareId
from engine.kingmaker.combat import battle_table
from engine.kingmaker.events import catastrophe
from engine.kingmaker.movement import ways
from engine.kingmaker.parliament import debate, votes
from engine.kingmaker.parliament.parliament import Session


class NobleView(msgspec.Struct, frozen=True):
    """A noble in play. `at` is "" while he is a captive of `captor`; the King's Peace binds who has `returned`.

    `weary` is who was in a combat in his player's latest turn.
    """

    id: str
    seat: str
    at: Location
    strength: int
    title: str
    office: str
    cards: list[str]
    heirs: list[str]
    captor: str
    besieged: bool
    force: int
    moved: bool
    fought: bool
    weary: bool = False
    returned: bool = False
    guards: list[str] = []


class AbandonedView(msgspec.Struct, frozen=True):
    """A Duke without a master, who stands where he was left with his office and cards."""

    id: str
    at: Location
    office: str
    cards: list[str]


class HeirView(msgspec.Struct, frozen=True):
    """A royal heir; `noble` and `seat` control him, or nobody.

    One who is away from the mainland may have to be back at the end of the Movement phase of round `clock`.
    """

    id: str
    house: str
    at: Location
    noble: str
    seat: str
    king: bool
    alive: bool
    senior: bool
    clock: int = 0


class StayView(msgspec.Struct, frozen=True):
    """What lets nobles be in an overseas square: they must leave in the Movement phase of round `until` at the latest.

    `id` is the square. `why` is "refuge", under the Refuge card `card`, or "errand", "french" or "stranded"; `until`
    is 0 while an errand goes on.
    """

    id: str
    seat: str
    why: str
    nobles: list[str]
    until: int
    card: str


class ShipView(msgspec.Struct, frozen=True):
    """A ship on the map; `seat` moves it, unless it has `returned` from Parliament and the King's Peace holds.

    `owner` has it: another seat while it is lent, or while passengers finish a voyage. `pledged` is the noble who
    gets it when it reaches port.
    """

    id: str
    seat: str
    owner: str
    at: Location
    aboard: list[str]
    pledged: str = ""
    returned: bool = False


class SiteView(msgspec.Struct, frozen=True):
    """A place that is controlled, occupied or besieged; `by` is "capture" or the card that claims it.

    `noble` is the one to whom it is assigned, "" where factions hold places.
    `siege_turn` counts the besieger's Combat phases of the siege, 0 where there is none.
    """

    id: PlaceId
    seat: str
    by: str
    besieged_by: str
    garrison: int
    noble: str = ""
    siege_turn: int = 0


class SeatView(msgspec.Struct, frozen=True):
    """What everybody knows of a seat. `number` is its place in table order, from 0; `lords` counts all its nobles.

    `mixed_turns` are the turns that it has begun with heirs of both houses (rules 6.7).
    """

    id: str
    number: int
    nobles: int
    hand_size: int
    retained: list[str]
    commons: int
    lords: int
    eliminated: bool
    forfeits_draw: bool = False
    mixed_turns: int = 0


class ParliamentView(msgspec.Struct, frozen=True):
    """A Parliament in session. `votes` are [Commons, Lords] by seat; `ballots` stay empty until the vote closes.

    `excused` nobles stay away; `debated` is the proposal that is debated before the vote, in words.
    """

    place: PlaceId
    caller: str
    attending: list[str]
    votes: dict[str, list[int]]
    card: str
    proposed: str
    answered: list[str]
    ballots: dict[str, str]
    excused: list[str] = []
    debated: str = ""


class CatastropheView(msgspec.Struct, frozen=True):
    """A catastrophe in force, by its card: it ends when the turn of `seat` in round `until` begins."""

    id: str
    seat: str
    until: int


class KingmakerView(msgspec.Struct, frozen=True):
    """Everything that `viewer` may know. Piles are numbers of cards; `chancery` is None while it is closed.

    `crown_discard_cards` is the Crown discard, where it lies face up.
    `event_set` is the column of `copies` that the table's event cards have; `ruled_corners` and `crossings` say how the
    table draws its map, `towns_stop` whether an occupied open town stops a march on its road. `event_aside` are event
    cards that wait for the next shuffle, `vacillating` is the noble who stands aside in this turn, `sunk` are lost
    ships of offices, `fallen` places that belong to the Continent.
    """

    viewer: str
    round: int
    phase: str
    active: str
    seats: list[SeatView]
    nobles: list[NobleView]
    heirs: list[HeirView]
    ships: list[ShipView]
    sites: list[SiteView]
    hand: list[str]
    chancery: list[str] | None
    event_discard_top: str
    crown_deck: int
    crown_discard: int
    crown_discard_top: str
    event_deck: int
    event_discard: int
    sole_king: str
    peace: list[SquareId]
    parliament: ParliamentView | None
    winners: list[str]
    catastrophes: list[CatastropheView] = []
    event_aside: list[str] = []
    vacillating: str = ""
    sunk: list[str] = []
    fallen: list[PlaceId] = []
    stays: list[StayView] = []
    abandoned: list[AbandonedView] = []
    crown_discard_cards: list[str] | None = None
    time_called: bool = False
    last_turns: list[str] = []
    event_set: str = "base"
    ruled_corners: bool = False
    crossings: list[str] = []
    battle_table: bool = False
    towns_stop: bool = True


class MasterView(KingmakerView, frozen=True, kw_only=True):
    """What the game master may know besides: every hand and pile, last card on top."""

    hands: dict[str, list[str]]
    piles: dict[str, list[str]]


def view(game: Kingmaker, viewer: str) -> KingmakerView:
    """Return what a seat, "" (the public) or the game master may know."""
    if viewer != MASTER:
        return KingmakerView(**_common(game, viewer))
    state = game.state
    piles = {
        "crown_deck": state.crown_deck,
        "crown_discard": state.crown_discard,
        "event_deck": state.event_deck,
        "event_discard": state.event_discard,
        "chancery": state.chancery,
        "removed": state.removed,
        "aside": state.aside,
    }
    hands = {seat: list(faction.hand) for seat, faction in state.factions.items()}
    return MasterView(**_common(game, viewer), hands=hands, piles={name: list(pile) for name, pile in piles.items()})


def _common(game: Kingmaker, viewer: str) -> dict[str, Any]:
    state = game.state
    session = next((step for step in state.steps if isinstance(step, Session)), None)
    ruled_corners, crossings = geography.drawn(game)
    chancery_open = session is not None or game.option("chancery_visibility") == "open" or viewer == MASTER
    return {
        "viewer": viewer,
        "round": state.turn.round,
        "phase": state.turn.phase,
        "active": state.turn.seat,
        "seats": [_seat(game, seat, number, viewer) for number, seat in enumerate(state.seats)],
        "nobles": [_noble(game, noble) for noble in sorted(state.nobles)],
        "abandoned": [AbandonedView(n, p.at, p.office, list(p.cards)) for n, p in state.abandoned.items()],
        "heirs": [_heir(game, heir) for heir in state.heirs],
        "ships": [_ship(game, ship) for ship in sorted(state.ships)],
        "sites": [_site(game, place) for place in sorted(_noteworthy(game))],
        "hand": list(state.factions[viewer].hand) if viewer in state.factions else [],
        "chancery": sorted(state.chancery) if chancery_open else None,
        "event_discard_top": state.event_discard[-1] if state.event_discard else "",
        "crown_deck": len(state.crown_deck),
        "crown_discard": len(state.crown_discard),
        "crown_discard_top": state.crown_discard[-1] if state.crown_discard else "",
        "crown_discard_cards": list(state.crown_discard) if game.option("crown_discard") == "face_up" else None,
        "event_deck": len(state.event_deck),
        "event_discard": len(state.event_discard),
        "sole_king": succession.sole_king(game),
        "peace": sorted(state.peace),
        "catastrophes": [CatastropheView(c.card, c.begun.seat, catastrophe.ends(c)) for c in state.catastrophes],
        "event_aside": list(state.event_aside),
        "vacillating": state.turn.vacillating,
        "sunk": sorted(state.sunk),
        "fallen": list(state.fallen),
        "stays": [StayView(s.place, s.seat, s.why, list(s.nobles), s.until, s.card) for s in state.stays],
        "parliament": _parliament(game, session) if session else None,
        "time_called": state.time_called,
        "last_turns": list(state.last_turns),
        "event_set": decks.EVENT_SETS[str(game.option("event_deck_set"))],
        "ruled_corners": ruled_corners,
        "crossings": list(crossings),
        "battle_table": battle_table.by_table(game),
        "towns_stop": ways.towns_stop(game),
        "winners": list(state.result.winners) if state.result else [],
    }


def _seat(game: Kingmaker, seat: str, number: int, viewer: str) -> SeatView:
    faction = game.faction(seat)
    open_ = game.option("retained_event_visibility") == "open" or viewer in (seat, MASTER)
    return SeatView(
        id=seat,
        number=number,
        nobles=len(forces.nobles_of(game, seat)),
        hand_size=len(faction.hand),
        retained=list(faction.retained) if open_ else [],
        commons=votes.commons(game, seat),
        lords=votes.lords(game, seat, forces.nobles_of(game, seat)),
        eliminated=faction.gone,
        forfeits_draw=faction.forfeits_draw,
        mixed_turns=faction.mixed_turns,
    )


def _noble(game: Kingmaker, noble: str) -> NobleView:
    person = game.noble(noble)
    return NobleView(
        id=noble,
        seat=person.faction,
        at=person.at,
        strength=forces.strength(game, noble, "defence"),
        title=person.title,
        office=person.office,
        cards=list(person.cards),
        heirs=forces.heirs_of(game, noble),
        captor=person.captor,
        besieged=locations.kind(person.at) == "inside" and sites.under_siege(game, person.at),
        force=person.force,
        moved=person.moved or person.embarked,
        fought=person.fought,
        weary=person.weary,
        guards=plantagenets.guards(game, noble),
        returned=person.returned,
    )


def _heir(game: Kingmaker, heir: str) -> HeirView:
    royal = game.heir(heir)
    return HeirView(
        id=heir,
        house=royal.house,
        at=royal.at,
        noble=royal.noble,
        seat=forces.seat_of_heir(game, heir),
        king=royal.king,
        alive=royal.alive,
        senior=succession.senior(game, royal.house) == heir,
        clock=royal.clock,
    )


def _ship(game: Kingmaker, ship: str) -> ShipView:
    counter = game.ship(ship)
    return ShipView(
        id=ship,
        seat=cards.ship_master(game, ship),
        owner=cards.ship_owner(game, ship),
        at=counter.at,
        aboard=forces.nobles_at(game, locations.aboard(ship)),
        pledged=counter.pledged,
        returned=counter.returned,
    )


def _noteworthy(game: Kingmaker) -> set[PlaceId]:
    occupied = {locations.place_of(n.at) for n in game.state.nobles.values() if locations.kind(n.at) == "inside"}
    return set(game.state.control) | set(game.state.sieges) | occupied


def _site(game: Kingmaker, place: PlaceId) -> SiteView:
    control = game.state.control.get(place)
    siege = game.state.sieges.get(place)
    return SiteView(
        id=place,
        seat=control.seat if control else "",
        by=control.by if control else "",
        noble=control.noble if control else "",
        besieged_by=siege.seat if siege else "",
        garrison=sites.garrison(game, place),
        siege_turn=siege.turn if siege else 0,
    )


def _parliament(game: Kingmaker, session: Session) -> ParliamentView:
    return ParliamentView(
        place=session.place,
        caller=session.caller,
        attending=list(session.attending),
        votes={seat: [tally.commons, tally.lords] for seat, tally in session.tallies.items()},
        card=session.card,
        proposed=session.proposed,
        answered=session.answered(),
        ballots=session.shown_ballots(game),
        excused=list(session.excused),
        debated=debate.motion(game),
    )
