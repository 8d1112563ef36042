"""/warlord: a command for every action of War Lord Tourney. Completion offers only what is legal."""

from collections.abc import Mapping

from bot.commands.actions import ActionCommand


def _row(path: str, tag: str, description: str, options: Mapping[str, str] | None = None) -> ActionCommand:
    return ActionCommand(path, tag, description, options or {})


GREEN = "Onto which Green square the piece in the Castle steps out; empty if none does"

COMMANDS = (
    # before the tourney
    _row("setup arm", "arm", "Give a fighter a weapon", {"piece": "The fighter", "weapon": "The weapon"}),
    _row("setup castle", "name_castle", "Name your Castle", {"name": "The name"}),
    _row("setup ready", "ready", "You are ready: the tourney may begin"),
    # the move
    _row("move", "move", "Move a piece", {"piece": "Which piece", "to": "Where to; empty in an enchanted forest"}),
    _row(
        "recall",
        "recall",
        "Let a Lady send a piece of yours home",
        {"lady": "Which Lady", "piece": "Whom she sends home", "green": GREEN},
    ),
    _row("shoot", "shoot", "Let a Bowman shoot", {"bowman": "Who shoots", "target": "At whom"}),
    _row("raise", "raise", "Raise a dead fighter for the Wizard", {"grave": "Whose grave"}),
    _row("pass", "pass", "Move nothing, or nothing more"),
    # prisoners
    _row("free", "free", "Free a prisoner from the enemy's dungeon", {"prisoner": "Whom", "green": GREEN}),
    # meetings
    _row("meeting first", "meet", "Say which meeting comes first", {"square": "The square"}),
    _row("meeting pair", "match", "Of two fighters against two, pair the first one", {"foe": "Whom he fights"}),
    _row("meeting rose", "take_captive", "Say whom your Lady's rose takes", {"fighter": "The fighter"}),
    _row(
        "duel sheet",
        "hand_in",
        "Hand in the sheet of a fighter; nobody sees it until all are in",
        {
            "fighter": "Whose sheet",
            "first": "Blow and guard of the next exchange",
            "second": "Of the second exchange",
            "third": "Of the third exchange",
            "fourth": "Of the fourth exchange",
            "fifth": "Of the fifth exchange",
        },
    ),
    _row("duel tables", "use_tables", "Leave a fighter's exchanges to the default tables", {"fighter": "Whose"}),
    _row(
        "arrow line",
        "choose_line",
        "Choose the line of an arrow, or the one that you guard",
        {"line": "High, mid or low"},
    ),
    _row("arrow die", "roll_line", "Leave the line to a die"),
    _row("duel slay", "slay", "Slay the felled enemy"),
    _row("duel capture", "capture", "Capture the felled enemy"),
    _row("army withdraw", "withdraw", "Lead away an army that has lost a banner", {"to": "Where to"}),
    _row("army stand", "stand", "Let an army that has lost a banner fight on"),
    _row("meeting heal", "heal", "Say whom your Lady heals", {"fighter": "The fighter"}),
    _row(
        "meeting aside",
        "step_aside",
        "Say who makes room where your Lady has healed a fighter",
        {"piece": "The Lady or the healed", "to": "Where to"},
    ),
    _row("meeting finish", "finish", "Say what becomes of a stricken enemy", {"fate": "Slay, capture or leave"}),
    # a slain Warlord
    _row("heir promote", "promote", "Let a piece take the slain Warlord's place", {"piece": "Which piece"}),
    _row("heir decline", "decline", "Name no successor now"),
    _row("lady return", "lady_returns", "Send the Lady home", {"green": GREEN}),
    _row("lady trade", "lady_trades", "Give the Lady's life for the Warlord's"),
    _row("lady surrender", "surrender", "Let the Lady surrender: the game is lost"),
    # any time
    _row("draw", "offer_draw", "Offer a draw, or accept one"),
    _row("resign", "resign", "Give the game up"),
)
