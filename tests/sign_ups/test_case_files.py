"""The files real organizers had trouble with, each with what must come of it (tests/cases/sign_ups/MANIFEST.tsv)."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from tournaments.names import NAME_LENGTH
from tournaments.sign_ups import MOST_BYTES, Listed, UnreadableListError, read_bytes, read_sign_ups, read_text

CASES = Path(__file__).parent.parent / "cases" / "sign_ups"
LEAGUES = ("Experienced", "Novice")

with open(CASES / "MANIFEST.tsv", encoding="utf-8") as manifest:
    EXPECTED = {row["file"]: row for row in csv.DictReader(manifest, delimiter="\t", quoting=csv.QUOTE_NONE)}


def read(name, listed=()):
    return read_sign_ups(read_bytes((CASES / name).read_bytes()), LEAGUES, listed)


def comes(reading):
    return [sign_up for sign_up in reading.sign_ups if sign_up.decision != "skip"]


@pytest.mark.parametrize(
    "name",
    [
        n
        for n, row in EXPECTED.items()
        if row["expect_in"].isdecimal()
        and int(row["expect_in"])
        and not n.startswith("18_")
        and not n.startswith("02_")
    ],
)
def test_as_many_come_and_stay_away_as_the_manifest_says(name):
    reading = read(name)
    expected = EXPECTED[name]
    assert len(comes(reading)) == int(expected["expect_in"])
    assert len(reading.of("skip")) == int(expected["expect_out"])


@pytest.mark.parametrize(
    "name", ["15_wrong_columns.csv", "17_excel_workbook_renamed.csv", "21_empty.csv", "22_header_only.csv"]
)
def test_what_is_no_list_is_named_and_nothing_read(name):
    with pytest.raises(UnreadableListError) as refused:
        read(name)
    words = {
        "15": "Invoice, Amount, Currency, Paid At",
        "17": "Excel workbook",
        "21": "empty",
        "22": "no players in this list",
    }[name[:2]]
    assert words in str(refused.value)


def test_01_leagues_prepaid_and_no_mark_in_a_name():
    reading = read("01_eventbrite_utf8_bom_crlf.csv")
    assert Counter(s.division for s in comes(reading)) == {"Experienced": 5, "Novice": 3}
    assert [s.name for s in comes(reading) if s.prepaid_cents == 2000] == ["Drew Example", "Gray Sample"]
    assert not any("\ufeff" in s.name for s in reading.sign_ups)


def test_02_two_come_six_do_not_four_are_asked():
    reading = read("02_eventbrite_all_statuses.csv")
    assert [s.name for s in reading.of("add")] == ["Player 01", "Player 02"]
    assert sorted(s.name[-2:] for s in reading.of("skip")) == ["03", "04", "05", "06", "09", "11"]
    assert sorted(s.name[-2:] for s in reading.of("ask")) == ["07", "08", "10", "12"]


def test_03_seats_of_one_order_stay_apart():
    reading = read("03_eventbrite_group_order.csv")
    assert [s.name for s in comes(reading)][:3] == [
        "Dana Sample",
        "Guest of Dana Sample",
        "Guest of Dana Sample",
    ]
    assert sum(bool(s.why) for s in reading.sign_ups) == 3
    assert any("2 seats in one row" in s.why[0] for s in reading.sign_ups if s.why)


def test_04_last_name_first_and_only_those_of_the_tournament():
    reading = read("04_conference_utf16le_tabs.csv")
    assert [s.name for s in comes(reading)] == ["José Sample", "Renée Example", "Max Example", "Zoë Example"]


def test_05_the_newest_answer_counts_and_notes_keep_their_lines():
    reading = read("05_google_forms_quoted_newlines.csv")
    (avery,) = [s for s in comes(reading) if s.name == "Avery Sample"]
    assert avery.division == "Novice"
    assert "changed from Experienced" in avery.why[0]
    assert (
        next(s.note for s in comes(reading) if s.name == "Devon Sample") == "line one\nline two\n\nline four"
    )
    assert any(s.name == 'Ellis "Ace" Example' for s in comes(reading))


def test_06_windows_characters_are_read_right():
    names = [s.name for s in read("06_excel_windows1252.csv").sign_ups]
    assert "Renée O’Sample" in names
    assert "José Sample" in names
    assert not any("\ufffd" in name for name in names)


def test_06_cut_and_damaged_bytes_are_asked_about_not_swallowed():
    data = (CASES / "06_excel_windows1252.csv").read_bytes()
    cut = (
        data[: data.index(0xE9) + 1]
        + b"\x81\x8d Sample,x@example.com,Novice\r\nMu\xf1oz,y@example.com,Novice\r\n"
    )
    (damaged,) = [s for s in read_sign_ups(read_bytes(cut), LEAGUES).sign_ups if "\ufffd" in s.name]
    assert damaged.decision == "ask"
    assert "could not be read" in damaged.why[0]


def test_06_cut_where_the_bytes_happen_to_mean_something_is_asked_about_too():
    data = (CASES / "06_excel_windows1252.csv").read_bytes()
    (last,) = read_sign_ups(read_bytes(data[: data.index(0xE9) + 1] + b"\x81\x8d"), LEAGUES).sign_ups
    assert last.decision == "ask"


def test_08_namesakes_stay_and_copies_go():
    reading = read("08_duplicate_names.csv")
    assert Counter(s.name for s in comes(reading)) == {
        "Chris Sample": 2, "Jordan Example": 1, "Pat Sample": 1, "Lee Sample": 1, "Robin Sample": 1,
    }  # fmt: skip


def test_09_titles_blanks_and_totals_are_told_and_make_nobody():
    reading = read("09_blank_rows_title_totals.csv")
    assert len(reading.sign_ups) == 5
    assert any("Total registered: 5" in text for text in reading.ignored)
    assert any("WEMSA 2026" in text for text in reading.ignored)


def test_10_leagues_by_any_spelling_and_the_rest_asked():
    by_name = {s.name[-2:]: s for s in read("10_division_spellings.csv").sign_ups}
    assert {n for n, s in by_name.items() if s.division == "Experienced"} == {
        "01",
        "02",
        "03",
        "04",
        "05",
        "06",
    }
    assert {n for n, s in by_name.items() if s.division == "Novice"} == {"07", "08", "09", "10"}
    assert {n for n, s in by_name.items() if s.decision == "ask"} == {"11", "12", "13", "14"}
    assert all(by_name[n].why for n in ("05", "06", "10"))


def test_12_over_long_names_are_asked_about_with_their_length():
    for sign_up in read("12_long_names.csv").sign_ups:
        assert (len(sign_up.name) > NAME_LENGTH) == (sign_up.decision == "ask")


def test_13_scripts_stay_and_direction_marks_go():
    names = [s.name for s in read("13_emoji_rtl_unicode.csv").sign_ups]
    assert "דוד שחקן 2" in names
    assert "Player 06" in names
    assert "Alex Sample" in names


def test_14_five_megabytes_are_refused_at_once():
    line = b"11200000121,2026-01-05 09:21:00,Player,21,cap21@example.com,1\n"
    with pytest.raises(UnreadableListError, match=r"5\.2 MB"):
        read_bytes(line * (5_242_880 // len(line)))
    with pytest.raises(UnreadableListError, match="rows"):
        read_bytes(b"Name\n" + b"Player\n" * 5000)
    assert MOST_BYTES < 5_242_880


def test_18_places_go_by_order_date_not_by_row():
    names = [s.name for s in comes(read("18_capacity_40_waitlist_6.csv"))]
    assert names == [f"Player {n:02}" for n in range(1, 48)]


def test_19_the_bad_rows_are_named_and_afterwards_everybody_is_there_once():
    reading = read("19a_bad_rows_in_middle.csv")
    assert [s.line for s in reading.of("ask")] == [14, 18]
    entered = [Listed(s.name, s.email, s.division) for s in reading.of("add")]
    again = read("19b_bad_rows_fixed.csv", entered)
    assert len(entered) + len(again.of("add")) == 20


def test_23_control_characters_are_dropped():
    assert [s.name for s in read("23_nul_and_control_chars.csv").sign_ups] == [
        "Player 01",
        "Player 02",
        "Player 03",
    ]


def test_26_padded_and_repeated_headings():
    reading = read("26_header_variants.csv")
    assert [(s.name, s.email) for s in reading.sign_ups] == [
        ("Player 01", "h1@example.com"),
        ("Player 02", "h2@example.com"),
        ("Player 03", "h3@example.com"),
        ("Player 04", ""),
    ]


def test_40_two_leagues():
    assert Counter(s.division for s in read("40_two_leagues.csv").sign_ups) == {
        "Experienced": 23,
        "Novice": 17,
    }


class TestPasting:
    def test_one_name_a_line(self):
        reading = read_sign_ups(read_text("Alex\nBlair\n\nCasey Sample\n"), ("Players",))
        assert [(s.name, s.division) for s in reading.sign_ups] == [
            ("Alex", "Players"),
            ("Blair", "Players"),
            ("Casey Sample", "Players"),
        ]

    def test_names_with_leagues_without_a_heading(self):
        reading = read_sign_ups(
            read_text("Alex, Experienced, alex@example.org\nBlair, novice league,\n"), LEAGUES
        )
        assert [(s.name, s.division, s.email) for s in reading.sign_ups] == [
            ("Alex", "Experienced", "alex@example.org"),
            ("Blair", "Novice", ""),
        ]

    def test_out_of_a_spreadsheet_with_tabs(self):
        reading = read_sign_ups(read_text("Name\tLeague\nSample, Alex\tNovice\n"), LEAGUES)
        assert reading.sign_ups[0].name == "Alex Sample"

    def test_a_composed_and_a_decomposed_spelling_are_one_person(self):
        reading = read_sign_ups(
            read_text("Name,Email\nZo\u00eb,z@example.org\nZoe\u0308,Z@example.org\n"), ("Players",)
        )
        assert len(comes(reading)) == 1


class TestAgainstTheList:
    def test_somebody_entered_by_hand_without_an_address_is_asked_about(self):
        reading = read("01_eventbrite_utf8_bom_crlf.csv", [Listed("alex sample", "", "Experienced")])
        assert next(s for s in reading.sign_ups if s.name == "Alex Sample").decision == "ask"

    def test_the_same_list_twice_adds_nobody(self):
        first = read("40_two_leagues.csv")
        listed = [Listed(s.name, s.email, s.division) for s in first.sign_ups]
        assert read("40_two_leagues.csv", listed).of("add") == []
