"""/lancaster: a command for every action of Lancaster. Completion offers only what is legal."""

from bot.model.action_commands import ActionCommand

KNIGHTS = "Knights, separated by commas"
BRING = "Privileges that come along, separated by commas"
TOWER = {"to": "tower", "bring": "", "squires": ""}

COMMANDS = (
    # before the first round
    ActionCommand(
        "setup enter",
        "enter_goods",
        "Enter the goods behind your screen in a game begun elsewhere",
        {"gold": "Your gold", "squires": "Your squires", "voting_markers": "Your voting markers"},
    ),
    ActionCommand("setup ally", "choose_ally", "Choose the colour of your ally", {"colour": "The colour"}),
    ActionCommand(
        "setup tile",
        "choose_tile",
        "Choose the extension tile with which your castle begins; nobody sees it until all have chosen",
        {"tile": "The tile"},
    ),
    # placing
    ActionCommand(
        "place",
        "place",
        "Place a knight in a county, your castle or a conflict",
        {
            "knight": "Which knight",
            "bring": BRING,
            "to": "Where to; the suggestions say who is there",
            "squires": "In a county: with how many squires",
        },
        about=("knight", "to", "squires", "bring"),
    ),
    ActionCommand(
        "tower", "place", "Put a knight into the tower, and dishonor back", {"knight": "Which knight"}, TOWER
    ),
    ActionCommand(
        "court",
        "court",
        "Place your lord: he applies for an office, or takes goods from the treasury",
        {
            "lord": "Which lord, if you have two",
            "to": "The office, or the treasury",
            "knights": f"Support: {KNIGHTS.lower()}",
            "bishops": "Support: how many bishops",
            "tudor": "Support: with the Tudor knight, or without him",
        },
        about=("to", "knights", "bishops", "tudor"),
    ),
    ActionCommand("treasury", "claim", "Take all goods of one kind out of the treasury", {"good": "Which goods"}),
    ActionCommand(
        "favour",
        "take_favour",
        "Take a favour of the king",
        {"tile": "Which tile", "effect": "'waive' to leave its effect unused; empty to use it"},
    ),
    # Parliament
    ActionCommand(
        "vote",
        "vote",
        "Vote on a law, or change your ballot; nobody sees it until all have voted",
        {"law": "The law", "side": "Yes or no", "markers": "With how many voting markers"},
    ),
    ActionCommand("law pay", "buy", "Pay what a law asks for, any number of times", {"times": "How many times"}),
    ActionCommand("law exchange", "exchange", "Exchange your deployed strength-3 knight for your strength-4 knight"),
    ActionCommand("law absolve", "absolve", "Put a dishonor marker back into the box"),
    # rewards
    ActionCommand(
        "county",
        "reap",
        "Take the noble, the reward, both for gold, or nothing",
        {"take": "What you take from the county"},
    ),
    ActionCommand("start", "name_start", "Name the start player of the next round", {"player": "Whom"}),
    ActionCommand(
        "march", "march", "Send the knight in Dorset to a conflict", {"to": "Which conflict", "bring": BRING}
    ),
    ActionCommand("muster", "muster", "Pay the squires of your castle and recruit a knight"),
    ActionCommand("ransom", "ransom", "Pay for captured knights; the others go to the reserve", {"knights": KNIGHTS}),
    # what several phases ask for
    ActionCommand(
        "upgrade", "upgrade", "Raise a knight by 1, or take a bishop instead", {"what": "Which knight, or a bishop"}
    ),
    ActionCommand("noble", "invite", "Take a noble of a county to your table", {"county": "Of which county"}),
    ActionCommand("extend", "extend", "Place an extension tile in your castle", {"tile": "Which tile"}),
    ActionCommand("pass", "pass", "Decline what you are asked, or pay nothing"),
)
