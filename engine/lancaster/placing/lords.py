"""The lord applies for an office with his support, or enters the treasury (rules 6.6)."""

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.errors import Illegal, allows
from engine.core.text import join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour, Stack
from engine.lancaster.common import goods
from engine.lancaster.placing import privileges
from engine.lancaster.placing.treasury import Treasury, claimed

LORD = 1
"""The strength of a lord; a bishop has the same."""

TUDOR = "tudor_knight"

WITHOUT = "none"
"""The answer that leaves the Tudor knight at home."""


class Court(Action, frozen=True):
    """Place a lord: `to` an office, with knights, bishops (a number) and the Tudor knight, or to the `treasury`.

    `lord` is the colour of the lord where a player has two.
    """

    to: str
    lord: str = ""
    knights: list[str] = []
    bishops: str = ""
    tudor: str = ""


# ---------------------------------------------------------------------- how strong


def total(game: Lancaster, office: str) -> int:
    """Return the total of the lord who applies for an office; 0 for nobody."""
    stack = game.state.stacks.get(office)
    if stack is None:
        return 0
    at = spots.office(office)
    tudor = privileges.strength(game, [piece.kind for piece in game.privileges_at(at)])
    return LORD + stack.bishops + game.strength_of(game.knights_at(at)) + tudor


def at_court(game: Lancaster, seat: str) -> list[Colour]:
    """Return the houses of a seat whose lord stands at court."""
    return [colour for colour in game.houses_of(seat) if game.house(colour).lord == spots.COURT]


def bishops(game: Lancaster, house: str) -> int:
    """Return the bishops who can support the lord of a house: all, at court with him; an ally has none [LAN2-2P-16]."""
    return 0 if game.is_ally(house) else game.player(game.seat_of(house)).bishops


def total_of(game: Lancaster, action: Court) -> int:
    """Return the total with which a lord applies."""
    tudor = privileges.strength(game, _brought(action))
    return LORD + int(action.bishops or 0) + game.strength_of(action.knights) + tudor


def support(game: Lancaster, action: Court) -> list[str]:
    """Return in words who comes with a lord: 'a strength-1 knight', '2 bishops', 'the Tudor knight'."""
    number = int(action.bishops or 0)
    along = [names.knights(game, action.knights)] if action.knights else []
    along += [f"{number} {'bishop' if number == 1 else 'bishops'}"] if number else []
    return [*along, *(names.PRIVILEGES[kind] for kind in _brought(action))]


def highest_total(game: Lancaster, house: str) -> int:
    """Return the highest total with which a house can apply now."""
    knights = game.knights(house, spots.COURT)
    tudor = TUDOR in privileges.kinds(game, house) and (knights or game.option("tudor_lord_alone"))
    added = privileges.strength(game, [TUDOR] if tudor else [])
    return LORD + bishops(game, house) + game.strength_of(knights) + added


def house_of(game: Lancaster, seat: str, action: Court) -> Colour:
    """Return the house of the lord that is placed."""
    return Colour(action.lord) if action.lord else next(iter(at_court(game, seat)), game.own(seat))


def _brought(action: Court) -> list[str]:
    return [action.tudor] if action.tudor not in ("", WITHOUT) else []


# ---------------------------------------------------------------------- may he


def check_court(game: Lancaster, seat: str, action: Court) -> None:
    """Raise Illegal unless a lord may go there with this support."""
    house, brought = house_of(game, seat, action), _brought(action)
    if house not in at_court(game, seat):
        raise Illegal("That lord does not stand at your court; place another token.", "LAN2-COURT-09")
    if action.to == spots.TREASURY:
        if action.knights or action.bishops not in ("", "0") or brought:
            raise Illegal("A lord enters the treasury alone; leave the support out.", "LAN2-COURT-24")
        return
    check_office(game, house, action.to)
    present = game.knights(house, spots.COURT)
    if len(set(action.knights)) < len(action.knights) or any(knight not in present for knight in action.knights):
        rule = "LAN2-2P-05" if game.duel else "LAN2-COURT-14"
        raise Illegal("Only knights of his own house who stand at court support a lord; name those.", rule)
    wanted, own = action.bishops or "0", bishops(game, house)
    if not wanted.isdecimal() or int(wanted) > own:
        reason = f"Only {own} of your bishops can support this lord; bring no more."
        raise Illegal(reason if own else "No bishop can support this lord; leave bishops out.", "LAN2-COURT-56")
    if brought:
        privileges.check_privileges(game, house, brought, "office")
        if not action.knights and not game.option("tudor_lord_alone"):  # R23
            reason = "The Tudor knight supports a lord only together with a knight of yours; add one."
            raise Illegal(reason, "LAN2-COURT-65")
    if total_of(game, action) <= total(game, action.to):
        totals = f"the lord there has a total of {total(game, action.to)}, yours {total_of(game, action)}"
        raise Illegal(f"Only a higher total expels: {totals}; bring more or choose another office.", "LAN2-COURT-17")


def check_office(game: Lancaster, house: str, office: str) -> None:
    """Raise Illegal unless a house can pay the tribute of an office and may expel the lord there."""
    known = game.catalog.offices.get(office)
    if known is None:
        raise Illegal(f"Name an office, or the treasury: {join_words(game.catalog.offices)}.", "LAN2-COURT-09")
    seat, stack = game.seat_of(house), game.state.stacks.get(office)
    if not game.is_ally(house):
        rule = {"chancellor": "LAN2-COURT-10", "constable": "LAN2-COURT-11", "chamberlain": "LAN2-COURT-12"}[office]
        goods.check_price(game, seat, known.tribute, rule)
    if stack is not None and game.seat_of(stack.house) == seat:
        raise Illegal("Your other lord applies there, and you cannot expel him; choose another office.", "LAN2-2P-03")


# ---------------------------------------------------------------------- there he goes


def place(game: Lancaster, seat: str, action: Court) -> None:
    """Place a lord with his support, and expel whoever he beats [LAN2-COURT-09]."""
    check_court(game, seat, action)
    house = house_of(game, seat, action)
    if action.to == spots.TREASURY:
        at, does = spots.TREASURY, "enters the treasury"
        game.push(Treasury(house))
    else:
        at, tribute = spots.office(action.to), {} if game.is_ally(house) else game.catalog.offices[action.to].tribute
        goods.pay(game, game.seat_of(house), tribute)
        for good, number in tribute.items():
            game.state.treasury[good] = game.state.treasury.get(good, 0) + number
        if action.to in game.state.stacks:
            # He sends a lord and all his supporters back to court; the tribute stays [LAN2-COURT-18, LAN2-COURT-19].
            loser, name = game.state.stacks[action.to].house, names.spot(game, at)
            beaten = f"{names.house(game, loser)}'s, who applied to be {name} and is to be placed again"
            kept = "" if game.is_ally(loser) else "; the payment stays in the treasury"
            text = f"{names.house(game, house)}'s lord expels {beaten}{kept}."
            game.emit("expelled", text, about=[loser, action.to], track=[at], rule="LAN2-COURT-18")
            leave(game, action.to, tudor_stays=game.option("tudor_after_lord_expulsion") == "court")
        game.state.stacks[action.to] = Stack(house, int(action.bishops or 0))
        for knight in action.knights:
            game.knight(knight).at = at
        for kind in _brought(action):
            privileges.use(game, house, kind, at)
        helped = f", supported by {join_words(along)}," if (along := support(game, action)) else ""
        does = f"applies{helped} to be {names.spot(game, at)} with a total strength of {total(game, action.to)}"
        does += f" and pays {names.amounts(tribute)} to the treasury" if tribute else ""
    game.house(house).lord = at
    text = f"{names.house(game, house)}'s lord {does}."
    game.emit("lord", text, about=[house, action.to], track=[at], rule="LAN2-COURT-09")


def leave(game: Lancaster, office: str, *, tudor_stays: bool = False) -> None:
    """Clear the space of an office: all go to court, a Tudor knight to his supply space unless he stays (R22)."""
    at = spots.office(office)
    for knight in game.knights_at(at):
        game.knight(knight).at = spots.COURT
    for piece in game.privileges_at(at):
        piece.at = ""
        if not tudor_stays:
            privileges.to_supply(game, [piece])
    game.house(game.state.stacks.pop(office).house).lord = spots.COURT


# ---------------------------------------------------------------------- how it is offered


def offers(game: Lancaster, seat: str) -> list[Offer]:
    """Offer to place a lord who stands at court (D03)."""
    able = at_court(game, seat)
    if not game.court or not able:
        return []

    def house(draft: Draft) -> Colour:
        return Colour(draft.get("lord") or able[0])

    def applies(draft: Draft) -> bool:
        return draft.get("to") != spots.TREASURY

    def tudor_decides(draft: Draft) -> bool:
        """Ask where he may come; and where the support is too weak, so that nobody applies in vain."""
        return applies(draft) and (_can_bring_tudor(game, house(draft), draft) or not _enough(game, draft, 0))

    called = [Choice(colour, "Your ally's lord" if game.is_ally(colour) else "Your own lord") for colour in able]
    whose = Field("lord", "Which lord?", lambda _: called, when=lambda _: len(able) > 1)
    supported = any(game.knights(lord, spots.COURT) or bishops(game, lord) for lord in able)
    note = "For an office I then ask who supports him; all of them come back after the votes." if supported else ""
    where = Field("to", "Where to?", lambda draft: _places(game, house(draft)), note=note)
    knights = Field(
        "knights",
        "Knights to support him?",
        lambda draft: _knights(game, house(draft), draft),
        many=True,
        least=0,
        when=lambda draft: applies(draft) and bool(game.knights(house(draft), spots.COURT)),
    )
    with_bishops = Field(
        "bishops",
        "With how many bishops?",
        lambda draft: _bishops(game, house(draft), draft),
        when=lambda draft: applies(draft) and bool(bishops(game, house(draft))),
        means=names.number_said,
    )
    tudor = Field(
        "tudor", "With the Tudor knight?", lambda draft: _tudor(game, house(draft), draft), when=tudor_decides
    )
    return [Offer(Court, "Place your lord", (whose, where, knights, with_bishops, tudor))]


def brought_by(game: Lancaster, house: Colour, office: str, *, shortly: bool = False) -> str:
    """Return what an office brings a house, its seals with what they are worth to it at the end [LAN2-COURT-57]."""
    seal = 0 if game.is_ally(house) else 1 + game.player(game.seat_of(house)).bishops
    return names.office(game, office, ally=game.is_ally(house), last=game.last_round, seal=seal, shortly=shortly)


def _places(game: Lancaster, house: Colour) -> list[Choice]:
    """Return the offices with a space that this lord can win, with the means needed; and always the treasury."""
    open_to_him: list[Choice] = []
    for office, known in game.catalog.offices.items():
        beaten = total(game, office)
        if allows(check_office, game, house, office) and highest_total(game, house) > beaten:
            costs = [] if game.is_ally(house) else [f"costs {names.amounts(known.tribute)}"]  # [LAN2-2P-04]
            notes = ", ".join([*costs, *([f"a total over {beaten} needed"] if beaten else [])])
            brings = brought_by(game, house, office)
            open_to_him.append(Choice(office, f"{known.name} ({notes})" if notes else known.name, brings))
    return [*open_to_him, Choice(spots.TREASURY, "The treasury", claimed(game, house))]


def _knights(game: Lancaster, house: Colour, draft: Draft) -> list[Choice]:
    picked = draft.get("knights", ())
    left = [knight for knight in game.knights(house, spots.COURT) if knight not in picked]
    return [Choice(knight, f"a strength-{game.knight(knight).strength} knight") for knight in left]


def _bishops(game: Lancaster, house: Colour, draft: Draft) -> list[Choice]:
    """As many bishops as suffice, the Tudor knight still counted in where he may come."""
    tudor = privileges.strength(game, [TUDOR]) if _can_bring_tudor(game, house, draft) else 0
    support = LORD + game.strength_of(draft.get("knights", [])) + tudor
    least = max(0, total(game, draft["to"]) + 1 - support)
    return [Choice(str(number), str(number)) for number in range(least, bishops(game, house) + 1)]


def _tudor(game: Lancaster, house: Colour, draft: Draft) -> list[Choice]:
    without = [Choice(WITHOUT, "without him")] if _enough(game, draft, 0) else []
    added = privileges.strength(game, [TUDOR])
    comes = _can_bring_tudor(game, house, draft) and _enough(game, draft, added)
    return [*without, *([Choice(TUDOR, "with the Tudor knight")] if comes else [])]


def _can_bring_tudor(game: Lancaster, house: Colour, draft: Draft) -> bool:
    alone = bool(game.option("tudor_lord_alone"))
    return TUDOR in privileges.kinds(game, house) and (alone or bool(draft.get("knights")))


def _enough(game: Lancaster, draft: Draft, added: int) -> bool:
    support = game.strength_of(draft.get("knights", [])) + int(draft.get("bishops") or 0)
    return LORD + support + added > total(game, draft["to"])
