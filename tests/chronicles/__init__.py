"""Games between computer players, with what came of each action down to the word: `make chronicles` plays them anew."""
