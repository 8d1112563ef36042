"""Ambushes: their victims, and their price for the ambushers (rules 4.12)."""

from collections.abc import Sequence

from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.people import succession
from engine.kingmaker.combat import casualties, odds
from engine.kingmaker.combat.casualties import Fallen


def played(game: Kingmaker) -> bool:
    """Whether there are ambushes at this table (option `ambush`)."""
    return game.option("ambush") in ("classic", "wbc")


def weak_enough(game: Kingmaker, own: int, target: int) -> bool:
    """Whether a force is weak enough to ambush another [BASE-AMB-1, WBC-OPT-AMBUSH]."""
    numbers = game.catalog.ambush
    return numbers.target * own < numbers.own * target


def markable(game: Kingmaker, target: Sequence[str]) -> list[str]:
    """Return the heirs of a force whom an ambush may be to hit, the most senior first (option `ambush`) [WBC-R06.4]."""
    if game.option("ambush") != "wbc":
        return []
    heirs = [heir for noble in target for heir in casualties.at_risk(game, noble)]
    return sorted(heirs, key=lambda heir: succession.line(game, game.heir(heir).house).index(heir))


def check_marked(game: Kingmaker, target: Sequence[str], marked: Sequence[str]) -> None:
    """Raise Illegal unless an ambush names exactly one heir of its target, or none where there is none [WBC-R06.4]."""
    able = markable(game, target)
    if len(marked) != min(len(able), 1) or not set(marked) <= set(able):
        named = f"name exactly one of {join_words(names.thing(game, one) for one in able)}" if able else "name none"
        raise Illegal(f"An ambush is to hit one heir of its target; {named}.", "WBC-R06.4")


def victims(game: Kingmaker, card: EventCard, target: Sequence[str], heir: str) -> Fallen:
    """Return the dead of an ambush: nobles of the target by the card, and the heir by the dice (option `ambush`)."""
    hit = _nobles_hit(game, card, target)
    struck = heir in markable(game, target) and _heir_hit(game, heir)
    return casualties.dead_of(game, [*hit, *([heir] if struck else [])])


def _nobles_hit(game: Kingmaker, card: EventCard, target: Sequence[str]) -> list[str]:
    if card.nobles_killed_table and game.option("ambush") == "wbc":
        return casualties.by_table(game, target, "WBC-R06.3")
    victim = odds.ambush_victim(game, card, target)
    return [victim] if victim else []


def _heir_hit(game: Kingmaker, heir: str) -> bool:
    roll = game.two_dice(f"ambush on {names.heir(game, heir)}")
    hit = roll in game.catalog.ambush.heir_dies_on
    fate = "is killed" if hit else "escapes"
    game.emit("dice", f"The ambushers' dice show {roll}: {names.heir(game, heir)} {fate}.", rule="WBC-R06.4")
    return hit


def tell(game: Kingmaker, attackers: Sequence[str], defenders: Sequence[str], dead: Fallen, at: Location) -> None:
    """Say how an ambush went."""
    victims = [names.card(game, noble) for noble in dead.nobles] + [names.heir(game, heir) for heir in dead.heirs]
    who, hit = names.cards(game, attackers), join_words(victims) or "nobody"
    kill, are = names.verb(game, attackers, "kills", "kill"), names.verb(game, attackers, "is", "are")
    text = f"{who} {kill} {hit} from ambush{',' if victims else ''} {'but' if victims else 'and'} {are} beaten."
    game.emit("battle", text, about=[*attackers, *defenders], track=[at], rule=rule_of(game))


def rule_of(game: Kingmaker) -> str:
    """Return the rule by which an ambush kills."""
    return "WBC-R06.2" if game.option("ambush") == "wbc" else "BASE-AMB-2"


def why(game: Kingmaker, at: Location) -> str:
    """How those died whom an ambush killed."""
    return f"killed from ambush {locations.say(game, at)}"


def forfeit(game: Kingmaker, seat: str, ambushers: Sequence[str]) -> None:
    """Skip the next Crown card of a seat that lost a noble in its ambush (option `ambush_draw_forfeit`) [WBC-R06.1]."""
    lost = [n for n in ambushers if n not in game.state.nobles or game.noble(n).captor]
    if lost and game.option("ambush_draw_forfeit") and game.state.crown_deck_emptied:
        game.faction(seat).forfeits_draw = True
        text = f"{{{seat}}} loses {names.cards(game, lost)} in an ambush and forfeits the next Crown card."
        game.emit("forfeits", text, about=[seat], rule="WBC-R06.1")
