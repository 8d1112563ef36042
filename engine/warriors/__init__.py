"""Warriors of God: the wars of England and France, 1135 to 1453."""
