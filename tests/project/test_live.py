"""Changes that one program makes and the screens of another show."""

from contextlib import ExitStack

import pytest

from tests.project.programs import manage, serving
from tests.web.streams import Stream

NIGHT = "from tests.factories import make_night; print('code', make_night().code)"
SAY = (
    "from tests.factories import HOST; from tournaments.actions import nights; from tournaments.models import Tournament;"
    "nights.set_message(Tournament.objects.get(code='{code}'), HOST, text='{text}')"
)


def shell(data, command, **environment):
    done = manage(data, "shell", "--no-imports", "-c", command, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def code_of_new_night(data, **environment):
    return shell(data, NIGHT, **environment).split("code ")[1].strip()


@pytest.mark.sqlite
def test_an_act_of_another_program_reaches_the_wall(data):
    code = code_of_new_night(data)
    with serving(data) as night, Stream(night.port, f"/wall/{code}/events/?frames=1") as wall:
        wall.read()
        shell(data, SAY.format(code=code, text="From the other one"))
        assert "From the other one" in wall.read().data


@pytest.mark.postgresql
def test_an_act_of_one_process_reaches_the_walls_of_all(data, database):
    code = code_of_new_night(data, DATABASE_URL=database)
    with serving(data, "--workers", "2", DATABASE_URL=database) as night, ExitStack() as stack:
        path = f"/wall/{code}/events/?frames=1"
        walls = [stack.enter_context(Stream(night.port, path)) for _ in range(8)]
        for wall in walls:
            wall.read()
        shell(data, SAY.format(code=code, text="For everybody"), DATABASE_URL=database)
        for wall in walls:
            assert "For everybody" in wall.read().data
        night.close_cleanly()
