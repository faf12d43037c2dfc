"""Which folder answers which address. Nights are found by their code; every view declares its access."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.web.organizer.urls")),
    path("desk/<slug:code>/", include("tournaments.web.desk.urls")),
    path("runner/<slug:code>/", include("tournaments.web.runner.urls")),
    path("floor/<slug:code>/", include("tournaments.web.floor.urls")),
    path("print/<slug:code>/", include("tournaments.web.printing.urls")),
    path("wall/<slug:code>/", include("tournaments.web.screen.urls")),
    path("night/<slug:code>/", include("tournaments.web.player.urls")),
]
