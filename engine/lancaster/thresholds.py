"""The totals needed to expel, to win a conflict, to get an office and to pass a law; no dice are rolled."""

from collections.abc import Iterator, Sequence

from engine.core.text import counted, join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.common import goods
from engine.lancaster.parliament.voting import Voting
from engine.lancaster.placing import conflicts, counties, knights, lords
from engine.lancaster.rewards import battles

NOTE = "No dice decide here. This is what each side needs; only you see the goods behind your screen."


def odds(game: Lancaster, viewer: str) -> str:
    """Return each side's needs to expel, win a conflict, get an office or pass a vote, with the viewer's own means."""
    lines = [*_expulsions(game, viewer), *_battles(game), *_offices(game, viewer), *_votes(game, viewer)]
    return "\n".join([*lines, NOTE]) if lines else "Nothing is contested now."


# ---------------------------------------------------------------------- counties


def _expulsions(game: Lancaster, viewer: str) -> Iterator[str]:
    for letter, county in game.state.counties.items():
        if county.house and game.state.turn.phase == "place":
            name, holder = names.spot(game, spots.county(letter)), names.house(game, county.house)
            total = counties.total(game, letter)
            if counties.shielded(game, letter):
                yield f"**{name}**: {holder} with {total}, behind a shield; nobody can expel him."
            else:
                means = _own(game, letter, viewer)
                yield f"**{name}**: {holder} with {total}; it takes {total + 1} to expel him.{means}"


def _own(game: Lancaster, letter: str, viewer: str) -> str:
    """With what the viewer could expel the knight of a county."""
    if viewer not in game.playing() or game.seat_of(game.state.counties[letter].house) == viewer:
        return ""
    found = [
        _with_squires(game, knight, letter)
        for knight in knights.placeable(game, viewer)
        if spots.county(letter) in knights.open_spots(game, knight, None)
    ]
    return f" You can: {', '.join(found)}." if found else " You cannot."


def _with_squires(game: Lancaster, knight: str, letter: str) -> str:
    """Return a knight with the fewest squires with which he can enter, by himself or with the Tudor knight."""
    house = game.knight(knight).house
    alone = spots.county(letter) in knights.open_spots(game, knight, ())
    bring = [] if alone else ["tudor_knight"]
    squires = counties.least_squires(game, house, knight, letter, bring)
    along = [names.PRIVILEGES[kind] for kind in bring] + ([names.amount("squires", squires)] if squires else [])
    return names.knight(game, knight) + (f" with {join_words(along)}" if along else "")


# ---------------------------------------------------------------------- conflicts


def _battles(game: Lancaster) -> Iterator[str]:
    for card, conflict in game.state.conflicts.items():
        printed, english = game.catalog.conflicts[card], sum(conflicts.totals(game, card))
        missing = printed.strength - english
        words = f"England still needs {missing} more to win" if missing > 0 else "England is strong enough to win"
        row = " (second battle)" if conflict.row == "lower" else ""
        both = f"strength of England {english}, of France {printed.strength}"
        yield f"**{printed.name}**{row}: {both}; {words}.{_ranks(game, card)}"


def _ranks(game: Lancaster, card: str) -> str:
    points = game.catalog.conflicts[card].points
    ranked = battles.ranks(game, card)
    spaces = game.state.conflicts[card].spaces
    told = [
        f"{names.house(game, spaces[place].house)} with {conflicts.total(game, card, place)}, "
        f"for {names.amount('power_points', worth)}"
        for place, worth in zip(ranked, points, strict=False)
    ]
    return f" In the lead: {'; '.join(told)}." if told else ""


# ---------------------------------------------------------------------- offices


def _offices(game: Lancaster, viewer: str) -> Iterator[str]:
    for office, stack in game.state.stacks.items():
        total, holder = lords.total(game, office), names.house(game, stack.house)
        name = game.catalog.offices[office].name
        means = _most(game, office, viewer)
        tribute = names.amounts(game.catalog.offices[office].tribute)
        free = ", which an ally does not pay," if game.duel else ""
        yield (
            f"**{name}**: {holder} with {total}; it takes {total + 1} and a tribute of {tribute}{free} "
            f"to expel that lord.{means}"
        )


def _most(game: Lancaster, office: str, viewer: str) -> str:
    """How strong the viewer could be there at most, with a lord for whom the tribute can be paid."""
    if viewer not in game.playing() or game.seat_of(game.state.stacks[office].house) == viewer:
        return ""
    able = lords.at_court(game, viewer)
    if not able:
        return " Your lord is placed already."
    pays = goods.affordable(game, viewer, game.catalog.offices[office].tribute)
    most = max((lords.highest_total(game, house) for house in able if pays or game.is_ally(house)), default=0)
    return f" You have {most} at most." if most else " You cannot pay that."


# ---------------------------------------------------------------------- votes


def _votes(game: Lancaster, viewer: str) -> Iterator[str]:
    if not game.state.laws.proposed:
        return
    hidden = game.screens and game.option("hide_voting_markers")
    strengths = {seat: 1 + game.player(seat).voting_markers for seat in game.playing()}
    yield "**Parliament** still votes on:"
    yield from _read_out(game, game.state.laws.proposed)
    yield "Each ballot counts 1, plus its markers; a tie approves."
    if not hidden:
        yield from _passing(strengths, viewer)
    elif viewer in strengths:
        yield f"You have up to {counted(strengths[viewer], 'vote')}; the others' markers are hidden."


def _read_out(game: Lancaster, laws: Sequence[str]) -> Iterator[str]:
    """Yield a line for each law with what it does."""
    yield from (f"- {names.law(game, law)}: {names.law_text(game, law)}" for law in laws)


def _passing(strengths: dict[str, int], viewer: str) -> Iterator[str]:
    """Each seat's votes at most, and what the viewer alone can do against all others."""
    yield "At most: " + ", ".join(f"{{{seat}}} {votes}" for seat, votes in strengths.items()) + "."
    if viewer in strengths:
        own, others = strengths[viewer], sum(strengths.values()) - strengths[viewer]
        alone = len(strengths) - 1
        passes = "you pass a law alone" if own >= others else f"to pass a law alone you need {others}"
        stops = "stop it alone" if own > others else f"to stop it alone {others + 1}"
        yield (
            f"You have {own}: if all others use all their markers against you, {passes}, {stops}; "
            f"if they use no markers, {alone} and {alone + 1} are enough."
        )


def votes(game: Lancaster, viewer: str) -> str:
    """Every seat's votes in Parliament and where the next markers come from; hidden ones only to their owner."""
    hidden = game.screens and bool(game.option("hide_voting_markers"))
    waiting = game.top.laws if isinstance(game.top, Voting) else game.state.laws.proposed
    head = ["To be voted on:", *_read_out(game, waiting)] if waiting else ["No law waits for a vote."]
    return "\n".join([*head, *(_votes_of(game, seat, hidden and seat != viewer) for seat in game.playing())])


def _votes_of(game: Lancaster, seat: str, hidden: bool) -> str:
    number = game.player(seat).voting_markers
    now = "hidden markers" if hidden else names.amount("voting_markers", number)
    return f"{{{seat}}}: a vote and {now}; nobles bring {len(game.player(seat).nobles)} more a round"
