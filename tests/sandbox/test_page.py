"""The page as it is handed out: all its modules in one script, in which each finds what it imports."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox import page_files
from bot.sandbox.page_files import EXPORT, IMPORT, PAGE, SHEETS, piece
from tests.harness.sandbox import DrivenSandbox

MODULES = sorted(PAGE.glob("*.js"))


async def fetched(sandbox: DrivenSandbox, path: str, kind: str) -> str:
    async with aiohttp.ClientSession(sandbox.url) as session, session.get(path) as response:
        assert (response.status, response.content_type) == (200, kind)
        assert response.headers["Cache-Control"] == "no-cache"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
        return await response.text()


async def test_the_page_names_its_two_pieces_and_nothing_else(sandbox: DrivenSandbox) -> None:
    page = await fetched(sandbox, "/", "text/html")
    assert re.findall(r'(?:src|href)="(/[^"]+)"', page) == ["/assets/page.css", "/assets/page.js"]


async def test_one_script_has_every_module_after_those_that_it_imports_from(sandbox: DrivenSandbox) -> None:
    script = await fetched(sandbox, "/assets/page.js", "text/javascript")
    begun = re.findall(r"^const \$(\w+) = ", script, re.MULTILINE)
    assert sorted(begun) == [module.stem for module in MODULES]
    for module in MODULES:
        others = [other for _, other in IMPORT.findall(module.read_text("utf-8"))]
        assert all(begun.index(other) < begun.index(module.stem) for other in others), module.stem
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_a_module_imports_what_another_exports(module: Path) -> None:
    for names, other in IMPORT.findall(module.read_text("utf-8")):
        exported = EXPORT.findall((PAGE / f"{other}.js").read_text("utf-8"))
        assert set(re.findall(r"\w+", names)) <= set(exported), other


async def test_one_sheet_has_all_styles(sandbox: DrivenSandbox) -> None:
    sheet = await fetched(sandbox, "/assets/page.css", "text/css")
    assert {file.stem for file in PAGE.glob("*.css")} == set(SHEETS)
    assert all((PAGE / f"{name}.css").read_text("utf-8") in sheet for name in SHEETS)


def test_the_page_is_handed_out_as_its_files_are_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page"
    shutil.copytree(PAGE, page)
    monkeypatch.setattr(page_files, "PAGE", page)
    before = piece("page.css")
    (page / "layout.css").write_text("nav { color: red }")
    os.utime(page / "layout.css", (2**32, 2**32))
    after = piece("page.css")
    assert before and after and before.text != after.text and "nav { color: red }" in after.text
    assert piece("layout.css") is None
