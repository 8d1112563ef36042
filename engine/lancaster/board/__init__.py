"""The foundation of all rules: state, printed pieces, houses, goods, and choices that many rules share."""
