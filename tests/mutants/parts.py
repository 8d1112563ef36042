"""The parts of Herald that are broken on purpose, and the tests that are there to notice."""

from typing import NamedTuple

from tests.mutants.changes import Change


class Part(NamedTuple):
    """Packages that are broken, those in them that are not, and the tests of them: the nearer ones, and those far away.

    Tests far away, such as an evening over the wire, are asked of what none of the nearer ones notices, and only those
    that come to the line. In a part that is `drawn` a number is a pixel more or less, and no change.
    """

    packages: tuple[str, ...]
    near: tuple[str, ...]
    far: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    drawn: bool = False

    def has(self, file: str) -> bool:
        """Return whether a file is of this part."""
        return file.startswith(tuple(f"{package}/" for package in self.packages)) and not file.startswith(
            tuple(f"{package}/" for package in self.without)
        )

    def package(self, change: Change) -> str:
        """Return the package of a change, for the figures."""
        return next(package for package in self.packages if change.file.startswith(f"{package}/"))


PARTS = {
    "engine": Part(
        ("engine/core", "engine/kingmaker", "engine/lancaster", "engine/warlord", "engine/warriors"),
        (
            *("tests/test_scenarios.py", "tests/core", "tests/kingmaker", "tests/lancaster", "tests/warlord"),
            *("tests/warriors", "tests/chronicles", "tests/test_golden.py", "tests/test_cli.py", "tests/bot"),
            *("tests/fairness", "tests/referee/test_positions.py", "tests/referee/test_figures.py"),
            "tests/store/test_importing.py",
        ),
    ),
    "tournament": Part(
        ("engine/tournament",),
        ("tests/tournament", "tests/referee/test_ratings.py"),
        (
            *("tests/referee/test_tournaments.py", "tests/referee/test_tournament_tables.py"),
            *("tests/referee/test_tournament_mending.py", "tests/bot/test_tournament_panels.py"),
            "tests/render/test_tournament.py",
        ),
    ),
    "render": Part(
        ("render",),
        ("tests/render", "tests/test_cards.py", "tests/fairness"),
        ("tests/conformance/test_pictures.py", "tests/conformance/test_replay_page.py", "tests/test_cli.py"),
        drawn=True,
    ),
    "bot": Part(
        ("bot",),
        (
            *("tests/referee", "tests/bot", "tests/simcord", "tests/store", "tests/ops", "tests/test_cli.py"),
            *("tests/test_config.py", "tests/time_control"),
        ),
        ("tests/e2e",),
        without=("bot/sandbox",),
    ),
    "sandbox": Part(("bot/sandbox",), ("tests/sandbox",), ("tests/e2e",)),
}
"""The engine has no conformance tests here: their games are long."""
