from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def page(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


urlpatterns = [path("", include("config.urls")), path("zonder-rij/", page)]
