"""How a player says where his lord goes: the questions of the action `court` (rules 6.6, D03)."""

from engine.core.actions import Choice, Draft, Field, Offer
from engine.core.errors import allows
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.placing import court, privileges
from engine.lancaster.placing.court import Court

TUDOR = "tudor_knight"


def offers(game: Lancaster, seat: str) -> list[Offer]:
    """Offer to place a lord who stands at court."""
    lords = court.lords(game, seat)
    if not game.court or not lords:
        return []
    called = [Choice(colour, "Your ally's lord" if game.is_ally(colour) else "Your own lord") for colour in lords]
    whose = Field("lord", "Which lord?", lambda _: called, when=lambda _: len(lords) > 1)
    where = Field("to", "Where to?", lambda draft: _places(game, _house(lords, draft)))
    knights = Field(
        "knights",
        "With which knights?",
        lambda draft: _knights(game, _house(lords, draft), draft),
        many=True,
        least=0,
        when=lambda draft: _applies(draft) and bool(game.knights(_house(lords, draft), spots.COURT)),
    )
    bishops = Field(
        "bishops",
        "With how many bishops?",
        lambda draft: _bishops(game, _house(lords, draft), draft),
        when=lambda draft: _applies(draft) and bool(court.bishops(game, _house(lords, draft))),
        means=names.number_said,
    )
    tudor = Field(
        "tudor",
        "With the Tudor knight?",
        lambda draft: _tudor(game, _house(lords, draft), draft),
        when=lambda draft: _applies(draft) and _tudor_decides(game, _house(lords, draft), draft),
    )
    hint = "he applies for an office, or takes goods from the treasury"
    return [Offer(Court, "Place your lord", (whose, where, knights, bishops, tudor), hint)]


def _house(lords: list[Colour], draft: Draft) -> Colour:
    return Colour(draft.get("lord") or lords[0])


def _applies(draft: Draft) -> bool:
    return draft.get("to") != spots.TREASURY


def _places(game: Lancaster, house: Colour) -> list[Choice]:
    """Return the offices with a space that this lord can win, with the means needed; and always the treasury."""
    found = [
        Choice(office, _office_words(game, house, office))
        for office in game.catalog.offices
        if allows(court.check_office, game, house, office) and court.most(game, house) > court.total(game, office)
    ]
    held = {good: number for good, number in game.state.treasury.items() if number}
    lies = names.amounts(held) if held else "it is empty"
    return [*found, Choice(spots.TREASURY, f"The treasury ({lies})")]


def _office_words(game: Lancaster, house: Colour, office: str) -> str:
    """Return an office with its tribute, none for an ally's lord [LAN2-2P-04], and the total to beat."""
    known, beaten = game.catalog.offices[office], court.total(game, office)
    costs = [] if game.is_ally(house) else [f"costs {names.amounts(known.tribute)}"]
    needs = [f"more than {beaten} needed"] if beaten else []
    notes = ", ".join([*costs, *needs])
    return f"{known.name} ({notes})" if notes else known.name


def _knights(game: Lancaster, house: Colour, draft: Draft) -> list[Choice]:
    picked = draft.get("knights", ())
    left = [knight for knight in game.knights(house, spots.COURT) if knight not in picked]
    return [Choice(knight, f"a strength-{game.knight(knight).strength} knight") for knight in left]


def _bishops(game: Lancaster, house: Colour, draft: Draft) -> list[Choice]:
    """As many bishops as suffice, the Tudor knight still counted in where he may come."""
    tudor = privileges.strength(game, [TUDOR]) if _can_bring_tudor(game, house, draft) else 0
    support = court.LORD + game.strength_of(draft.get("knights", [])) + tudor
    enough = max(0, court.total(game, draft["to"]) + 1 - support)
    return [Choice(str(number), str(number)) for number in range(enough, court.bishops(game, house) + 1)]


def _can_bring_tudor(game: Lancaster, house: Colour, draft: Draft) -> bool:
    if TUDOR not in privileges.kinds(game, house):
        return False
    return bool(draft.get("knights")) or bool(game.option("tudor_lord_alone"))


def _tudor_decides(game: Lancaster, house: Colour, draft: Draft) -> bool:
    """Ask where he may come; and where the support is too weak, so that nobody applies in vain."""
    return _can_bring_tudor(game, house, draft) or not _enough(game, draft, 0)


def _tudor(game: Lancaster, house: Colour, draft: Draft) -> list[Choice]:
    without = [Choice(court.WITHOUT, "without him")] if _enough(game, draft, 0) else []
    added = privileges.strength(game, [TUDOR])
    comes = _can_bring_tudor(game, house, draft) and _enough(game, draft, added)
    return [*without, *([Choice(TUDOR, "with the Tudor knight")] if comes else [])]


def _enough(game: Lancaster, draft: Draft, added: int) -> bool:
    support = game.strength_of(draft.get("knights", [])) + int(draft.get("bishops") or 0)
    return court.LORD + support + added > court.total(game, draft["to"])
