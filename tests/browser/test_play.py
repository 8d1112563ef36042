"""Commands, buttons, menus and forms on the sandbox's page."""

from __future__ import annotations

import aiohttp
import pytest
from playwright.async_api import Locator, Page, Route, expect

from tests.browser.conftest import PHONE, Table, send

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def message(page: Page, text: str) -> Locator:
    return page.locator(".message", has_text=text).last


async def test_a_command_is_built_with_the_keyboard_alone(desk: Table) -> None:
    page = await desk.sit_apart()
    await page.get_by_label("Message #herald").focus()
    await page.keyboard.type("/gam")
    await expect(page.get_by_role("option")).to_have_text(["/game newOpen a game in a thread of its own"])
    await page.keyboard.press("Tab")
    await page.keyboard.type("The Roses")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("option")).to_have_text(["Base game", "Long"])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(message(page, "A new game.")).to_contain_text("used /game new")
    assert desk.bot.presses == [("new", "The Roses", "long", 3, None, None, True)]


async def test_a_command_that_is_typed_and_sent_is_the_command(table: Table) -> None:
    """Whoever types all of it and taps the arrow, without choosing it from the list, says nothing in the channel."""
    page = await table.sit("ann", PHONE)
    await page.get_by_label("Message #herald").fill("/show panel")
    await page.get_by_role("button", name="Send").tap()
    await expect(message(page, "used /show panel")).to_be_visible()
    await expect(page.locator(".message", has_text="/show panel").filter(has_not_text="used")).to_have_count(0)


async def test_autocomplete_asks_the_bot_as_one_types(desk: Table) -> None:
    page = await desk.sit_apart()
    await page.get_by_label("Message #herald").fill("/game new title:Wars variant:base ")
    await page.get_by_role("button", name="+ house").click()
    await expect(page.get_by_role("option")).to_have_count(6)
    await page.keyboard.type("or")
    await expect(page.get_by_role("option")).to_have_text(["House of York", "House of Stafford", "House of Beaufort"])
    await page.get_by_role("option", name="House of Stafford").click()
    await expect(page.get_by_label("house: Your house")).to_have_value("House of Stafford")
    await page.keyboard.press("Enter")
    await expect(message(page, "A new game.")).to_contain_text("stafford")


async def test_options_of_every_type_are_checked_before_they_are_sent(desk: Table) -> None:
    page = await desk.sit_apart()
    await page.get_by_label("Message #herald").fill(
        "/game new title:Wars variant:base seats:many host:Cat open_seats:false "
    )
    await page.get_by_role("button", name="Send").click()
    await expect(page.locator(".slash-problem")).to_have_text("Write a whole number.")
    seats = page.get_by_label("seats: How many may play")
    await expect(seats).to_be_focused()
    await seats.fill("9")
    await page.keyboard.press("Enter")
    await expect(page.locator(".slash-problem")).to_have_text("Write 7 or less.")
    await seats.fill("4")
    host = page.get_by_label("host: Who is game master")
    await host.fill("ca")
    await page.get_by_role("option", name="Cat").click()
    await page.get_by_role("button", name="Send").click()
    await expect(message(page, "A new game.")).to_be_visible()
    ((*_, seats_given, _house, host_id, is_open),) = desk.bot.presses
    assert (seats_given, is_open, isinstance(host_id, int)) == (4, False, True)


async def test_a_required_option_is_asked_for_and_escape_gives_the_command_up(desk: Table) -> None:
    page = await desk.sit_apart()
    await page.get_by_label("Message #herald").fill("/game new ")
    await page.get_by_role("button", name="Send").click()
    await expect(page.locator(".slash-problem")).to_have_text("This option is required.")
    await page.keyboard.press("Escape")
    await expect(page.get_by_label("Message #herald")).to_be_focused()
    assert desk.bot.presses == []


async def post(table: Table, page: Page, text: str, *buttons: str, message: str = "") -> str:
    """Let the bot post a message with buttons, or edit one; return its id."""
    rows = [{"type": 1, "components": [{"type": 2, "style": 1, "label": one, "custom_id": one} for one in buttons]}]
    place = f"/api/v10/channels/{page.url.rpartition('/')[2]}/messages{f'/{message}' if message else ''}"
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {table.sandbox.token}"}) as client:
        said = {"content": text, "components": rows if buttons else []}
        answer = await client.request("PATCH" if message else "POST", f"{table.sandbox.url}{place}", json=said)
        answer.raise_for_status()
        return str((await answer.json())["id"])


async def hold(page: Page, label: str) -> None:
    """Go down with the mouse on a button."""
    box = await page.get_by_role("button", name=label, exact=True).bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await page.mouse.down()


async def test_a_press_on_a_button_that_is_drawn_anew_and_moves_under_the_mouse_counts(desk: Table) -> None:
    page = await desk.sit_apart()
    key = await post(desk, page, "Short.", "march")
    await hold(page, "march")
    await post(desk, page, "Now with\nmany more\nlines than\nbefore.", "stay", "march", message=key)
    await message(page, "many more").wait_for()
    async with page.expect_request(lambda request: request.url.endswith("/interactions")) as sent:
        await page.mouse.up()
    pressed = (await sent.value).post_data_json
    assert pressed is not None and pressed["data"]["custom_id"] == "march"


async def test_a_press_on_a_button_that_is_no_more_is_answered(desk: Table) -> None:
    page = await desk.sit_apart()
    key = await post(desk, page, "Short.", "march")
    await hold(page, "march")
    await post(desk, page, "It is over.", message=key)
    await message(page, "It is over.").wait_for()
    await page.mouse.up()
    await expect(page.get_by_role("alert")).to_have_text("That has just changed; nothing was pressed. Look again.")


async def test_a_press_on_a_channel_or_a_person_counts_though_something_new_comes_for_them(table: Table) -> None:
    page = await table.sit()
    (talk,) = [one.id for one in table.sandbox.world.channels.values() if one.name == "table-talk"]
    await hold(page, "table-talk")
    await table.say("cat", talk, "Good morrow")
    await page.get_by_role("button", name="table-talk unread").wait_for()
    await page.mouse.up()
    await expect(page.locator(".bar strong")).to_have_text("table-talk")
    await hold(page, "Be Ben, unread messages")
    await table.say("cat", talk, f"Are you there, <@{table.person('ben')}>?")
    await page.get_by_role("button", name="Be Ben, 1 waiting").wait_for()
    await page.mouse.up()
    await expect(page.locator(".me")).to_contain_text("@ben")


async def test_what_changes_while_a_channel_is_fetched_stays_changed(table: Table) -> None:
    page = await table.sit()
    key = await post(table, page, "Before.", "march")

    async def slowly(route: Route) -> None:
        fetched = await route.fetch()
        await post(table, page, "After.", "stay", message=key)
        await post(table, page, "And more.")
        await expect(page.get_by_role("button", name="Be Ann, unread messages")).to_be_visible()
        await route.fulfill(response=fetched)

    await page.route(f"**/person/{table.person('ben')}/channels/*/messages*", slowly)
    await page.get_by_role("button", name="Be Ben").click()
    await expect(page.locator(".me")).to_contain_text("@ben")
    await page.get_by_role("heading", name="Welcome to #herald").wait_for()
    await expect(message(page, "After.").get_by_role("button", name="stay")).to_be_visible()
    await expect(message(page, "Before.")).to_have_count(0)


async def test_who_slips_off_a_button_presses_nothing(desk: Table) -> None:
    page = await desk.sit_apart()
    await post(desk, page, "Short.", "march")
    await hold(page, "march")
    await page.mouse.move(5, 5)
    await page.mouse.up()
    await page.wait_for_timeout(200)
    assert not await page.locator(".button.waiting").count()


async def test_a_button_changes_its_message_in_place(desk: Table) -> None:
    page = await desk.sit_apart()
    await send(page, "game new title:Wars variant:base")
    game = message(page, "A new game.")
    await expect(game.get_by_role("button", name="Closed")).to_be_disabled()
    await expect(game.get_by_role("link", name="Rules")).to_have_attribute("href", "https://example.org/rules")
    await game.get_by_role("button", name="Join").click()
    await expect(game.get_by_role("button", name="Join (1)")).to_be_visible()
    await expect(game).to_contain_text("(edited)")
    await expect(game.locator(".embed-field")).to_have_count(3)


async def test_two_windows_are_two_people_of_whom_one_alone_sees_an_ephemeral_answer(table: Table) -> None:
    page, other = await table.sit("ann"), await table.sit("ben")
    await page.get_by_label("Message #herald").fill("Who plays?")
    await page.keyboard.press("Enter")
    await expect(message(other, "Who plays?")).to_contain_text("Ann")
    await expect(other.get_by_label("Message #herald")).to_have_attribute("placeholder", "Message #herald as Ben")
    await send(page, "game new title:Wars variant:base")
    await page.get_by_role("button", name="Hand").click()
    hand = message(page, "Your hand")
    await expect(hand).to_contain_text("Only you can see this")
    await expect(message(other, "A new game.")).to_be_visible()
    await expect(message(other, "Your hand")).to_have_count(0)
    await hand.get_by_role("button", name="Dismiss message").click()
    await expect(message(page, "Your hand")).to_have_count(0)


async def test_what_is_not_answered_fails_visibly_and_may_be_repeated(table: Table) -> None:
    await table.control("clock", {"interaction_seconds": 0.5, "token_seconds": 900})
    page = await table.sit()
    await send(page, "game new title:Wars variant:base")
    game = message(page, "A new game.")
    await game.get_by_role("button", name="Silent").click()
    await expect(game.get_by_role("alert")).to_have_text("This interaction failed")
    await game.get_by_role("button", name="Join").click()
    await expect(game.get_by_role("button", name="Join (1)")).to_be_visible()
    await expect(game.get_by_role("alert")).to_have_count(0)
    await send(page, "show silent")
    failed = message(page, "/show silent")
    await expect(failed).to_contain_text("did not respond")
    await failed.get_by_role("button", name="Dismiss message").click()
    await expect(message(page, "/show silent")).to_have_count(0)


async def test_a_deferred_answer_shows_that_the_bot_is_thinking(desk: Table) -> None:
    page = await desk.sit_apart()
    await send(page, "show slow")
    await expect(page.get_by_text("Herald is thinking…")).to_be_visible()
    await expect(message(page, "Counted: 12 votes.")).to_be_visible()
    await expect(page.get_by_text("Herald is thinking…")).to_have_count(0)


async def test_a_menu_takes_several_choices_within_its_limits(desk: Table) -> None:
    page = await desk.sit_apart()
    await send(page, "show panel")
    await page.get_by_role("button", name="Where to?").click()
    done = page.get_by_role("button", name="Done")
    await expect(done).to_be_disabled()
    for name in ("York", "Durham", "Carlisle", "Chester"):
        await page.get_by_role("option", name=name).click()
    await expect(page.get_by_role("option", selected=True)).to_have_count(3)
    await page.get_by_role("option", name="Durham").click()
    await done.click()
    await expect(message(page, "Marching by york, carlisle.")).to_be_visible()
    assert desk.bot.presses == [("route", ["york", "carlisle"])]


async def test_a_menu_works_with_the_keyboard(desk: Table) -> None:
    page = await desk.sit_apart()
    await send(page, "show panel")
    await page.get_by_role("button", name="With whom?").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("option").first).to_be_focused()
    await page.keyboard.press("d")
    await page.keyboard.press("Enter")
    await expect(message(page, "Allied with")).to_contain_text("@Dan")


async def test_a_form_checks_its_fields_and_keeps_what_was_written(desk: Table) -> None:
    page = await desk.sit_apart()
    await send(page, "show form")
    form = page.get_by_role("dialog", name="An order")
    await expect(form.get_by_label("Order")).to_be_focused()
    await form.get_by_label("Order").fill("Go")
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_contain_text("Write at least 3 characters.")
    await expect(form).to_contain_text("Choose one of the list.")
    await expect(form).to_contain_text("Choose one of these.")
    await form.get_by_label("Order").fill("March on York")
    await form.get_by_role("button", name="Noble").click()
    await page.get_by_role("option", name="Neville").click()
    await form.get_by_label("March").check()
    await form.get_by_label("Archers").check()
    await form.get_by_label("Keep it secret").check()
    await form.get_by_role("button", name="Submit").click()
    await expect(message(page, "Order noted: March on York")).to_contain_text("Only you can see this")
    await expect(form).to_have_count(0)
    assert desk.bot.presses == [("form", "March on York", ["Neville"], "march", ["Archers"], True)]


async def test_a_form_warns_once_before_it_throws_words_away(desk: Table) -> None:
    page = await desk.sit_apart()
    await send(page, "show form")
    form = page.get_by_role("dialog", name="An order")
    await form.get_by_label("Order").fill("March")
    await page.keyboard.press("Escape")
    await expect(form).to_contain_text("Press Escape once more")
    await page.keyboard.press("Escape")
    await expect(form).to_have_count(0)


async def test_on_a_phone_a_command_and_a_menu_fit_the_screen(table: Table) -> None:
    page = await table.sit("ann", PHONE)
    await page.get_by_role("button", name="Commands").tap()
    await page.get_by_role("option", name="/show panel").tap()
    await page.get_by_role("button", name="Send").tap()
    await page.get_by_role("button", name="Where to?").tap()
    sheet = await page.locator(".picker").bounding_box()
    assert sheet and sheet["x"] == 0 and sheet["width"] == PHONE["width"]
    await page.get_by_role("option", name="York").tap()
    await page.get_by_role("button", name="Done").tap()
    await expect(message(page, "Marching by york.")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


async def test_on_a_phone_a_private_answer_is_read_from_its_beginning(table: Table) -> None:
    """Also after a press at its end that puts something else in its place."""
    page = await table.sit("ann", PHONE)
    await page.get_by_label("Message #herald").fill("/show chapter")
    await page.get_by_role("button", name="Send").tap()
    await expect(page.get_by_text("Chapter 1 begins.")).to_be_in_viewport()
    await expect(page.get_by_text("Chapter 1 ends.")).not_to_be_in_viewport()
    await page.get_by_role("button", name="Read on").tap()
    await expect(page.get_by_text("Chapter 2 begins.")).to_be_in_viewport()
    await page.get_by_role("button", name="To the newest").tap()
    await expect(page.get_by_text("Chapter 2 ends.")).to_be_in_viewport()
