"""What is placed for a player whose time is over (D03) [LAN-BASE-103]."""
