"""People, channels and messages on the sandbox's page."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import FilePayload, Locator, Page, expect

from tests.browser.conftest import PHONE, Table, send

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def message(page: Page, text: str) -> Locator:
    return page.locator(".message", has_text=text).last


async def be(page: Page, name: str) -> None:
    await page.get_by_role("button", name=f"Be {name}").click()


async def test_a_newcomer_is_told_who_they_are_and_what_to_type(desk: Table) -> None:
    page = await desk.sit_apart()
    welcome = page.get_by_role("region", name="Welcome")
    await expect(welcome).to_contain_text("You are")
    await expect(welcome).to_contain_text("Ann")
    for game in ("Kingmaker", "War Lord Tourney", "Lancaster", "Warriors of God"):
        await expect(welcome).to_contain_text(game)
    await welcome.get_by_role("button", name="/game new").click()
    await expect(page.get_by_label("title: What the game is called")).to_be_focused()


async def test_one_person_speaks_and_another_and_somebody_new_read_it_in_the_same_window(table: Table) -> None:
    page = await table.sit()
    await page.get_by_label("Message #herald").fill("Good morrow, @Ben")
    await page.keyboard.press("Enter")
    await expect(message(page, "Good morrow")).to_contain_text("Ann")
    await expect(page.get_by_role("button", name="Be Ben, 1 waiting")).to_be_visible()
    await be(page, "Ben")
    await expect(message(page, "Good morrow")).to_have_class("message mentions-me")
    await expect(page.get_by_role("button", name="Be Ben", exact=True)).to_be_visible()
    assert page.url.split("#")[1].startswith("ben/")
    await page.get_by_title("Add a person").click()
    await page.get_by_label("Name").fill("Hugh the Bold")
    await page.get_by_role("button", name="Add", exact=True).last.click()
    await be(page, "Hugh the Bold")
    await expect(page.locator(".me")).to_contain_text("@hughthebold")
    await expect(message(page, "Good morrow")).to_contain_text("Ann")


async def test_a_draft_stays_with_its_person(desk: Table) -> None:
    page = await desk.sit_apart()
    box = page.get_by_label("Message #herald")
    await box.fill("half a thought")
    await be(page, "Cat")
    await expect(box).to_have_value("")
    await be(page, "Ann")
    await expect(box).to_have_value("half a thought")


async def test_markup_in_a_message_stays_text(desk: Table) -> None:
    page = await desk.sit_apart()
    await send(page, "show text")
    text = message(page, "<script>window.hacked = true</script>")
    await expect(text).to_be_visible()
    for tag, words in {"strong": "bold", "em": "italic", "u": "under", "s": "gone", "small": "small print"}.items():
        await expect(text.locator(f".md {tag}").first).to_have_text(words)
    await expect(text.locator("pre")).to_have_text('print("<b>")')
    await expect(text.locator("blockquote")).to_have_text("quoted")
    await expect(text.locator("ol > li")).to_have_text("first")
    await expect(text.locator(".md ul ul li")).to_have_text("inner")
    assert await text.locator(".md a").evaluate_all("links => links.map((link) => link.href)") == [
        "https://example.org/"
    ]
    assert await page.evaluate("window.hacked") is None
    secret = text.get_by_role("button", name="Spoiler")
    await expect(secret.locator("span")).to_be_hidden()
    await secret.click()
    await expect(text.get_by_text("secret")).to_be_visible()


async def test_a_call_names_the_person_the_channel_and_a_ticking_time(table: Table) -> None:
    page = await table.sit()
    await send(page, "show call person:Ben")
    call = message(page, "you are next")
    await expect(call).to_contain_text("@Ben")
    await expect(call.get_by_role("button", name="#herald")).to_be_visible()
    await expect(call.locator("time.timestamp")).to_have_text("1 second ago")
    await expect(call.locator("time.timestamp")).to_have_text("2 seconds ago")
    await expect(page.get_by_role("button", name="Be Ben, 1 waiting")).to_be_visible()
    await expect(page.get_by_role("button", name="Be Cat, unread messages")).to_be_visible()


async def test_secrets_come_by_dm_to_one_person_until_the_dms_are_closed(table: Table) -> None:
    page = await table.sit()
    await send(page, "show private_note")
    await expect(message(page, "Sent.")).to_contain_text("Only you can see this")
    await page.get_by_role("button", name=re.compile("^Herald( 1 unread)?$")).click()
    await expect(message(page, "Archbishop")).to_be_visible()
    await be(page, "Ben")
    await expect(page.locator(".bar")).to_contain_text("Herald")
    await expect(page.locator(".message")).to_have_count(0)
    await be(page, "Ann")
    await page.get_by_role("switch").click()
    await expect(page.locator(".me")).to_contain_text("DMs closed")
    await page.get_by_role("button", name="herald", exact=True).click()
    await send(page, "show private_note")
    await expect(message(page, "Your DMs are closed.")).to_be_visible()


async def test_a_game_has_its_thread_below_the_channel(desk: Table) -> None:
    page = await desk.sit_apart()
    await send(page, "game new title:The Roses variant:base")
    await page.locator(".channel.nested", has_text="The Roses").click()
    await expect(message(page, "your game is open")).to_contain_text("@Ann")
    await expect(page.get_by_label("Message The Roses")).to_be_visible()
    await page.get_by_role("button", name="#herald ›").click()
    await page.locator(".thread-chip").click()
    await expect(page.locator(".bar strong")).to_have_text("The Roses")


async def test_pinned_messages_are_found_again(desk: Table) -> None:
    page = await desk.sit_apart()
    await send(page, "show panel")
    await expect(page.locator(".system")).to_contain_text("pinned a message")
    await page.get_by_role("button", name="Pinned messages").click()
    await page.get_by_role("dialog", name="Pinned messages").get_by_role("button", name="Kingmaker, turn 3").click()
    await expect(page.locator(".message.lit")).to_contain_text("Waiting for")


async def test_earlier_messages_come_as_one_scrolls_back(desk: Table) -> None:
    page = await desk.sit_apart()
    await desk.say("ben", page.url.split("/")[-1], *(f"line {number}" for number in range(60)))
    await expect(message(page, "line 59")).to_be_visible()
    await page.reload()
    await expect(message(page, "line 59")).to_be_in_viewport()
    await expect(page.get_by_text("line 3", exact=True)).to_have_count(0)
    await page.locator(".scroller").evaluate("element => element.scrollTo(0, 0)")
    await expect(page.get_by_text("line 3", exact=True)).to_have_count(1)


async def test_a_picture_opens_large_and_zooms(desk: Table) -> None:
    page = await desk.sit_apart()
    await send(page, "show panel")
    await page.get_by_role("button", name="Enlarge: The board: York in the north").click()
    picture = page.locator(".lightbox img")
    await expect(picture).to_be_visible()
    small = await picture.bounding_box()
    await page.keyboard.press("+")
    large = await picture.bounding_box()
    assert small and large and large["width"] > small["width"] * 1.4
    await page.get_by_role("button", name="Fit to the window").click()
    await page.mouse.dblclick(640, 400)
    await expect(page.locator(".stage.zoomed")).to_be_visible()
    await page.keyboard.press("0")
    await page.mouse.click(20, 400)
    await expect(page.locator(".lightbox")).to_have_count(0)


async def test_the_page_says_when_the_bot_is_away(table: Table) -> None:
    page = await table.sit()
    await table.bot.close()
    await expect(page.locator(".banner")).to_contain_text("Herald is offline")


async def test_a_lost_connection_comes_back_with_what_was_missed(table: Table) -> None:
    page = await table.sit()
    channel_id = page.url.split("/")[-1]
    await table.stop()
    await expect(page.locator(".banner")).to_contain_text("connection to the sandbox is lost")
    await table.start()
    await table.say("ben", channel_id, "Are you there?")
    await expect(message(page, "Are you there?")).to_be_visible()
    await expect(page.locator(".banner")).not_to_contain_text("lost")


async def test_a_sandbox_that_has_begun_anew_is_shown_as_it_is(table: Table) -> None:
    page = await table.sit()
    await be(page, "Ben")
    await page.get_by_label("Message #herald").fill("Good morrow")
    await page.keyboard.press("Enter")
    await expect(message(page, "Good morrow")).to_be_visible()
    await table.stop()
    table.path = table.path.with_name("another.sqlite")
    await table.start()
    await expect(message(page, "Good morrow")).to_have_count(0)
    await page.get_by_role("heading", name="Welcome to #herald").wait_for()
    await expect(page.locator(".me")).to_contain_text("@ben")
    await expect(page.locator(".person")).to_have_count(len(table.sandbox.world.people) + 1)


async def test_on_a_phone_everything_is_one_column_with_a_drawer(table: Table) -> None:
    page = await table.sit("ann", PHONE)
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    await expect(page.locator(".channel-list")).not_to_be_in_viewport()
    await page.get_by_role("button", name="Channels and people").click()
    await be(page, "Dan")
    await page.get_by_role("button", name="table-talk").click()
    await expect(page.locator(".channel-list")).not_to_be_in_viewport()
    await page.get_by_label("Message #table-talk").fill("From the road")
    await page.get_by_role("button", name="Send").click()
    await expect(message(page, "From the road")).to_contain_text("Dan")


# ---------------------------------------------------------------------- files

LETTER = FilePayload(name="letter to york.toml", mimeType="", buffer="à York".encode())
SEAL = FilePayload(name="seal.png", mimeType="image/png", buffer=b"\x89PNG")


async def test_files_go_with_a_message_and_those_that_are_left_out_do_not(desk: Table) -> None:
    page = await desk.sit_apart()
    await page.get_by_label("Files", exact=True).set_input_files([LETTER, SEAL])
    await page.get_by_role("button", name="Leave out seal.png").click()
    await page.get_by_label("Message #herald").fill("Read this")
    await page.keyboard.press("Enter")
    card = message(page, "Read this").locator(".file-card")
    await expect(card).to_have_text(re.compile("letter_to_york.toml"))
    await expect(page.get_by_role("button", name="Leave out")).to_have_count(0)
    await page.get_by_label("Files", exact=True).set_input_files([LETTER])
    await page.get_by_role("button", name="Send").click()
    await expect(page.locator(".file-card")).to_have_count(2)


async def test_a_file_goes_with_a_message_from_a_phone(table: Table) -> None:
    page = await table.sit("ann", PHONE)
    await page.get_by_label("Files", exact=True).set_input_files([LETTER])
    await expect(page.get_by_role("button", name="Leave out letter to york.toml")).to_be_in_viewport(ratio=1)
    await page.get_by_label("Message #herald").fill("From the road")
    await page.get_by_role("button", name="Send").click()
    card = message(page, "From the road").locator(".file-card")
    await expect(card).to_have_text(re.compile("letter_to_york.toml"))
    await expect(card).to_be_in_viewport(ratio=1)
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize("phone", [False, True])
async def test_a_command_takes_a_file_and_says_where_one_is_missing(table: Table, phone: bool) -> None:
    page = await table.sit("ann", PHONE) if phone else await table.sit()
    await send(page, "show file")
    await expect(page.get_by_role("alert").filter(has_text="Choose a file.")).to_be_visible()
    await page.get_by_label("letter: What is read").set_input_files(LETTER)
    await page.get_by_role("button", name="+ seal").click()
    await page.get_by_label("seal: What may go with it").set_input_files(SEAL)
    assert await page.evaluate("document.documentElement.scrollWidth") <= await page.evaluate("innerWidth")
    await page.get_by_role("button", name="Send").click()
    await expect(message(page, "letter_to_york.toml says à York, sealed with seal.png.")).to_be_visible()
