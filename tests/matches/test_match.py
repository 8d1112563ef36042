"""The matches: Wald's test, and that every deal is played from every seat."""

from engine.core.computer.players import RandomPlayer
from engine.games import rules_of
from tests.matches.match import Match, Sprt, Timed, told


def test_a_player_who_wins_all_is_better_after_a_few_games() -> None:
    test = Sprt(0.5, 0.6)
    games = 0
    while not test.verdict:
        test.add(1.0)
        games += 1
    assert (test.verdict, games) == ("better", 17)


def test_a_player_who_wins_as_often_as_the_others_is_no_better_in_the_end() -> None:
    test = Sprt(0.25, 0.30)
    for number in range(2000):
        test.add(1.0 if number % 4 == 0 else 0.0)
        if test.verdict:
            break
    assert test.verdict == "no better"


def test_every_deal_is_played_from_every_seat_and_told_by_seat() -> None:
    rules = rules_of("warlord")
    match = Match(
        rules, rules.options("base", {}), 2, Timed(rules.players["captain"]), [RandomPlayer()], 0.5, 0.9, limit=300
    )
    *_, score = match.play(4)
    assert score.played == {0: 2, 1: 2} and score.games == 4
    first, seats, cost = told(score, match.candidate.seconds)
    assert "4 games" in first and "of 2" in seats and "median" in cost
