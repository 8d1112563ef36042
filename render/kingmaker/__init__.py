"""The pictures of Kingmaker; `pictures` is the door."""
