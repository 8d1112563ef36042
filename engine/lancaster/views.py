"""What a seat, the public or the game master may know (rules 14), built by naming it."""

from typing import Any

import msgspec

from engine.core.actions import MASTER
from engine.lancaster.board import spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Ballot, Line, PhaseName, PrivilegeKind
from engine.lancaster.common import goods
from engine.lancaster.parliament.voting import Voting
from engine.lancaster.placing import conflicts, counties, lords, tower
from engine.lancaster.sequence.setup import ChoosingTiles


class KnightView(msgspec.Struct, frozen=True):
    """A knight of a house; `at` is a spot such as `court` or `county:A`."""

    id: str
    strength: int
    at: str


class PrivilegeView(msgspec.Struct, frozen=True):
    """A privilege that is not on its supply space; `at` is "" while its holder keeps it."""

    kind: PrivilegeKind
    house: str
    granted: int
    at: str


class HouseView(msgspec.Struct, frozen=True):
    """A colour in play: `seat` leads it. `lord` is court, treasury, `office:<id>`, or "" where there is none."""

    id: str
    seat: str
    ally: bool
    lord: str
    knights: list[KnightView]


class PlayerView(msgspec.Struct, frozen=True):
    """The possessions of a player. Goods behind a screen are None to viewers who may not see them."""

    id: str
    colour: str
    ally: str
    points: int
    gold: int | None
    squires: int | None
    voting_markers: int | None
    seals: int | None
    dishonor: int | None
    bishops: int
    nobles: list[str]
    tiles: list[str]


class CountyView(msgspec.Struct, frozen=True):
    """A county: who holds it with which total, the squires and privileges there, and the nobles that are left."""

    id: str
    nobles: int
    house: str
    squires: int
    total: int
    privileges: list[str]


class SpaceView(msgspec.Struct, frozen=True):
    """A space of a conflict."""

    house: str
    archer: bool
    strength: int


class ConflictView(msgspec.Struct, frozen=True):
    """A conflict that lies open, with its spaces from the topmost."""

    id: str
    row: str
    column: int
    spaces: list[SpaceView]


class OfficeView(msgspec.Struct, frozen=True):
    """An office: its holder, and the applicant with total and bishops."""

    id: str
    holder: str
    applicant: str
    total: int
    bishops: int


class LawsView(msgspec.Struct, frozen=True):
    """The parliament board; `pile` is the number of laws that are left."""

    current: list[str]
    proposed: list[str]
    pile: int


class VoteView(msgspec.Struct, frozen=True):
    """The vote that is open: on which laws, who has voted on all, and one's own ballots (the game master sees all)."""

    laws: list[str]
    voted: list[str]
    own: dict[str, Ballot]
    all: dict[str, dict[str, Ballot]]


class LancasterView(msgspec.Struct, frozen=True):
    """The whole game as a viewer sees it; `tile` is the first extension that he has chosen in secret.

    `supply` is what lies on the supply spaces of the regal board: privileges, seals, and dishonor in the box.
    The game master alone sees the `piles` and the first `tiles` of all. `figures` are those of the table's own edition.
    """

    viewer: str
    round: int
    phase: PhaseName
    seat: str
    start: str
    named: str
    players: list[PlayerView]
    houses: list[HouseView]
    counties: list[CountyView]
    conflicts: list[ConflictView]
    conflict_pile: int
    favours: list[str]
    offices: list[OfficeView]
    treasury: dict[str, int]
    privileges: list[PrivilegeView]
    bishops_left: int
    supply: dict[str, int]
    neutral_knight: int
    tower: int
    track: list[int]
    laws: LawsView
    vote: VoteView | None
    tile: str
    tiles: dict[str, str]
    piles: dict[str, list[str]]
    sheet: list[Line]
    options: dict[str, Any]
    figures: dict[str, Any] = {}


def view(game: Lancaster, viewer: str) -> LancasterView:
    """Return what a viewer may know."""
    state, turn = game.state, game.state.turn
    chosen = next((step.chosen() for step in state.steps if isinstance(step, ChoosingTiles)), {})
    return LancasterView(
        viewer=viewer,
        round=turn.round,
        phase=turn.phase,
        seat=turn.seat if turn.phase == "place" else "",
        start=turn.start,
        named=turn.named,
        players=[_player(game, seat, viewer) for seat in state.players],
        houses=[_house(game, colour) for colour in state.houses],
        counties=[_county(game, letter) for letter in state.counties],
        conflicts=[_conflict(game, card) for card in state.conflicts],
        conflict_pile=len(state.conflict_pile),
        favours=list(state.favours),
        offices=[_office(game, office) for office in game.catalog.offices] if game.court else [],
        treasury={good: number for good, number in state.treasury.items() if number},
        privileges=[PrivilegeView(piece.kind, piece.house, piece.granted, piece.at) for piece in state.privileges],
        bishops_left=state.bishops_left,
        supply=goods.on_the_regal_board(game),
        neutral_knight=state.neutral_knight,
        tower=tower.inside(game),
        track=list(state.track),
        laws=LawsView(list(state.laws.current), list(state.laws.proposed), len(state.laws.pile)),
        vote=_vote(game, viewer),
        tile=chosen.get(viewer, ""),
        tiles=dict(chosen) if viewer == MASTER else {},
        piles={"laws": list(state.laws.pile), "conflicts": list(state.conflict_pile)} if viewer == MASTER else {},
        sheet=list(state.sheet),
        options=state.chosen,
        figures=dict(state.figures),
    )


def _player(game: Lancaster, seat: str, viewer: str) -> PlayerView:
    player = game.player(seat)
    known = sees(game, seat, viewer)
    markers = known or not game.option("hide_voting_markers")
    return PlayerView(
        id=seat,
        colour=player.colour,
        ally=player.ally,
        points=player.points,
        gold=player.gold if known else None,
        squires=player.squires if known else None,
        voting_markers=player.voting_markers if markers else None,
        seals=player.seals if known else None,
        dishonor=player.dishonor if known else None,
        bishops=player.bishops,
        nobles=list(player.nobles),
        tiles=list(player.tiles),
    )


def sees(game: Lancaster, seat: str, viewer: str) -> bool:
    """Whether a viewer sees behind a seat's screen; there are none with two players, nor after the end."""
    return not game.screens or viewer in (seat, MASTER) or game.state.turn.phase == "over"


def _house(game: Lancaster, colour: str) -> HouseView:
    house = game.house(colour)
    knights = [KnightView(k, game.knight(k).strength, game.knight(k).at) for k in game.knights(colour)]
    return HouseView(colour, house.seat, house.ally, house.lord, knights)


def _county(game: Lancaster, letter: str) -> CountyView:
    county = game.state.counties[letter]
    kinds = [piece.kind for piece in game.privileges_at(spots.county(letter))]
    return CountyView(letter, county.nobles, county.house, county.squires, counties.total(game, letter), list(kinds))


def _conflict(game: Lancaster, card: str) -> ConflictView:
    found = game.state.conflicts[card]
    spaces = [
        SpaceView(space.house, space.archer, conflicts.total(game, card, place))
        for place, space in enumerate(found.spaces)
    ]
    return ConflictView(card, found.row, found.column, spaces)


def _office(game: Lancaster, office: str) -> OfficeView:
    stack = game.state.stacks.get(office)
    return OfficeView(
        office,
        game.state.holders.get(office, ""),
        stack.house if stack else "",
        lords.total(game, office),
        stack.bishops if stack else 0,
    )


def _vote(game: Lancaster, viewer: str) -> VoteView | None:
    vote = game.top
    if not isinstance(vote, Voting):
        return None
    voted = [seat for seat in game.playing() if not vote.missing(game, seat)]
    everything = {seat: dict(ballots) for seat, ballots in vote.ballots.items()} if viewer == MASTER else {}
    return VoteView(list(vote.laws), voted, dict(vote.ballots.get(viewer, {})), everything)
