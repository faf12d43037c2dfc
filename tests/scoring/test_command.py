"""The game from the command line."""

import subprocess
import sys

import pytest

from scoring.__main__ import main


def ok(capsys: pytest.CaptureFixture[str], line: str) -> str:
    """The output of a command line that must succeed."""
    assert main(line.split()) == 0
    return capsys.readouterr().out


class TestHand:
    def test_a_lone_march(self, capsys: pytest.CaptureFixture[str]) -> None:
        out = ok(capsys, "hand --rules wemsa --maker 0 --tricks 5 --alone")
        assert out.splitlines() == [
            "wemsa: lone march",
            "seat  points     bump",
            "   0       4    $0.00",
            "   1       0    $0.00",
            "   2       4    $0.00",
            "   3       0    $0.00",
        ]

    def test_a_euchre_with_penalties(self, capsys: pytest.CaptureFixture[str]) -> None:
        line = "hand --maker 1 --tricks 2 --renege 0 --toss 2 --points 3:-1"
        rows = [row.split() for row in ok(capsys, line).splitlines()[2:]]
        assert rows == [
            ["0", "0", "$2.00"],
            ["1", "0", "$1.00"],
            ["2", "0", "$2.00"],
            ["3", "-1", "$1.00"],
        ]

    def test_passed_out_and_defended_alone(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "passed out" in ok(capsys, "hand --rules fharmacy --passed-out")
        line = "hand --rules torrence-knox-three --maker 0 --tricks 0 --defender-alone 1"
        assert "defended alone, all five" in ok(capsys, line)


class TestTrick:
    def test_who_and_why(self, capsys: pytest.CaptureFixture[str]) -> None:
        out = ok(capsys, "trick --trump hearts --leader 1 9S AS JD KS")
        assert "Played: seat 1 9♠, seat 2 A♠, seat 3 J♦, seat 0 K♠." in out
        assert "Seat 3 takes the trick. J♦ wins: the left bower" in out

    def test_around_a_lone_hand_and_three_handed(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "Seat 3 takes" in ok(capsys, "trick --trump H --leader 1 --out 2 9S AS KS")
        assert "Seat 0 takes" in ok(capsys, "trick --trump H --leader 2 --players 3 9S AS KS")


class TestSimulate:
    def test_a_line_for_each_game_and_the_figures(self, capsys: pytest.CaptureFixture[str]) -> None:
        line = "simulate --rules wemsa --games 3 --seed 4 --mistakes 0.05"
        lines = ok(capsys, line).splitlines()
        assert [each.split(":")[0] for each in lines[:3]] == ["Game 1", "Game 2", "Game 3"]
        assert "bumps $" in lines[0]
        assert lines[3].startswith("36 hands, 0 passed out; of 36 played, the makers took ")
        assert ok(capsys, line).splitlines() == lines

    def test_a_draw_is_named(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "a draw, 8 hands" in ok(capsys, "simulate --rules classic --games 100")


class TestHelpAndErrors:
    def test_no_command_prints_the_help(self, capsys: pytest.CaptureFixture[str]) -> None:
        out = ok(capsys, "")
        assert out.startswith("usage: python3 -m scoring")
        for command in ("hand", "trick", "simulate"):
            assert command in out

    @pytest.mark.parametrize(
        ("argv", "reason"),
        [
            ("hand --maker 7 --tricks 3", "maker: a seat from 0 to 3"),
            ("hand --maker 0", "tricks: missing"),
            ("hand --maker 0 --tricks 6", "tricks: from 0 to 5"),
            ("hand --passed-out", "stuck"),
            ("hand --maker 0 --tricks 3 --points 2", "points: '2' is not SEAT:POINTS"),
            ("hand --maker 0 --tricks 3 --points 2:x", "points: '2:x' is not SEAT:POINTS"),
            ("hand --maker 0 --tricks 3 --alone --renege 2", "seat 2 is out of the hand"),
            ("trick --trump hearts 9S AS JD", "cards: 3 cards for 4 players"),
            ("trick --trump hearts 9S AS JD 9S", "9♠ is there twice"),
            ("trick --trump hearts 9S AS JD 8S", "card '8S'"),
            ("trick --trump stars 9S AS JD KS", "suit 'stars'"),
            ("trick --trump hearts --leader 4 9S AS JD KS", "leader: seat 4 is not in this hand"),
            ("trick --trump hearts --leader 2 --out 2 9S AS JD", "leader: seat 2 is not in this hand"),
            ("simulate --games 0", "games: at least 1"),
            ("simulate --mistakes 2", "a chance lies between 0 and 1"),
        ],
    )
    def test_bad_input_is_named_and_exits_with_2(
        self, capsys: pytest.CaptureFixture[str], argv: str, reason: str
    ) -> None:
        assert main(argv.split()) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith(f"python3 -m scoring {argv.split()[0]}: error: ")
        assert reason in captured.err

    @pytest.mark.parametrize("argv", ["hand", "hand --rules house --maker 0", "trick --trump H", "deal"])
    def test_a_wrong_command_line_exits_with_2(self, argv: str) -> None:
        with pytest.raises(SystemExit) as stopped:
            main(argv.split())
        assert stopped.value.code == 2

    def test_as_a_program(self) -> None:
        command = [sys.executable, "-m", "scoring", "trick", "--trump", "H", "9S", "AS", "JD", "KS"]
        done = subprocess.run(command, capture_output=True, check=True, env={"PYTHONIOENCODING": "ascii"})
        assert "J♦ wins" in done.stdout.decode("utf-8")
