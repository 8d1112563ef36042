"""/kingmaker: a command for every action of Kingmaker. Each row is one; completion offers only what is legal."""

from bot.model.action_commands import ActionCommand

NOBLES = "Nobles, separated by commas"
CARD = "'ask' to be asked again before the card; else you fight on if nothing changes"
EXCHANGE = {
    "to": "The player",
    "give": "What you give, separated by commas",
    "take": "What you want, separated by commas",
}


COMMANDS = (
    # Movement phase
    ActionCommand(
        "move",
        "move",
        "Move nobles by road or across country",
        {
            "nobles": NOBLES,
            "pick_up": "Heirs to fetch on the way, separated by commas",
            "to": "Where to, in the open or inside",
            "via": "By road, or across country",
        },
    ),
    ActionCommand(
        "sail",
        "sail",
        "Sail ships",
        {"ships": "Ships, separated by commas", "to": "Where to", "land": "Where everybody lands"},
    ),
    ActionCommand("undo", "take_back", "Undo your moves of this phase, unless they revealed something"),
    ActionCommand("ship board", "embark", "Go aboard a ship in port", {"ship": "The ship", "nobles": NOBLES}),
    ActionCommand("ship land", "land", "Go ashore", {"ship": "The ship", "at": "Where", "nobles": NOBLES}),
    ActionCommand("force split", "regroup", "Let nobles form a force of their own where they are", {"nobles": NOBLES}),
    ActionCommand(
        "force heir",
        "take_charge",
        "Take charge of an heir in the same place",
        {"heir": "The heir", "noble": "By whom"},
    ),
    ActionCommand("force again", "free_move", "Spend a Free Move on a second move", {"mover": "Who moves again"}),
    ActionCommand(
        "force ride",
        "ride_past",
        "Spend a Free Move to ride past fortresses with a bishop",
        {"nobles": "The noble who rides, alone", "to": "Where to", "pick_up": "Heirs to fetch, separated by commas"},
    ),
    ActionCommand("force refuge", "refuge", "Play a Refuge card for a place overseas", {"place": "The place"}),
    ActionCommand("force fetch", "fetch", "Send a ship for a stranded noble", {"ship": "The ship"}),
    ActionCommand("force abandon", "give_up_heirs", "Kill the heirs of a stranded noble", asked=True),
    ActionCommand("force forsake", "give_up_noble", "Let a stranded noble die with his heirs", asked=True),
    ActionCommand(
        "allow",
        "allow",
        "Let another player use your place or ship",
        {"site": "The place or ship", "seat": "Whom", "purpose": "What for"},
    ),
    ActionCommand(
        "permission ask",
        "ask",
        "Ask to use another player's place or ship",
        {"site": "The place or ship", "purpose": "What for"},
    ),
    ActionCommand(
        "permission refuse",
        "refuse",
        "Refuse a request for your place or ship",
        {"site": "The place or ship", "purpose": "What for"},
        asked=True,
    ),
    ActionCommand("permission out", "put_out", "Put guests out of your places", {"nobles": NOBLES}),
    # Combat phase
    ActionCommand(
        "attack", "attack", "Attack nobles in the open", {"force": "Your force", "target": "Whom", "card": CARD}
    ),
    ActionCommand(
        "siege",
        "siege",
        "Attack or besiege a castle or town",
        {"force": "Your force", "site": "The place", "card": CARD},
    ),
    ActionCommand(
        "battle sally",
        "sally",
        "Attack your besiegers",
        {"nobles": NOBLES, "relief": "Forces that come to help", "victim": "As an assassin: whose life"},
    ),
    ActionCommand(
        "battle assassin",
        "send_assassin",
        "Send one untitled noble after a life in a force more than four times as strong",
        {"force": "Your noble", "target": "Whose force", "victim": "The noble or heir; empty: the strongest noble"},
    ),
    ActionCommand("battle home", "go_home", "Say where a noble goes who must go home", {"at": "Where"}, asked=True),
    ActionCommand(
        "battle ambush",
        "ambush",
        "Ambush a much stronger force",
        {"force": "Your force", "target": "Whom", "heirs": "The heir to kill, if one is there"},
    ),
    ActionCommand("battle again", "draw_again", "Fight on after a noble has wavered: turn another card", asked=True),
    ActionCommand("battle break", "break_off", "Break off the battle after a noble has wavered", asked=True),
    ActionCommand(
        "battle sea",
        "attack_fleet",
        "Attack ships at sea",
        {"sea": "The sea square", "target": "Whose ships", "card": CARD},
    ),
    ActionCommand(
        "battle scuttle", "scuttle", "Sink captured ships of an office", {"ships": "The ships, separated by commas"}
    ),
    ActionCommand(
        "battle port", "make_port", "Land the nobles that your ships cannot hold", {"port": "The port"}, asked=True
    ),
    ActionCommand("battle pardon", "play_pardon", "Save a noble with the King's Pardon", {"noble": "Whom"}, asked=True),
    ActionCommand("battle draw", "draw", "Turn the card: fight"),
    ActionCommand("battle besiege", "hold_siege", "Lay siege, or hold the siege, without turning a card"),
    ActionCommand("battle withdraw", "withdraw", "Call your attack off; it is used up"),
    ActionCommand("battle ready", "stand_ready", "Say that you are ready for this fight", asked=True),
    ActionCommand("battle ally", "ally", "Offer to fight on a side", {"force": "Your force", "side": "Which side"}),
    ActionCommand("battle admit", "admit_ally", "Accept an ally", {"force": "Whose force"}, asked=True),
    ActionCommand("battle hold", "hold_back", "Keep a force of yours out of the fight", {"force": "The force"}),
    ActionCommand("battle bring", "bring_in", "Bring a force of yours into the fight", {"force": "The force"}),
    ActionCommand("battle enter", "go_inside", "Send a victorious noble inside", {"noble": "The noble"}, asked=True),
    ActionCommand(
        "battle keeper",
        "name_keeper",
        "Name the noble who holds the captured place",
        {"noble": "The noble"},
        asked=True,
    ),
    ActionCommand("battle lift", "raise_siege", "Give up a siege", {"site": "The place"}),
    ActionCommand(
        "battle spoils",
        "divide",
        "Divide captives, heirs and cards",
        {"thing": "Who or what", "to": "To whom"},
        asked=True,
    ),
    ActionCommand(
        "battle after",
        "end_inside",
        "After a sally: name who ends inside; the others end in the open",
        {"nobles": NOBLES},
        asked=True,
    ),
    ActionCommand(
        "ransom",
        "offer_trade",
        "Offer a ransom: the captive under 'take', or 'give' if yours",
        EXCHANGE,
    ),
    ActionCommand("release", "release", "Let a captive go for nothing", {"noble": "The captive"}),
    ActionCommand("execute", "execute", "Put captives to death", {"nobles": NOBLES}),
    # Parliament phase
    ActionCommand(
        "parliament call",
        "call_parliament",
        "Call Parliament",
        {"place": "Where it meets", "nobles": "The nobles that your Writs compel to come, separated by commas"},
    ),
    ActionCommand(
        "parliament place",
        "choose_place",
        "Choose where Parliament meets",
        {"place": "The place", "noble": "Which noble goes there, if several could"},
        asked=True,
    ),
    ActionCommand(
        "parliament attend",
        "attend",
        "Send nobles to Parliament",
        {"nobles": NOBLES, "leave": "Heirs who stay where they are, separated by commas"},
    ),
    ActionCommand("parliament excuse", "excuse", "Excuse nobles from Parliament", {"nobles": NOBLES}),
    ActionCommand("parliament revoke", "revoke", "Cancel excuses, each with a Writ", {"nobles": NOBLES}),
    ActionCommand(
        "parliament port",
        "put_in",
        "Say which ships put into port",
        {"ships": "Ships, separated by commas"},
        asked=True,
    ),
    ActionCommand(
        "parliament assign",
        "assign",
        "Give a card of the Chancery to a noble",
        {"card": "The card", "noble": "The noble"},
    ),
    ActionCommand(
        "parliament order", "order_business", "Set the order of business", {"cards": "Cards, separated by commas"}
    ),
    ActionCommand(
        "parliament propose", "propose", "Propose a noble for the card under discussion", {"noble": "The noble"}
    ),
    ActionCommand(
        "parliament vote", "vote", "Vote; nobody sees it until the vote closes", {"ballot": "Aye, nay or abstain"}
    ),
    ActionCommand("parliament accept", "accept_award", "Accept what your noble is given", asked=True),
    ActionCommand("parliament decline", "decline_award", "Decline what your noble is given", asked=True),
    ActionCommand("parliament support", "move_support", "Ask Parliament to support your King", {"king": "The King"}),
    ActionCommand("parliament debate", "call_vote", "Call the vote on what is debated, or second another's call"),
    ActionCommand("parliament enough", "end_debate", "End your part in the debate"),
    ActionCommand("parliament accuse", "accuse", "Have one of two Kings declared illegitimate", {"king": "The King"}),
    ActionCommand(
        "parliament give-up", "hand_king", "Give the King up to another noble", {"noble": "The noble"}, asked=True
    ),
    ActionCommand(
        "parliament transfer",
        "pass_on",
        "Pass a title or an office on to another noble",
        {"card": "The title or office", "noble": "To whom"},
    ),
    ActionCommand(
        "parliament ships", "raise_ships", "Bring the lost ships of an office back", {"office": "The office"}
    ),
    ActionCommand("parliament consent", "consent", "Agree that a title or an office changes hands", asked=True),
    ActionCommand("parliament refuse", "refusal", "Do not agree that a title or an office changes hands", asked=True),
    ActionCommand(
        "parliament keep-ship",
        "keep_ship",
        "Hold a ship where it is, with a Free Move",
        {"ship": "The ship"},
        asked=True,
    ),
    ActionCommand(
        "parliament return",
        "return_home",
        "Say where a noble goes home to",
        {"noble": "The noble", "at": "Where"},
        asked=True,
    ),
    ActionCommand("parliament depart", "depart", "Let all your nobles go home as planned", asked=True),
    # Coronation and Crown phases
    ActionCommand("crown", "crown_heir", "Crown an heir", {"heir": "The heir"}),
    ActionCommand(
        "play",
        "play",
        "Play a Crown card from your hand",
        {"card": "The card", "noble": "Onto which noble", "at": "Where a noble appears"},
    ),
    ActionCommand("discard", "discard", "Discard a Crown card: your hand is too full", {"card": "The card"}),
    ActionCommand(
        "duke", "call_duke", "Call the Duke of your senior heir's house", {"duke": "The Duke", "at": "The place"}
    ),
    ActionCommand("keep", "keep", "Keep the card that you drew", asked=True),
    ActionCommand("pass", "pass", "End the phase, or decline what you are asked"),
    # Event phase
    ActionCommand(
        "event stay", "stay_with", "Leave an heir with another noble", {"noble": "The noble who stays"}, asked=True
    ),
    ActionCommand("event along", "go_along", "Let the heir go with the noble who is called away", asked=True),
    ActionCommand(
        "event inside", "called_inside", "Let a noble who is called to a place of yours go inside", asked=True
    ),
    ActionCommand(
        "event ships",
        "send_ships",
        "Say which ships answer the call",
        {"ships": "Ships, separated by commas"},
        asked=True,
    ),
    ActionCommand(
        "event shelter",
        "shelter",
        "Bring a ship into port out of the storm",
        {"port": "The port", "ashore": "Where passengers land; empty: they stay aboard"},
        asked=True,
    ),
    ActionCommand(
        "event commission",
        "commission",
        "Spend a Writ and send another noble",
        {"noble": "Who goes instead"},
        asked=True,
    ),
    ActionCommand(
        "event entrust", "entrust_heir", "Ask another player to take an heir", {"noble": "His noble"}, asked=True
    ),
    ActionCommand("event adopt", "take_heir", "Take the heir that another player entrusts to you", asked=True),
    ActionCommand(
        "event request",
        "ask_for_heir",
        "Ask another player for an heir who goes along",
        {"heir": "Which heir"},
        asked=True,
    ),
    ActionCommand("event release", "part_with_heir", "Give the heir that another player asks for", asked=True),
    ActionCommand(
        "event welcome", "welcome", "Let in the nobles that a card sends to your place, this once", asked=True
    ),
    ActionCommand("event shut", "turn_away", "Leave the nobles that a card sends outside your place", asked=True),
    ActionCommand(
        "event treachery",
        "pick_cards",
        "Take cards from a hand, unseen",
        {"positions": "From the left, separated by commas"},
        asked=True,
    ),
    ActionCommand(
        "event embassy", "travel", "Say who goes to the embassy with the King", {"companions": NOBLES}, asked=True
    ),
    ActionCommand("event guard", "guard", "Say who takes the heir of a dead noble", {"noble": "The noble"}, asked=True),
    # any time
    ActionCommand("kill", "kill_heir", "Kill an heir in your hands", {"heir": "The heir"}),
    ActionCommand("trade offer", "offer_trade", "Offer another player an exchange or a gift", EXCHANGE),
    ActionCommand("trade accept", "accept_trade", "Accept an offer", {"trade": "The offer"}),
    ActionCommand("trade decline", "decline_trade", "Turn an offer down", {"trade": "The offer"}),
    ActionCommand("trade withdraw", "withdraw_trade", "Take your own offer back", {"trade": "The offer"}),
    ActionCommand(
        "trade pass-on",
        "transfer",
        "Pass a card or an heir from one of your nobles to another in the same place",
        {"thing": "The card or heir", "noble": "Who gets it"},
    ),
    ActionCommand(
        "event part", "give_up", "Leave the heirs of one house without a protector", {"house": "The house"}, asked=True
    ),
    ActionCommand(
        "event last-cards",
        "place_all",
        "At the end: place all cards left in your hand, for the most points",
        asked=True,
    ),
    ActionCommand("ship lend", "lend_ship", "Lend a ship to another player", {"ship": "The ship", "to": "The player"}),
    ActionCommand("ship recall", "recall_ship", "Call a lent ship back", {"ship": "The ship"}),
    # set-up
    ActionCommand(
        "setup give", "allocate", "Give a dealt card to one of your nobles", {"card": "The card", "noble": "The noble"}
    ),
    ActionCommand("setup station", "station", "Say where a noble starts", {"noble": "The noble", "at": "The start"}),
    ActionCommand(
        "setup entrust",
        "entrust",
        "Let another of your nobles hold a fortress",
        {"place": "The fortress", "noble": "The noble"},
    ),
    ActionCommand(
        "setup enter",
        "enter_hand",
        "Say which cards you hold in a game that was begun elsewhere",
        {"cards": "Your Crown cards, separated by commas", "kept": "Your kept event cards, separated by commas"},
    ),
    ActionCommand(
        "setup dealt", "have_dealt", "Have a hand dealt in a game that was begun elsewhere, if yours is lost"
    ),
    ActionCommand("setup ready", "ready", "Your faction is set up"),
)
