"""Ambushes: their victims, and their price for the ambushers (rules 4.12)."""

from collections.abc import Sequence

from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.kingmaker.board import names
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.combat import casualties, odds
from engine.kingmaker.combat.losses import Toll


def played(game: Kingmaker) -> bool:
    """Whether there are ambushes at this table (option `ambush`)."""
    return game.option("ambush") in ("classic", "wbc")


def weak_enough(game: Kingmaker, own: int, target: int) -> bool:
    """Whether a force is weak enough to ambush another [BASE-AMB-1, WBC-OPT-AMBUSH]."""
    numbers = game.catalog.ambush
    return numbers.target * own < numbers.own * target


def possible_heirs(game: Kingmaker, target: Sequence[str]) -> list[str]:
    """Return the heirs of a force whom an ambush may be to hit, the most senior first (option `ambush`) [WBC-R06.4]."""
    if game.option("ambush") != "wbc":
        return []
    heirs = [heir for noble in target for heir in casualties.at_risk(game, noble)]
    return sorted(heirs, key=lambda heir: succession.line(game, game.heir(heir).house).index(heir))


def check_heir(game: Kingmaker, target: Sequence[str], marked: Sequence[str]) -> None:
    """Raise Illegal unless an ambush names exactly one heir of its target, or none where there is none [WBC-R06.4]."""
    able = possible_heirs(game, target)
    if len(marked) != min(len(able), 1) or not set(marked) <= set(able):
        named = f"name exactly one of {join_words(names.thing(game, one) for one in able)}" if able else "name none"
        raise Illegal(f"An ambush is to hit one heir of its target; {named}.", "WBC-R06.4")


def victims(game: Kingmaker, card: EventCard, target: Sequence[str], heir: str) -> Toll:
    """Return the dead of an ambush: nobles of the target by the card, and the heir by the dice (option `ambush`)."""
    if card.nobles_killed_table and game.option("ambush") == "wbc":
        dead = casualties.by_table(game, target, "WBC-R06.3")
    else:
        dead = list_victim(game, card, target)
    if heir in possible_heirs(game, target):
        roll = game.two_dice(f"ambush on {names.heir(game, heir)}")
        hit = roll in game.catalog.ambush.heir_dies_on
        fate = "is killed" if hit else "escapes"
        game.emit("dice", f"The ambushers' dice show {roll}: {names.heir(game, heir)} {fate}.", rule="WBC-R06.4")
        dead = [*dead, heir] if hit else dead
    return casualties.dead_of(game, dead)


def list_victim(game: Kingmaker, card: EventCard, target: Sequence[str]) -> list[str]:
    """Return the one noble of an ambushed force whom a card's list kills, if there is one [BASE-AMB-2, WBC-R06.2].

    That is the first one listed who is there; with option `ambush` = wbc the last.
    """
    listed = [noble for noble in card.nobles_killed if noble in target]
    return listed[-1:] if game.option("ambush") == "wbc" else listed[:1]


def tell(game: Kingmaker, attackers: Sequence[str], defenders: Sequence[str], dead: Toll, at: Location) -> None:
    """Say how an ambush went."""
    killed = [names.card(game, noble) for noble in dead.nobles] + [names.heir(game, heir) for heir in dead.heirs]
    who, hit = names.cards(game, attackers), join_words(killed) or "nobody"
    kill, are = names.verb(game, attackers, "kills", "kill"), names.verb(game, attackers, "is", "are")
    text = f"{who} {kill} {hit} from ambush{',' if killed else ''} {'but' if killed else 'and'} {are} beaten."
    game.emit("battle", text, about=[*attackers, *defenders], track=[at], rule=rule_of(game))


def rule_of(game: Kingmaker) -> str:
    """Return the rule by which an ambush kills."""
    return "WBC-R06.2" if game.option("ambush") == "wbc" else "BASE-AMB-2"


def forfeit(game: Kingmaker, seat: str, ambushers: Sequence[str]) -> None:
    """Skip the next Crown card of a seat that lost a noble in its ambush (option `ambush_draw_forfeit`) [WBC-R06.1]."""
    lost = [n for n in ambushers if n not in game.state.nobles or game.noble(n).captor]
    if lost and game.option("ambush_draw_forfeit") and game.state.crown_deck_emptied:
        game.faction(seat).forfeits_draw = True
        text = f"{{{seat}}} loses {names.cards(game, lost)} in an ambush and forfeits the next Crown card."
        game.emit("forfeits", text, about=[seat], rule="WBC-R06.1")


def preview(game: Kingmaker, attackers: Sequence[str], defenders: Sequence[str], heir: str = "") -> odds.Preview:
    """Weigh an ambush, on an `heir` too: any card but bad weather beats the ambushers and may kill."""
    pool = odds.possible_cards(game)
    fair = odds.in_fair_weather(pool)
    tables = sum(card.nobles_killed_table for card in fair) if game.option("ambush") == "wbc" else 0
    listed = [noble for card in fair for noble in list_victim(game, card, defenders)]
    by_table = tables * casualties.chance(game.catalog.nobles_killed.dies_on)
    deaths = {noble: listed.count(noble) + by_table for noble in defenders}
    if heir:
        deaths[heir] = deaths.get(heir, 0) + len(fair) * casualties.chance(game.catalog.ambush.heir_dies_on)
    return odds.Preview(
        forces.total(game, attackers, "attack"),
        forces.total(game, defenders, "defence"),
        cards=len(pool),
        defence_wins=len(fair),
        bad_weather=len(pool) - len(fair),
        deaths={person: number for person, number in deaths.items() if number},
    )
