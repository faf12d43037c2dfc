"""Whole games played by bots: how they end, who deals, what they add up to."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from scoring import PRESETS, RuleSet
from scoring.play import AnyLegalBot, Call, Mistakes, Offer, play_game
from tests.scoring.audit import audit_hand

RULE_SETS = [*PRESETS.values(), *(PRESETS[name].three_handed_variant() for name in ("wemsa", "classic"))]


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
class TestGames:
    def test_it_ends_when_the_rules_say_and_not_before(self, rules: RuleSet) -> None:
        for seed in range(12):
            game = play_game(rules, Random(seed), mistakes=Mistakes.all_at(0.02))
            race = [0] * rules.seats
            for number, record in enumerate(game.hands, start=1):
                audit_hand(rules, record)
                race = [a + b for a, b in zip(race, record.score.side_points, strict=True)]
                last = number == len(game.hands)
                assert last == (number == rules.hands if rules.hands else max(race) >= 10)
            assert game.side_points == tuple(race)
            assert game.points == tuple(
                sum(record.score.points[seat] for record in game.hands) for seat in range(rules.seats)
            )
            assert sum(game.bump_cents) == sum(sum(record.score.bump_cents) for record in game.hands)

    def test_the_deal_goes_round_from_the_first_dealer(self, rules: RuleSet) -> None:
        game = play_game(rules, Random(5), first_dealer=2)
        assert game.draws == ()
        expected = [(2 + number) % rules.seats for number in range(len(game.hands))]
        assert [record.deal.dealer for record in game.hands] == expected

    def test_the_first_dealer_is_drawn(self, rules: RuleSet) -> None:
        dealers = set()
        for seed in range(30):
            game = play_game(rules, Random(seed))
            assert all(draw.dealer is None for draw in game.draws[:-1])
            assert game.hands[0].deal.dealer == game.draws[-1].dealer
            dealers.add(game.draws[-1].dealer)
        assert dealers == set(range(rules.seats))

    def test_a_seed_repeats_the_game(self, rules: RuleSet) -> None:
        assert play_game(rules, Random(8)) == play_game(rules, Random(8))
        assert play_game(rules, Random(8)) != play_game(rules, Random(9))


class TestWinners:
    def test_a_side_of_two_or_nobody_in_a_draw(self) -> None:
        seen = set()
        for seed in range(60):
            game = play_game(PRESETS["classic"], Random(seed))
            mine, theirs = game.side_points[:2]
            assert game.winners == (() if mine == theirs else (0, 2) if mine > theirs else (1, 3))
            seen.add(game.winners)
        assert seen == {(), (0, 2), (1, 3)}

    def test_two_defenders_can_both_reach_the_target_in_one_hand(self) -> None:
        rules = replace(PRESETS["torrence-knox-three"], target=2)
        seen = set()
        for seed in range(60):
            game = play_game(rules, Random(seed))
            assert game.winners == tuple(seat for seat in range(3) if game.side_points[seat] >= 2)
            seen.add(len(game.winners))
        assert seen == {1, 2}

    def test_a_personal_line_does_not_move_the_race(self) -> None:
        game = play_game(PRESETS["torrence-knox"], Random(3), mistakes=Mistakes(renege=0.3))
        assert game.side_points[0] == game.side_points[2]
        assert game.side_points[1] == game.side_points[3]
        assert max(game.side_points) >= 10
        assert game.points != game.side_points


class Passer(AnyLegalBot):
    """Always passes."""

    def __init__(self) -> None:
        super().__init__(Random(1))

    def bid(self, cards: Sequence[int], offer: Offer) -> Call | None:
        return None


class TestBadInput:
    @pytest.mark.parametrize("seat", [-1, 3])
    def test_the_first_dealer_sits_at_the_table(self, seat: int) -> None:
        with pytest.raises(ValueError, match=f"first_dealer: seat {seat}"):
            play_game(PRESETS["torrence-knox-three"], Random(1), first_dealer=seat)

    def test_a_race_that_nobody_runs_is_given_up(self) -> None:
        with pytest.raises(ValueError, match="nobody has 10 points after 1000 deals"):
            play_game(PRESETS["fharmacy"], Random(1), bots=[Passer()] * 4)

    def test_a_passed_out_deal_is_one_of_the_hands(self) -> None:
        rules = replace(PRESETS["classic"], stick_the_dealer=False)
        game = play_game(rules, Random(1), bots=[Passer()] * 4)
        assert len(game.hands) == 8
        assert game.points == (0, 0, 0, 0)
        assert game.winners == ()
