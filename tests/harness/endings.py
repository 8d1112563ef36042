"""Positions of games for two shortly before their end, so that a few decisions lead there."""

LAST_HEIRS = """game = "kingmaker"
variant = "base"
seats = ["ann", "alys"]
edit = [
  { op = "place", noble = "percy", seat = "ann", at = "open:york" },
  { op = "place", noble = "neville", seat = "ann", at = "open:york" },
  { op = "give", card = "warden_of_the_marches", noble = "percy" },
  { op = "place", noble = "scrope", seat = "alys", at = "open:wakefield" },
  { op = "kill", person = "margaret_of_anjou" },
  { op = "kill", person = "edward_of_lancaster" },
  { op = "kill", person = "edward_of_march" },
  { op = "kill", person = "george_of_clarence" },
  { op = "kill", person = "richard_of_gloucester" },
  { op = "heir", heir = "henry_vi", noble = "percy" },
  { op = "heir", heir = "richard_of_york", noble = "scrope" },
  { op = "round", number = 9 },
  { op = "goto", seat = "ann", phase = "movement" },
]
"""

_TURN_TWELVE = """game = "warriors"
variant = "hyw"
seats = ["ann", "alys"]
edit = [
  { op = "station", leader = "talbot", area = "normandy", troops = { longbow_english = 3, infantry = 2 } },
  { op = "station", leader = "henry_vi", area = "england", troops = { knight_english = 1 } },
  { op = "station", leader = "charles_vii", area = "orleanais", troops = { knight_french = 2, infantry = 2 } },
  { op = "station", leader = "richemont", area = "normandy", troops = { infantry = 2 } },
  { op = "set_aggressor", area = "normandy", side = "french" },
  { op = "set_king", side = "english", leader = "henry_vi" },
  { op = "set_king", side = "french", leader = "charles_vii" },
  { op = "set_control", areas = ["england", "wales", "normandy"], side = "english" },
  { op = "set_control", areas = ["orleanais", "ile_de_france", "berry"], side = "french" },
  { op = "round", number = 12 },
"""

LAST_TURN = f"""{_TURN_TWELVE}  {{ op = "goto", phase = "initiative" }},
]
"""

_NEARLY_EVEN = """game = "lancaster"
variant = "base"
seats = ["ann", "alys"]
edit = [
  { op = "set_goods", seat = "ann", good = "points", number = 22 },
  { op = "set_goods", seat = "alys", good = "points", number = 21 },
  { op = "set_goods", seat = "ann", good = "squires", number = 3 },
  { op = "set_goods", seat = "alys", good = "squires", number = 3 },
"""

_ROUND_FIVE = """  { op = "round", number = 5, start = "ann" },
  { op = "goto", stage = "place" },
]
"""

LAST_ROUND = _NEARLY_EVEN + _ROUND_FIVE

TILT = """game = "warlord"
variant = "base"
seats = ["ann", "alys"]
edit = [
  { op = "place", piece = "red_warlord", square = "F7" },
  { op = "place", piece = "red_knight", square = "G12" },
  { op = "place", piece = "blue_warlord", square = "G14" },
  { op = "remove", piece = "blue_lady" },
  { op = "remove", piece = "blue_knight" },
  { op = "remove", piece = "blue_footman" },
  { op = "count", round = 9 },
  { op = "goto", side = "red", step = "movement" },
]
"""

LAST_IMPULSE = f"""{_TURN_TWELVE}  {{ op = "goto", phase = "impulses" }},
  {{ op = "set_impulses", english = 1, french = 1, moving = "english" }},
]
"""
"""The last turn when each side has one impulse left."""

LAST_KNIGHTS = f"""{_NEARLY_EVEN}  {{ op = "stand", knight = "blue_2a", at = "reserve" }},
  {{ op = "stand", knight = "yellow_2a", at = "reserve" }},
  {{ op = "stand", knight = "green_2a", at = "reserve" }},
  {{ op = "stand", knight = "red_2a", at = "reserve" }},
{_ROUND_FIVE}"""
"""The last round with one knight for each player."""
