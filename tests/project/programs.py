"""Run the project's own programs as a user does: in a process of their own, with their own data folder."""

import http.client
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
OURS = (
    "PRODUCTION",
    "DEBUG",
    "DATABASE_URL",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "DJANGO_SETTINGS_MODULE",
    "DATA_DIR",
    "STATIC_ROOT",
)


def variables(data: Path, **more: str) -> dict[str, str]:
    """The environment of somebody who has set nothing but `more`."""
    clean = {name: value for name, value in os.environ.items() if name not in OURS}
    return {**clean, "DATA_DIR": str(data), "STATIC_ROOT": str(data / "static"), **more}


def manage(data: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `manage.py` to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=variables(data, **environment),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@dataclass
class Running:
    """A started server: its process, its port and what it has printed."""

    process: subprocess.Popen[str]
    port: int
    printed: str
    _output: IO[str] = field(repr=False)

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Ask it: status, headers (lower case), body. `Host=` and others with `_` for `-`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def stop(self, how: signal.Signals = signal.SIGINT) -> str:
        """Send the signal and wait; what it printed after it was open."""
        self.process.send_signal(how)
        self.process.wait(30)
        return self._output.read()

    def close_cleanly(self, how: signal.Signals = signal.SIGINT) -> str:
        """Stop it as the host or the system does, and see that nothing had to be cut off."""
        said = self.stop(how)
        assert "Traceback" not in said, said
        assert "exceeded" not in said, said  # uvicorn's word when streams outlast the time of grace
        assert self.process.returncode in {0, -how}
        return said


@contextmanager
def serving(data: Path, *arguments: str, **environment: str) -> Iterator[Running]:
    """`manage.py serve` on a free port, from the moment it says that it is open."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", "0", *arguments],
        cwd=ROOT,
        env=variables(data, PYTHONUNBUFFERED="1", **environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout is not None
        printed = ""
        while "Ctrl-C closes it." not in printed:
            line = process.stdout.readline()
            if not line:
                raise AssertionError(f"It did not open:\n{printed}")
            printed += line
        found = re.search(r"On this computer: +http://[^:]+:(\d+)/", printed)
        assert found, printed
        yield Running(process, int(found[1]), printed, process.stdout)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(10)
        process.stdout.close()
