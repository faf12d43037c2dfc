"""Numbers as people type them."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BlankError, NotANumberError, dollars, parse_dollars, parse_points

POINTS = [
    ("0", 0),
    ("14", 14),
    (" 14 ", 14),
    ("14\t", 14),
    ("\u00a014\u200b", 14),  # no-break and zero-width space
    ("+14", 14),
    ("014", 14),
    ("000", 0),
    ("１４", 14),
    ("＋１４", 14),
    ("١٤", 14),  # Arabic-Indic digits
    ("-2", -2),
    ("−2", -2),  # the minus sign of word processors
    ("–2", -2),  # what phones make of two hyphens
    ("-0", 0),
    ("999", 999),
    ("-999", -999),
    ("0000000000000000000000014", 14),
]


@pytest.mark.parametrize(("text", "points"), POINTS)
def test_points_are_read_as_people_type_them(text: str, points: int) -> None:
    assert parse_points(text) == points


NO_POINTS = [
    "14.5", "14,5", "14.0", "1e2", "1E2", "0x10", "1_4", "1 4", "14-9", "--2", "+-2", "-", "+", "NaN", "nan",
    "Infinity", "inf", "∞", "<b>14</b>", "1000", "-1000", "99999999999999999999", "-99999999999", "14²", "½",
    "fourteen", "None", "true", "$14", "14pt", "१४.५", "\u202e14", "十",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_POINTS)
def test_anything_else_is_no_points_and_says_so(text: str) -> None:
    with pytest.raises(NotANumberError, match="“"):
        parse_points(text)


@pytest.mark.parametrize("text", ["", " ", "\t\n", "\u00a0", "\u200b", "\u3000"])
@pytest.mark.parametrize("parse", [parse_points, parse_dollars])
def test_blank_is_not_zero(parse: object, text: str) -> None:
    with pytest.raises(BlankError):
        parse(text)  # type: ignore[operator]


DOLLARS = [
    ("4", 400),
    ("$4", 400),
    ("$ 4", 400),
    ("＄４", 400),
    (" 4 ", 400),
    ("4.00", 400),
    ("4.5", 450),
    ("2.50", 250),
    ("$2.05", 205),
    ("0", 0),
    ("0.01", 1),
    ("-2", -200),
    ("-$2", -200),
    ("$-2", -200),
    ("−$2.50", -250),
    ("+4", 400),
    ("99999.99", 9_999_999),
    ("004", 400),
]


@pytest.mark.parametrize(("text", "cents"), DOLLARS)
def test_dollars_become_integer_cents(text: str, cents: int) -> None:
    assert parse_dollars(text) == cents


@pytest.mark.parametrize(
    "text",
    ["4.", ".5", "4.005", "4,50", "1,000", "4$", "$$4", "-$-4", "1e2", "NaN", "100000", "£4", "4 dollars"],
)
def test_anything_else_is_no_money_and_says_so(text: str) -> None:
    with pytest.raises(NotANumberError, match="“"):
        parse_dollars(text)


@given(st.integers(-999, 999))
def test_every_score_reads_back(points: int) -> None:
    assert parse_points(str(points)) == points


@given(st.integers(-9_999_999, 9_999_999))
def test_every_amount_reads_back_as_it_is_written(cents: int) -> None:
    assert parse_dollars(dollars(cents).replace(",", "")) == cents


@given(st.text(max_size=30))
def test_no_text_brings_anything_but_a_number_in_range_or_a_refusal(text: str) -> None:
    for parse, most in ((parse_points, 999), (parse_dollars, 9_999_999)):
        with suppress(BlankError, NotANumberError):
            assert abs(parse(text)) <= most


def test_a_long_or_odd_text_is_shown_short_and_plain() -> None:
    with pytest.raises(NotANumberError, match="“99999999999999999999…”"):
        parse_points("9" * 4000)
    with pytest.raises(NotANumberError, match="“41”"):
        parse_points("\u202e41")
