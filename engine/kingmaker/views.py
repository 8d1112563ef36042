"""The views of a seat, the public and the game master (rules 11), with every field that is shown."""

from typing import Any

import msgspec

from engine.core.actions import MASTER
from engine.core.game import cached_while_waiting
from engine.kingmaker.board import locations
from engine.kingmaker.board.cards import cards, decks
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId, SquareId
from engine.kingmaker.board.people import forces, plantagenets, succession
from engine.kingmaker.board.places import geography, sites
from engine.kingmaker.combat import battle_table
from engine.kingmaker.events import catastrophe
from engine.kingmaker.movement import ways
from engine.kingmaker.parliament import debate, votes
from engine.kingmaker.parliament.parliament import Session
from engine.kingmaker.sequence.setup import awaited_heirs, site_of


class NobleView(msgspec.Struct, frozen=True):
    """A noble in play."""

    id: str
    """His card."""

    seat: str
    """The seat that he serves."""

    at: Location
    """His location; "" while he is a captive."""

    strength: int
    """His men, with all that he has, when he defends."""

    title: str
    """His title card; "" if he has none, or one that is printed on his own card."""

    office: str
    """His office card; "" if he holds none."""

    cards: list[str]
    """His other cards: bishops, mercenaries, towns and ships."""

    heirs: list[str]
    """The royal heirs in his charge."""

    captor: str
    """The seat whose captive he is; "" while he is free."""

    besieged: bool
    """Whether he is inside a place under siege."""

    force: int
    """Nobles of one seat with the same location and the same number are one force."""

    moved: bool
    """Whether he has moved in this turn, by land or aboard a ship."""

    fought: bool
    """Whether he has fought in this turn."""

    weary: bool
    """Whether he was in a combat in his player's latest turn (option `alliance_rest_rule`)."""

    returned: bool
    """Whether he has returned from Parliament and is bound by the King's Peace (rules 5.8)."""

    guards: list[str]
    """His royal guards: the Plantagenet card of the house of each crowned King whom he controls (option `plantagenet`).
    """


class AbandonedView(msgspec.Struct, frozen=True):
    """A Duke without a master, who stands where he was left with his office and cards (rules 6.5)."""

    id: str
    """His card."""

    at: Location
    """His location."""

    office: str
    """His office card; "" if he holds none."""

    cards: list[str]
    """His other cards."""


class HeirView(msgspec.Struct, frozen=True):
    """A royal heir."""

    id: str
    """His id."""

    house: str
    """His house."""

    at: Location
    """His location; "" when he is dead."""

    noble: str
    """The noble who controls him; "" if nobody does."""

    seat: str
    """The seat that controls him; "" if none does."""

    king: bool
    """Whether he is crowned."""

    alive: bool
    """Whether he lives."""

    senior: bool
    """Whether he is the senior heir of his house."""

    clock: int
    """He dies unless he is back on the mainland at the end of the Movement phase of this round; 0 while he is not away.
    """


class StayView(msgspec.Struct, frozen=True):
    """A seat's permission for nobles to stay in an overseas square (rules 3.15)."""

    id: str
    """The square."""

    seat: str
    """The seat whose nobles they are."""

    why: str
    """"refuge" with a Refuge card, "errand" for a fight or a capture there, "french" to fetch the French foot soldiers,
    or "stranded" where their player cannot help it."""

    nobles: list[str]
    """The nobles whom it covers."""

    until: int
    """The round by the end of whose Movement phase they must have left; 0 while an errand goes on."""

    card: str
    """The Refuge card in force; "" without one."""


class ShipView(msgspec.Struct, frozen=True):
    """A ship on the map."""

    id: str
    """Its id."""

    seat: str
    """The seat that moves it."""

    owner: str
    """The seat that owns it; another seat moves it while it is lent, or while passengers finish a voyage."""

    at: Location
    """Its location: in a port or at sea."""

    aboard: list[str]
    """The nobles aboard."""

    pledged: str
    """The noble to whom it passes when it reaches port; "" for none."""

    returned: bool
    """Whether it has returned from Parliament and is bound by the King's Peace (rules 5.8)."""


class SiteView(msgspec.Struct, frozen=True):
    """A place that is controlled, occupied or besieged."""

    id: PlaceId
    """The place."""

    seat: str
    """The seat that controls it; "" if none does."""

    by: str
    """The source of its control: the card that claims it, or "capture"; "" for nothing."""

    besieged_by: str
    """The seat that besieges it; "" for none."""

    garrison: int
    """The men of its garrison."""

    noble: str
    """The noble to whom it is assigned; "" where factions hold places (option `site_holder`)."""

    siege_turn: int
    """How many Combat phases of the besieger the siege has stood, this one included; 0 where there is none."""


class SeatView(msgspec.Struct, frozen=True):
    """The public knowledge of a seat."""

    id: str
    """The seat."""

    number: int
    """Its place in table order, from 0."""

    nobles: int
    """How many free nobles it has."""

    hand_size: int
    """How many Crown cards it has in hand."""

    retained: list[str]
    """The event cards that it has kept, where the viewer may see them."""

    commons: int
    """Its votes in the Commons."""

    lords: int
    """Its votes in the Lords, with all its nobles there."""

    eliminated: bool
    """Whether it has left the game and takes no turns."""

    forfeits_draw: bool
    """Whether it does not draw in its next Crown phase, for a noble lost in an ambush."""

    mixed_turns: int
    """The turns that it has begun with heirs of both houses (rules 6.7)."""


class ParliamentView(msgspec.Struct, frozen=True):
    """A Parliament in session."""

    place: PlaceId
    """Where it meets."""

    caller: str
    """The seat that leads it."""

    attending: list[str]
    """The nobles who are known to come, or who are there."""

    votes: dict[str, list[int]]
    """The votes of each seat: those in the Commons, then those in the Lords; empty until they are counted."""

    card: str
    """The card that is up for award; "" for none."""

    proposed: str
    """The noble who is proposed for it; "" for nobody."""

    answered: list[str]
    """The seats that have given their ballot in the vote under way."""

    ballots: dict[str, str]
    """The ballots of the vote under way, or of the last one, by seat; none of a secret vote that is under way."""

    excused: list[str]
    """The nobles who are excused and stay away."""

    debated: str
    """What is debated before a vote, in words; "" for nothing."""


class CatastropheView(msgspec.Struct, frozen=True):
    """A catastrophe in force."""

    id: str
    """Its event card."""

    seat: str
    """The seat at the beginning of whose turn it ends."""

    until: int
    """The round of that turn."""


class KingmakerView(msgspec.Struct, frozen=True):
    """Everything that a viewer may know."""

    viewer: str
    """The viewer: a seat, "" (the public), or the game master."""

    round: int
    """The number of the round, from 1."""

    phase: str
    """The phase of the turn."""

    active: str
    """The seat whose turn it is; "" before the first turn."""

    seats: list[SeatView]
    """The seats in table order."""

    nobles: list[NobleView]
    """The nobles in play, captives among them."""

    heirs: list[HeirView]
    """The royal heirs of the game, dead ones too."""

    awaited: list[HeirView]
    """During the set-up, the heirs where they will stand after it; none where dice decide that."""

    ships: list[ShipView]
    """The ships on the map."""

    sites: list[SiteView]
    """The places that are controlled, occupied or besieged."""

    hand: list[str]
    """The viewer's own hand of Crown cards."""

    chancery: list[str] | None
    """The cards of the Chancery; None while it is closed to the viewer."""

    event_discard_top: str
    """The event card that was discarded last; "" while there is none."""

    crown_deck: int
    """How many cards the Crown deck has."""

    crown_discard: int
    """How many cards the Crown discard has."""

    crown_discard_top: str
    """The Crown card that was discarded last; "" while there is none."""

    event_deck: int
    """How many cards the event deck has."""

    event_discard: int
    """How many cards the event discard has."""

    sole_king: str
    """The King who reigns alone; "" while there is none."""

    peace: list[SquareId]
    """The squares where the King's Peace holds."""

    parliament: ParliamentView | None
    """The Parliament in session, or None."""

    winners: list[str]
    """The seats that have won, one or several together; none while nobody has."""

    catastrophes: list[CatastropheView]
    """The catastrophes in force."""

    event_aside: list[str]
    """The event cards that wait for the next shuffle."""

    vacillating: str
    """The noble who neither moves nor attacks in this turn; "" if there is none."""

    sunk: list[str]
    """The lost ships of offices."""

    fallen: list[PlaceId]
    """The places that belong to the Continent for good."""

    stays: list[StayView]
    """The conditions for nobles in overseas squares."""

    abandoned: list[AbandonedView]
    """The Dukes without a master."""

    crown_discard_cards: list[str] | None
    """The Crown discard, the last card on top, where it lies face up (option `crown_discard`); else None."""

    time_called: bool
    """Whether play ends with the last turns."""

    last_turns: list[str]
    """The seats that still have a turn once time is called."""

    event_set: str
    """The set of event cards that the table plays with, as `copies` in the data name it."""

    ruled_corners: bool
    """Whether the table plays by the tournament's rulings on which squares touch at their corners."""

    crossings: list[str]
    """The crossings of water that the table plays with."""

    battle_table: bool
    """Whether battles are decided by the battle table, and not by the odds of the event card."""

    towns_stop: bool
    """Whether an occupied open town stops a march on its road."""

    edition: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    """The figures of the table's own edition, by address; left out of the view where it plays with ours."""

    @property
    def figures(self) -> dict[str, Any]:
        """The figures of the table's own edition, by address; none where it plays with ours."""
        return self.edition or {}


class MasterView(KingmakerView, frozen=True, kw_only=True):
    """A view with everything that only the game master may know."""

    hands: dict[str, list[str]]
    """The Crown cards in hand, by seat."""

    piles: dict[str, list[str]]
    """Every pile by its name, the last card on top."""


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
    session = game.under_way(Session)
    ruled_corners, crossings = geography.drawn(game)
    chancery_open = session is not None or game.option("chancery_visibility") == "open" or viewer == MASTER
    return {
        "viewer": viewer,
        "edition": dict(state.figures) or msgspec.UNSET,
        "round": state.turn.round,
        "phase": state.turn.phase,
        "active": state.turn.seat,
        "seats": [_seat(game, seat, number, viewer) for number, seat in enumerate(state.seats)],
        "nobles": list(_nobles(game)),
        "abandoned": [AbandonedView(n, p.at, p.office, list(p.cards)) for n, p in state.abandoned.items()],
        "heirs": list(_heirs(game)),
        "awaited": _awaited(game),
        "ships": list(_ships(game)),
        "sites": list(_sites(game)),
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
        commons=_commons(game, seat),
        lords=_lords(game, seat),
        eliminated=faction.gone,
        forfeits_draw=faction.forfeits_draw,
        mixed_turns=faction.mixed_turns,
    )


# What is the same for every viewer is put together once while the game waits: many look at one position.


@cached_while_waiting
def _commons(game: Kingmaker, seat: str) -> int:
    return votes.commons(game, seat)


@cached_while_waiting
def _lords(game: Kingmaker, seat: str) -> int:
    return votes.lords(game, seat, forces.nobles_of(game, seat))


@cached_while_waiting
def _nobles(game: Kingmaker) -> list[NobleView]:
    return [_noble(game, noble) for noble in sorted(game.state.nobles)]


@cached_while_waiting
def _heirs(game: Kingmaker) -> list[HeirView]:
    return [_heir(game, heir) for heir in game.state.heirs]


@cached_while_waiting
def _ships(game: Kingmaker) -> list[ShipView]:
    return [_ship(game, ship) for ship in sorted(game.state.ships)]


@cached_while_waiting
def _sites(game: Kingmaker) -> list[SiteView]:
    return [_site(game, place) for place in sorted(_noteworthy(game))]


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


def _awaited(game: Kingmaker) -> list[HeirView]:
    awaited = awaited_heirs(game)
    seniors = {royal.house: royal for royal in reversed(awaited)}
    return [
        HeirView(
            id=royal.id,
            house=royal.house,
            at=site_of(game, royal.start),
            noble="",
            seat="",
            king=royal.king_at_start,
            alive=True,
            senior=seniors[royal.house] is royal,
            clock=0,
        )
        for royal in awaited
    ]


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
