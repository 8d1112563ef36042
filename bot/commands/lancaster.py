"""/lancaster: a command for every action of Lancaster. Completion offers only what is legal."""

from collections.abc import Mapping

from bot.commands.actions import ActionCommand


def _row(
    path: str, tag: str, description: str, options: Mapping[str, str] | None = None, about: tuple[str, ...] = ()
) -> ActionCommand:
    return ActionCommand(path, tag, description, options or {}, about=about)


KNIGHTS = "Knights, separated by commas"
BRING = "Privileges that come along, by commas"
TOWER = {"to": "tower", "bring": "", "squires": ""}

COMMANDS = (
    # before the first round
    _row(
        "setup enter",
        "enter_goods",
        "Say what lies behind your screen in a game that was begun elsewhere",
        {"gold": "Your gold", "squires": "Your squires", "voting_markers": "Your voting markers"},
    ),
    _row("setup ally", "choose_ally", "Choose the colour of your ally", {"colour": "The colour"}),
    _row(
        "setup tile",
        "choose_tile",
        "Choose the extension tile with which your castle begins; nobody sees it until all have chosen",
        {"tile": "The tile"},
    ),
    # placing
    _row(
        "place",
        "place",
        "Place a knight in a county, your castle, a conflict or the tower",
        {
            "knight": "Which knight",
            "bring": BRING,
            "to": "Where to; the completion says who stands there",
            "squires": "In a county: with how many squires",
        },
        ("knight", "to", "squires", "bring"),
    ),
    ActionCommand(
        "tower", "place", "Put a knight into the tower, and dishonor back", {"knight": "Which knight"}, TOWER
    ),
    _row(
        "court",
        "court",
        "Place your lord: for an office with support, or into the treasury",
        {
            "lord": "Which lord, if you have two",
            "to": "The office, or the treasury",
            "knights": f"Support: {KNIGHTS.lower()}",
            "bishops": "Support: how many bishops",
            "tudor": "Support: with the Tudor knight, or without him",
        },
        ("to", "knights", "bishops", "tudor"),
    ),
    _row("treasury", "claim", "Take all goods of one kind out of the treasury", {"good": "Which goods"}),
    _row(
        "favour",
        "take_favour",
        "Take a favour of the king",
        {"tile": "Which tile", "effect": "'waive' leaves its effect; empty: use it"},
    ),
    # Parliament
    _row(
        "vote",
        "vote",
        "Vote on a law, or change your ballot; nobody sees it until all have voted",
        {"law": "The law", "side": "Yes or no", "markers": "With how many voting markers"},
    ),
    _row("law pay", "buy", "Pay what a law asks for, any number of times", {"times": "How many times"}),
    _row("law exchange", "exchange", "Exchange your deployed knight of 3 for your knight of 4"),
    _row("law absolve", "absolve", "Put a dishonor marker back into the box"),
    # rewards
    _row(
        "county",
        "reap",
        "Take the noble, the reward, both for gold, or nothing",
        {"take": "What you take of the county"},
    ),
    _row("start", "name_start", "Name the start player of the next round", {"player": "Whom"}),
    _row("march", "march", "Send the knight of Dorset to a conflict", {"to": "Which conflict", "bring": BRING}),
    _row("muster", "muster", "Pay the squires of your castle and recruit a knight"),
    _row("ransom", "ransom", "Pay for captured knights; the others go to the reserve", {"knights": KNIGHTS}),
    # what several phases ask for
    _row("upgrade", "upgrade", "Raise a knight by 1, or take a bishop instead", {"what": "Which knight, or a bishop"}),
    _row("noble", "invite", "Take a noble of a county to your table", {"county": "Of which county"}),
    _row("extend", "extend", "Place an extension tile in your castle", {"tile": "Which tile"}),
    _row("pass", "pass", "Decline what you are asked, or pay nothing"),
)
