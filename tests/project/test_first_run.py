"""The one-time link for the organizer's account."""

import os
import stat

import pytest
from django.contrib.auth.models import User

from euchre_night import first_run

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"


def token_of(path):
    assert path.startswith("/first-run/")
    return path.split("/")[2]


def test_the_link_is_valid_until_the_account_exists():
    token = token_of(first_run.make())
    assert first_run.needed()
    assert first_run.verify(token)
    User.objects.create_user("host", password="x")
    assert not first_run.needed()
    assert not first_run.verify(token)


def test_an_account_that_was_closed_does_not_count():
    User.objects.create_user("host", password="x", is_active=False)
    assert first_run.needed()


def test_only_the_newest_link_is_valid():
    old, new = token_of(first_run.make()), token_of(first_run.make())
    assert not first_run.verify(old)
    assert first_run.verify(new)


@pytest.mark.parametrize("token", ["", "wrong", "ä"])
def test_no_other_word_is_valid(token):
    first_run.make()
    assert not first_run.verify(token)


def test_without_a_link_nothing_is_valid():
    assert not first_run.verify("anything")


def test_the_folder_holds_no_token_and_only_the_owner_reads_it(settings):
    token = token_of(first_run.make())
    (file,) = settings.DATA_DIR.iterdir()
    assert token not in file.read_text()
    if os.name != "nt":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_claimed_link_works_once(settings):
    token = token_of(first_run.make())
    with first_run.claim(token):
        assert not first_run.verify(token)  # somebody else at this moment comes too late
        with pytest.raises(first_run.Refused), first_run.claim(token):
            pass
    assert not first_run.verify(token)
    assert list(settings.DATA_DIR.iterdir()) == []


def test_a_failure_while_the_account_is_made_leaves_the_link_valid():
    token = token_of(first_run.make())
    with pytest.raises(ValueError, match="no such name"), first_run.claim(token):
        raise ValueError("no such name")
    assert first_run.verify(token)


def test_a_wrong_word_claims_nothing():
    token = token_of(first_run.make())
    with pytest.raises(first_run.Refused), first_run.claim("wrong"):
        pass
    assert first_run.verify(token)
