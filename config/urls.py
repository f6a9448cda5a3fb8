"""The addresses of the site."""

from django.urls import include, path

urlpatterns = [
    path("", include("grants.urls")),
    path("account/", include("allauth.urls")),
]
