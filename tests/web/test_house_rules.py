"""House rules: what players read is what the software applies, and what the three events tell their players."""

from __future__ import annotations

import html
import re
from dataclasses import fields, replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from scoring import PRESETS as RULE_SETS
from scoring import Hand, RuleSet, score_hand
from tests.cast import cast_of, helper
from tests.factories import HOST, make_night, reload
from tournaments.actions import nights
from tournaments.house_rules import own_words, scoring_table
from tournaments.models import Tournament
from tournaments.night_settings import NightSettings
from tournaments.presets import PRESETS
from tournaments.web.organizer.forms import SettingsForm

pytestmark = pytest.mark.django_db


def page_of(night: Tournament, client: Client | None = None) -> str:
    response = (client or Client()).get(f"/night/{night.code}/house-rules/")
    assert response.status_code == 200
    return response.content.decode()


def text_of(night: Tournament) -> str:
    """What stands on the page, the number and the time of the version left out."""
    main = page_of(night).partition('<main id="main"')[2].partition('class="rules-mark')[0]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())


class TestWhoReadsThem:
    def test_everybody_without_a_login(self) -> None:
        night = make_night()
        cast = cast_of(night)
        for role in ("organizer", "desk", "runner", "player", "stranger"):
            assert "A game is 12 hands." in page_of(night, cast.of(role))

    def test_a_private_night_shows_them_to_its_own_people(self) -> None:
        night = make_night()
        Tournament.objects.filter(pk=night.pk).update(is_private=True)
        assert Client().get(f"/night/{night.code}/house-rules/").status_code == 404
        assert "12 hands" in page_of(night, helper(night, "runner"))

    def test_nothing_is_posted_here(self) -> None:
        night = make_night()
        assert Client().post(f"/night/{night.code}/house-rules/").status_code == 405

    def test_the_players_page_and_the_settings_lead_here(self) -> None:
        night = make_night()
        link = f'href="/night/{night.code}/house-rules/"'
        assert link in Client().get(f"/night/{night.code}/").content.decode()
        assert link in cast_of(night).organizer.get(f"/nights/{night.code}/settings/").content.decode()

    def test_a_phone_that_has_them_gets_no_second_copy(self) -> None:
        night = make_night()
        client, url = Client(), f"/night/{night.code}/house-rules/"
        tag = client.get(url)["ETag"]
        assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
        nights.change_settings(night, HOST, settings=replace(night.settings, games=6))
        assert client.get(url, headers={"If-None-Match": tag}).status_code == 200

    @pytest.mark.parametrize("divisions", [1, 6])
    def test_the_number_of_queries_is_fixed(self, divisions: int, django_assert_num_queries: Any) -> None:
        night = make_night(divisions=[f"League {n}" for n in range(divisions)])
        with django_assert_num_queries(3):  # the night, its settings, its divisions
            page_of(night)


def test_place_day_and_times_stand_on_top() -> None:
    night = make_night()
    nights.change_details(
        night,
        HOST,
        name="Euchre at the Legacy",
        venue="1st Floor Atrium",
        time_zone="America/Chicago",
        starts_at=night.starts_at,
        check_in_at=night.starts_at - timedelta(minutes=30),
        is_private=False,
    )
    text = text_of(night)
    assert "Euchre at the Legacy 1st Floor Atrium · Friday, November 6, 2026" in text
    # 8 games of 15 minutes, 6 changes of 3 and a break of 20: 158 minutes
    assert (
        "Check-in opens at 6:30 PM, play begins at 7:00 PM. The last game is planned to end about 9:38 PM."
        in text
    )


# --- Every setting is on the page ---

WEMSA = PRESETS["wemsa"].settings
SPLIT = {"prize_tie": "split"}

#: For each setting: the settings it is seen with, and another value for it.
OTHERWISE: dict[str, tuple[dict[str, Any], Any]] = {
    "rules": ({}, replace(WEMSA.rules, hands=8)),
    "games": ({}, 6),
    "movement": ({}, "redraw"),
    "partners": ({}, "preset"),
    "odd": ({}, "house"),
    "head_table_bell": ({"movement": "winners_move"}, True),
    "sit_out_worth": ({}, "nothing"),
    "sit_out_points": ({"sit_out_worth": "fixed"}, 7),
    "capacity": ({}, 48),
    "waiting_places": ({"capacity": 48}, 5),
    "walk_ins": ({}, False),
    "minimum_age": ({}, 18),
    "consent_text": ({}, "I agree that the winner may sing."),
    "public_names": ({}, "number"),
    "game_minutes": ({}, 25),
    "turn_minutes": ({}, 5),
    "break_after": ({}, 3),
    "break_minutes": ({}, 35),
    "last_call": ({}, "21:45"),
    "buy_in_cents": ({}, 1250),
    "house_percent": ({}, 10),
    "one_pot": ({}, True),
    "prize_kind": ({}, "fixed"),
    "shares": ({}, (60, 40)),
    "prize_names": ({"prize_kind": "named", "shares": (), "prize_names": ("A mug",)}, ("A scarf",)),
    "most_loners_cents": ({}, 500),
    "low_score_cents": ({}, 300),
    "whole_dollars": ({}, True),
    "prize_tie": ({}, "split"),
    "tie_breakers": ({"prize_tie": "tie-breakers"}, ("loners",)),
    "bump_cup": ({}, False),
    "table_enters": ({}, True),
    "second_person": ({}, "confirms"),
    "house_rules": ({}, "Bring your own chair."),
}

#: Settings that players cannot see, each with the reason.
INVISIBLE = {"preset": "which preset a night began with; all that it filled in is on the page"}


def test_every_setting_is_among_them() -> None:
    assert set(OTHERWISE) | set(INVISIBLE) == {field.name for field in fields(NightSettings)}


@pytest.fixture
def night() -> Tournament:
    return make_night("wemsa")


def text_with(night: Tournament, settings: NightSettings) -> str:
    nights.change_settings(reload(night), HOST, settings=settings)
    return text_of(night)


@pytest.mark.parametrize("name", OTHERWISE)
def test_another_setting_is_another_page(night: Tournament, name: str) -> None:
    with_it, value = OTHERWISE[name]
    before = replace(WEMSA, **with_it)
    after = replace(before, **{name: value})
    assert getattr(before, name) != getattr(after, name)
    assert text_with(night, before) != text_with(night, after)


@pytest.mark.parametrize("name", INVISIBLE)
def test_an_invisible_setting_changes_nothing(night: Tournament, name: str) -> None:
    assert text_with(night, replace(WEMSA, **{name: "classic"})) == text_of(make_night("wemsa"))


# --- Every decision about play is on the page ---

THREE = PRESETS["torrence-knox-three"].settings
WINNERS_MOVE = replace(PRESETS["classic"].settings, movement="winners_move")
DEFENDED = replace(WEMSA, rules=replace(WEMSA.rules, defender_alone=True))

#: For each field of the rule set: the night it is seen in, and what changes.
RULES_OTHERWISE: dict[str, tuple[NightSettings, dict[str, Any]]] = {
    "seats": (replace(PRESETS["fharmacy"].settings, partners="preset"), {}),
    "hands": (WEMSA, {"hands": 10}),
    "target": (WEMSA, {"hands": None, "target": 10}),
    "stick_the_dealer": (WEMSA, {"stick_the_dealer": False}),
    "caller_must_hold_suit": (WEMSA, {"caller_must_hold_suit": False}),
    "alone_declared": (WEMSA, {"alone_declared": "first lead"}),
    "lone_lead": (WEMSA, {"lone_lead": "left of lone hand"}),
    "first_dealer": (WEMSA, {"first_dealer": "by plan"}),
    "first_dealer_tie": (WEMSA, {"first_dealer_tie": "draw again"}),
    "misdeals": (WEMSA, {"misdeals": ()}),
    "dummy_hand": (THREE, {"dummy_hand": False}),
    "made": (WEMSA, {"made": 3}),
    "march": (WEMSA, {"march": 3}),
    "alone_made": (WEMSA, {"alone_made": 3}),
    "alone_march": (WEMSA, {"alone_march": 5}),
    "alone_march_partner": (WEMSA, {"alone_march_partner": 2}),
    "euchre": (WEMSA, {"euchre": 3}),
    "alone_euchre": (WEMSA, {"alone_euchre": 3}),
    "defender_alone": (WEMSA, {"defender_alone": True}),
    "defended_alone": (DEFENDED, {"defended_alone": 3}),
    "defended_alone_march": (DEFENDED, {"defended_alone_march": 5}),
    "three_handed_march": (WEMSA, {"three_handed_march": 4}),
    "renege": (WEMSA, {"renege": "opponents gain"}),
    "renege_points": (WEMSA, {"renege_points": 3}),
    "renege_lone_points": (WEMSA, {"renege_lone_points": 5}),
    "renege_lone": (WEMSA, {"renege_lone": "any"}),
    "renege_ends_hand": (WEMSA, {"renege_ends_hand": True}),
    "bump_euchre_cents": (WEMSA, {"bump_euchre_cents": 25}),
    "bump_euchre_payer": (WEMSA, {"bump_euchre_payer": "caller"}),
    "bump_alone_euchre_cents": (WEMSA, {"bump_alone_euchre_cents": 300}),
    "bump_renege_cents": (WEMSA, {"bump_renege_cents": 25}),
    "bump_toss_cents": (WEMSA, {"bump_toss_cents": 0}),
    "drawn_game_mover": (WINNERS_MOVE, {"drawn_game_mover": "cut"}),
    "draw_again_for_repeated_partners": (WEMSA, {"draw_again_for_repeated_partners": False}),
}
INVISIBLE_RULES = {"name": "what the rule set is called; all that it says is on the page"}


def test_every_decision_about_play_is_among_them() -> None:
    assert set(RULES_OTHERWISE) | set(INVISIBLE_RULES) == {field.name for field in fields(RuleSet)}


@pytest.mark.parametrize("name", RULES_OTHERWISE)
def test_another_decision_is_another_page(night: Tournament, name: str) -> None:
    before, change = RULES_OTHERWISE[name]
    if name == "seats":
        after = replace(before, rules=before.rules.three_handed_variant(), partners="alone")
    else:
        after = replace(before, rules=replace(before.rules, **change))
    assert getattr(before.rules, name) != getattr(after.rules, name)
    assert text_with(night, before) != text_with(night, after)


def test_what_cannot_happen_in_a_night_is_not_told() -> None:
    pages = {key: text_of(make_night(key)) for key in PRESETS}
    said = {
        word: [key for key, text in pages.items() if word in text]
        for word in (
            "drawn game",
            "partnered before",
            "At a table of three",
            "bump cup",
            "sit-out",
            "Last call",
        )
    }
    assert said == {
        "drawn game": ["classic"],
        "partnered before": ["wemsa"],
        "At a table of three": ["wemsa", "fharmacy"],
        "bump cup": ["wemsa"],
        "sit-out": ["wemsa", "fharmacy", "torrence-knox-three", "classic"],
        "Last call": ["torrence-knox"],
    }


def test_where_nothing_is_planned_no_plan_is_named() -> None:
    for preset in ("torrence-knox", "classic"):
        text = text_of(make_night(preset))
        assert "The plan sets the partners" not in text
        assert "Who partners whom is set with the seats" in text
    assert "The plan sets the partners" in text_of(make_night("fharmacy"))


def test_the_queue_with_house_players_tells_both() -> None:
    text = text_of(make_night("torrence-knox", odd="house"))
    assert "Whoever finds no free table waits in line for one. While three are over from full tables" in text
    assert "a house player takes the fourth chair beside them" in text


# --- What the events tell their players, in our words ---

SAID: dict[str, tuple[str, ...]] = {
    "wemsa": (
        # Schedule, entry, format
        "Play begins at 7:00 PM",
        "The buy-in is $20 a player, in cash or by card, at check-in.",
        "First place wins 50% of the pot, second place wins 30% of the pot and third place wins 20% of the pot",
        "sign up at the door while there is room; a place registered before is a sure one",
        "There are 2 divisions: Experienced and Novice. Each has its own tables and standings.",
        "Experienced is for people who play often",
        "Novice is for casual and newer players",
        "nobody keeps a partner",
        "Four players; partners sit opposite each other.",
        "A game is 12 hands.",
        "The highest total of a division at the end wins.",
        # Deck, objective
        "24 cards, ace to nine.",
        "if a card is damaged, missing or there twice, call somebody of the staff",
        "All cards stay in sight, on or above the table.",
        "The highest trump takes the trick, without trumps the highest card of the suit led.",
        # Scoring
        "The makers take three or four tricks: 1 point. All five: 2.",
        "Alone, three or four tricks: 1 point. All five: 4.",
        "Fewer than three tricks is a euchre: the defenders score 2",
        "Euchred: each maker pays $1.",
        "Euchred alone: the lone player pays $2, the partner nothing.",
        "The bump cup stands on each table, and players put in themselves what they owe.",
        "goes to prizes and giveaways later in the evening",
        "Your total is the sum of the points of all your games.",
        "A tie at a prize place is settled by sudden death, one hand",
        # Rankings
        "The jack of trumps, the right bower, is highest; the other jack of its color, the left bower, comes next",
        "Then follow ace, king, queen, ten and nine; the other suits rank ace, king, queen, jack, ten, nine.",
        # Deal, trump
        "offers the deck to the player on the right, who may cut or decline",
        "two and then three, or three and then two. There is no other way to deal.",
        "the top card turned up",
        "A card exposed in the deal is a misdeal: the dealer shuffles and deals again.",
        "Who misdeals again and again may be warned, or lose points, as the director decides.",
        "One round of calling on the card turned up, from the dealer’s left, then one round naming another suit",
        "the suit turned down cannot be named",
        "the dealer takes it and puts another one away",
        "If all pass twice, the dealer must name a suit.",
        "must hold a card of it; the left bower is enough. A dealer who picks up need not.",
        # Gameplay
        "The first player left of the dealer who is in the hand leads.",
        "Follow the suit led if you can. If you cannot, play any card.",
        "Its winner leads next.",
        "A card laid is a card played",
        "A card shown by accident in the play is no misdeal",
        "The side of the player who fails to follow suit loses 2 points.",
        "It is 4 points against a lone hand of the other side.",
        "Renege: each player of that side pays $1, in a lone hand too.",
        "Play every hand out, to the last card.",
        "Cards tossed in before the hand is over: each player of that side pays $1",
        "No remarks or gestures that distract.",
        "Nobody coaches or signals a partner, in words or without.",
        # Rotation
        "Your table and player number are given to you at check-in",
        "in drawing order the first two whose cards have one color, red or black, are partners",
        "Partners and opponents change with every game.",
        "The lowest card drawn deals first, ace high, nine low; equal cards go by suit, spades highest",
        "The deal then goes round clockwise, hand by hand.",
        "About 15 minutes are planned for a game.",
        "Between games there are 3 minutes",
        "After game 4 there is an intermission of 20 minutes.",
        "At each table one player keeps the score.",
        "both sides agree on the score and on what went into the bump cup",
        "A table runner collects the sheet",
        # Conduct
        "respectful with everybody",
        "Silence phones and other devices while you play. No calls and no messages at the table.",
        "Cheating, signaling or unsporting conduct leads to disqualification.",
        "Strong suspicion of it may cost points, or a place at later tournaments.",
        "politely call your table runner or a judge. The director’s decision is final.",
        "be ready to move when the next game is called",
        "Players of every level are welcome. Be patient with those who are new",
        "Nothing but the official buy-in and the bump cup is played for. No private wagers, no side bets.",
        "“I agree that photographs and names may be used to tell about the event.”",
        "The director may change tables, times or rules",
        "Be kind, keep it light",
    ),
    "fharmacy": (
        "There are 40 places, for the first who register.",
        "Nobody needs to bring a partner: tables and teammates change",
        "There is no fee to enter or play.",
        "First place wins “First prize”, second place wins “Second prize” and third place wins “Third prize”.",
        "Register to be sure of a place.",
        "Players must be 21 or older.",
        "Spectators are welcome.",
        "A waiting list has 6 places more: whoever is on it plays when somebody does not come.",
        "24 cards, ace to nine.",
        "Fewer than three, a euchre",
        "All five, a march",
        "the other suits rank ace, king, queen, jack, ten, nine",
        "The makers take three or four tricks: 1 point. All five: 2.",
        "Alone, three or four tricks: 1 point. All five: 4.",
        "Fewer than three tricks is a euchre: the defenders score 2; against a lone hand 2.",
        "the side it was against gains 2 points",
        "It is 4 points in any lone hand.",
        "The first side to reach 10 points wins the game.",
        "The plan sets the partners, who sit across from each other.",
        "The lowest card drawn deals first, ace high, nine low; those with equal cards draw again.",
        "The dealer may shuffle last. The player on the dealer’s right cuts, leaving at least four cards in each part.",
        "Deal clockwise, beginning on the dealer’s left: three cards at a time and then two, or two and then three. "
        "Keep to the way you began with.",
        "After each hand the deal passes to the left.",
        "The four cards left lie before the dealer, the top one turned up.",
        "a dealer who takes it lays the discard there, face down",
        "“I order it up”, or “pick it up”",
        "A dealer who turns it down lays the card face down on the pack",
        "the suit turned down cannot be named",
        "If all pass twice, the next player deals.",
        "A player declares alone when making trump.",
        "Say “alone” clearly, while you make trump. Your partner then lays down their cards, face down",
        "The first player left of the dealer who is in the hand leads.",
        "Follow the suit led if you can. If you cannot, play any card.",
        "Its winner leads next.",
        "The hand ends at once and is not scored besides.",
    ),
    "torrence-knox": (
        "Deal five cards to each player, clockwise; turn up the top one of those left.",
        "Accept or pass; in the second round name any suit but the one turned down.",
        "The makers take three or four tricks: 1 point. All five: 2.",
        "Alone, three or four tricks: 1 point. All five: 4.",
        "the defenders score 2",
        "A player who fails to follow suit loses 2 points, the partner nothing.",
        "It is 4 points in any lone hand.",
        "A player dealt only nines and tens may call a misdeal before the first pass or play.",
        "If all pass twice, the next player deals.",
        "everybody records their own score on the sheet",
        "The winners stay and switch partners; the losers walk to the next free table",
        "Last call is at 8:30 PM: no game begins after it.",
        "First place wins the whole pot.",
        "Players who tie at a prize place share its prizes evenly",
    ),
    "torrence-knox-three": (
        "Three players sit on three sides of the table; the dummy lies on the fourth.",
        "Deal five cards to each player and to the dummy.",
        "The four cards left lie face down in the middle; turn up the top one.",
        "The maker keeps the best five cards of both hands; alone, the maker leaves the dummy.",
        "A player may declare alone until the first card is led.",
        "A defender may go alone, too, even against a lone maker; the other defender is out of the hand.",
        "lays the cards face down and sits that hand out",
        "The player left of the lone hand leads",
        "Follow the suit led if you can. If you cannot, play any card.",
        "The maker takes three or four tricks: 1 point. All five: 3.",
        "each defender scores 2",
        "A lone defender takes three or four tricks: each defender scores 2. All five: 4.",
        "The first player to reach 10 points wins the game",
    ),
}


@pytest.mark.parametrize("preset", SAID)
def test_what_the_event_tells_its_players(preset: str) -> None:
    text = text_of(make_night(preset))
    assert [words for words in SAID[preset] if words not in text] == []


# --- The scoring table ---


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_table_says_what_the_hands_are_worth(name: str) -> None:
    rules = RULE_SETS[name]
    rows = {row.what: row for row in scoring_table(rules)}
    march = score_hand(rules, Hand(0, 5, alone=True))
    assert rows["Alone, all five"].makers == str(march.points[0])
    euchre = rows["Fewer than three, a euchre"]
    assert (euchre.makers, euchre.defenders) == ("0", "2")
    assert ("All pass twice" in rows) is not rules.stick_the_dealer
    assert ("Defender alone takes all five" in rows) is rules.defender_alone


def test_the_table_of_wemsa() -> None:
    rows = [(row.makers, row.defenders, row.cup) for row in scoring_table(RULE_SETS["wemsa"])]
    assert rows == [
        ("1", "0", ""),
        ("2", "0", ""),
        ("1", "0", ""),
        ("4", "0", ""),
        ("0", "2", "$1 from each maker"),
        ("0", "2", "$2 from the maker"),
    ]


def test_a_partner_who_is_credited_less_is_told_apart() -> None:
    rules = replace(RULE_SETS["wemsa"], alone_march=5, alone_march_partner=4)
    assert [row.makers for row in scoring_table(rules)][3] == "5, partner 4"


# --- The host's own words ---


def test_blocks_headings_and_lines() -> None:
    blocks = own_words(
        "Phones\nSilence them.\nNo calls.\n\n \nCome as you are.\n\nNo smoking\n\nRule one:\nnone"
    )
    assert [(block.title, block.sentences) for block in blocks] == [
        ("Phones", ("Silence them.", "No calls.")),
        ("", ("Come as you are.",)),
        ("", ("No smoking",)),
        ("", ("Rule one:", "none")),
    ]
    assert own_words(" \n\n ") == ()


def test_what_the_host_changes_is_on_the_page(night: Tournament) -> None:
    words = "Parking\nBehind the hall.\n\n<script>alert(1)</script>"
    text_with(night, replace(WEMSA, house_rules=words))
    page = page_of(night)
    assert '<h2 dir="auto">Parking</h2>' in page
    assert "Behind the hall." in page
    assert "<script>alert" not in page
    assert "Silence phones" not in page


def test_the_settings_page_takes_the_words_as_they_are(night: Tournament) -> None:
    page = cast_of(night).organizer.get(f"/nights/{night.code}/settings/").content.decode()
    typed = html.unescape(
        re.search(r'<textarea name="house_rules"[^>]*>(.*?)</textarea>', page, re.DOTALL)[1]
    )
    assert typed.strip() == WEMSA.house_rules


@pytest.mark.parametrize("preset", PRESETS)
def test_the_words_of_every_preset_fit_the_settings_page(preset: str) -> None:
    settings = PRESETS[preset].settings
    longest = SettingsForm(settings).fields["house_rules"].max_length
    assert len(settings.house_rules) < longest / 2
    assert all(block.title for block in own_words(settings.house_rules))
