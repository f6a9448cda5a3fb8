"""The addresses of the site."""

from django.urls import include, path

urlpatterns = [
    path("", include("grants.urls")),
    path("account/", include("allauth.urls")),
]

handler400 = "grants.views.errors.bad_request"
handler403 = "grants.views.errors.permission_denied"
handler404 = "grants.views.errors.page_not_found"
handler500 = "grants.views.errors.server_error"
