"""/warlord: a command for every action of War Lord Tourney. Completion offers only what is legal."""

from bot.model.action_commands import ActionCommand

GREEN = "Onto which Green square the piece in the Castle steps out; empty if none does"

COMMANDS = (
    # before the tourney
    ActionCommand("setup arm", "arm", "Give a fighter a weapon", {"piece": "The fighter", "weapon": "The weapon"}),
    ActionCommand("setup castle", "name_castle", "Name your Castle", {"name": "The name"}),
    ActionCommand("setup ready", "ready", "You are ready: the tourney may begin"),
    # the move
    ActionCommand(
        "move", "move", "Move a piece", {"piece": "Which piece", "to": "Where to; empty in an enchanted forest"}
    ),
    ActionCommand(
        "recall",
        "recall",
        "Let a Lady send a piece of yours home",
        {"lady": "Which Lady", "piece": "Whom she sends home", "green": GREEN},
    ),
    ActionCommand("shoot", "shoot", "Let a Bowman shoot", {"bowman": "Who shoots", "target": "At whom"}),
    ActionCommand("raise", "raise", "Raise a dead fighter for the Wizard", {"grave": "Whose grave"}),
    ActionCommand("pass", "pass", "Make no move, or no more moves"),
    # prisoners
    ActionCommand("free", "free", "Free a prisoner from the enemy's dungeon", {"prisoner": "Whom", "green": GREEN}),
    # meetings
    ActionCommand("meeting first", "meet", "Say which meeting comes first", {"square": "The square"}),
    ActionCommand(
        "meeting pair", "match", "When two fight two, choose the first fighter's opponent", {"foe": "The opponent"}
    ),
    ActionCommand(
        "meeting rose", "take_captive", "Choose the fighter that your Lady's rose takes", {"fighter": "The fighter"}
    ),
    ActionCommand(
        "duel sheet",
        "hand_in",
        "Choose a fighter's blows and guards; nobody sees them until everybody has chosen",
        {
            "fighter": "For which fighter",
            "first": "Blow and guard of the next exchange",
            "second": "Of the second exchange",
            "third": "Of the third exchange",
            "fourth": "Of the fourth exchange",
            "fifth": "Of the fifth exchange",
        },
    ),
    ActionCommand(
        "duel tables",
        "use_tables",
        "Let Herald roll a die on its tables for a fighter's blows and guards",
        {"fighter": "Whose"},
    ),
    ActionCommand(
        "arrow line",
        "choose_line",
        "Choose the line of an arrow, or the one that you guard",
        {"line": "High, mid or low"},
    ),
    ActionCommand("arrow die", "roll_line", "Leave the line to a die"),
    ActionCommand("duel slay", "slay", "Slay the felled enemy"),
    ActionCommand("duel capture", "capture", "Capture the felled enemy"),
    ActionCommand("army withdraw", "withdraw", "Lead away an army that has lost a banner", {"to": "Where to"}),
    ActionCommand("army stand", "stand", "Let an army that has lost a banner fight on"),
    ActionCommand("meeting heal", "heal", "Choose the fighter that your Lady heals", {"fighter": "The fighter"}),
    ActionCommand(
        "meeting aside",
        "step_aside",
        "Say who makes room where your Lady has healed a fighter",
        {"piece": "The Lady or the healed", "to": "Where to"},
    ),
    ActionCommand(
        "meeting finish", "finish", "Decide the fate of a stricken enemy", {"fate": "Slay, capture or leave"}
    ),
    # a slain Warlord
    ActionCommand("heir promote", "promote", "Let a piece take the slain Warlord's place", {"piece": "Which piece"}),
    ActionCommand("heir decline", "decline", "Name no successor yet"),
    ActionCommand("lady return", "lady_returns", "Send the Lady home", {"green": GREEN}),
    ActionCommand("lady trade", "lady_trades", "Give the Lady's life for the Warlord's"),
    ActionCommand("lady surrender", "surrender", "Let the Lady surrender: the game is lost"),
    # any time
    ActionCommand("draw", "offer_draw", "Offer a draw, or accept one"),
    ActionCommand("resign", "resign", "Give the game up"),
)
