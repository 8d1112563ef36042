"""/warriors: a command for every action of Warriors of God. Completion offers only what is legal."""

from bot.model.action_commands import ActionCommand

LEADERS = "Leaders who stand together, separated by commas"
WAYS = "Who flees where, separated by commas; I find room for those you leave out"
RAISED = "Number, kind and area, separated by commas"
TAKEN = "Number, kind and receiver, separated by commas"

COMMANDS = (
    # before the first turn
    ActionCommand(
        "setup bid",
        "bid",
        "Bid points for the English; nobody sees your bid until both have bid",
        {"points": "How many points you give the French"},
    ),
    ActionCommand("setup leader", "choose", "Take one of the first two non-aligned leaders", {"leader": "Whom"}),
    # impulses
    ActionCommand("move", "move", "Move leaders from one area to the next", {"leaders": LEADERS, "to": "Where to"}),
    ActionCommand("unmark", "unmark", "Remove an enemy control marker", {"area": "In which area"}),
    ActionCommand("pass", "pass", "Pass an impulse, deploy no more troops, or leave prisoners in prison"),
    ActionCommand("rest", "pass_all", "Pass all impulses that are left to you this turn"),
    # battles
    ActionCommand("battle next", "engage", "Say which battle is fought next", {"area": "Where"}),
    ActionCommand("battle command", "command", "Name your battle commander", {"leader": "Who commands"}),
    ActionCommand("battle besieged", "stand_siege", "Accept the siege: the enemy rolls once against the siege number"),
    ActionCommand("battle field", "give_battle", "Fight in the field instead of being besieged"),
    ActionCommand("battle flee", "flee", "Say where your leaders go after a siege that has failed", {"ways": WAYS}),
    ActionCommand(
        "battle lose", "lose", "Name the pieces that you lose", {"pieces": "Pieces in order, separated by commas"}
    ),
    ActionCommand("battle stay", "stay", "Fight another round"),
    ActionCommand("battle retreat", "retreat", "Retreat with all your leaders to one area", {"to": "Where to"}),
    ActionCommand(
        "battle withdraw",
        "withdraw",
        "Name the leaders who get away, if not all can",
        {"leaders": "Separated by commas"},
    ),
    ActionCommand("battle force", "force", "Force the aggressor to retreat after three misses"),
    ActionCommand("battle spare", "let_stay", "Do not force the aggressor to retreat"),
    # standing orders
    ActionCommand(
        "order siege",
        "order_siege",
        "Set the siege number from which you accept a siege, for every battle",
        {"least": "The siege number"},
    ),
    ActionCommand(
        "order losses",
        "order_losses",
        "Set which troops you lose first, for every battle",
        {"order": "Kinds of troops by commas; empty for the usual order"},
    ),
    # troops
    ActionCommand("accept", "as_proposed", "Accept all proposals: troops, places, ways of flight"),
    ActionCommand("raise", "levy", "Raise special troops, and infantry for all the rest", {"troops": RAISED}),
    ActionCommand("raise-only", "raise", "Raise just the troops that you name", {"troops": RAISED}),
    ActionCommand("deploy", "deploy", "Move troops that have no leader", {"troops": RAISED, "to": "To which area"}),
    ActionCommand(
        "recruit",
        "recruit",
        "Recruit mercenaries for a leader",
        {"mercenaries": "Which, and how many", "leader": "For whom"},
    ),
    ActionCommand(
        "assign", "allot", "Say who takes which troops; all others are assigned as proposed", {"troops": TAKEN}
    ),
    ActionCommand(
        "assign-only", "assign", "Assign just the troops that you name; all others disperse", {"troops": TAKEN}
    ),
    # leaders
    ActionCommand(
        "exchange",
        "exchange",
        "Exchange prisoners of as many stars",
        {"english": "The English who go free", "french": "The French who go free"},
    ),
    ActionCommand(
        "ransom",
        "ransom",
        "Pay for a leader in prison with control markers",
        {
            "leader": "Who is ransomed",
            "area": "The area that you give up",
            "second": "A second one, if the first is worth too little",
            "third": "A third one",
        },
    ),
    ActionCommand("place", "place", "Place a leader", {"leader": "Whom", "area": "Where"}),
    ActionCommand("crown", "crown", "Crown a King", {"leader": "Whom"}),
)
