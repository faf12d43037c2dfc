"""How long the acts of a big night take, and reading it afterwards. Prints figures; not collected by pytest.

python3 -m tests.load.simulate                                       400 players, 8 games, on SQLite
python3 -m tests.postgres -m tests.load.simulate                     the same on PostgreSQL
    --players 240,160   --games 8   --seed 1   --preset wemsa

Every act waits for the disk as in a hall. Seconds of this process alone: no server, no pages.
"""

import argparse
import os
import time
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from statistics import median, quantiles
from types import ModuleType
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.test.utils import setup_databases, teardown_databases  # noqa: E402
from django.utils import timezone  # noqa: E402

from euchre_night.settings import SQLITE  # noqa: E402
from tests.factories import make_organizer  # noqa: E402
from tournaments.models import Tournament  # noqa: E402
from tournaments.queries.health import health_of  # noqa: E402
from tournaments.queries.prizes import prizes_of  # noqa: E402
from tournaments.queries.progress import progress_of  # noqa: E402
from tournaments.queries.standings import standings_of  # noqa: E402
from tournaments.simulation import Script, simulate  # noqa: E402

MODULES = (
    "check_in",
    "links",
    "money",
    "movement",
    "nights",
    "prizes",
    "registration",
    "rotation",
    "rounds",
    "sheets",
)
THINKS = ("propose", "create_night")
READINGS = 5

Times = dict[str, list[float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--preset", default="wemsa")
    parser.add_argument("--players", default="240,160", help="heads by division")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    database = settings.DATABASES["default"]
    if "sqlite" in database["ENGINE"]:
        database["OPTIONS"] = SQLITE["OPTIONS"]  # tests do not wait for the disk; a hall does
    old = setup_databases(verbosity=0, interactive=False)
    try:
        play(Script(args.preset, tuple(map(int, args.players.split(","))), seed=args.seed, games=args.games))
    finally:
        teardown_databases(old, verbosity=0)


def play(script: Script) -> None:
    times: Times = defaultdict(list)
    for name in MODULES:
        _measure_acts(import_module(f"tournaments.actions.{name}"), times)
    begun = time.perf_counter()
    night = simulate(script, organizer=make_organizer())
    whole = time.perf_counter() - begun
    reads = _readings(night)
    engine = settings.DATABASES["default"]["ENGINE"].rsplit(".", 1)[-1]
    print(
        f"{engine}: {script.preset}, {sum(script.players)} players, {script.games} games, {whole:.0f} s in all"
    )
    print(f"{'milliseconds':<24}{'times':>7}{'p50':>9}{'p95':>9}{'max':>9}")
    for figures in (times, reads):
        for name, seconds in sorted(figures.items(), key=lambda item: -max(item[1])):
            print(line(name, seconds))
    for problem in health_of(night):
        print(f"{problem.level}: {problem.text}")


def line(name: str, seconds: list[float]) -> str:
    p95 = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
    values = (median(seconds), min(p95, max(seconds)), max(seconds))
    return f"{name:<24}{len(seconds):>7}" + "".join(f"{1000 * value:>9.1f}" for value in values)


def _measure_acts(module: ModuleType, times: Times) -> None:
    """Time every act of a module where it is called through the module."""
    for name, function in vars(module).items():
        is_act = hasattr(function, "__wrapped__") and getattr(function, "__module__", "") == module.__name__
        if is_act or name in THINKS:
            setattr(module, name, _timed(name, function, times))


def _timed(name: str, function: Callable[..., Any], times: Times) -> Callable[..., Any]:
    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        begun = time.perf_counter()
        try:
            return function(*args, **kwargs)
        finally:
            times[name].append(time.perf_counter() - begun)

    return call


def _readings(night: Tournament) -> Times:
    """What the pages of the finished night read."""
    reads: Times = defaultdict(list)
    readers: dict[str, Callable[[], object]] = {
        "read standings": lambda: standings_of(night),
        "read prizes": lambda: prizes_of(night),
        "read control room": lambda: progress_of(night, timezone.now()),
        "read health": lambda: health_of(night),
    }
    for name, read in readers.items():
        for _ in range(READINGS):
            begun = time.perf_counter()
            read()
            reads[name].append(time.perf_counter() - begun)
    return reads


if __name__ == "__main__":
    main()
