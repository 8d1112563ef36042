"""Matches between computer players: `python -m tests.matches --game warlord --candidate plans --incumbents captain`.

The candidate takes every seat of every deal in turn, the incumbents take the others, until Wald's test has decided or
the games are played. What comes out is kept in docs/computer-player-figures.md.
"""

import argparse
from math import inf
from time import monotonic

from engine.games import GAMES, rules_of
from tests.matches.match import Match, Thrifty, Timed, on_trial, told

BETTER = {2: 0.6, 3: 0.4, 4: 0.3}
"""The share of victories that is hoped for, by the number of seats."""


def main() -> None:
    """Play a match, and print how it stands after every deal and how it has come out."""
    parser = argparse.ArgumentParser(prog="python -m tests.matches", description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), required=True)
    parser.add_argument("--variant", default="")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="choose an option")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--candidate", required=True)
    parser.add_argument("--incumbents", required=True, help="by commas, where they are several kinds")
    parser.add_argument("--games", type=int, default=200, help="at most")
    parser.add_argument("--better", type=float, help="the share of victories that the candidate is tested for")
    parser.add_argument("--budget", type=int, help="actions that every player tries out at most for a decision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=3000, help="stop a game after this number of actions")
    parser.add_argument("--whole", action="store_true", help="play all games, even where it is decided")
    parser.add_argument("--minutes", type=float, default=inf, help="minutes after which no more games are begun")
    options = parser.parse_args()
    rules = rules_of(options.game)
    known = {name: Thrifty(player, options.budget) for name, player in on_trial(rules).items()}
    pairs = [text.partition("=") for text in options.set]
    changed = {name: rules.option_book.read(name, value) for name, _, value in pairs}
    match = Match(
        rules,
        rules.options(options.variant or rules.usual_variant, changed),
        options.seats,
        Timed(known[options.candidate]),
        [known[name] for name in options.incumbents.split(",")],
        1 / options.seats,
        options.better or BETTER.get(options.seats, 1.2 / options.seats),
        options.seed,
        options.limit,
        options.whole,
    )
    begun = monotonic()
    for score in match.play(options.games):
        if score.games % options.seats == 0:
            print(f"{score.games} games: {score.share:.0%}, log ratio {score.test.ratio:+.2f}", flush=True)
        if monotonic() - begun > 60 * options.minutes:
            break
    for line in told(score, match.candidate.seconds):
        print(line)


if __name__ == "__main__":
    main()
