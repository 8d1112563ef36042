"""The store: one database file with every game, its log, its messages to players and its deadlines."""
