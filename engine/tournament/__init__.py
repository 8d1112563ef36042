"""Tournaments: heats, seating, results, standings, a Final, rulings and ratings, as functions of what happened.

Nothing here knows a game, Discord or a database. A tournament is its log: `engine.tournament.log` has what can happen,
`engine.tournament.tournament` carries it out, everything else is read from the state that comes of it.
"""
