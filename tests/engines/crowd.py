"""Runs classmate.py beside threads or processes of its own, as honest programs may have them.

    python3 crowd.py threads|processes NAME
"""
import multiprocessing
import runpy
import sys
import threading
import time


def work(_=None):
    for _ in range(3):
        sum(range(100_000))
        time.sleep(0.01)
    return 1


if __name__ == "__main__":
    kind, name = sys.argv[1:]
    if kind == "threads":
        for _ in range(8):
            threading.Thread(target=lambda: [work() for _ in range(1000)], daemon=True).start()
    else:
        pool = multiprocessing.Pool(4)
        assert pool.map(work, range(8)) == [1] * 8
    sys.argv = ["classmate.py", name]
    runpy.run_path("classmate.py", run_name="__main__")
