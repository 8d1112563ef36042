"""Lancaster with the expansion Henry V: knights in counties, castles and conflicts, lords at court, votes on laws."""
