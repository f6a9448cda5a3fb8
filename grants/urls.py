"""The pages, one line each."""

from django.urls import URLPattern, URLResolver, path
from django.views.i18n import set_language

from grants.views.front import front

urlpatterns: list[URLPattern | URLResolver] = [
    path("", front, name="front"),
    path("taal/", set_language, name="set_language"),
]
