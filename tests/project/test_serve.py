"""The server as the host starts it: in a process of its own, on a real port."""

import http.client
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from euchre_night import network, server
from tests.project.programs import ROOT, manage, serving, variables

KEY = "long-and-random-" * 4


def test_it_opens_says_where_and_closes_at_once(data):
    with serving(data, "--host", "0.0.0.0") as night:
        assert f"On this computer:  http://localhost:{night.port}/" in night.printed
        status, headers, _ = night.get("/no-such-page/")
        assert status == 404
        assert "default-src 'none'" in headers["content-security-policy"]
        night.close_cleanly()


def test_the_database_writes_ahead_and_waits_for_the_disk(data):
    with serving(data):
        pass
    tell = (
        "from django.db import connection as c; k = c.cursor();"
        "print([k.execute('PRAGMA ' + name).fetchone()[0] for name in ('journal_mode', 'synchronous')])"
    )
    assert manage(data, "shell", "--no-imports", "-c", tell).stdout.strip() == "['wal', 2]"


def test_static_files_are_served_under_hashed_names_for_ever(data):
    with serving(data) as night:
        (path,) = (data / "static" / "django_htmx").glob("htmx-2.min.*.js")
        status, headers, body = night.get(f"/static/django_htmx/{path.name}", Accept_Encoding="gzip")
        assert status == 200
        assert headers["cache-control"] == "max-age=315360000, public, immutable"
        assert headers["content-encoding"] == "gzip"
        assert body[:2] == b"\x1f\x8b"
        assert "Warning" not in night.close_cleanly()


def test_the_first_start_prints_a_link_for_the_organizer_and_later_ones_do_not(data):
    with serving(data) as night:
        assert f"http://127.0.0.1:{night.port}/first-run/" in night.printed
        token = night.printed.split("/first-run/")[1].split("/")[0]
    link = data / "first-run"
    assert token not in link.read_text()
    assert stat.S_IMODE(link.stat().st_mode) == 0o600
    made = manage(
        data,
        *("createsuperuser", "--no-input", "--username", "host", "--email", "host@example.org"),
        DJANGO_SUPERUSER_PASSWORD="a long pass phrase",
    )
    assert made.returncode == 0, made.stderr
    with serving(data) as night:
        assert "first-run" not in night.printed


def test_a_terminal_shows_the_code_for_phones(data):
    ours, terminal = os.openpty()
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.2", "--port", "0"]
    with (
        open(ours, encoding="utf-8") as shown,
        subprocess.Popen(command, cwd=ROOT, env=variables(data, PYTHONUTF8="1"), stdout=terminal) as process,
    ):
        os.close(terminal)  # when the server ends early, reading fails instead of waiting
        lines = list(iter(lambda: shown.readline().rstrip(), "Ctrl-C closes it."))
        process.terminate()
    (address,) = [line.split()[-1] for line in lines if "On the network:" in line]
    code = network.terminal_qr(address).splitlines()
    start = lines.index(code[0])
    assert lines[start : start + len(code)] == code


def test_a_port_in_use_is_told_and_the_next_free_one_taken(data):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        with serving(data, "--port", str(taken)) as night:
            assert f"Port {taken} is in use by another program." in night.printed
            assert night.port > taken
            assert night.get("/no-such-page/")[0] == 404


def test_an_address_of_another_machine_is_refused_in_a_sentence(data):
    done = manage(data, "serve", "--host", "192.0.2.77")
    assert done.returncode == 1
    assert "Cannot listen on 192.0.2.77" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_of_another_version_is_refused_in_a_sentence(tmp_path):
    done = manage(tmp_path, "serve")
    assert done.returncode == 1
    assert "serve --prepare" in done.stderr
    assert "Traceback" not in done.stderr


def test_prepare_brings_everything_up_to_date_first(tmp_path):
    with serving(tmp_path, "--prepare") as night:
        assert night.get("/no-such-page/")[0] == 404
    assert (tmp_path / "euchre-night.sqlite3").exists()
    assert (tmp_path / "static" / "staticfiles.json").exists()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [(["--workers", "2"], "use PostgreSQL: set DATABASE_URL"), (["--workers", "0"], "at least 1")],
)
def test_more_processes_than_sqlite_serves_well_are_refused(data, arguments, complaint):
    done = manage(data, "serve", *arguments)
    assert done.returncode == 1
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr


def test_a_developers_server_starts_anew_and_closes_cleanly(data):
    with serving(data, "--reload", DEBUG="1") as night:
        assert night.get("/no-such-page/")[0] == 404
        assert night.get("/static/django_htmx/htmx-2.min.js")[0] == 200  # nothing had to be collected
        first = workers_of(night.process.pid)

        def another():
            os.utime(ROOT / "euchre_night" / "asgi.py")
            now = workers_of(night.process.pid)
            return now and now.isdisjoint(first)

        eventually(another)
        assert night.get("/no-such-page/")[0] == 404
        night.close_cleanly()


def test_sigterm_closes_it_too(data):
    with serving(data) as night:
        night.close_cleanly(signal.SIGTERM)


def test_production_sends_everybody_to_https_and_knows_its_name(data):
    production = {"PRODUCTION": "1", "SECRET_KEY": KEY, "ALLOWED_HOSTS": "euchre.example.org"}
    with serving(data, **production) as site:
        status, headers, _ = site.get("/no-such-page/", Host="euchre.example.org")
        assert (status, headers["location"]) == (301, "https://euchre.example.org/no-such-page/")
        # The proxy in front speaks https for it, and says so.
        status, headers, _ = site.get("/x/", Host="euchre.example.org", X_Forwarded_Proto="https")
        assert status == 404
        assert headers["strict-transport-security"].startswith("max-age=")
        assert site.get("/x/", Host="192.168.1.20", X_Forwarded_Proto="https")[0] == 400


def test_production_takes_no_other_port_than_the_proxy_expects(data):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        done = manage(
            data,
            *("serve", "--port", str(other.getsockname()[1])),
            PRODUCTION="1",
            SECRET_KEY=KEY,
            ALLOWED_HOSTS="euchre.example.org",
        )
    assert done.returncode == 1
    assert "Cannot listen" in done.stderr


NIGHT = "from tests.factories import make_night; print('code', make_night().code)"


@contextmanager
def open_streams(night, code, count):
    """So many walls with an open stream that has brought its first frame."""
    walls = [http.client.HTTPConnection("127.0.0.1", night.port, timeout=10) for _ in range(count)]
    try:
        answers = []
        for wall in walls:
            wall.request("GET", f"/wall/{code}/events/?frames=1")
            answers.append(wall.getresponse())
        for answer in answers:
            assert answer.status == 200
            while b"event: frame" not in answer.readline():
                pass
        yield answers
    finally:
        for wall in walls:
            wall.close()


def code_of_new_night(data, **environment):
    made = manage(data, "shell", "--no-imports", "-c", NIGHT, **environment)
    assert made.returncode == 0, made.stderr
    return made.stdout.split("code ")[1].strip()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_open_walls_do_not_keep_it_from_closing(data, how):
    code = code_of_new_night(data)
    with serving(data) as night, open_streams(night, code, 5) as walls:
        night.close_cleanly(how)
        for wall in walls:
            wall.read()  # ends as it should: a broken stream would raise IncompleteRead


def workers_of(server):
    """The process numbers of those that serve for this one."""
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,command="], capture_output=True, text=True, check=True
    )
    rows = [line.split(None, 2) for line in listed.stdout.splitlines()]
    return {int(pid) for pid, parent, command in rows if int(parent) == server and "spawn_main" in command}


def eventually(condition, seconds=30):
    """The condition's first true value."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return value


@pytest.mark.postgresql
def test_two_processes_share_the_port_and_close_together(data, database):
    with serving(data, "--workers", "2", DATABASE_URL=database) as night:
        assert {night.get("/no-such-page/")[0] for _ in range(20)} == {404}
        workers = workers_of(night.process.pid)
        assert len(workers) == 2
        night.close_cleanly()
        assert not workers & workers_of(night.process.pid)


@pytest.mark.postgresql
def test_open_walls_do_not_keep_two_processes_from_closing(data, database):
    code = code_of_new_night(data, DATABASE_URL=database)
    with (
        serving(data, "--workers", "2", DATABASE_URL=database) as night,
        open_streams(night, code, 5) as walls,
    ):
        night.close_cleanly()
        for wall in walls:
            wall.read()


@pytest.mark.postgresql
def test_a_process_that_dies_is_replaced(data, database):
    with serving(data, "--workers", "2", DATABASE_URL=database) as night:
        night.get("/no-such-page/")
        time.sleep(server.TOO_YOUNG)
        before = workers_of(night.process.pid)
        os.kill(min(before), signal.SIGKILL)
        after = eventually(lambda: len(now := workers_of(night.process.pid)) == 2 and now != before and now)
        assert len(before & after) == 1
        assert night.get("/no-such-page/")[0] == 404


@pytest.mark.postgresql
def test_processes_do_not_outlive_a_server_that_was_killed(data, database):
    with serving(data, "--workers", "2", DATABASE_URL=database) as night:
        night.get("/no-such-page/")
        night.stop(signal.SIGKILL)
        with socket.socket() as again:
            again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            eventually(lambda: can_bind(again, night.port))


def can_bind(probe, port):
    """Whether nobody listens there any more."""
    try:
        probe.bind(("127.0.0.1", port))
    except OSError:
        return False
    return True


@pytest.mark.postgresql
def test_a_server_that_cannot_work_stops_instead_of_trying_for_ever(data, database):
    done = manage(
        data,
        *("serve", "--workers", "2", "--port", "0"),
        DATABASE_URL=database,
        DJANGO_SETTINGS_MODULE="tests.project.broken_in_workers",
    )
    assert done.returncode == 1
    assert "stopped as soon as it started" in done.stderr
