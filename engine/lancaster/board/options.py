"""The consequences of a table's options (rules 12.4; data/lancaster/options.toml has the options themselves)."""

from collections.abc import Mapping, Sequence

KING_GROUPS = (2, 3)
"""The groups that the Laws of the King replace."""


def allowed_sets(values: Mapping[str, object], group: int) -> Sequence[str]:
    """Return the sets from which a group of laws may come."""
    new = ["new"] if values["new_laws"] else []
    king = ["king"] if values["king_laws"] and group in KING_GROUPS else []
    return ["base", *new, *king]


def law_set(values: Mapping[str, object], group: int) -> str:
    """Return the set from which a group of laws comes; "" where it is drawn."""
    match values["law_preset"]:
        case "king":
            return "king" if group in KING_GROUPS else "base"
        case "mix":
            return str(values[f"law_group_{group}"])
        case "random":
            return ""
        case preset:
            return str(preset)
