"""Settings that work in the main process alone, for the test of what happens then."""

import multiprocessing

from euchre_night.settings import *  # noqa: F403

if multiprocessing.parent_process() is not None:
    raise RuntimeError("These settings are broken in a worker.")
