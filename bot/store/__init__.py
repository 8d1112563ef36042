"""The store: one database file with every game, its log, its promises to players and its deadlines."""
