"""Assessing, for who assesses."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
