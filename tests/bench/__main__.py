"""`make bench`: measures, prints, and asserts nothing."""

from tests.bench import engine_bench, flow_bench, plans_bench, render_bench, server_bench

CHAPTERS = {
    "Rules": engine_bench,
    "Flow": plans_bench,
    "Flow over the wire": flow_bench,
    "Pictures": render_bench,
    "Server": server_bench,
}

if __name__ == "__main__":
    for title, chapter in CHAPTERS.items():
        print(f"\n{title}")
        for what, figures in chapter.measure():
            print(f"  {what:64} {figures}")
