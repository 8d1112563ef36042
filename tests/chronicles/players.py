"""What a game's own player makes of everything that he could do, and not of what he does alone."""

from collections.abc import Callable, Iterator, Mapping
from heapq import nlargest
from random import Random

from engine.core.actions import Action, Offer
from engine.core.computer.deciding import Legal
from engine.core.table import Table
from engine.kingmaker import steward
from engine.kingmaker.outlook import Outlook as KingmakerOutlook
from engine.kingmaker.views import KingmakerView
from engine.lancaster import courtier
from engine.lancaster.outlook import Outlook as LancasterOutlook
from engine.lancaster.placing.knights import Place
from engine.lancaster.placing.lords import Court
from engine.lancaster.views import LancasterView
from engine.warlord import captain
from engine.warlord.outlook import Outlook as WarlordOutlook
from engine.warlord.views import WarlordView
from engine.warriors import marshal
from engine.warriors.board.game import Warriors
from engine.warriors.board.state import SIDES
from engine.warriors.evaluation import Prospects
from tests.harness import as_kind

MOST = 24
"""Impulses of which it is told how they look when the enemy answers."""


def considered(table: Table, seat: str) -> Iterator[str]:
    """Tell what each deed of a seat that is asked is worth to the player of its game, if there is one below."""
    legal, player = table.legal(seat), PLAYERS.get(table.rules.name)
    yield from player(table, legal, {offer.action: offer for offer in legal.offers}) if player else ()


Offers = Mapping[type[Action], Offer]


def _steward(table: Table, legal: Legal, offers: Offers) -> Iterator[str]:
    found = KingmakerOutlook(as_kind(KingmakerView, table.view(legal.seat)), legal.seat, Random(0))
    known = {offer.tag: offer for offer in (*legal.everything(*steward.ANY_TIME), *legal.offers)}
    yield f"{found.altar} {found.quarry} {[(noble.id, found.goal(noble)) for noble in found.nobles]}"
    yield from (f"{deed.__name__} {deed(found, known)}" for deed in steward.BY_URGENCY)


def _courtier(table: Table, legal: Legal, offers: Offers) -> Iterator[str]:
    found = LancasterOutlook(as_kind(LancasterView, table.view(legal.seat)), legal.seat)
    ideas = [
        *(courtier._knights(found, offers[Place]) if Place in offers else ()),
        *(courtier._lords(found, offers[Court]) if Court in offers else ()),
    ]
    yield from (f"{idea.worth:.6f} {idea.answers}" for idea in ideas)
    for kind, deed in courtier.DEEDS.items():
        if kind in offers:
            yield f"{deed(courtier.Asked(found, legal.request, offers[kind], Random(0)))}"


def _captain(table: Table, legal: Legal, offers: Offers) -> Iterator[str]:
    view = as_kind(WarlordView, table.view(legal.seat))
    side = next((side.id for side in view.sides if side.seat == legal.seat), "")
    if side:
        found = WarlordOutlook(view, side)
        yield f"{found.after_passing:.6f} {found.caution:.6f}"
        yield from (f"{worth:.6f} {action}" for worth, action in captain.rated(found, offers))


def _marshal(table: Table, legal: Legal, offers: Offers) -> Iterator[str]:
    game = as_kind(Warriors, table.game)
    if not game.has_side(legal.seat):
        return
    side = game.side(legal.seat)
    prospects = Prospects(game, side)
    for area, standing in prospects.standing.items():
        own = standing[side]
        yield f"{area} {prospects.now(area):.6f} {prospects.risk(area, own):.6f} {prospects.reach(area, own):.6f}"
    if legal.request.decision == "D-02":
        for gain, action in nlargest(MOST, marshal._possible(prospects), key=lambda found: found[0]):
            yield f"{gain:.6f} {marshal._answered(prospects, gain, action):.6f} {action}"
    if game.state.battle is not None and len(game.battle.commanders) == len(SIDES):
        yield f"{marshal._fought_out(prospects, game.battle.area):.6f}"
        own, foes = (prospects.standing[game.battle.area][one] for one in SIDES)
        yield f"{marshal._pursuit(prospects, own, foes):.6f} {marshal._pursuit(prospects, foes, own):.6f}"


PLAYERS: Mapping[str, Callable[[Table, Legal, Offers], Iterator[str]]] = {
    "kingmaker": _steward,
    "lancaster": _courtier,
    "warlord": _captain,
    "warriors": _marshal,
}
