"""/warriors: a command for every action of Warriors of God. Completion offers only what is legal."""

from collections.abc import Mapping

from bot.commands.actions import ActionCommand


def _row(path: str, tag: str, description: str, options: Mapping[str, str] | None = None) -> ActionCommand:
    return ActionCommand(path, tag, description, options or {})


LEADERS = "Leaders who stand together, separated by commas"
WAYS = "Who flees where, by commas; whom you do not name goes where there is room"
RAISED = "How many of what, and where, by commas"
TAKEN = "How many of what, and for whom, by commas"

COMMANDS = (
    # before the first turn
    _row(
        "setup bid",
        "bid",
        "Bid points for the English; nobody sees your bid until both have bid",
        {"points": "How many points you give the French"},
    ),
    _row("setup leader", "choose", "Take one of the first two non-aligned leaders", {"leader": "Whom"}),
    # impulses
    _row("move", "move", "Move leaders from one area to the next", {"leaders": LEADERS, "to": "Where to"}),
    _row("unmark", "unmark", "Remove an enemy control marker", {"area": "In which area"}),
    _row("pass", "pass", "Pass an impulse, deploy nothing more, or let prisoners rot"),
    _row("rest", "pass_all", "Pass all impulses that are left to you this turn"),
    # battles
    _row("battle next", "engage", "Say which battle is fought next", {"area": "Where"}),
    _row("battle command", "command", "Name your battle commander", {"leader": "Who commands"}),
    _row("battle besieged", "stand_siege", "Be besieged: the enemy rolls once against the siege number"),
    _row("battle field", "give_battle", "Fight in the field instead of being besieged"),
    _row("battle flee", "flee", "Say where your leaders go after a siege that has failed", {"ways": WAYS}),
    _row("battle lose", "lose", "Name the pieces that you lose", {"pieces": "Pieces in order, by commas"}),
    _row("battle stay", "stay", "Fight another round"),
    _row("battle retreat", "retreat", "Retreat with all your leaders to one area", {"to": "Where to"}),
    _row("battle withdraw", "withdraw", "Name the leaders who get away where not all can", {"leaders": "By commas"}),
    _row("battle force", "force", "Force the aggressor to retreat after three misses"),
    _row("battle spare", "let_stay", "Do not force the aggressor to retreat"),
    # standing orders
    _row(
        "order siege",
        "order_siege",
        "Order from which siege number on you are besieged, in every battle",
        {"least": "The siege number"},
    ),
    _row(
        "order losses",
        "order_losses",
        "Order which troops you lose first, in every battle",
        {"order": "Kinds of troops by commas; empty for the usual order"},
    ),
    # troops
    _row("accept", "as_proposed", "Take all that is proposed to you: troops, places, ways of flight"),
    _row("raise", "levy", "Raise special troops, and infantry for all the rest", {"troops": RAISED}),
    _row("raise_only", "raise", "Raise just the troops that you name", {"troops": RAISED}),
    _row("deploy", "deploy", "Move troops that have no leader", {"troops": RAISED, "to": "To which area"}),
    _row(
        "recruit",
        "recruit",
        "Recruit mercenaries for a leader",
        {"mercenaries": "Which, and how many", "leader": "For whom"},
    ),
    _row("assign", "allot", "Say who takes which troops; all others are assigned as proposed", {"troops": TAKEN}),
    _row("assign_only", "assign", "Assign just the troops that you name; all others disperse", {"troops": TAKEN}),
    # leaders
    _row(
        "exchange",
        "exchange",
        "Exchange prisoners of as many stars",
        {"english": "The English who go free", "french": "The French who go free"},
    ),
    _row(
        "ransom",
        "ransom",
        "Pay for a leader in prison with control markers",
        {
            "leader": "Who is ransomed",
            "area": "The area that you give up",
            "second": "A second one, if the first is not worth enough",
            "third": "A third one",
        },
    ),
    _row("place", "place", "Place a leader", {"leader": "Whom", "area": "Where"}),
    _row("crown", "crown", "Crown a King", {"leader": "Whom"}),
)
