"""A player says "my score is wrong"; the director looks and answers."""

from __future__ import annotations

from datetime import timedelta

from tournaments.actions.act import Act, Result, act
from tournaments.actions.lookup import game_of, player_of, refuse_if_final
from tournaments.models import Game, ScoreFlag, Seat
from tournaments.names import clean_name
from tournaments.problems import refuse

#: How many one player may raise in how long, and how many may wait in a whole night.
FLAGS, WINDOW, MOST_WAITING = 3, timedelta(minutes=10), 60


@act
def flag_score(act: Act, *, player_id: int, game_id: str, word: str) -> Result:
    """Say that the score of a game the player sat in is wrong, with a word. It changes nothing by itself."""
    refuse_if_final(act.night)
    player, game = player_of(act.night, player_id), game_of(act.night, game_id)
    if not Seat.objects.filter(game=game, player=player).exists():
        raise refuse("not_there", "You have no seat in that game.")
    if game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        raise refuse("not_played", f"{game} has no score yet.")
    text = clean_name(word)[:200]
    if not text:
        raise refuse("word", "Say in a word what is wrong.", field="word")
    if player.score_flags.filter(game=game, answered_at__isnull=True).exists():
        raise refuse("flagged", f"The director knows about {game} already and will answer here.")
    if player.score_flags.filter(flagged_at__gt=act.at - WINDOW).count() >= FLAGS:
        raise refuse("too_many", "That is a lot at once: please speak to the director.")
    if act.night.score_flags.filter(answered_at__isnull=True).count() >= MOST_WAITING:
        raise refuse("too_many", "Too many wait already: please speak to the director.")
    flag = ScoreFlag.objects.create(
        tournament=act.night, player=player, game=game, word=text, flagged_at=act.at
    )
    act.touch("judge")
    act.record(f"{player} says that the score of {game} is wrong", reason=text, player=player, game=game)
    return {"flag": flag.pk}


@act
def answer_flag(act: Act, *, flag_id: int, answer: str) -> Result:
    """The director's answer, which the player reads on the own page. The sheet itself is corrected as any other."""
    flags = act.night.score_flags.select_related("player", "game__table", "game__round")
    flag = flags.filter(pk=flag_id).first()
    if flag is None:
        raise refuse("no_flag", "That question is not one of this night's.")
    if flag.answered_at is not None:
        raise refuse("answered", f"{flag.answered_by} has answered {flag.player} already.")
    text = clean_name(answer)[:300]
    if not text:
        raise refuse("answer", "Say what you found: the player reads it.", field="answer")
    flag.answer, flag.answered_by, flag.answered_at = text, act.caller.actor.name[:120], act.at
    flag.save(update_fields=["answer", "answered_by", "answered_at"])
    act.touch("judge", "scores")
    act.record(
        f"Answered {flag.player} about {flag.game}",
        before=flag.word,
        after=text,
        player=flag.player,
        game=flag.game,
    )
    return {"flag": flag.pk}
