"""What everything stands on: the state, the printed things, houses and goods, and the choices that many rules share."""
