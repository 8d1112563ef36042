"""Names as people write them: they neither hide, nor format, nor ping."""

import re

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
        ("👩\u200d👩\u200d👧 🏴\U000e0067\U000e0062\U000e007f", "👩\u200d👩\u200d👧 🏴\U000e0067\U000e0062\U000e007f"),
        ("नमस्ते می\u200cخواهم", "नमस्ते می\u200cخواهم"),
        ("An\u200dn\u00ad\u2066e\u2069", "Ann e"),
        ("\u3164\u2800\u115f", ""),
        ("A" + "\u0301" * 40 + "nn", "A" + "\u0301" * 3 + "nn"),
        ("x**. [Log in](https://a.b/c_d)", "x∗∗. ［Log in］(https://a.b/c_d)"),
        ("_i_ ||s|| @everyone", "＿i＿ ¦¦s¦¦ ＠everyone"),
        ("# <@1> `c` ~~d~~ \\", "＃ ‹@1› ˋcˋ ∼∼d∼∼ ＼"),
    ],
)
def test_a_name_is_kept_on_one_visible_line(written: str, kept: str) -> None:
    assert texts.tidy(written) == kept


@rows(
    "name", ["**b**", "_i_", "`c`", "||s||", "~~d~~", "> q", "[a](http://b.c)", "[a](b) [c](d)", "# h", "<@1>", "<t:0>"]
)
def test_a_name_is_shown_as_it_was_written(name: str) -> None:
    assert texts.safe(name).replace("\\", "") == name
    assert texts.safe(name) != name
    assert not re.search(r"(?<!\\)\[", texts.safe(name))


def test_a_name_pings_nobody() -> None:
    assert "@everyone" not in texts.safe("@everyone") and "@here" not in texts.safe("@here")


def test_names_inside_of_bold_words_are_plain() -> None:
    said = texts.with_names("**Attack of {s1}** against {s2}", {"s1": "Ann", "s2": "Ben"})
    assert said == "**Attack of Ann** against **Ben**" and not nests(said)
    assert nests("**Attack of **Ann** at York**")


def test_a_sentence_is_cut_between_words_and_never_inside_of_a_name() -> None:
    assert texts.clipped_sentence("{s1} attacks {s2} at York", 15) == "{s1} attacks…"
    assert texts.clipped_sentence("{s1} attacks", 15) == "{s1} attacks"


def test_a_sentence_that_just_fits_is_not_cut() -> None:
    assert texts.clipped_sentence("Ann attacks", 11) == "Ann attacks"
    assert texts.clipped_sentence("Ann attacks", 10) == "Ann…"
    assert texts.clipped_sentence("Annattacks", 4) == "Anna…"


def test_a_heading_stands_on_the_message_of_what_it_is_above() -> None:
    assert texts.pages("one\ntwo\n### Heirs\nHenry", 20) == ["one\ntwo", "### Heirs\nHenry"]
    assert texts.pages("### Heirs\nHenry, at York", 12) == ["### Heirs", "Henry, at Yo", "rk"]
