"""Processes that are there at once, since they are forked from one in which everything is ready: to be killed."""

import multiprocessing

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.crash.ready"])
