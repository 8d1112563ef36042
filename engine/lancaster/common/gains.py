"""Gains by rule: goods at once, and choices as questions (rules 7.6, 8.3)."""

from engine.lancaster.board.catalog import Amounts
from engine.lancaster.board.game import Lancaster
from engine.lancaster.common import dishonor, goods
from engine.lancaster.common.building import Extending
from engine.lancaster.common.upgrading import Upgrading, recruit

GOODS = ("gold", "squires", "voting_markers", "seals", "power_points")
"""Goods that are received without a choice."""


def give(
    game: Lancaster,
    seat: str,
    gain: Amounts,
    why: str,
    rule: str,
    *,
    times: int = 1,
    law: bool = False,
    announced: bool = False,
) -> None:
    """Give a player a gain a number of times; ask for their choices afterwards, in this order.

    Markers from a `law` are kept for the next round (rules 7.5), and its choices are D11. What has been `announced` is
    told again only where it was not to be had.
    """
    plain = {good: number * times for good, number in gain.items() if good in GOODS}
    if plain:
        before = game.player(seat).voting_markers
        goods.gain(game, seat, plain, rule, why, announced=announced)
        if law:
            game.player(seat).fresh_markers += game.player(seat).voting_markers - before
    if "dishonor" in gain:
        dishonor.receive(game, seat, gain["dishonor"] * times, why, rule)
    for _ in range(gain.get("recruit", 0) * times):
        recruit(game, game.own(seat), why)
    own = game.own(seat)
    upgrade, build = ("D11", "D11") if law else ("D06", "D08")
    game.push(
        *(Upgrading(own, upgrade) for _ in range(gain.get("upgrade", 0) * times)),
        *(Upgrading(own, upgrade, deployed=True) for _ in range(gain.get("upgrade_deployed", 0) * times)),
        *(Extending(seat, build) for _ in range(gain.get("extension", 0) * times)),
    )
