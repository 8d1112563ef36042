"""`make bench`: measures, prints, and asserts nothing."""

from tests.bench import commands_bench, engine_bench, plans_bench, render_bench, server_bench

CHAPTERS = {
    "Rules": engine_bench,
    "Flow": plans_bench,
    "Pictures": render_bench,
    "Server": server_bench,
    "Commands": commands_bench,
}

if __name__ == "__main__":
    for title, chapter in CHAPTERS.items():
        print(f"\n{title}")
        for what, figures in chapter.measure():
            print(f"  {what:64} {figures}")
