"""Names as people write them: they neither hide, nor format, nor ping."""

from bot import texts
from tests.harness.reading import nests
from tests.harness.rows import rows


@rows(
    "written, kept",
    [
        ("  Ann \n of  York ", "Ann of York"),
        ("\u202eevil\u202c", "evil"),
        ("{s1}", "(s1)"),
        ("x" * 40, "x" * 31 + "…"),
        ("\u200b\u200f", ""),
        ("Žofie 👑", "Žofie 👑"),
    ],
)
def test_a_name_is_kept_on_one_visible_line(written: str, kept: str) -> None:
    assert texts.tidy(written) == kept


@rows("name", ["**b**", "_i_", "`c`", "||s||", "~~d~~", "> q", "[a](http://b.c)", "<@1>", "<t:0>"])
def test_a_name_is_shown_as_it_was_written(name: str) -> None:
    assert texts.safe(name).replace("\\", "") == name
    assert texts.safe(name) != name


def test_a_name_pings_nobody() -> None:
    assert "@everyone" not in texts.safe("@everyone") and "@here" not in texts.safe("@here")


def test_names_inside_of_bold_words_are_plain() -> None:
    said = texts.with_names("**Attack of {s1}** against {s2}", {"s1": "Ann", "s2": "Ben"})
    assert said == "**Attack of Ann** against **Ben**" and not nests(said)
    assert nests("**Attack of **Ann** at York**")


def test_a_sentence_is_cut_between_words_and_never_inside_of_a_name() -> None:
    assert texts.clipped_sentence("{s1} attacks {s2} at York", 15) == "{s1} attacks…"
    assert texts.clipped_sentence("{s1} attacks", 15) == "{s1} attacks"
