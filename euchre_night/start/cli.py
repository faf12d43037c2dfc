"""The command line of `night.py`."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from euchre_night.start import ROOT, SetUpError, browser, environment, testing

DESCRIPTION = """\
python3 night.py              open the night on this computer and the local network
python3 night.py --demo       open a half-played demo night, kept apart from your own
python3 night.py test [...]   run all checks and tests; anything after it goes to pytest
python3 night.py check        run only the checks (format, lint, types, imports, templates)
"""


def main(arguments: list[str]) -> int:
    """Do what the command line says; the exit code. Trouble is told in a sentence, without a traceback."""
    try:
        match arguments:
            case ["test", *rest]:
                return test(rest)
            case ["check"]:
                return check()
            case _:
                return run(arguments)
    except SetUpError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def run(arguments: list[str]) -> int:
    """Set up what is missing and open the night; returns when it is closed."""
    parser = argparse.ArgumentParser(
        prog="night.py", usage=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--demo", action="store_true", help="a half-played demo night in its own data folder")
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: every network)")  # noqa: S104
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
    options = parser.parse_args(arguments)

    data = Path(os.environ.get("DATA_DIR") or ROOT / "data")
    data = data / "demo" if options.demo else data
    command = [str(environment.ensure("app")), str(ROOT / "manage.py"), "serve", "--prepare"]
    command += ["--host", options.host, "--port", str(options.port)]
    if options.demo:
        command.append("--demo")
    return become(command, {**os.environ, "DATA_DIR": str(data)})


def become(command: list[str], variables: dict[str, str]) -> int:
    """Go on as another program, so that Ctrl-C and signals reach the server itself."""
    if os.name == "nt":  # has no exec: wait for it instead, and let the server alone hear Ctrl-C
        with subprocess.Popen(command, env=variables) as server:
            while True:
                try:
                    return server.wait()
                except KeyboardInterrupt:
                    continue
    sys.stdout.flush()
    os.execve(command[0], command, variables)


def check() -> int:
    """Run the linters; 0 when none found anything."""
    return verdict(testing.lint(environment.ensure("test")))


def test(arguments: list[str]) -> int:
    """Run the linters and the tests on both databases; with arguments, only the tests they select."""
    parser = argparse.ArgumentParser(prog="night.py test", allow_abbrev=False)
    parser.add_argument("--only", choices=["sqlite", "postgresql"], help="use one database instead of both")
    options, selection = parser.parse_known_args(arguments)

    python = environment.ensure("test")
    browser.ensure(python)
    failed = [] if selection else testing.lint(python)
    databases = [options.only] if options.only else ["sqlite", "postgresql"]
    return verdict(failed + testing.test(python, databases, selection))


def verdict(failed: list[str]) -> int:
    """Say what failed; the exit code."""
    print(f"\nFailed: {', '.join(failed)}" if failed else "\nAll good.", flush=True)
    return 1 if failed else 0
