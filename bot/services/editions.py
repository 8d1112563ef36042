"""Figures of other editions with which all new tables play, from the files that the settings name."""

from collections.abc import Mapping
from pathlib import Path

from bot.errors import ConfigError
from engine.core.errors import EngineError
from engine.core.files.figures import for_record
from engine.games import rules_of


def of_files(files: Mapping[str, Path]) -> dict[str, str]:
    """Return the figures of each game as they stand in records; raises ConfigError with the faults of a file."""
    return {game: _of_file(game, path) for game, path in files.items()}


def _of_file(game: str, path: Path) -> str:
    try:
        return for_record(game, rules_of(game).read_figures(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"Setting figures.{game}: {path} cannot be read ({error}); name another file.") from error
    except EngineError as error:
        raise ConfigError(f"Setting figures.{game}, file {path}:\n{error}") from error
