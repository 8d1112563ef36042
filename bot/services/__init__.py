"""The services that act on games through the referee, for players, game masters and the clock."""
