"""Fields with the classes of NL Design System, for the crispy pack in templates/nlds."""

from collections.abc import Iterable

from django import forms, template
from django.forms.boundfield import BoundField
from django.utils.html import conditional_escape, format_html, strip_tags
from django.utils.safestring import SafeString

register = template.Library()

CONTROLS = (
    (forms.Textarea, "textarea", "textarea"),
    (forms.Select, "select", "select"),
    (forms.FileInput, "textbox", "input"),
    (forms.Widget, "textbox", "input"),
)
SHORT = (forms.NumberInput, forms.DateInput, forms.DateTimeInput, forms.TimeInput)


@register.filter
def form_kind(field: BoundField) -> str:
    """Which template of the pack shows this field."""
    widget = field.field.widget
    if isinstance(widget, forms.RadioSelect | forms.CheckboxSelectMultiple):
        return "nlds/choices.html"
    if isinstance(widget, forms.CheckboxInput):
        return "nlds/checkbox.html"
    if isinstance(widget, forms.FileInput):
        return "nlds/file.html"
    return "nlds/single.html"


@register.filter
def in_lines(fields: Iterable[BoundField]) -> list[list[BoundField]]:
    """The fields as they stand below each other: a time beside the day before it."""
    lines: list[list[BoundField]] = []
    for field in fields:
        before = lines[-1][-1].field.widget if lines else None
        if isinstance(field.field.widget, forms.TimeInput) and isinstance(before, forms.DateInput):
            lines[-1].append(field)
        else:
            lines.append([field])
    return lines


@register.simple_tag
def control(field: BoundField) -> SafeString:
    """The input itself, described by its help and its errors as Django lays down."""
    part, element = next(
        (part, element) for kind, part, element in CONTROLS if isinstance(field.field.widget, kind)
    )
    looks = [f"utrecht-{part}", f"utrecht-{part}--html-{element}", field.field.widget.attrs.get("class", "")]
    if field.errors:
        looks.append(f"utrecht-{part}--invalid")
    return field.as_widget(attrs={"class": " ".join(filter(None, looks)), "placeholder": False})


@register.filter
def is_short(field: BoundField) -> bool:
    """Numbers, amounts and dates get an input of about their own width."""
    return isinstance(field.field.widget, SHORT) or is_money(field)


@register.filter
def is_money(field: BoundField) -> bool:
    return getattr(field.field.widget, "is_money", False) is True


@register.filter
def was_lost(field: BoundField) -> bool:
    """A browser never fills in a file or a password again: after an error elsewhere the reader must."""
    widget = field.field.widget
    keeps_nothing = isinstance(widget, forms.FileInput) or (
        isinstance(widget, forms.PasswordInput) and not widget.render_value
    )
    return field.form.is_bound and bool(field.form.errors) and not field.errors and keeps_nothing


@register.filter
def first_input(field: BoundField) -> str:
    """The id that a link to this field leads to: for a group of choices, that of the first."""
    return field.id_for_label or f"{field.auto_id}_0"


@register.filter
def before_error(label: str) -> SafeString:
    """A label with what stands between it and its error: a colon, but for a question, which ends by itself."""
    text = conditional_escape(label)
    return text if strip_tags(text).endswith("?") else format_html("{}:", text)


@register.filter
def error_count(form: forms.BaseForm) -> int:
    """How many errors there are, of fields and of the form as a whole."""
    return sum(len(errors) for errors in form.errors.values())
