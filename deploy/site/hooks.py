"""What `make site` adds to MkDocs: the pages where they lie, a reference of `engine.core`, and a look at every link."""

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "engine" / "core"
FOLDERS = ("docs/cards", "docs/rules")
"""Folders of pages that get a list of them, and a place of their own in the menu."""

GAMES = ROOT / "var" / "games"
"""Where `make site` has put the pages of the games of the gallery."""

BESIDE = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "config.example.toml")
LINK = re.compile(r'(?:href|src)="([^"]*)"')
ANCHOR = re.compile(r'(?:id|name)="([^"]+)"')


def modules() -> Iterator[str]:
    """Yield the modules of the core by their names inside it, such as `record.chain`."""
    for file in sorted(CORE.rglob("*.py")):
        if file.name != "__init__.py":
            yield ".".join(file.relative_to(CORE).with_suffix("").parts)


def titles(folder: str) -> dict[str, str]:
    """Return the headings of the pages in a folder, by file name, with the variant where several have the same."""
    pages = sorted((ROOT / folder).glob("*.md"))
    headings = {page.name: page.read_text("utf-8").partition("\n")[0].lstrip("# ") for page in pages}
    several = {heading for heading, count in Counter(headings.values()).items() if count > 1}
    return {
        name: f"{heading} ({name.removesuffix('.md').rpartition('-')[2]})" if heading in several else heading
        for name, heading in headings.items()
    }


def games() -> list[Path]:
    """Return the pages of the games of the gallery."""
    return sorted(GAMES.glob("*.html"))


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add to the menu what is listed from the disk."""
    reference = ["reference/index.md", *({name: f"reference/{name}.md"} for name in modules())]
    cards, rules = (
        [f"{folder}/index.md", *({title: f"{folder}/{name}"} for name, title in titles(folder).items())]
        for folder in FOLDERS
    )
    config.nav = [*(config.nav or []), {"Cards": cards}, {"Rules": rules}, {"Reference": reference}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files of the repository under their own names, and the pages that are written from it."""
    wanted = [*(ROOT / name for name in BESIDE), *(path for path in (ROOT / "docs").rglob("*") if path.is_file())]
    for path in wanted:
        name = path.relative_to(ROOT).as_posix()
        files.append(File.generated(config, name, abs_src_path=str(path)))
    for folder in FOLDERS:
        lines = [f"- [{title}]({name})" for name, title in titles(folder).items()]
        listing = f"# {Path(folder).name.title()}\n\n" + "\n".join(lines) + "\n"
        files.append(File.generated(config, f"{folder}/index.md", content=listing))
    for game in games():
        files.append(File.generated(config, f"docs/games/{game.name}", abs_src_path=str(game)))
    for name in modules():
        content = f"# {name}\n\n::: engine.core.{name}\n"
        files.append(File.generated(config, f"reference/{name}.md", content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let a link to a folder lead to the list of its pages, and the gallery to those of its games."""
    if page.file.src_uri == "docs/gallery.md":
        markdown += "\n## Step through these games\n\n" + "".join(map(link_to_game, games()))
    return re.sub(rf"\]\(((?:\.\./)?(?:{'|'.join(FOLDERS)}))/?\)", r"](\1/index.md)", markdown)


def link_to_game(page: Path) -> str:
    """Return an entry of a list that leads to the page of a game."""
    title = re.search("<title>(.*?)</title>", page.read_text("utf-8"))
    head = title[1].partition(":")[0] if title else "A game"
    return f'- <a href="games/{page.name}">{head}: {page.stem.replace("_", " ")}</a>\n'


def on_post_build(config: MkDocsConfig) -> None:
    """Follow each link and picture of the finished pages inside the site; raises PluginError for broken ones."""
    site = Path(config.site_dir)
    anchors = {page: set(ANCHOR.findall(page.read_text("utf-8"))) for page in site.rglob("*.html")}
    broken = [
        f"{page.relative_to(site)}: {link}"
        for page in anchors
        if page.name != "404.html"
        for link in set(LINK.findall(page.read_text("utf-8")))
        if not leads_somewhere(page, unescape(link), anchors)
    ]
    if broken:
        raise PluginError("Broken links:\n" + "\n".join(sorted(broken)))


def leads_somewhere(page: Path, link: str, anchors: dict[Path, set[str]]) -> bool:
    """Tell whether a link leads to a file of the site and a place in it; links to other sites are left alone."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if not target.exists():
        return False
    return not parts.fragment or target not in anchors or unquote(parts.fragment) in anchors[target]
