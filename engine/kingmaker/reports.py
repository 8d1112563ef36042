"""Answers to what players ask between decisions: the state of the game, the odds, the votes."""

from collections import Counter
from collections.abc import Iterator

from engine.core.parts import Strength
from engine.core.text import counted, join_words, leading
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_SQUARE, PlaceId
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.board.people.succession import BEAUFORT
from engine.kingmaker.board.places import sites
from engine.kingmaker.combat import attacks, battle_table, odds
from engine.kingmaker.events import catastrophe
from engine.kingmaker.movement import fetching
from engine.kingmaker.overseas import heirs_abroad
from engine.kingmaker.parliament import votes
from engine.kingmaker.sequence import ending, points
from engine.kingmaker.sequence.entering_hands import HAND, KEPT, EnteringHands
from engine.kingmaker.sequence.setup import SettingUp, starts_of_heirs


def headline(game: Kingmaker) -> str:
    """Round, phase, whose turn, and who is King: one line for everybody."""
    turn = game.state.turn
    if turn.phase == "setup":
        how = {"simultaneous": "in secret, all at the same time", "clockwise": "one after the other"}
        said = f"The factions are being set up, {how[str(game.option('setup_order'))]}."
        return f"{said} {starts_of_heirs(game)}".rstrip()
    last = ending.last_round(game)
    of = f" of {last}" if turn.round <= last else ""
    when = f"Round {turn.round}{of}, {{{turn.seat}}}'s {turn.phase.capitalize()} phase. "
    return f"{when}{_time_words(game)}{kings_words(game)}{_free_heirs_words(game)}{_events_words(game)}"


def strengths(game: Kingmaker, seat: str) -> dict[str, Strength]:
    """Return the men of each of a seat's nobles who have a local bonus, by name."""
    own = {noble: forces.bonuses(game, noble) for noble in forces.nobles_of(game, seat)}
    return {
        names.card(game, noble): Strength(forces.strength(game, noble, "defence"), found)
        for noble, found in own.items()
        if found
    }


def _time_words(game: Kingmaker) -> str:
    """How many turns are left once time is called, in words."""
    turns = game.state.last_turns
    left = len(turns) - (turns[:1] == [game.active])
    more = f"after this turn {left} more" if left else "this is the last turn"
    return f"Time is called: {more}. " if game.state.time_called else ""


def _free_heirs_words(game: Kingmaker) -> str:
    """Say which heirs have no protector, and where they are; "" if there are none."""
    free = fetching.free_heirs(game)
    told = [f"{names.heir(game, heir)} ({locations.short(game, game.heir(heir).at)})" for heir in free]
    return f" Without a protector: {join_words(told)}." if told else ""


def _events_words(game: Kingmaker) -> str:
    """Return the lasting effects of event cards in words: catastrophes, and who vacillates."""
    in_force = game.state.catastrophes
    lasts = [f" until {{{c.begun.seat}}}'s turn in round {catastrophe.ends(c)}" for c in in_force]
    words = [f" Titles, offices and bishops add no men{until} (Catastrophe)." for until in lasts]
    waverer = game.state.turn.vacillating
    return "".join(words) + (f" {names.card(game, waverer)} vacillates this turn." if waverer else "")


def kings_words(game: Kingmaker) -> str:
    """Say who is King, who has the only one, and that he would win with him."""
    kings = succession.kings(game)
    if not kings:
        return "There is no King."
    sole = succession.sole_king(game)
    if sole and len(kings) > 1:
        return f"Two Kings; Parliament supports {names.heir(game, sole)}."
    if not sole:
        return f"Two Kings: {join_words(names.heir(game, one) for one in kings)}."
    holder = succession.seat_of(game, sole)
    wins = ", who would win now" if game.option("sole_king_wins_at_time") else ""
    return f"King: {names.heir(game, sole)}{f', with {{{holder}}}{wins}' if holder else ''}."


def lead(game: Kingmaker) -> str:
    """Say who leads: whoever has the only King, else by points or votes where they decide, and who has most votes."""
    kings = succession.kings(game)
    only = f"{names.heir(game, kings[0])}, the only King" if len(kings) == 1 else ""
    holder = succession.seat_of(game, kings[0]) if only else ""
    if holder:
        if game.option("sole_king_wins_at_time"):
            return f"If the game ended now, {{{holder}}} would win with {only}."
        if game.option("end_rule") != "covault_majors":
            return f"{{{holder}}} has {only}."
    if game.option("end_rule") == "wbc_points":
        found = {f"{{{rank.seat}}}": rank.score.total for rank in points.ranking(game)}
        standing = leading(found, lambda number: counted(number, "point"))
        counted_by = (
            f"by votes and men, with 25 off for whoever has no heir; {names.card(game, BEAUFORT)} counts as one"
        )
        return f"If the game ended now, points would decide ({counted_by}): {standing}" if standing else ""
    why = (f"{{{holder}}} has {only}." if holder else f"Nobody controls {only}.") if only else kings_words(game)
    if game.option("end_rule") == "covault_majors":
        return f"{why} If the game ended now, {ending.would_win(game)}"
    return f"{why} {ending.most_votes(game)}"


def scores(game: Kingmaker) -> list[tuple[str, str]]:
    """Return a line of public figures for each seat: nobles, heirs, cards in hand and votes."""
    return [(f"{{{seat}}}", _score(game, seat)) for seat in game.state.seats]


def _score(game: Kingmaker, seat: str) -> str:
    faction = game.faction(seat)
    if faction.gone:
        return "has left the game"
    nobles = forces.nobles_of(game, seat)
    if not nobles and (step := game.under_way(SettingUp)) and (how := step.progress(seat)):
        return f"{how}\n{_hand(game, seat)}"
    heirs = [words for noble in nobles if (words := _heirs_words(game, noble))]
    parts = [
        names.cards(game, nobles) if nobles else "no nobles, but still in the game: a new one may be drawn",
        "; ".join(heirs),
        *score_lines(game, seat),
    ]
    return "\n".join(part for part in parts if part)


def _heirs_words(game: Kingmaker, noble: str) -> str:
    """Say which heirs a noble has, or is; "" if there are none."""
    own = forces.heirs_of(game, noble)
    others = [names.heir(game, heir) for heir in own if heir != noble]
    parts = ["is an heir"] * (noble in own) + [f"has {join_words(others)}"] * bool(others)
    return f"{names.card(game, noble)} {' and '.join(parts)}" if parts else ""


def score_lines(game: Kingmaker, seat: str) -> list[str]:
    """Return a seat's cards, deadlines and votes, one line each."""
    parts = [
        _hand(game, seat),
        _kept(game, seat),
        "forfeits the next Crown card" if game.faction(seat).forfeits_draw else "",
        *_abroad(game, seat),
        f"votes: {votes.commons(game, seat)} in the Commons, {_lords(game, seat)} in the Lords",
    ]
    return [part for part in parts if part]


def _lords(game: Kingmaker, seat: str) -> int:
    return votes.lords(game, seat, forces.nobles_of(game, seat))


def _hand(game: Kingmaker, seat: str) -> str:
    """Return a seat's number of cards in hand, or say that the hands of a game begun elsewhere are not entered yet."""
    step = game.under_way(EnteringHands)
    entered = step.numbers.get(seat, {}).get(HAND, 0) if step else 0
    if entered:
        return f"{counted(entered, 'card')} in hand, to be entered"
    return f"{counted(len(game.faction(seat).hand), 'card')} in hand"


def _abroad(game: Kingmaker, seat: str) -> Iterator[str]:
    """Say who has to leave an overseas square or be back on the mainland, and when."""
    for stay in game.state.stays:
        own = [noble for noble in stay.nobles if game.noble(noble).faction == seat]
        if own and stay.until:
            yield (
                f"{names.cards(game, own)}: out of {names.square(game, stay.place)} by "
                f"{_deadline(seat, stay.seat, stay.until)}"
            )
    for heir, royal in game.state.heirs.items():
        if royal.clock and forces.seat_of_heir(game, heir) == seat:
            back = _deadline(seat, heirs_abroad.clock_seat(game, heir), royal.clock)
            yield f"{names.heir(game, heir)}: back on the mainland by {back}"


def _deadline(seat: str, clock: str, round_: int) -> str:
    """Return a deadline in words, with whose turn it is if it is another's."""
    return f"round {round_}" if clock == seat else f"{{{clock}}}'s turn of round {round_}"


def _kept(game: Kingmaker, seat: str) -> str:
    """Return the event cards that a seat keeps: their names if they lie open, else their number [WBC-R04.2]."""
    step = game.under_way(EnteringHands)
    if entered := step.numbers.get(seat, {}).get(KEPT, 0) if step else 0:
        return f"keeps {counted(entered, 'event card')}, to be entered"
    kept = game.faction(seat).retained
    if kept and game.option("retained_event_visibility") != "open":
        return f"keeps {len(kept)} event card{'' if len(kept) == 1 else 's'}"
    held = Counter(f"“{names.event(game, one)}”" for one in kept)
    listed = join_words(name if number == 1 else f"{number} × {name}" for name, number in held.items())
    return f"keeps {listed}" if kept else ""


# ---------------------------------------------------------------------- odds


NO_FIGHT = (
    "Nobody stands in one square with an enemy, or before a place to attack, so no fight can be weighed yet. "
    "*My options* tells the odds of a march beside it."
)
"""What is said where nobody can attack anybody."""


def odds_words(game: Kingmaker, viewer: str) -> str:
    """Return the odds of every attack that could be made now, from public knowledge: the viewer's own first."""
    lines = [line for line in (*_battles(game), *_sieges(game)) if line]
    whose = f"{{{viewer}}}'s "
    lines.sort(key=lambda line: (not line.startswith(f"**{whose}"), f" against {whose}" not in line))
    weighed = [
        "The chances count every event card that may still be turned as equally likely. "
        "In bad weather nobody fights, and the attack is used up."
    ]
    note = weighed if any("%" in line for line in lines) else []
    return "\n".join([*lines, *note]) if lines else NO_FIGHT


def _battles(game: Kingmaker) -> Iterator[str]:
    grounds = {person.at for person in game.state.nobles.values() if locations.kind(person.at) in ("open", "area")}
    for at in sorted(grounds):
        armies = forces.forces_at(game, at)
        for attackers in armies:
            for defenders in armies:
                if game.noble(attackers[0]).faction != game.noble(defenders[0]).faction:
                    chances = odds.words(game, battle_table.forecast(game, attackers, defenders))
                    yield f"**{_named(game, attackers)}** against {_named(game, defenders)}: {chances}"


def _sieges(game: Kingmaker) -> Iterator[str]:
    for noble, person in sorted(game.state.nobles.items()):
        square = NO_SQUARE if person.captor else attacks.square_of(game, person.at)
        force = forces.force_of(game, noble) if square else []
        if not force or noble != force[0]:
            continue
        for place in game.catalog.squares[square].places:
            if person.at in sieges.grounds(game, place) and _attackable(game, place, person.faction):
                chances = odds.siege_words(game, force, place)
                yield f"**{_named(game, force)}** against {names.place(game, place)}: {chances}"


def _attackable(game: Kingmaker, place: PlaceId, seat: str) -> bool:
    kind = game.catalog.places[place].kind
    return kind not in ("unfortified_town", "area") and sites.status(game, place, seat) not in ("friendly", "none")


def _named(game: Kingmaker, nobles: list[str]) -> str:
    return f"{{{game.noble(nobles[0]).faction}}}'s {names.cards(game, nobles)}"


# ---------------------------------------------------------------------- votes


def votes_words(game: Kingmaker, viewer: str) -> str:
    """Return every seat's votes in both Houses and their sources; in the Lords as if all its nobles attended."""
    lines = [_votes_of(game, seat) for seat in game.state.seats if not game.faction(seat).gone]
    if game.option("end_rule") == "wbc_points":
        lines += ["If the game ended now, by points:", *map(points.words, points.ranking(game))]
    return "\n".join(lines)


def _votes_of(game: Kingmaker, seat: str) -> str:
    commons = votes.commons_parts(game, seat)
    lords = votes.lords_parts(game, seat, forces.nobles_of(game, seat))
    return f"{{{seat}}}: Commons {_summed(commons)}; Lords {_summed(lords)}"


def _summed(parts: list[votes.Part]) -> str:
    listed = ", ".join(f"{name} {number}" for name, number in parts)
    return f"**{sum(number for _, number in parts)}**" + (f" ({listed})" if listed else "")
