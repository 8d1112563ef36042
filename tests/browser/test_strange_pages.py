"""What a page of somebody else, or a file with a script in it, can do to the sandbox in a real browser: nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web
from playwright.async_api import Page

from tests.browser.conftest import Table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SCRIPT = b"""<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "taken over"</script></svg>"""


@pytest_asyncio.fixture(loop_scope="session")
async def elsewhere() -> AsyncIterator[str]:
    """A page on another port of the same machine."""
    application = web.Application()
    application.router.add_get("/", _empty_page)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    await runner.cleanup()


async def _empty_page(_: web.Request) -> web.Response:
    return web.Response(text="<!doctype html><title>Elsewhere</title>", content_type="text/html")


async def people_of(table: Table) -> list[str]:
    """Who there is in the sandbox."""
    async with aiohttp.ClientSession(table.sandbox.url) as client:
        return [one["username"] for one in (await (await client.get("/person")).json())["people"]]


async def test_a_page_of_another_port_changes_nothing(table: Table, elsewhere: str) -> None:
    page: Page = await (await table.browser.new_context()).new_page()
    await page.goto(elsewhere)
    before = await people_of(table)
    sent = """async (url) => {
        const body = JSON.stringify({ username: "mallory", global_name: "Mallory" });
        const answer = await fetch(url, { method: "POST", mode: "no-cors", body });
        return answer.type;
    }"""
    assert await page.evaluate(sent, f"{table.sandbox.url}/person") == "opaque"
    assert await people_of(table) == before
    await page.context.close()


async def test_a_page_of_another_port_shows_the_sandbox_in_no_frame(table: Table, elsewhere: str) -> None:
    page: Page = await (await table.browser.new_context()).new_page()
    await page.goto(elsewhere)
    framed = """async (url) => {
        const frame = document.createElement("iframe");
        const loaded = new Promise((done) => frame.addEventListener("load", done));
        frame.src = url;
        document.body.append(frame);
        await loaded;
    }"""
    await page.evaluate(framed, table.sandbox.url)
    assert "chrome-error" in page.frames[-1].url or await page.frames[-1].get_by_text("refused").count()
    await page.context.close()


async def test_a_picture_with_a_script_is_downloaded_and_not_shown(desk: Table) -> None:
    page = await desk.sit_apart()
    async with aiohttp.ClientSession(desk.sandbox.url) as client:
        channel = page.url.rpartition("/")[2]
        headers = {"Authorization": f"Bot {desk.sandbox.token}"}
        form = aiohttp.FormData()
        form.add_field("files[0]", SCRIPT, filename="arms.svg", content_type="image/svg+xml")
        posted = await client.post(f"/api/v10/channels/{channel}/messages", data=form, headers=headers)
        posted.raise_for_status()
        url = (await posted.json())["attachments"][0]["url"]
        served = await client.get(url)
    assert served.headers["Content-Disposition"].startswith("attachment")
    assert "script-src 'self'" in served.headers["Content-Security-Policy"]
    async with page.expect_download():
        await page.evaluate("(url) => { location.href = url }", url)
    assert await page.locator(".message img[src*='arms.svg']").count() == 0
    assert await page.title() != "taken over"
