"""/kingmaker: a command for every action of Kingmaker. Each row is one; completion offers only what is legal."""

from bot.commands.actions import ActionCommand

NOBLES = "Nobles, separated by commas"

KINGMAKER = (
    # set-up
    ActionCommand(
        "setup give", "allocate", "Give a dealt card to one of your nobles", {"card": "The card", "noble": "The noble"}
    ),
    ActionCommand(
        "setup station", "station", "Say where a noble starts", {"noble": "The noble", "at": "Where he starts"}
    ),
    ActionCommand("setup ready", "ready", "Your faction is set up", {}),
    # Event phase
    ActionCommand("event stay", "stay_with", "Leave an heir with another noble", {"noble": "The noble who stays"}),
    ActionCommand("event along", "go_along", "Let the heir go with the noble who is called away", {}),
    ActionCommand("event ships", "send_ships", "Say which ships answer the call", {"ships": "Ships, by commas"}),
    ActionCommand(
        "event shelter",
        "shelter",
        "Bring a ship into port out of the storm",
        {"port": "The port", "ashore": "Where passengers land; empty: they stay aboard"},
    ),
    ActionCommand("event embassy", "travel", "Who goes to the embassy with the King", {"companions": NOBLES}),
    ActionCommand("event guard", "guard", "Who takes the heir of a dead noble", {"noble": "The noble"}),
    # Coronation, Crown
    ActionCommand("crown", "crown_heir", "Crown an heir", {"heir": "The heir"}),
    ActionCommand(
        "play",
        "play",
        "Play a Crown card from your hand",
        {"card": "The card", "noble": "Onto which noble", "at": "Where a noble appears"},
    ),
    ActionCommand("keep", "keep", "Keep the card that you drew", {}),
    ActionCommand("pass", "pass", "Nothing more: end the phase, or decline what you are asked", {}),
    # any time
    ActionCommand("kill", "kill_heir", "Kill an heir in your hands", {"heir": "The heir"}),
    ActionCommand(
        "transfer",
        "transfer",
        "Pass a card or an heir from one of your nobles to another in the same place",
        {"thing": "The card or heir", "noble": "Who gets it"},
    ),
    ActionCommand(
        "trade offer",
        "offer_trade",
        "Offer another player an exchange or a gift",
        {"to": "The player", "give": "What you give, separated by commas", "take": "What you want, by commas"},
    ),
    ActionCommand("trade accept", "accept_trade", "Accept an offer", {"trade": "The offer"}),
    ActionCommand("trade decline", "decline_trade", "Turn an offer down", {"trade": "The offer"}),
    ActionCommand("trade withdraw", "withdraw_trade", "Take your own offer back", {"trade": "The offer"}),
)
