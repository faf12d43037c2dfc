"""Rulings on a phone: what they say, worked out by hand from the pages of the three events; what they refuse; who asks."""

from __future__ import annotations

import html
import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from scoring.cards import DECK, Card
from tests.cast import Cast, cast_of, helper, key
from tests.factories import HOST, make_night, play_game, post, ready_night, reload, running_games
from tournaments.actions import rounds
from tournaments.models import LogEntry, ScoreSheet, Tournament
from tournaments.templatetags.cards import card_deck, card_name, card_picture, with_cards

pytestmark = pytest.mark.django_db

PAGES = ("", "trick/", "renege/", "call/", "misdeal/", "lead/", "dealer/", "partners/", "hand/")
_DRAWN = re.compile(r'<svg[^>]*aria-label="([^"]+)"[^>]*>.*?</svg>')
_CARD_IN_LINE = re.compile(r'<span class="card-in-line" role="img" aria-label="([^"]+)">.*?</span>')


def address(night: Tournament, page: str, question: str = "") -> str:
    """`question`: "trump=hearts hand=JH,9C" as an address, with `ask`; a comma parts several values."""
    values = [("ask", "1")] if question and "seed=" not in question else []
    for part in question.split():
        name, _, value = part.partition("=")
        values += [(name, one) for one in value.split(",")]
    return f"/runner/{night.code}/rulings/{page}?{urlencode(values)}"


def read_aloud(text: str) -> str:
    """A page as a screen reader says it: pictures by their names, no markup."""
    text = _DRAWN.sub(r" \1 ", _CARD_IN_LINE.sub(r"\1", text))
    return (
        " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split()).replace(" .", ".").replace(" ,", ",")
    )


def ask(client: Client, night: Tournament, page: str, question: str) -> str:
    """What the page says above its form."""
    response = client.get(address(night, page, question))
    text = read_aloud(response.content.decode().partition('<main id="main"')[2].partition('id="ask"')[0])
    assert response.status_code == 200, text
    return text


def refused(client: Client, night: Tournament, page: str, question: str) -> str:
    """What the page says is wrong; it answers 422 and rules on nothing."""
    response = client.get(address(night, page, question))
    page_text = response.content.decode()
    assert response.status_code == 422
    assert 'class="ruling ' not in page_text
    return read_aloud(re.search(r'role="alert">(.*?)</ul>', page_text, re.DOTALL)[1])


@pytest.fixture
def wemsa() -> Tournament:
    return make_night("wemsa")


@pytest.fixture
def fharmacy() -> Tournament:
    return make_night("fharmacy")


@pytest.fixture
def queue() -> Tournament:
    """Torrence & Knox: a defender may be alone, the offender alone loses for a renege."""
    return make_night("torrence-knox")


@pytest.fixture
def threes() -> Tournament:
    return make_night("torrence-knox-three")


def runner_of(night: Tournament) -> Client:
    return helper(night, "runner")


class TestWhoMayAsk:
    @pytest.fixture
    def cast(self, wemsa: Tournament) -> Cast:
        return cast_of(wemsa)

    @pytest.mark.parametrize("page", PAGES)
    def test_the_director_and_helpers_alone(self, cast: Cast, page: str) -> None:
        for role in ("organizer", "desk", "runner"):
            assert cast.of(role).get(address(cast.night, page)).status_code == 200
        for role in ("player", "stranger"):
            assert cast.of(role).get(address(cast.night, page)).status_code == 403
        assert runner_of(make_night()).get(address(cast.night, page)).status_code == 403

    @pytest.mark.parametrize("page", PAGES)
    def test_asking_is_no_act_and_leaves_no_trace(self, cast: Cast, page: str) -> None:
        before = (LogEntry.objects.count(), ScoreSheet.objects.count(), reload(cast.night).version)
        assert cast.runner.post(address(cast.night, page)).status_code == 405
        cast.runner.get(address(cast.night, page, "trump=hearts"))
        cast.runner.get(address(cast.night, page, "seed=a"))
        assert (LogEntry.objects.count(), ScoreSheet.objects.count(), reload(cast.night).version) == before

    def test_the_list_of_questions_leads_to_each_and_comes_from_the_tables(self, cast: Cast) -> None:
        page = cast.runner.get(address(cast.night, "")).content.decode()
        for name in PAGES[1:]:
            assert f'href="/runner/{cast.night.code}/rulings/{name}"' in page
        assert f'href="/night/{cast.night.code}/house-rules/"' in page
        tables = cast.runner.get(f"/runner/{cast.night.code}/").content.decode()
        assert f'href="/runner/{cast.night.code}/rulings/"' in tables

    def test_a_size_chosen_is_kept_on_the_way(self, cast: Cast) -> None:
        page = cast.runner.get(address(cast.night, "") + "size=3&deck=four").content.decode()
        assert "rulings/trick/?size=3&amp;deck=four" in page
        assert "rulings/partners/" not in page

    def test_only_the_sizes_of_the_night_are_offered(self, queue: Tournament, threes: Tournament) -> None:
        for night in (queue, threes):
            assert "Table of three" not in runner_of(night).get(address(night, "trick/")).content.decode()
        page = runner_of(queue).get(address(queue, "trick/") + "size=3").content.decode()
        assert 'name="card3"' in page
        page = runner_of(threes).get(address(threes, "trick/")).content.decode()
        assert 'name="card3"' not in page


# trump, the cards from the leader clockwise ("-": none), who is out -> who takes it, and why
TRICKS = [
    ("hearts", "AS KS JD 9H", "", "The player across from the leader", "the left bower"),
    ("hearts", "JD JH AH 9H", "", "The player left of the leader", "jack of hearts wins: the right bower"),
    ("clubs", "9D AS KS AH", "", "The leader", "nine of diamonds wins: the highest card of the suit led"),
    (
        "clubs",
        "AD 9C 10C KD",
        "",
        "The player across from the leader",
        "ten of clubs wins: the highest trump",
    ),
    ("spades", "QD AD - 10D", "2", "The player left of the leader", "ace of diamonds wins"),
    ("diamonds", "AH JH 9D KH", "", "The player left of the leader", "jack of hearts wins: the left bower"),
]


class TestTheTrick:
    @pytest.mark.parametrize(("trump", "cards", "out", "who", "why"), TRICKS)
    def test_who_takes_it(
        self, wemsa: Tournament, trump: str, cards: str, out: str, who: str, why: str
    ) -> None:
        said = ask(runner_of(wemsa), wemsa, "trick/", question_of(trump, cards, out))
        assert said.partition(" How they rank ")[0].partition(">")[2].strip().startswith(who)
        assert why in said

    def test_how_the_cards_rank(self, wemsa: Tournament) -> None:
        said = ask(runner_of(wemsa), wemsa, "trick/", question_of("hearts", "AS KC JD 9H"))
        ranking = said.partition("How they rank")[2]
        order = ["jack of diamonds", "nine of hearts", "ace of spades", "king of clubs"]
        assert sorted(order, key=ranking.index) == order
        assert "king of clubs The player left of the leader neither trump nor the suit led" in ranking
        trumps = ["jack of hearts", "jack of diamonds, played", "ace of hearts", "king of hearts"]
        assert " ".join(trumps) in ranking.partition("Trumps: hearts, high to low")[2]
        assert "ace of spades, played king of spades" in ranking.partition("Led: spades, high to low")[2]

    def test_three_at_the_table(self, fharmacy: Tournament) -> None:
        said = ask(runner_of(fharmacy), fharmacy, "trick/", "size=3 trump=spades card0=9H card1=AH card2=JC")
        assert "The player right of the leader" in said
        assert "across" not in said

    @pytest.mark.parametrize(
        ("question", "wrong"),
        [
            ("trump=hearts card0=AS card1=AS card2=JD card3=9H", "ace of spades is there twice"),
            (
                "trump=hearts card0=AS card1=KS card2=JD card3=9H out=2",
                "The player across from the leader is out of this hand and cannot play",
            ),
            ("trump=hearts card0=AS card1=KS card2=JD", "Pick a card."),
            ("card0=AS card1=KS card2=JD card3=9H", "Choose a suit."),
            ("trump=hearts card0=8S card1=KS card2=JD card3=9H", "the euchre deck has A K Q J 10 9"),
            ("trump=hearts card0=AS,KS card1=QS card2=JD card3=9H", "Pick one card alone."),
            ("trump=stars card0=AS card1=KS card2=JD card3=9H", "Choose a suit."),
        ],
    )
    def test_what_cannot_be_is_named(self, wemsa: Tournament, question: str, wrong: str) -> None:
        assert wrong in refused(runner_of(wemsa), wemsa, "trick/", question)

    def test_an_empty_page_asks_and_refuses_nothing(self, wemsa: Tournament) -> None:
        page = runner_of(wemsa).get(address(wemsa, "trick/")).content.decode()
        assert 'role="alert"' not in page
        assert page.count('type="radio" name="card0"') == 24

    def test_a_question_can_be_reloaded(self, wemsa: Tournament) -> None:
        client, url = runner_of(wemsa), address(wemsa, "trick/", question_of("hearts", "AS KS JD 9H"))
        page = client.get(url).content.decode()
        assert client.get(url).content.decode() == page
        for name, card in (("card0", "AS"), ("card1", "KS"), ("card2", "JD"), ("card3", "9H")):
            assert f'name="{name}" value="{card}" checked' in page


def question_of(trump: str, cards: str, out: str = "") -> str:
    played = [f"card{place}={card}" for place, card in enumerate(cards.split()) if card != "-"]
    return " ".join([f"trump={trump}", *played, *([f"out={out}"] if out else [])])


HAND = "hand=JD,AS,KH,9C,10C"


class TestTheRenege:
    @pytest.mark.parametrize(
        ("question", "says"),
        [
            (
                f"trump=hearts led=9H {HAND} played=AS",
                "jack of diamonds king of hearts could have been played",
            ),
            (f"trump=hearts led=9H {HAND} played=10C", "jack of diamonds is the left bower"),
            (f"trump=diamonds led=JH {HAND} played=KH", "jack of diamonds could have been played"),
            (f"trump=spades led=QC {HAND} played=AS", "nine of clubs ten of clubs could have been played"),
        ],
    )
    def test_a_renege(self, wemsa: Tournament, question: str, says: str) -> None:
        said = ask(runner_of(wemsa), wemsa, "renege/", question)
        assert "A renege" in said
        assert says in said

    @pytest.mark.parametrize(
        "question",
        [
            f"trump=hearts led=9H {HAND} played=JD",  # the left bower follows
            f"trump=clubs led=QD {HAND} played=JD",
            f"trump=spades led=QH {HAND} played=KH",
            "trump=hearts led=QD hand=JD,AS played=AS",  # the jack of diamonds is a trump: no diamond to follow
        ],
    )
    def test_no_renege(self, wemsa: Tournament, question: str) -> None:
        said = ask(runner_of(wemsa), wemsa, "renege/", question)
        assert "No renege" in said
        assert "What it costs" not in said

    # Fharmacy: 2 to the other side, 4 on any loner, the hand ends. WEMSA: the team loses 2, 4 in an opponent's loner,
    # each pays $1. T&K: the player alone loses 2, 4 in any lone hand.
    @pytest.mark.parametrize(
        ("preset", "situation", "cost"),
        [
            ("wemsa", "", "The player −2 points, $1 into the cup The partner −2 points, $1 into the cup"),
            ("wemsa", "side=defenders alone=maker", "The player −4 points, $1 into the cup The partner −4"),
            ("wemsa", "side=makers alone=maker", "The player −2 points, $1 into the cup The partner −2"),
            ("fharmacy", "side=makers", "What it costs Each opponent +2 points The hand ends at once."),
            ("fharmacy", "side=defenders alone=maker", "Each opponent +4 points The hand ends at once."),
            ("torrence-knox", "", "What it costs The player −2 points Tonight’s rule"),
            ("torrence-knox", "side=makers alone=defender", "What it costs The player −4 points Tonight’s"),
            (
                "torrence-knox-three",
                "side=makers alone=maker",
                "What it costs The player −4 points Tonight’s",
            ),
        ],
    )
    def test_what_it_costs(self, preset: str, situation: str, cost: str) -> None:
        night = make_night(preset)
        said = ask(runner_of(night), night, "renege/", f"trump=hearts led=9H {HAND} played=AS {situation}")
        assert cost in said

    @pytest.mark.parametrize(
        ("question", "wrong"),
        [
            (f"trump=hearts led=9H {HAND},QS played=AS", "6 cards"),
            ("trump=hearts led=9H hand=JD,JD,AS played=AS", "jack of diamonds is there twice"),
            (f"trump=hearts led=9H {HAND} played=QS", "queen of spades is not in the hand"),
            (f"trump=hearts led=AS {HAND} played=KH", "ace of spades is in this hand"),
            (f"trump=hearts {HAND} played=KH", "Pick a card."),
            ("trump=hearts led=9H played=KH", "Pick the cards of the hand."),
        ],
    )
    def test_what_cannot_be_is_named(self, wemsa: Tournament, question: str, wrong: str) -> None:
        assert wrong in refused(runner_of(wemsa), wemsa, "renege/", question)


class TestFromTheRenegeToTheSheet:
    QUESTION = f"trump=hearts led=9H {HAND} played=AS alone=maker"

    @pytest.fixture
    def night(self) -> Tournament:
        night = ready_night((8,), games=3, break_after=None)
        rounds.start_game(night, HOST, number=1)
        return reload(night)

    def test_table_then_player_and_the_penalty_is_on_the_sheet(self, night: Tournament) -> None:
        client, games = runner_of(night), running_games(night)
        page = client.get(address(night, "renege/", self.QUESTION)).content.decode()
        assert [f'value="{game.pk}"' in page for game in games] == [True, True]
        assert "Who reneged" not in page

        page = client.get(address(night, "renege/", f"{self.QUESTION} game={games[1].pk}")).content.decode()
        seat = games[1].seats.select_related("player").get(position=2)
        sheet = f"/runner/{night.code}/sheets/{games[1].pk}/?renege=2&amp;lone=1"
        assert f'href="{sheet}">{seat.player.number} <bdi>{seat.player.name}</bdi>' in page

        form = client.get(html.unescape(sheet)).content.decode()
        row = penalty_rows(form)[0]
        assert row == ("renege", "2", True)
        assert penalty_rows(form)[1:] == [("", "", False)] * 2

    def test_it_does_not_double_in_the_own_lone_hand(self, night: Tournament) -> None:
        game = running_games(night)[0]
        question = f"trump=hearts led=9H {HAND} played=AS side=makers alone=maker game={game.pk}"
        page = runner_of(night).get(address(night, "renege/", question)).content.decode()
        assert f'/sheets/{game.pk}/?renege=0"' in page

    # WEMSA: the team loses 4 against a lone hand, 2 otherwise, each pays $1. Fharmacy: 2 or 4 for the opponents.
    # T&K: the player's own line alone. The sheet was 14 to 9 (10 to 7), the first seat with the second.
    @pytest.mark.parametrize(
        ("preset", "before", "offender", "after", "bump"),
        [
            ("wemsa", (14, 9), "0&lone=1", (10, 9), 600),
            ("wemsa", (14, 9), "3", (14, 7), 600),
            ("fharmacy", (10, 7), "1", (10, 9), None),
            ("fharmacy", (10, 7), "2&lone=1", (14, 7), None),
            ("torrence-knox", (10, 7), "2", (10, 7), None),
        ],
    )
    def test_a_sheet_that_is_in_is_corrected(
        self, preset: str, before: tuple[int, int], offender: str, after: tuple[int, int], bump: int | None
    ) -> None:
        changes = {"movement": "schedule", "odd": "sit_out", "last_call": "", "break_after": None}
        night = ready_night((4,), preset=preset, games=2, **changes)
        rounds.start_game(night, HOST, number=1)
        game = running_games(night)[0]
        post(game, before)
        client = runner_of(night)
        url = f"/runner/{night.code}/sheets/{game.pk}/"
        page = client.get(f"{url}?renege={offender}").content.decode()
        fields = {**fields_of(page), "confirmed": "1", "key": key()}
        assert fields["reason"].startswith("Renege of Player")
        assert client.post(url, fields).status_code == 303

        sheet = game.sheets.get(state="accepted")
        assert tuple(sheet.scores) == after
        assert sheet.bump_cents == bump
        (penalty,) = sheet.penalties
        assert (penalty["kind"], penalty["offender"]) == ("renege", int(offender[0]))
        own = sheet.lines.get(position=int(offender[0]))
        assert own.personal_points == (-2 if preset == "torrence-knox" else 0)
        assert game.sheets.filter(state="superseded").count() == 1

    @pytest.mark.parametrize("renege", ["", "4", "-1", "nobody", "%00", "9" * 300])
    def test_a_chair_that_is_not_there_prefills_nothing(self, night: Tournament, renege: str) -> None:
        game = running_games(night)[0]
        answer = runner_of(night).get(f"/runner/{night.code}/sheets/{game.pk}/?renege={renege}")
        assert answer.status_code == 200
        assert penalty_rows(answer.content.decode()) == [("", "", False)] * 3

    def test_a_table_does_not_correct_its_sheet_this_way(self, night: Tournament) -> None:
        game = running_games(night)[0]
        post(game)
        client = helper(night, "table", table_number=game.table.number)
        page = client.get(f"/runner/{night.code}/sheets/{game.pk}/?renege=1").content.decode()
        assert 'name="penalty.0.kind"' not in page

    def test_a_finished_game_is_still_the_one_asked_about(self, night: Tournament) -> None:
        game = running_games(night)[0]
        rounds.close_game(night, HOST, number=1, confirmed=True, reason="time")
        said = ask(runner_of(night), night, "renege/", f"{self.QUESTION} game={game.pk}")
        assert f"Who reneged at table {game.table.number}?" in said

    @pytest.mark.parametrize("game", ["nonsense", "00000000-0000-0000-0000-000000000000", "other", "%00"])
    def test_no_such_table(self, night: Tournament, game: str) -> None:
        if game == "other":
            other = ready_night((4,))
            rounds.start_game(other, HOST, number=1)
            game = str(running_games(other)[0].pk)
        said = refused(runner_of(night), night, "renege/", f"{self.QUESTION} game={game}")
        assert "no such table tonight" in said

    def test_a_tables_own_link_knows_its_own_table_alone(self, night: Tournament) -> None:
        mine, other = running_games(night)
        client = helper(night, "table", table_number=mine.table.number)
        page = client.get(address(night, "renege/", self.QUESTION)).content.decode()
        assert str(mine.pk) in page
        assert str(other.pk) not in page
        assert client.get(address(night, "renege/", f"{self.QUESTION} game={other.pk}")).status_code == 403


# WEMSA holds the caller to a card of the suit and sticks the dealer; Fharmacy does neither.
CALLS = [
    ("wemsa", "call=hearts round=1 turn_up=9H hand=AH,9S,10S,9C,10C", True, "holds ace of hearts in hearts"),
    ("wemsa", "call=hearts round=1 turn_up=9H hand=JD,9S,10S,9C,10C", True, "left bower"),
    ("wemsa", "call=hearts round=1 turn_up=9H hand=AS,9S,10S,9C,10C", False, "must hold a card of hearts"),
    ("wemsa", "call=hearts round=1 turn_up=9H who=dealer hand=AS,9S,10S,9C,10C", True, "picks up"),
    ("wemsa", "call=spades round=1 turn_up=9H hand=AS,9S,10S,9C,10C", False, "only hearts"),
    ("wemsa", "call=hearts round=2 turn_up=9H hand=AH,9S,10S,9C,10C", False, "Hearts were turned down"),
    (
        "wemsa",
        "call=diamonds round=2 turn_up=9H hand=AH,9S,10S,9C,10C",
        False,
        "must hold a card of diamonds",
    ),
    (
        "wemsa",
        "call=clubs round=2 turn_up=9H who=dealer hand=AH,KH,QH,10H,9D",
        False,
        "must hold a card of clubs",
    ),
    ("wemsa", "call=pass round=2 who=dealer", False, "the dealer is stuck"),
    ("wemsa", "call=pass round=1 who=dealer", True, "Passing is allowed"),
    ("wemsa", "call=pass round=2", True, "Passing is allowed"),
    ("fharmacy", "call=pass round=2 who=dealer", True, "Passing is allowed"),
    ("fharmacy", "call=diamonds round=2 turn_up=9H hand=AH,9S,10S,9C,10C", True, "on any hand"),
    ("fharmacy", "call=hearts round=2 turn_up=9H hand=AH,9S,10S,9C,10C", False, "turned down"),
]


class TestTheCall:
    @pytest.mark.parametrize(("preset", "question", "allowed", "why"), CALLS)
    def test_may_they(self, preset: str, question: str, allowed: bool, why: str) -> None:
        night = make_night(preset)
        said = ask(runner_of(night), night, "call/", question)
        assert ("Not allowed" not in said) is allowed
        assert why in said

    def test_what_else_could_be_called(self, wemsa: Tournament) -> None:
        question = "call=hearts round=2 turn_up=9H hand=JC,9S,10S,AC,10C"
        said = ask(runner_of(wemsa), wemsa, "call/", question)
        assert "This hand may call clubs or spades." in said

    def test_a_stuck_dealer_without_any_suit_may_name_any(self, wemsa: Tournament) -> None:
        question = "call=spades round=2 turn_up=9H who=dealer hand=AH,KH,QH,10H,JH"
        said = ask(runner_of(wemsa), wemsa, "call/", question)
        assert (
            "Not allowed" in said
        )  # the jack of hearts is the left bower of diamonds: diamonds can be named
        assert "This hand may call diamonds." in said

    @pytest.mark.parametrize(
        ("question", "wrong"),
        [
            ("call=hearts round=1 turn_up=9H hand=9H,9S,10S,9C,10C", "nine of hearts is in this hand"),
            ("call=hearts round=1 turn_up=9H hand=AH,9S,10S,9C", "4 cards"),
            ("call=hearts round=1 turn_up=9H hand=AH,9S,10S,9C,10C,AC", "6 cards"),
            ("call=hearts round=3 turn_up=9H hand=AH,9S,10S,9C,10C", "Choose the round."),
            ("call=stars round=1 turn_up=9H hand=AH,9S,10S,9C,10C", "Choose a suit or pass."),
            ("call=hearts round=1 hand=AH,9S,10S,9C,10C", "Pick a card."),
        ],
    )
    def test_what_cannot_be_is_named(self, wemsa: Tournament, question: str, wrong: str) -> None:
        assert wrong in refused(runner_of(wemsa), wemsa, "call/", question)


class TestTheDeal:
    @pytest.mark.parametrize(
        ("preset", "question", "says"),
        [
            ("wemsa", "what=exposed", "A misdeal"),
            ("fharmacy", "what=exposed", "No misdeal"),
            ("torrence-knox", "what=hand hand=9H,10H,9C,10S,9D", "A misdeal"),
            ("torrence-knox", "what=hand hand=9H,10H,9C,10S,JD", "No misdeal"),
            ("wemsa", "what=hand hand=9H,10H,9C,10S,9D", "No misdeal"),
        ],
    )
    def test_is_it_a_misdeal(self, preset: str, question: str, says: str) -> None:
        night = make_night(preset)
        assert says in ask(runner_of(night), night, "misdeal/", question)

    @pytest.mark.parametrize(
        ("question", "wrong"),
        [
            ("what=hand", "Pick the cards"),
            ("what=hand hand=9H,10H", "2 cards"),
            ("what=thunder", "Choose what happened."),
        ],
    )
    def test_what_cannot_be_is_named(self, queue: Tournament, question: str, wrong: str) -> None:
        assert wrong in refused(runner_of(queue), queue, "misdeal/", question)

    # The dealer is 0, then clockwise: left, across, right. Fharmacy: across when the left one's partner (right of the
    # dealer) is alone. T&K: left of the lone hand; both alone, left of the lone maker who is in the hand.
    @pytest.mark.parametrize(
        ("preset", "question", "who"),
        [
            ("fharmacy", "maker=1", "The player left of the dealer"),
            ("fharmacy", "maker=3 alone=yes", "The player across from the dealer"),
            ("fharmacy", "maker=0 alone=yes", "The player left of the dealer"),
            ("wemsa", "maker=3 alone=yes", "The player across from the dealer"),
            ("torrence-knox", "maker=1 alone=yes", "The player across from the dealer"),
            ("torrence-knox", "maker=2 alone=yes", "The player right of the dealer"),
            ("torrence-knox", "maker=2 defender=3", "The dealer"),
            ("torrence-knox", "maker=2", "The player left of the dealer"),
            ("torrence-knox-three", "maker=2", "The player left of the dealer"),
            ("torrence-knox-three", "maker=1 alone=yes", "The player right of the dealer"),
        ],
    )
    def test_who_leads(self, preset: str, question: str, who: str) -> None:
        night = make_night(preset)
        said = ask(runner_of(night), night, "lead/", question)
        assert re.sub(r"^.*?>\s*", "", said).startswith(who)

    def test_a_partner_of_the_maker_is_no_defender(self, queue: Tournament) -> None:
        said = refused(runner_of(queue), queue, "lead/", "maker=0 defender=2")
        assert "The player across from the dealer is on the maker's side" in said


class TestTheFirstDealer:
    def test_the_lowest_card(self, wemsa: Tournament) -> None:
        said = ask(runner_of(wemsa), wemsa, "dealer/", "card0=KS card1=JH card2=10D card3=AC")
        assert "Seat 3 deals first: ten of diamonds is the lowest card." in said

    def test_wemsa_breaks_a_tie_by_suit(self, wemsa: Tournament) -> None:
        said = ask(runner_of(wemsa), wemsa, "dealer/", "card0=9S card1=9H card2=AD card3=AC")
        assert "Seat 2 deals first" in said
        assert "the lowest suit is hearts" in said

    def test_fharmacy_lets_those_who_tie_draw_again(self, fharmacy: Tournament) -> None:
        client = runner_of(fharmacy)
        url = address(fharmacy, "dealer/", "card0=9S card1=KH card2=9D card3=KC")
        page = client.get(url).content.decode()
        assert "Seat 1 and Seat 3 draw again" in read_aloud(page)
        again = html.unescape(re.search(r'href="(\?again=[^"]+)"', page)[1])
        page = client.get(f"/runner/{fharmacy.code}/rulings/dealer/{again}").content.decode()
        assert 'name="card0"' in page
        assert 'name="card1"' not in page
        said = ask(client, fharmacy, "dealer/", "again=0,2 card0=AC card2=QC")
        assert "Seat 3 deals first: queen of clubs" in said

    def test_the_app_draws_and_a_reload_does_not_draw_anew(self, fharmacy: Tournament) -> None:
        client = runner_of(fharmacy)
        drawn = {seed: ask(client, fharmacy, "dealer/", f"seed={seed}") for seed in ("a", "b", "c", "d")}
        assert len(set(drawn.values())) == 4
        assert all("deals first" in said for said in drawn.values())
        for seed, said in drawn.items():
            without_next = re.sub(r"At which table.*", "", said)
            assert (
                re.sub(r"At which table.*", "", ask(client, fharmacy, "dealer/", f"seed={seed}"))
                == without_next
            )

    def test_a_tie_drawn_here_is_drawn_on_until_it_is_decided(self, fharmacy: Tournament) -> None:
        client = runner_of(fharmacy)
        ties = [
            said
            for seed in range(40)
            if "draw again" in (said := ask(client, fharmacy, "dealer/", f"seed=s{seed}"))
        ]
        assert ties
        assert all(said.count("deals first") == 1 for said in ties)

    def test_every_page_offers_another_seed(self, wemsa: Tournament) -> None:
        client = runner_of(wemsa)
        seeds = {
            re.search(r'name="seed" value="(\w+)"', client.get(address(wemsa, "dealer/")).content.decode())[1]
            for _ in range(5)
        }
        assert len(seeds) == 5

    def test_by_the_plan_the_plan_says_so(self) -> None:
        night = ready_night((8,), preset="classic", movement="schedule")
        rounds.start_game(night, HOST, number=1)
        game = running_games(night)[0]
        assert game.first_dealer is not None
        dealer = game.seats.select_related("player").get(position=game.first_dealer).player
        said = ask(runner_of(night), night, "dealer/", f"game={game.pk} seed=a")
        assert f"By the plan, {dealer.name} ({dealer.number}) deals first." in said

    @pytest.mark.parametrize(
        ("question", "wrong"),
        [
            ("card0=KS card1=KS card2=10D card3=AC", "king of spades is there twice"),
            ("card0=KS card1=JH card2=10D", "Pick a card."),
        ],
    )
    def test_what_cannot_be_is_named(self, wemsa: Tournament, question: str, wrong: str) -> None:
        assert wrong in refused(runner_of(wemsa), wemsa, "dealer/", question)


class TestPartners:
    @pytest.mark.parametrize(
        ("question", "says"),
        [
            ("who0=0 card0=9S who1=1 card1=KC", "seat 1 and seat 2 against seat 3 and seat 4"),
            (
                "who0=3 card0=9S who1=1 card1=KH who2=0 card2=10D",
                "seat 2 and seat 1 against seat 3 and seat 4",
            ),
        ],
    )
    def test_the_first_two_of_one_color(self, wemsa: Tournament, question: str, says: str) -> None:
        assert says in ask(runner_of(wemsa), wemsa, "partners/", question)

    def test_drawn_here_from_a_seed(self, wemsa: Tournament) -> None:
        said = ask(runner_of(wemsa), wemsa, "partners/", "seed=ab")
        assert re.search(r"are both (red|black)\.", said)

    def test_those_who_partnered_before_are_named(self) -> None:
        night = ready_night((4,), games=3, break_after=None)
        play_game(night, 1)  # the sheets say: the first seat with the second
        rounds.start_game(night, HOST, number=2)
        game = running_games(night)[0]
        before = {
            seat.player_id for seat in night.games.get(round__number=1).seats.filter(position__in=(0, 1))
        }
        now = {seat.player_id: seat.position for seat in game.seats.all()}
        one, other = (now[player] for player in before)
        client = runner_of(night)
        said = ask(client, night, "partners/", f"game={game.pk} who0={one} card0=9S who1={other} card1=KC")
        assert "already partners in game 1. Draw again." in said
        third = next(seat for seat in range(4) if seat not in (one, other))
        said = ask(client, night, "partners/", f"game={game.pk} who0={one} card0=9S who1={third} card1=KC")
        assert "already partners" not in said

    def test_three_have_no_partners(self, threes: Tournament) -> None:
        assert "Nobody has a partner" in ask(runner_of(threes), threes, "partners/", "seed=a")

    @pytest.mark.parametrize(
        ("question", "wrong"),
        [
            ("who0=0 card0=9S who1=1 card1=KH", "No two cards of one color yet"),
            ("who0=0 card0=9S who1=0 card1=KC", "drew twice"),
            ("who0=0 card0=9S who1=1 card1=9S", "nine of spades is there twice"),
        ],
    )
    def test_what_cannot_be_is_named(self, wemsa: Tournament, question: str, wrong: str) -> None:
        assert wrong in refused(runner_of(wemsa), wemsa, "partners/", question)


# preset, what happened -> title, points of maker, left, partner, right, what each pays into the cup
SCORES = [
    ("wemsa", "tricks=3", "Made", "+1 0 +1 0", "– – – –"),
    ("wemsa", "tricks=5", "March", "+2 0 +2 0", "– – – –"),
    ("wemsa", "tricks=5 alone=yes", "Lone march", "+4 0 +4 0", "– – – –"),
    ("wemsa", "tricks=2", "Euchre", "0 +2 0 +2", "$1 – $1 –"),
    ("wemsa", "tricks=2 alone=yes", "A lone hand euchred", "0 +2 0 +2", "$2 – – –"),
    ("wemsa", "tricks=4 renege=1", "Made", "+1 −2 +1 −2", "– $1 – $1"),
    ("wemsa", "tricks=5 alone=yes renege=3", "Lone march", "+4 −4 +4 −4", "– $1 – $1"),
    ("wemsa", "tricks=3 toss=0", "Made", "+1 0 +1 0", "$1 – $1 –"),
    ("fharmacy", "tricks=ended renege=0", "Ended by a renege", "0 +2 0 +2", None),
    ("fharmacy", "tricks=passed", "Passed out", "0 0 0 0", None),
    ("torrence-knox", "tricks=1 defender=1", "Euchred by a lone defender", "0 +2 0 +2", None),
    ("torrence-knox", "tricks=0 defender=1", "All five for a lone defender", "0 +4 0 +4", None),
    ("torrence-knox", "tricks=3 renege=2", "Made", "+1 0 −1 0", None),
    ("torrence-knox-three", "tricks=5", "March", "+3 0 0", None),
    ("torrence-knox-three", "tricks=2", "Euchre", "0 +2 +2", None),
]


class TestTheScore:
    @pytest.mark.parametrize(("preset", "question", "title", "points", "cup"), SCORES)
    def test_points_and_bump_for_each_seat(
        self, preset: str, question: str, title: str, points: str, cup: str | None
    ) -> None:
        night = make_night(preset)
        page = runner_of(night).get(address(night, "hand/", question)).content.decode()
        cells = re.findall(r'<td class="num">([^<]+)</td>', page)
        columns = [cells[::2], cells[1::2]] if cup else [cells]
        assert columns == [points.split(), *([cup.split()] if cup else [])]
        assert title in read_aloud(page)

    def test_the_rule_s_own_words(self, wemsa: Tournament) -> None:
        said = ask(runner_of(wemsa), wemsa, "hand/", "tricks=2 alone=yes")
        assert "Fewer than three tricks is a euchre" in said
        assert "Euchred alone: the lone player pays $2, the partner nothing." in said
        assert "All five: 2." not in said

    def test_a_table_of_three_in_a_night_of_fours(self, wemsa: Tournament) -> None:
        page = runner_of(wemsa).get(address(wemsa, "hand/", "size=3 tricks=5")).content.decode()
        assert re.findall(r'<td class="num">([^<]+)</td>', page)[::2] == ["+3", "0", "0"]

    @pytest.mark.parametrize(
        ("preset", "question", "wrong"),
        [
            ("wemsa", "tricks=6", "Choose how many tricks."),
            ("wemsa", "tricks=passed", "Choose how many tricks."),  # the dealer is stuck
            ("wemsa", "alone=yes", "Choose how many tricks."),
            ("wemsa", "tricks=5 alone=yes renege=2", "The maker’s partner is out of the hand"),
            ("fharmacy", "tricks=ended", "Missing, how many tricks"),
            ("fharmacy", "tricks=passed alone=yes", "Nobody is alone in a passed-out hand"),
        ],
    )
    def test_what_cannot_be_is_named(self, preset: str, question: str, wrong: str) -> None:
        night = make_night(preset)
        assert wrong in refused(runner_of(night), night, "hand/", question)


NOISE = [
    "ask=1&trump=%00&card0=%00JH&hand=%00",
    "ask=1&" + "&".join(f"hand=card{n}" for n in range(300)),
    "ask=1&trump=hearts&led=" + "J" * 5000,
    "ask=1&size=99&out=99&maker=-1&tricks=%F0%9F%83%8F&who0=%D9%A1",
    "ask=1&seed=%00%00&again=%C2%B2&game=%F0%9F%83%8F",
    "seed=" + "x" * 5000,
    "ask=1&card0=%F0%9F%82%A1&card0=J%E2%99%A5",
]


@pytest.mark.parametrize("page", PAGES)
def test_no_input_breaks_a_page(wemsa: Tournament, page: str) -> None:
    client = runner_of(wemsa)
    for noise in NOISE:
        assert client.get(f"/runner/{wemsa.code}/rulings/{page}?{noise}").status_code in (200, 422)


def test_signs_are_read_like_letters(wemsa: Tournament) -> None:
    said = ask(runner_of(wemsa), wemsa, "trick/", "trump=hearts card0=A♠ card1=K♠ card2=J♦ card3=9♥")
    assert "jack of diamonds wins" in said


@pytest.mark.parametrize("players", [8, 24])
def test_the_number_of_queries_does_not_grow(players: int, django_assert_num_queries) -> None:
    night = ready_night((players,), games=3, break_after=None)
    rounds.start_game(night, HOST, number=1)
    game = running_games(night)[0]
    client = runner_of(night)
    question = f"trump=hearts led=9H {HAND} played=AS game={game.pk} offender=1"
    with django_assert_num_queries(8):  # night, link, settings; the game with its sheets; the tables
        client.get(address(night, "renege/", question))
    with django_assert_num_queries(3):
        client.get(address(night, "trick/", question_of("hearts", "AS KS JD 9H")))


class TestTheCards:
    def test_each_of_the_24_has_a_picture_of_its_own(self) -> None:
        deck = card_deck()
        drawings = dict(re.findall(r'<symbol id="card-(\w+)"[^>]*>(.*?)</symbol>', deck))
        assert set(drawings) == {card.ascii for card in DECK}
        assert len(set(drawings.values())) == 24

    def test_suits_differ_by_shape_and_are_those_of_the_house(self, settings) -> None:
        icons = (settings.BASE_DIR / "static" / "img" / "icons.svg").read_text()
        shapes = {
            suit: re.search(rf'id="{suit}".*? d="([^"]+)"', icons)[1]
            for suit in ("spade", "heart", "diamond", "club")
        }
        assert len(set(shapes.values())) == 4
        deck = card_deck()
        assert all(deck.count(shape) == 6 for shape in shapes.values())

    def test_a_picture_says_its_name_once(self) -> None:
        jack = Card.parse("JH")
        assert card_name(jack) == "jack of hearts"
        assert 'role="img" aria-label="jack of hearts"' in card_picture(jack)
        assert "aria-label" not in card_picture(jack, named=False)
        assert 'aria-hidden="true"' in card_picture(jack, named=False)

    def test_words_keep_their_cards_and_nothing_else_is_let_through(self) -> None:
        said = with_cards("10♣ beats <b>9♣</b> & J")
        assert (
            read_aloud(said.replace("&lt;", "(").replace("&gt;", ")"))
            == "ten of clubs beats (b)nine of clubs(/b) & J"
        )
        assert "♣" not in said
        assert "<b>" not in said


def penalty_rows(page: str) -> list[tuple[str, str, bool]]:
    """What stands in the rows for penalties of a sheet's form: (kind, whose, in a lone hand)."""
    rows = re.findall(r'<fieldset class="penalty">.*?</fieldset>', page, re.DOTALL)
    return [(*_selected(row)[:2], "checked" in row) for row in rows]


def fields_of(page: str) -> dict[str, str]:
    """The form of a sheet as a browser without scripts would send it."""
    form = page.partition('<form id="sheet"')[2].partition("</form>")[0]
    fields = {}
    for tag in re.findall(r"<input[^>]*>", form):
        kind = re.search(r'type="(\w+)"', tag)
        if kind and kind[1] in ("checkbox", "radio") and " checked" not in tag:
            continue
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        if name:
            fields[name[1]] = html.unescape(value[1]) if value else "on"
    for number, row in enumerate(re.findall(r'<fieldset class="penalty">.*?</fieldset>', form, re.DOTALL)):
        fields[f"penalty.{number}.kind"], fields[f"penalty.{number}.offender"] = _selected(row)[:2]
    return fields


def _selected(row: str) -> list[str]:
    chosen = [
        re.search(r'value="(\w*)" selected', select)
        for select in re.findall(r"<select.*?</select>", row, re.DOTALL)
    ]
    return [found[1] if found else "" for found in chosen]
