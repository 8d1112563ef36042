"""What lies beside the map: cards, hands, factions, fights, debates."""
