"""The dangers that a march leads into, or out of, and what it gives up."""

from collections.abc import Iterable, Iterator, Sequence

from engine.core.actions import Offer, values_of
from engine.core.errors import allows
from engine.core.text import join_words
from engine.kingmaker.arrivals import arrived, battles, fortresses, rivals_there, won
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.combat import odds
from engine.kingmaker.crown import coronation
from engine.kingmaker.movement.land import Move
from engine.kingmaker.outlook import Outlook
from engine.kingmaker.weighing import LIKELY

FEW = 3
"""How many ways to safety are listed for heirs in danger."""


def refuges(game: Kingmaker, outlook: Outlook, ranked: Iterable[Move]) -> Iterator[Move]:
    """Yield marches of nobles who are in danger to own walls or to friends where they are not."""
    for march in ranked:
        friendly = march.to in outlook.own or bool(forces.nobles_at(game, march.to, outlook.seat))
        if friendly and escapes(game, outlook, march) and is_safe(game, outlook, march):
            yield march


def escapes(game: Kingmaker, outlook: Outlook, march: Move) -> str:
    """Say which danger a march brings its nobles out of; "" for none."""
    start, heir = game.noble(march.nobles[0]).at, brings_heir(outlook, march)
    before = outlook.peril(start, outlook.men_at(start), beside=heir, called=locations.short(game, start))
    return "" if peril(outlook, march) else before


def exposed(game: Kingmaker, outlook: Outlook) -> Iterator[tuple[str, str]]:
    """Yield the seat's nobles in danger where they stand, each with the danger; none who can storm walls there."""
    for noble in outlook.nobles:
        threat = outlook.peril(noble.at, outlook.men_at(noble.at), beside=outlook.guards(noble.id))
        if threat and not storms(game, outlook, noble.at):
            yield noble.id, threat


def staked(game: Kingmaker, outlook: Outlook) -> bool:
    """Whether a noble who could fight where he stands may lose by his death the walls around an heir of the seat's."""
    walls = (locations.place_of(heir.at) for heir in outlook.wards if heir.at in outlook.own)
    held = [game.state.control[place] for place in walls]
    holders = filter(None, (control.noble or forces.holder(game, control.by) for control in held))
    return any(rivals_there(game, outlook, game.noble(noble).at) for noble in holders)


def rescues(outlook: Outlook, offer: Offer, guards: Sequence[list[str]]) -> Iterator[Move]:
    """Yield marches that bring companies with heirs out of danger: within own walls, the safest first, or else away."""
    found: list[tuple[bool, float, Move]] = []
    for company in guards:
        for to in map(Location, values_of(offer.field("to").choices({"nobles": company, "pick_up": []}))):
            men = outlook.men_at(to, company)
            if not outlook.peril(to, men, beside=True) and (to in outlook.own or _is_calm(outlook, to)):
                found.append((to in outlook.own, outlook.margin(to, men), Move(company, to)))
    yield from (move for *_, move in sorted(found, key=lambda one: (not one[0], -one[1], one[2].to))[:FEW])


def _is_calm(outlook: Outlook, at: Location) -> bool:
    """Whether a location is in the open, with no rival there."""
    return locations.kind(at) == "open" and not outlook.menace(at, within=0)


def storms(game: Kingmaker, outlook: Outlook, at: Location, comers: Sequence[str] = ()) -> bool:
    """Whether the seat's nobles at a location, with `comers`, are likely to take walls there and be safe inside."""
    own, men = forces.nobles_at(game, at, outlook.seat), outlook.men_at(at, comers)
    able = [place for place in fortresses(game, outlook, Move([], at)) if _falls(game, own, place)]
    return any(not outlook.peril(locations.inside(place), men, beside=True) for place in able)


def _falls(game: Kingmaker, own: Sequence[str], place: PlaceId) -> bool:
    """Whether nobles are likely to storm a place."""
    if sieges.men_to_take(game, own) < sieges.to_take(game, place):
        return False
    return won(odds.siege_preview(game, sieges.stormers(game, own), place)) >= LIKELY


def in_danger(game: Kingmaker, outlook: Outlook, march: Move) -> bool:
    """Whether a march leads somebody into danger.

    Enemies who are far stronger are near its end, some who are as strong stand there, or stronger ones beside whoever
    stays behind. An heir is in danger beside any rival, and near any who are stronger.
    """
    if forsakes(game, outlook, march):
        return True
    if rivals_there(game, outlook, march.to):
        fights = battles(arrived(game, march), outlook, march)
        if brings_heir(outlook, march) or any(fight.men >= fight.own for fight in fights):
            return True
    return bool(peril(outlook, march))


def brings_heir(outlook: Outlook, march: Move) -> bool:
    """Whether somebody who marches protects an heir."""
    return any(map(outlook.guards, march.nobles))


def peril(outlook: Outlook, march: Move) -> str:
    """Say who could overwhelm those who stand where a march ends; "" for nobody."""
    men = outlook.men_at(march.to, march.nobles)
    return outlook.peril(march.to, men, beside=brings_heir(outlook, march))


def forsakes(game: Kingmaker, outlook: Outlook, march: Move) -> str:
    """Say whom a march leaves alone in the open with a stronger rival force, as they have moved; "" for nobody."""
    start = game.noble(march.nobles[0]).at
    stay = (noble for noble in forces.nobles_at(game, start, outlook.seat) if game.noble(noble).moved)
    left = [noble for noble in stay if noble not in march.nobles]
    men = forces.total(game, left, "defence")
    for foes in rivals_there(game, outlook, start) if left else ():
        if (theirs := forces.total(game, foes, "attack")) > men:
            whose = f"{{{game.noble(foes[0]).faction}}}'s {forces.words(game, foes)} ({theirs} men)"
            return f"leaves {names.cards(game, left)} with {whose}"
    return ""


def is_safe(game: Kingmaker, outlook: Outlook, march: Move) -> bool:
    """Whether a march brings nobody into danger, and no heir beside rivals in the open, and gives up no siege."""
    return not (given_up(game, outlook, march) or in_danger(game, outlook, march))


def given_up(game: Kingmaker, outlook: Outlook, march: Move) -> str:
    """Say which sieges are raised by a march of those who hold them, and which coronation it prevents; "" for none."""
    held = (place for place in game.state.sieges if set(march.nobles) & {*sieges.besiegers(game, place)})
    raised = [names.place(game, place) for place in held if sieges.failing(game, place, march.nobles)]
    told = [f"gives up the siege of {join_words(raised)}"] if raised else []
    heir = outlook.candidate
    if heir and heir.at == game.noble(march.nobles[0]).at and _can_crown(game, outlook, heir.id):
        prevented = not _can_crown(arrived(game, march), outlook, heir.id)
        told += [f"{names.heir(game, heir.id)} can then not be crowned this turn"] if prevented else []
    return "; ".join(told)


def crowns(game: Kingmaker, outlook: Outlook, march: Move) -> str:
    """Return the heir who can be crowned in this turn once a march has ended, and could not be without it; or ""."""
    heir = outlook.candidate
    if heir is None or march.to not in (outlook.altar, heir.at) or _can_crown(game, outlook, heir.id):
        return ""
    return names.heir(game, heir.id) if _can_crown(arrived(game, march), outlook, heir.id) else ""


def _can_crown(game: Kingmaker, outlook: Outlook, heir: str) -> bool:
    return allows(coronation.check_coronation, game, outlook.seat, heir)


def leaves(game: Kingmaker, outlook: Outlook, march: Move) -> str:
    """Say whom a march leaves alone in the open, as they have moved; "" for nobody."""
    start = game.noble(march.nobles[0]).at
    stay = [n for n in forces.nobles_at(game, start, outlook.seat) if game.noble(n).moved and n not in march.nobles]
    return f"leaves {names.cards(game, stay)} behind" if stay and locations.kind(start) == "open" else ""
