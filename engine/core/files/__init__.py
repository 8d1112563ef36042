"""What is read from the files of a game below `data/`: its printed things, options, rule ids and leaflets."""
