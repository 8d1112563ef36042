"""The documents as a site: every page has its place in it; where its generator is installed, it is built strictly."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SITE = ROOT / "deploy" / "site"
MKDOCS = ROOT / ".venv" / "site" / "bin" / "mkdocs"
MENU = (SITE / "mkdocs.yml").read_text("utf-8").partition("nav:\n  - ")[2]
WRITTEN_FROM_CODE = SITE / "pages" / "reference" / "index.md"


def test_every_page_stands_in_the_menu_once() -> None:
    named = re.findall(r": (\S+\.md)$", MENU, re.MULTILINE)
    pages = [path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))]
    assert sorted(named) == sorted(pages)


def test_the_way_into_the_reference_names_modules_that_are_there() -> None:
    named = re.findall(r"\[([a-z_.]+)\]\(([a-z_.]+)\.md\)", WRITTEN_FROM_CODE.read_text("utf-8"))
    assert named and all(words == module for words, module in named)
    files = [ROOT / "engine" / "core" / f"{module.replace('.', '/')}.py" for _, module in named]
    assert [file for file in files if not file.is_file()] == []


def built(root: Path) -> subprocess.CompletedProcess[str]:
    """Build the site of a checkout as `make site` does."""
    order = [str(MKDOCS), "build", "--quiet", "--strict", "--config-file", str(root / "deploy/site/mkdocs.yml")]
    return subprocess.run(order, capture_output=True, text=True, timeout=300)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What the site is built from, in a place of its own; without the generator the tests that need it are skipped."""
    if not MKDOCS.exists():
        pytest.skip("`make site` has not been used here")
    for folder in ("docs", "deploy/site", "engine/core"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copyfile(ROOT / "engine/__init__.py", tmp_path / "engine/__init__.py")
    for file in (*ROOT.glob("*.md"), ROOT / "LICENSE", ROOT / "config.example.toml"):
        shutil.copyfile(file, tmp_path / file.name)
    return tmp_path


@pytest.mark.long
def test_the_site_is_built_and_has_the_reference(checkout: Path) -> None:
    done = built(checkout)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    site = checkout / "var" / "site"
    assert "Dice that anyone can check afterwards." in (site / "reference" / "dice.html").read_text("utf-8")
    assert (site / "docs" / "operating.html").exists() and (site / "docs" / "pictures" / "gallery-war.png").exists()
    pages = [
        page
        for page in site.rglob("*.html")
        if re.search(r'(?:src|href)="https?://[^"]+\.(?:js|css)"', page.read_text())
    ]
    assert pages == []


@pytest.mark.long
@pytest.mark.parametrize(
    "broken", ["[x](docs/none.md)", "[x](docs/operating.md#none)", '<img src="docs/pictures/none.png">']
)
def test_a_broken_link_is_an_error(broken: str, checkout: Path) -> None:
    readme = checkout / "README.md"
    readme.write_text(f"{readme.read_text()}\n\n{broken}\n")
    done = built(checkout)
    assert done.returncode != 0 and "none" in done.stdout + done.stderr
