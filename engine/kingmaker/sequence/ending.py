"""The end of a game whose time is up (rules 8.2, 8.3, 8.4): time called, the last turns, and the winner."""

from collections.abc import Iterable, Sequence

from engine.core.actions import Action
from engine.core.errors import Illegal
from engine.core.steps import AnyStep
from engine.core.text import counted, join_words
from engine.kingmaker.board import names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.board.people.succession import BEAUFORT
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.parliament import votes
from engine.kingmaker.sequence import last_cards, points

# ---------------------------------------------------------------------- time


class CallTime(Action, frozen=True):
    """Call time, as by the table's clock: the last turns begin."""


class StopPlay(Action, frozen=True):
    """Stop play at once and decide who has won."""


def call_time(game: Kingmaker, begins: str = "") -> None:
    """Call time.

    By the option `last_round` the game ends with the running turn, or the seat that is playing (`begins`) starts the
    last round.
    """
    if game.option("last_round") == "none":
        raise Illegal("This table plays without a time limit: its option 'last_round' is 'none'.", "BASE-VIC-1")
    if game.state.time_called:
        raise Illegal("Time is called already.", time_rule(game))
    _check_begun(game)
    game.state.time_called = True
    game.state.last_turns = _last_turns(game, begins or game.active)
    game.emit("time_called", f"Time is called: {_outlook(game)}.", rule=time_rule(game))


def _check_begun(game: Kingmaker) -> None:
    """Raise Illegal before the first turn."""
    if not game.active:
        raise Illegal(
            "Nobody has had a turn yet; wait for the first turn, or end the game without a winner.", time_rule(game)
        )


def _outlook(game: Kingmaker) -> str:
    """Name the seats whose turns are still to come once time is called."""
    turns = game.state.last_turns
    if not turns:
        return "the game ends with this turn"
    if turns[0] == game.active:
        others = f"; after it {_in_order(turns[1:])} {_each(turns[1:])} one more turn" if turns[1:] else ""
        return f"{{{turns[0]}}} begins the last round with this turn{others}"
    return f"after this turn {_in_order(turns)} {_each(turns)} one more turn"


def _each(seats: Sequence[str]) -> str:
    return "has" if len(seats) == 1 else "each have"


def time_rule(game: Kingmaker) -> str:
    """Return the rule by which time is called."""
    return "COV-3.0" if game.option("last_round") == "hard_stop" else "WBC-DUR"


def _last_turns(game: Kingmaker, begins: str) -> list[str]:
    """Return the turns still to be played, in order; the running one too if it begins the last round (RULING 38).

    In a Final the round is finished first, and the seat that began the game begins the last one [WBC-T09].
    """
    if game.option("last_round") == "hard_stop":
        return []
    if game.option("tournament_role") != "final":
        return game.clockwise(begins)
    left = [seat for seat in game.clockwise() if game.place_in_round(seat) > game.place_in_round(game.active)]
    return [*left, *sorted(game.clockwise(), key=game.place_in_round)]


def _in_order(seats: Iterable[str]) -> str:
    return join_words(f"{{{seat}}}" for seat in seats)


def stop_play(game: Kingmaker) -> None:
    """End play at any point after the first turn has begun, and decide who has won."""
    _check_begun(game)
    game.drop_steps(0)
    last: list[AnyStep] = [last_cards.LastCards()] if game.option("end_rule") == "wbc_points" else []
    game.emit("play_over", "Play is over. Now the winner is decided.", rule=time_rule(game))
    game.push(*last, Reckoning())


def last_round(game: Kingmaker) -> int:
    """Return the round after which the table's limit calls time; 0 where there is none (RULING 48)."""
    final = game.option("tournament_role") == "final"
    limit = game.option("time_limit_rounds_final" if final else "time_limit_rounds")
    return limit if isinstance(limit, int) and game.option("last_round") != "none" else 0


def how_to_win(game: Kingmaker) -> str:
    """Say how the game is won at this table, as it begins."""
    where = "anywhere" if game.option("last_king_place") == "anywhere" else "in England"
    reigning = join_words(names.heir(game, king) for king in succession.kings(game))
    told = f"{reigning} is King already. " if reigning else ""
    told += f"You win when every other royal heir is dead and yours is a crowned King, {where}."
    if not (limit := last_round(game)):
        return told
    offices = (
        "offices" if game.option("office_points") == "all_by_thirties" else "an office's men who count in one area only"
    )
    ends = {
        "wbc_points": f"most points win: 1 for each vote, 1 for every 10 men (of bishops, mercenaries and {offices}: "
        f"for every 30), and 25 off without an heir ({names.card(game, BEAUFORT)} counts as one)",
        "covault_majors": "whoever has the last heir alive wins, even uncrowned; otherwise whoever has a King, half of "
        "all votes in the Commons and most votes in the Lords; otherwise whoever has most votes in the Commons and "
        "whoever has most in the Lords win together",
        "last_king_only": "it is a draw",
    }
    sole = "whoever has the only King wins; otherwise " if game.option("sole_king_wins_at_time") else ""
    return f"{told} If nobody has by the end of round {limit}, {sole}{ends[str(game.option('end_rule'))]}."


def turn_over(game: Kingmaker, following: str, next_round: int) -> bool:
    """Note the end of a turn, with `following` as the next; return whether it was the last."""
    state = game.state
    state.last_turns = [seat for seat in state.last_turns if not game.faction(seat).gone]
    if state.last_turns[:1] == [game.active]:
        state.last_turns = state.last_turns[1:]
    limit = last_round(game)
    if limit and next_round > limit and not state.time_called:
        call_time(game, begins=following)
    return state.time_called and not state.last_turns


def reckoning(game: Kingmaker) -> bool:
    """Whether play is over and only the winner is still to be decided."""
    return game.under_way(Reckoning) is not None


# ---------------------------------------------------------------------- the winner


class Reckoning(KingmakerStep):
    """The end: a sole King, points or votes decide (rules 8.3, 8.4)."""

    def proceed(self, game: Kingmaker) -> bool:
        """Name the winners."""
        rule = game.option("end_rule")
        ranks = points.ranking(game) if rule == "wbc_points" else []
        if ranks:
            text = "\n".join(["The final count:", *map(points.words, ranks)])
            game.emit("points", text, about=[rank.seat for rank in ranks], rule="WBC-VIC.2")
        for rank in ranks:
            game.emit("points_parts", points.parts(game, rank), about=[rank.seat], rule="WBC-VIC.5")
        if not (game.option("sole_king_wins_at_time") and _sole_king_wins(game)):
            match rule:
                case "wbc_points":
                    _most_points(game, ranks)
                case "covault_majors":
                    _majors(game)
                case _:
                    game.finish([], "Time is up, and nobody has the last King: the game is drawn.", "BASE-VIC-1")
        return False


def _sole_king_wins(game: Kingmaker) -> bool:
    """Let the player of the only King on the board win; Parliament's support does not count [WBC-VIC.1, C12]."""
    kings = succession.kings(game)
    seat = succession.seat_of(game, kings[0]) if len(kings) == 1 else ""
    if seat:
        game.finish(
            [seat], f"Time is up, and {names.monarch(game, kings[0])} reigns alone: {{{seat}}} wins.", "WBC-VIC.1"
        )
    return bool(seat)


def _most_points(game: Kingmaker, ranks: list[points.Rank]) -> None:
    winners = [rank.seat for rank in ranks if rank.place == 1]
    total = counted(ranks[0].score.total, "point")
    reason = f"{_in_order(winners)} {names.verb(game, winners, 'wins', 'win together')} with {total}."
    game.finish(winners, reason, "WBC-C12" if len(succession.kings(game)) > 1 else "WBC-VIC.2")


def _majors(game: Kingmaker) -> None:
    """Find a major royal or parliamentary victory, else a split one [COV-3.2, COV-3.3, COV-3.4]."""
    commons, lords = _houses(game)
    counted = "; ".join(f"{{{seat}}} {commons[seat]} Commons, {lords[seat]} Lords" for seat in game.state.seats)
    game.emit("votes", f"The final votes: {counted}.", rule="COV-3.3")
    for seat in game.state.seats:
        houses = votes.commons_parts(game, seat), votes.lords_parts(game, seat, _free_nobles(game, seat))
        text = f"The votes of {{{seat}}}: Commons {votes.told(houses[0])}, Lords {votes.told(houses[1])}."
        game.emit("votes_parts", text, about=[seat], rule="COV-3.3")
    if not _royal(game) and not _parliamentary(game, commons, lords):
        _split(game, commons, lords)


def _houses(game: Kingmaker) -> tuple[dict[str, int], dict[str, int]]:
    """Return the votes of each seat in the Commons and in the Lords, as they count at the end."""
    commons = {seat: votes.commons(game, seat) for seat in game.state.seats}
    return commons, {seat: votes.lords(game, seat, _free_nobles(game, seat)) for seat in game.state.seats}


def would_win(game: Kingmaker) -> str:
    """Say who would win if time were up now: by the last heir, or by the votes of both Houses [COV-3.2 to COV-3.4]."""
    if heir := _last_uncrowned(game):
        return (
            f"{{{succession.seat_of(game, heir)}}} would win with {names.heir(game, heir)}, the last royal heir alive."
        )
    commons, lords = _houses(game)
    if king := _king_with_majority(game, commons, lords):
        seat = succession.seat_of(game, king)
        own = counted(commons[seat], "vote")
        return f"{{{seat}}} would win with {names.monarch(game, king)}, {own} in the Commons and most in the Lords."
    first, second = _leaders(commons, lords), _leaders(lords, commons)
    winners = [seat for seat in game.state.seats if seat in (*first, *second)]
    return f"{_in_order(winners)} would win{'' if len(winners) == 1 else ' together'}. {most_votes(game)}"


def most_votes(game: Kingmaker) -> str:
    """Say who has most votes in each House."""
    commons, lords = _houses(game)
    first, second = ([seat for seat in house if house[seat] == max(house.values())] for house in (commons, lords))
    of = commons[first[0]], lords[second[0]]
    if first == second:
        level = [seat for seat in game.state.seats if seat not in second and lords[seat] == of[1]]
        too = f"; {_in_order(level)} as many there" if level else ""
        return f"Most votes in both Houses: {_in_order(first)} ({of[0]} in the Commons, {of[1]} in the Lords{too})."
    told = [f"{votes}{' each' if len(seats) > 1 else ''}" for votes, seats in zip(of, (first, second), strict=True)]
    ahead = [(first, _leaders(commons, lords), "Lords"), (second, _leaders(lords, commons), "Commons")]
    ties = "".join(
        f" Of those level {_in_order(won)} counts, by more votes in the {other}."
        for level, won, other in ahead
        if len(won) < len(level)
    )
    most = f"Most votes: {_in_order(first)} in the Commons ({told[0]}), {_in_order(second)} in the Lords ({told[1]})."
    return most + ties


def _free_nobles(game: Kingmaker, seat: str) -> list[str]:
    """Return the nobles whose votes count at the end: all but those under siege (RULING 40)."""
    return [noble for noble in forces.nobles_of(game, seat) if not sites.under_siege(game, game.noble(noble).at)]


def _royal(game: Kingmaker) -> bool:
    """Let the player of the last heir alive win, even if he is uncrowned [COV-3.2]."""
    if heir := _last_uncrowned(game):
        seat = succession.seat_of(game, heir)
        reason = f"{names.heir(game, heir)} is the last of the royal blood: a major royal victory of {{{seat}}}."
        game.finish([seat], reason, "COV-3.2")
    return bool(heir)


def _last_uncrowned(game: Kingmaker) -> str:
    """Return the last heir alive if he is uncrowned and some player controls him; else ""."""
    alive = succession.living(game)
    last = alive[0] if len(alive) == 1 and not succession.kings(game) else ""
    return last if last and succession.seat_of(game, last) else ""


def _parliamentary(game: Kingmaker, commons: dict[str, int], lords: dict[str, int]) -> bool:
    """Let a seat with a King, half of the Commons and more Lords than any other win alone [COV-3.3]."""
    if king := _king_with_majority(game, commons, lords):
        seat = succession.seat_of(game, king)
        own = counted(commons[seat], "vote")
        reason = f"{{{seat}}} has {names.monarch(game, king)}, {own} in the Commons and most in the Lords"
        game.finish([seat], f"{reason}: a major parliamentary victory.", "COV-3.3")
    return bool(king)


def _king_with_majority(game: Kingmaker, commons: dict[str, int], lords: dict[str, int]) -> str:
    """Return the King whose seat has half of the Commons and more Lords than any other; "" if there is none."""
    for king in succession.kings(game):
        seat = succession.seat_of(game, king)
        leads = seat and all(number < lords[seat] for other, number in lords.items() if other != seat)
        if leads and 2 * commons[seat] >= sum(commons.values()):
            return king
    return ""


def _split(game: Kingmaker, commons: dict[str, int], lords: dict[str, int]) -> None:
    """Let the seats with the most votes in the Commons and in the Lords win together [COV-3.4]."""
    first, second = _leaders(commons, lords), _leaders(lords, commons)
    winners = [seat for seat in game.state.seats if seat in (*first, *second)]
    elsewhere = "and in the Lords" if first == second else f"{_in_order(second)} in the Lords"
    leading = f"{_in_order(first)} {'has' if len(first) == 1 else 'have'}"
    most = f"{leading} the most votes in the Commons{' ' if first == second else ', '}{elsewhere}"
    kind = "an alternate minor victory" if len(winners) == 1 else "a minor split victory"
    game.finish(winners, f"{most}: {kind} of {_in_order(winners)}.", "COV-3.4")


def _leaders(house: dict[str, int], other: dict[str, int]) -> list[str]:
    """Return the seats with most votes in one House; among equals those with more in the other."""
    best = max((house[seat], other[seat]) for seat in house)
    return [seat for seat in house if (house[seat], other[seat]) == best]
