"""Addresses of the organizer pages."""

from django.urls import URLPattern, path

from tournaments.web import converters  # noqa: F401 -- registers <number:...>
from tournaments.web.organizer import (
    account,
    control,
    export,
    games,
    helpers,
    log,
    movers,
    new_night,
    nights,
    paying,
    payouts,
    rotation,
    seat_wishes,
    settings,
    standings,
    steps,
    tie,
)

app_name = "organizer"
urlpatterns: list[URLPattern] = [
    path("", nights.nights, name="nights"),
    path("go/", nights.go, name="go"),
    path("first-run/<str:token>/", account.first_run, name="first_run"),
    path("sign-in/", account.sign_in, name="sign_in"),
    path("sign-out/", account.sign_out, name="sign_out"),
    path("nights/new/", new_night.choose, name="new_night"),
    path("nights/new/<slug:preset>/", new_night.new_night, name="new_night_of"),
    path("nights/<slug:code>/restore/", nights.restore, name="restore"),
    #
    path("nights/<slug:code>/", control.control, name="control"),
    path("nights/<slug:code>/live/", control.live, name="live"),
    path("nights/<slug:code>/message/", control.message, name="message"),
    path("nights/<slug:code>/open-check-in/", steps.open_check_in, name="open_check_in"),
    path("nights/<slug:code>/begin/", steps.begin, name="begin"),
    path("nights/<slug:code>/fill-tables/", steps.fill_tables, name="fill_tables"),
    path("nights/<slug:code>/last-call/", steps.last_call, name="last_call"),
    path("nights/<slug:code>/games/<number:number>/start/", steps.start_game, name="start_game"),
    path("nights/<slug:code>/games/<number:number>/close/", steps.close_game, name="close_game"),
    path("nights/<slug:code>/games/<number:number>/take-back/", steps.take_back_game, name="take_back_game"),
    path("nights/<slug:code>/intermission/", steps.start_break, name="start_break"),
    path("nights/<slug:code>/clock/", steps.clock, name="clock"),
    #
    path("nights/<slug:code>/rotation/", rotation.rotation, name="rotation"),
    path("nights/<slug:code>/rotation/draw/", rotation.draw, name="draw"),
    path("nights/<slug:code>/rotation/proposal/", rotation.proposal, name="proposal"),
    path("nights/<slug:code>/rotation/publish/", rotation.publish, name="publish"),
    path("nights/<slug:code>/rotation/discard/", rotation.discard, name="discard"),
    path("nights/<slug:code>/rotation/<number:division_id>/swap/", seat_wishes.swap, name="swap"),
    path("nights/<slug:code>/rotation/<number:division_id>/pin/", seat_wishes.pin, name="pin"),
    path("nights/<slug:code>/rotation/unpin/<number:player_id>/", seat_wishes.unpin, name="unpin"),
    #
    path("nights/<slug:code>/games/", games.games, name="games"),
    path("nights/<slug:code>/games/<number:number>/", games.game, name="game"),
    path("nights/<slug:code>/sheets/<uuid:game_id>/", games.sheet, name="sheet"),
    path("nights/<slug:code>/sheets/<uuid:game_id>/decide/", games.decide, name="decide"),
    path("nights/<slug:code>/sheets/<uuid:game_id>/clear/", games.clear, name="clear"),
    path("nights/<slug:code>/sheets/<uuid:game_id>/extra-hand/", movers.extra_hand, name="extra_hand"),
    path("nights/<slug:code>/sheets/<uuid:game_id>/free/", movers.free, name="free_table"),
    path("nights/<slug:code>/sheets/<uuid:game_id>/void/", games.void, name="void"),
    #
    path("nights/<slug:code>/standings/", standings.standings, name="standings"),
    path("nights/<slug:code>/standings/print/", standings.standings_print, name="standings_print"),
    path("nights/<slug:code>/standings/csv/", export.standings_csv, name="standings_csv"),
    path("nights/<slug:code>/payouts/", payouts.payouts, name="payouts"),
    path("nights/<slug:code>/payouts/final/", payouts.finalise, name="finalise"),
    path("nights/<slug:code>/payouts/reopen/", payouts.reopen, name="reopen"),
    path("nights/<slug:code>/payouts/pay/", paying.pay, name="pay"),
    path("nights/<slug:code>/payouts/take-back/", paying.take_back, name="take_prize_back"),
    path("nights/<slug:code>/payouts/receipts/", payouts.receipts, name="receipts"),
    path("nights/<slug:code>/payouts/<number:division_id>/<number:place>/", tie.tie, name="tie"),
    path(
        "nights/<slug:code>/payouts/<number:division_id>/<number:place>/lots/",
        tie.draw_lots,
        name="draw_lots",
    ),
    #
    path("nights/<slug:code>/settings/", settings.settings, name="settings"),
    path("nights/<slug:code>/settings/play/", settings.save_settings, name="save_settings"),
    path("nights/<slug:code>/settings/night/", settings.save_details, name="save_details"),
    path("nights/<slug:code>/settings/divisions/", settings.add_division, name="add_division"),
    path(
        "nights/<slug:code>/settings/divisions/<number:division_id>/",
        settings.save_division,
        name="save_division",
    ),
    path("nights/<slug:code>/settings/delete/", settings.delete, name="delete"),
    #
    path("nights/<slug:code>/helpers/", helpers.helpers, name="helpers"),
    path("nights/<slug:code>/helpers/<number:link_id>/revoke/", helpers.revoke, name="revoke"),
    path("h/<str:token>/", helpers.helper_link, name="helper_link"),
    path("nights/<slug:code>/log/", log.log, name="log"),
]
