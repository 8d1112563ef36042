"""One exchange of a duel: who strikes whom, and what comes of it (rules 7.1, 7.2) [WLT-3.8, WLT-3.9]."""

from collections.abc import Mapping

from engine.warlord.board import arms
from engine.warlord.board.ids import NOBODY, PieceId
from engine.warlord.board.state import Duel, Exchange, Fate, Fought, Piece, Stroke

TEMPOS = (3, 2, 1)


def standing(duel: Duel, *, attacks: bool) -> list[PieceId]:
    """Return the fighters of one side of a duel who are neither felled nor gone, by id."""
    here = ((f, fighter) for f, fighter in duel.fighters.items() if not fighter.withdrew)
    return sorted(f for f, fighter in here if fighter.attacks == attacks and not fighter.felled)


def foes(duel: Duel, fighter: PieceId) -> list[PieceId]:
    """Return the standing enemies of a fighter, by id."""
    return standing(duel, attacks=not duel.fighters[fighter].attacks)


def friends(duel: Duel, fighter: PieceId) -> list[PieceId]:
    """Return the standing fighters of a fighter's own side, himself among them, by id."""
    return standing(duel, attacks=duel.fighters[fighter].attacks)


def outnumbered(duel: Duel, fighter: PieceId) -> bool:
    """Whether a fighter stands alone against two [WLT-5.5]."""
    return len(foes(duel, fighter)) > 1 and len(friends(duel, fighter)) == 1


def fitted(duel: Duel, pieces: Mapping[PieceId, Piece], fighter: PieceId, stroke: Stroke) -> Stroke:
    """Return the stroke that a fighter can make as things stand, out of the one that he has planned (rules 7.3)."""
    enemies = foes(duel, fighter)
    blow = "none" if duel.fighters[fighter].staggered else stroke.blow
    target = NOBODY if blow == "none" else stroke.target if stroke.target in enemies else enemies[0]
    weapon = pieces[fighter].weapon
    guard = stroke.guard if outnumbered(duel, fighter) else arms.narrowed(weapon, blow, stroke.guard)
    return Stroke(blow, guard, target)


def resolve(duel: Duel, pieces: Mapping[PieceId, Piece], strokes: Mapping[PieceId, Stroke], *, weary: bool) -> Exchange:
    """Fight one exchange: quick blows before slow ones, equal ones together [WLT-3.9].

    `weary` says that every blow that lands kills.
    """
    fates: dict[PieceId, Fate] = {f: _aimed(stroke, strokes) for f, stroke in strokes.items()}
    staggered: set[PieceId] = set()
    struck: set[PieceId] = set()
    for tempo in TEMPOS:
        now = [f for f, fate in fates.items() if fate == "landed" and _tempo(duel, pieces, f, strokes[f]) == tempo]
        for f in now:
            if f in struck:
                fates[f] = "spoiled"
            elif duel.fighters[strokes[f].target].felled:
                fates[f] = "late"
        landing = [f for f in now if fates[f] == "landed"]
        for f in landing:
            _strike(duel, pieces[f].weapon, f, strokes[f], weary=weary)
            if strokes[f].blow in arms.weapons()[pieces[f].weapon].stagger:
                staggered.add(strokes[f].target)
        struck.update(strokes[f].target for f in landing)
    exchange = Exchange(duel.exchange, [])
    for f in sorted(strokes):
        one = duel.fighters[f]
        one.staggered = f in staggered
        unsteady = one.staggered and not one.felled
        exchange.fought.append(Fought(f, strokes[f], fates[f], one.wounds, unsteady, one.felled))
    duel.revealed.append(exchange)
    duel.exchange += 1
    return exchange


def _aimed(stroke: Stroke, strokes: Mapping[PieceId, Stroke]) -> Fate:
    """Return the fate of a blow as far as guards decide: it lands exactly if its line is not guarded [WLT-3.8]."""
    if stroke.blow == "none":
        return "none"
    return "parried" if stroke.blow in strokes[stroke.target].guard else "landed"


def _tempo(duel: Duel, pieces: Mapping[PieceId, Piece], fighter: PieceId, stroke: Stroke) -> int:
    assert stroke.blow != "none"
    tempo = arms.weapons()[pieces[fighter].weapon].tempo[stroke.blow]
    if stroke.blow == "high" and duel.fighters[fighter].high_ground:
        return max(tempo, arms.high_ground_tempo())
    return tempo


def _strike(duel: Duel, weapon: str, striker: PieceId, stroke: Stroke, *, weary: bool) -> None:
    """Let a blow have its effect; the third wound kills, and so does every blow between weary arms."""
    assert stroke.blow != "none"
    target, damage = duel.fighters[stroke.target], arms.weapons()[weapon].damage[stroke.blow]
    wounds = arms.wounds_to_kill() if damage == "killing" else int(damage)
    if damage != "killing":
        target.wounds = min(target.wounds + wounds, arms.wounds_to_kill())
    if damage == "killing" or weary or target.wounds >= arms.wounds_to_kill():
        target.felled = True
        duel.fighters[striker].kills += 1


def outcome(duel: Duel) -> str:
    """Which side has won: "attackers", "defenders"; "double_kill" or "parted" if nobody stands; "" while it goes on."""
    attackers, defenders = standing(duel, attacks=True), standing(duel, attacks=False)
    if attackers and defenders:
        return ""
    if attackers or defenders:
        return "attackers" if attackers else "defenders"
    felled = {fighter.attacks for fighter in duel.fighters.values() if fighter.felled}
    return "double_kill" if felled else "parted"
