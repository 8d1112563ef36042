"""A game to begin with: `python -m tests.new_game NAME "Title"` copies the smallest one to where games lie.

It also names the game in the import contracts, draws the map of the house and the list of house rules anew, and keeps
what the game tells of itself (tests/chronicles).
"""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
TOY = Path("tests/core/toy")
USAGE = 'Write: python -m tests.new_game NAME "Title". The name is that of its commands, of small letters: liarsdice.'
NAME = re.compile(r"[a-z]+")

REGISTERED = 'catalog.lies_in("high_card", Path(__file__).parent / "data")\n\n'
ELSEWHERE = ("from pathlib import Path\n", "from engine.core.files import catalog\n", REGISTERED)
"""What the smallest game says because it lies elsewhere."""

LISTS = (
    (r"(?=engine\.warlord \| )", "engine.{} | "),
    (r'(?="engine\.warlord", )', '"engine.{}", '),
    (r"(?<=tournament \| )(?=(\w+ \| )*warlord)", "{} | "),
    (r'(?="render\.warlord", (?:"render\.\w+", )*"render\.kit")', '"render.{}", '),
)
"""Where the import contracts list all games, and how they name one."""


def places(name: str) -> dict[Path, Path]:
    """Return where each file of the smallest game goes for a game of a name."""
    data = [file.name for file in sorted((ROOT / TOY / "data").iterdir())]
    return {
        TOY / "rules.py": Path("engine", name, "rules.py"),
        TOY / "pictures.py": Path("render", name, "pictures.py"),
        TOY / "commands.py": Path("bot", "commands", f"{name}.py"),
        **{TOY / "data" / file: Path("data", name, file) for file in data},
    }


def renamed(text: str, name: str, title: str) -> str:
    """Return what a file of the smallest game says with the name and the title of another one."""
    for line in ELSEWHERE:
        text = text.replace(line, "")
    words = {
        "tests.core.toy.rules": f"engine.{name}.rules",
        "HighCard": re.sub(r"\W", "", title.title()),
        "High Card": title,
        "high_card": name,
        "HIGH-": f"{name.upper()}-",
    }
    for old, new in words.items():
        text = text.replace(old, new)
    return text


def files(name: str, title: str) -> dict[Path, str]:
    """Return the files of a game to begin with."""
    found = {new: renamed((ROOT / old).read_text("utf-8"), name, title) for old, new in places(name).items()}
    for part in ("engine", "render"):
        found[Path(part, name, "__init__.py")] = f'"""{title}."""\n'
    return found


def listed(contracts: str, name: str) -> str:
    """Return pyproject.toml with a game in each list of all games."""
    for place, words in LISTS:
        contracts = re.sub(place, words.format(name), contracts)
    return contracts


def make(root: Path, name: str, title: str) -> list[Path]:
    """Write a game into a clone; return its files. Raises FileExistsError where there is such a game."""
    found = files(name, title)
    if there := [path for path in found if (root / path).exists()]:
        raise FileExistsError(f"{there[0]} is there already; take another name.")
    for path, text in found.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    contracts = root / "pyproject.toml"
    contracts.write_text(listed(contracts.read_text("utf-8"), name), "utf-8")
    return list(found)


def tidy(root: Path, code: Sequence[str]) -> None:
    """Put the new code in order: what its names have changed, such as the order of imports."""
    for told in (["check", "--fix", "--quiet"], ["format", "--quiet"]):
        subprocess.run([sys.executable, "-m", "ruff", *told, *code], check=True, cwd=root)


def main(arguments: Sequence[str]) -> None:
    """Make the game that the command line names."""
    if len(arguments) != 2 or not NAME.fullmatch(arguments[0]):
        raise SystemExit(USAGE)
    try:
        made = make(ROOT, *arguments)
    except FileExistsError as there:
        raise SystemExit(str(there)) from there
    code = [str(path) for path in made if path.suffix == ".py"]
    tidy(ROOT, code)
    for told in (
        ["tests.import_map"],
        ["tests.house_rules"],
        ["tests.chronicles", "--only", arguments[0]],
    ):
        subprocess.run([sys.executable, "-m", *told], check=True, cwd=ROOT)
    print(*made, "pyproject.toml", sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
