"""`make bench`: measures, prints, and asserts nothing; `python -m tests.bench server` measures one chapter."""

import sys

from tests.bench import (
    commands_bench,
    crowd_bench,
    engine_bench,
    flow_bench,
    heralds_bench,
    plans_bench,
    render_bench,
    server_bench,
)

CHAPTERS = {
    "Rules": engine_bench,
    "Flow": plans_bench,
    "Flow over the wire": flow_bench,
    "Pictures": render_bench,
    "Server": server_bench,
    "Commands": commands_bench,
    "Crowd": crowd_bench,
    "Heralds": heralds_bench,
}

if __name__ == "__main__":
    wanted = {name.capitalize() for name in sys.argv[1:]} or CHAPTERS.keys()
    for title in (name for name in CHAPTERS if name in wanted):
        print(f"\n{title}")
        for what, figures in CHAPTERS[title].measure():
            print(f"  {what:64} {figures}")
