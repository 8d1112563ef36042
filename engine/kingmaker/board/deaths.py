"""Deaths (rules 0.5): a noble who dies leaves the map with his cards, and his heirs pass to others."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE
from engine.kingmaker.board.people import forces, plantagenets, succession
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.steps import KingmakerStep


def kill_heir(game: Kingmaker, heir: str, why: str, rule: str = "BASE-CAP-4", by: str = "") -> None:
    """Take an heir out of the game for good; `by` is the seat that holds and kills the heir, if one does."""
    at, noble, king = game.heir(heir).at, game.heir(heir).noble, game.heir(heir).king
    owner = f" ({{{game.noble(noble).faction}}})" if noble else ""
    _strike_out(game, heir)
    text = f"{{{by}}} has {names.heir(game, heir)} killed." if by else _dies(f"{names.heir(game, heir)}{owner}", why)
    game.emit("died", text, about=[heir], track=[at] if at else [], rule=rule)
    if king:
        _tell_who_reigns(game)


def _tell_who_reigns(game: Kingmaker) -> None:
    """Say after a King's death who is King now."""
    left = succession.kings(game)
    text = f"{names.heir(game, left[0])} is the only King now." if left else "There is no King now."
    game.emit("kings", text, about=left, rule="BASE-COR-3")


def _dies(who: str, why: str) -> str:
    """Return a death in words: 'Henry VI ({s1}) dies of the plague in York.', 'Percy ({s2}) dies, killed in …'."""
    return f"{who} dies{' ' if why.startswith('of ') else ', '}{why}."


def _strike_out(game: Kingmaker, heir: str) -> None:
    royal = game.heir(heir)
    royal.alive, royal.king, royal.noble, royal.at = False, False, "", NOWHERE


def kill_nobles(game: Kingmaker, dead: Sequence[str], why: str, rule: str = "BASE-DTH-1") -> None:
    """Take nobles who die together off the map, with their cards; their heirs pass to others [BASE-DTH-1, 2].

    Heirs die too where everybody in the place dies: the caller kills them first.
    """
    for noble in dead:
        at = game.noble(noble).at
        text = _dies(f"{names.card(game, noble)} ({{{game.noble(noble).faction}}})", why)
        game.emit("died", text, about=[noble], track=[at] if at else [], rule=rule)
    for noble in dead:
        if noble in game.state.heirs and game.heir(noble).alive:
            king = game.heir(noble).king
            _strike_out(game, noble)
            if king:
                _tell_who_reigns(game)
    for noble in dead:
        if not plantagenets.may_hold_royalty(game, noble):
            plantagenets.bar(game, noble)
    orphans = [(heir, noble) for noble in dead for heir in forces.heirs_of(game, noble)]
    for heir, noble in orphans:
        _bereave(game, heir, noble, [n for n in forces.force_of(game, noble) if n not in dead])
    take_off(game, dead)


def take_off(game: Kingmaker, nobles: Sequence[str]) -> None:
    """Take nobles off the map together, and send all their cards where they belong [BASE-DTH-1, BASE-SIT-3]."""
    gone = {noble: forces.take_out(game, noble) for noble in nobles}
    afloat = set(game.state.ships)
    for siege in game.state.sieges.values():
        siege.allies = [ally for ally in siege.allies if ally not in gone]
    left = [card for person in gone.values() for card in (person.title, person.office, *person.cards) if card]
    for noble, person in gone.items():
        for card in [card for card in (person.title, person.office, *person.cards, noble) if card]:
            piles.lose(game, card)
        sites.orphan(game, noble)
    told = afloat - set(game.state.ships)
    _tell_cards(game, [card for card in left if card not in told])
    for seat in sorted({person.faction for person in gone.values()}):
        sites.abandon(game, seat)


def _tell_cards(game: Kingmaker, left: Sequence[str]) -> None:
    """Say where cards of the dead have gone: to the Chancery, or to the discard."""
    given = [card for card in left if card in game.state.chancery]
    away = [card for card in left if card not in given]
    go = names.verb(game, given, "goes", "go")
    parts = [f"{names.cards(game, given)} {go} to the Chancery, for Parliament to give out"] if given else []
    parts += [f"{names.cards(game, away)} {names.verb(game, away, 'is', 'are')} discarded"] if away else []
    if parts:
        game.emit("cards_left", f"{'; '.join(parts)}.", about=list(left), rule="BASE-DTH-1")


def drown(game: Kingmaker) -> None:
    """Kill the unprotected heirs aboard a lost ship (RULING 90)."""
    for heir, royal in game.state.heirs.items():
        if locations.kind(royal.at) == "aboard" and locations.name(royal.at) not in game.state.ships:
            kill_heir(game, heir, "drowned with the ship", "BASE-SEA-8")


def _bereave(game: Kingmaker, heir: str, noble: str, comrades: list[str]) -> None:
    """Give an heir whose noble dies to another of the force, asking where there is a choice [BASE-DTH-2]."""
    comrades = forces.guardians(game, comrades)
    game.heir(heir).noble = forces.strongest(game, comrades)
    if not comrades:
        text = f"{names.heir(game, heir)} is left without a protector {locations.say(game, game.heir(heir).at)}."
        game.emit("heir_left", text, about=[heir], rule="BASE-DTH-2")
    elif len(comrades) > 1:
        game.push(HeirsOfTheDead(game.noble(noble).faction, heir, comrades))
    else:
        tell_guardian(game, heir)


def tell_guardian(game: Kingmaker, heir: str) -> None:
    """Say who controls an heir now."""
    text = f"{names.heir(game, heir)} is with {names.card(game, game.heir(heir).noble)} now."
    game.emit("heir_passes", text, about=[heir, game.heir(heir).noble], rule="BASE-DTH-2")


class Guard(Action, frozen=True):
    """Name the noble who takes the heirs of a dead one."""

    noble: str


class HeirsOfTheDead(KingmakerStep, tag="bereavement"):
    """The owner of a dead noble's heir says which of his other nobles there takes the heir (D47) [BASE-DTH-2]."""

    seat: str
    """The owner."""

    heir: str
    """The heir."""

    nobles: list[str]
    """The nobles among whom he chooses."""

    def proceed(self, game: Kingmaker) -> bool:
        """Drop the question when there is no choice left."""
        if game.heir(self.heir).alive and len(self._able(game)) > 1:
            return False
        game.pop(self)
        return True

    def _able(self, game: Kingmaker) -> list[str]:
        at = game.heir(self.heir).at
        return [n for n in self.nobles if n in game.state.nobles and game.noble(n).at == at]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the owner."""
        able = self._able(game)
        choices = [Choice(noble, names.card(game, noble)) for noble in able]
        prompt = f"Who takes charge of {names.heir(game, self.heir)}?"
        offer = Offer(Guard, "Name a protector", (Field("noble", prompt, lambda _: choices),))
        return [Request(self.seat, "D47", prompt, (offer,), lambda: Guard(forces.strongest(game, able)))]

    def act(self, game: Kingmaker, seat: str, action: Guard) -> None:
        """Hand the heir over."""
        if action.noble not in self._able(game):
            raise Illegal(f"Choose a noble from the force of {names.heir(game, self.heir)}.", "BASE-DTH-2")
        game.heir(self.heir).noble = action.noble
        tell_guardian(game, self.heir)
        game.pop(self)
