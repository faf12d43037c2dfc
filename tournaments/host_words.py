"""What a host says to the players beside the rules of play: the house rules that each preset begins with.

The software applies none of it, so it is plain text that the host may change (`NightSettings.house_rules`). A block
is a heading and the lines under it, with an empty line between blocks (`house_rules.own_words` reads it). What a
setting decides stands in no block: the page of the house rules writes it from the settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_CUT_MAY_BE_DECLINED = """\
Shuffle, cut and deal
The dealer shuffles and offers the deck to the player on the right, who may cut or decline.
Five cards go to each player, clockwise: two and then three, or three and then two. There is no other way to deal.
The rest lies before the dealer, the top card turned up. The deal then goes round clockwise, hand by hand.
The dealer looks after the deck: if a card is damaged, missing or there twice, call somebody of the staff before the hand begins.
Who misdeals again and again may be warned, or lose points, as the director decides."""

_CUT_LEAVES_FOUR = """\
Shuffle, cut and deal
The dealer may shuffle last. The player on the dealer’s right cuts, leaving at least four cards in each part.
Deal clockwise, beginning on the dealer’s left: three cards at a time and then two, or two and then three. Keep to the way you began with.
The four cards left lie before the dealer, the top one turned up. After each hand the deal passes to the left."""

_DEAL = """\
Shuffle, cut and deal
The dealer shuffles; the player on the right cuts.
Deal five cards to each player, clockwise; turn up the top one of those left. After each hand the deal passes to the left."""

_DEAL_WITH_DUMMY = """\
Shuffle, cut and deal
Three players sit on three sides of the table; the dummy lies on the fourth.
The dealer shuffles and the player on the right cuts. Deal five cards to each player and to the dummy.
The four cards left lie face down in the middle; turn up the top one. After each hand the deal passes to the left."""

_CALLING_ALOUD = """\
Calling
An opponent of the dealer accepts the turn-up with “I order it up”, or “pick it up”.
A dealer who turns it down lays the card face down on the pack; a dealer who takes it lays the discard there, face down.
Say “alone” clearly, while you make trump. Your partner then lays down their cards, face down, and sits that hand out."""

_CALLING_UNTIL_THE_LEAD = """\
Calling
The player left of the dealer speaks first. Accept or pass; in the second round name any suit but the one turned down.
Say “alone” before the first card is led. A player whose partner is alone lays the cards face down and sits that hand out."""

_CARDS_ON_THE_TABLE = """\
Cards on the table
All cards stay in sight, on or above the table. Nobody holds cards below its edge.
A card laid is a card played: once it has left your hand it cannot be taken back.
A card shown by accident in the play is no misdeal and costs no trick; when it keeps happening there may be a warning."""

_PLAY_EVERY_HAND = """\
Every hand to its end
Play every hand out, to the last card. Do not throw in your cards, even when nothing is left to win."""

_TALK = """\
Talk at the table
Chat as much as you like, but not about the hand being played. No remarks or gestures that distract.
Nobody coaches or signals a partner, in words or without."""

_PHONES = """\
Phones
Silence phones and other devices while you play. No calls and no messages at the table."""

_PACE = """\
Pace
Please play briskly, and be ready to move when the next game is called."""

_FAIRNESS = """\
Fair play
Players of every level are welcome. Be patient with those who are new, respectful with everybody.
Cheating, signaling or unsporting conduct leads to disqualification. Strong suspicion of it may cost points, or a place at later tournaments."""

_DISPUTES = """\
Disputes
If you cannot agree, politely call your table runner or a judge. The director’s decision is final."""

_SIDE_BETS = """\
Money
Nothing but the official buy-in and the bump cup is played for. No private wagers, no side bets."""

_NO_SIDE_BETS = """\
Money
Private wagers and side bets are no part of the tournament."""

_HOST = """\
The director
The director may change tables, times or rules where fairness or the evening asks for it."""

_LEAGUES = """\
Two leagues
Experienced is for people who play often and like their strategy. Novice is for casual and newer players, at an easier pace.
Choose one when you register. The two have their own tables and standings."""

_FUN = """\
Have fun
This evening is for good company first. Be kind, keep it light, and laugh about the bad hands."""

_NO_PARTNER_NEEDED = """\
Come as you are
Nobody needs to bring a partner: tables and teammates change through the evening.
Spectators are welcome. Register to be sure of a place."""

_OWN_SCORES = """\
Your own score
At the end of each game everybody records their own score on the sheet."""

_CLASSIC = (_DEAL, _CARDS_ON_THE_TABLE, _PLAY_EVERY_HAND, _TALK, _PHONES, _PACE, _FAIRNESS, _DISPUTES, _HOST)

_BLOCKS: Mapping[str, tuple[str, ...]] = {
    "wemsa": (
        _LEAGUES,
        _CUT_MAY_BE_DECLINED,
        _CARDS_ON_THE_TABLE,
        _PLAY_EVERY_HAND,
        _TALK,
        _PHONES,
        _PACE,
        _FAIRNESS,
        _DISPUTES,
        _SIDE_BETS,
        _HOST,
        _FUN,
    ),
    "fharmacy": (
        _NO_PARTNER_NEEDED,
        _CUT_LEAVES_FOUR,
        _CALLING_ALOUD,
        _TALK,
        _FAIRNESS,
        _DISPUTES,
        _NO_SIDE_BETS,
        _HOST,
    ),
    "torrence-knox": (
        _DEAL,
        _CALLING_UNTIL_THE_LEAD,
        _OWN_SCORES,
        _TALK,
        _FAIRNESS,
        _DISPUTES,
        _NO_SIDE_BETS,
        _HOST,
    ),
    "torrence-knox-three": (
        _DEAL_WITH_DUMMY,
        _CALLING_UNTIL_THE_LEAD,
        _OWN_SCORES,
        _TALK,
        _FAIRNESS,
        _DISPUTES,
        _NO_SIDE_BETS,
        _HOST,
    ),
    "classic": _CLASSIC,
}

HOST_WORDS: Mapping[str, str] = MappingProxyType(
    {key: "\n\n".join(blocks) for key, blocks in _BLOCKS.items()}
)
"""The host's words by preset."""
