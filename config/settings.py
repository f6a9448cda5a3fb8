"""All settings, in one file. Everything that differs between places comes from the environment.

A value that is missing, wrong or weak stops the start with a sentence that says what to do. The names are in
docs/beheer.md.
"""

from pathlib import Path
from urllib.parse import urlsplit

from config.accounts import log_in_services, mail_settings
from config.environment import Environment, require_two_roles

ROOT = Path(__file__).resolve().parent.parent
env = Environment.from_process()

# ── Where it runs ─────────────────────────────────────────────────────────────────────────────────

DEMO = env.flag("DEMO")
DEBUG = False
SECRET_KEY = env.secret("SECRET_KEY", least=50)
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", demo=DEMO)
SITE_URL = env.site_url("SITE_URL", ALLOWED_HOSTS)
IS_HTTPS = SITE_URL.startswith("https://")
CSRF_TRUSTED_ORIGINS = [SITE_URL]
WSGI_APPLICATION = "config.wsgi.application"
ROOT_URLCONF = "config.urls"

# ── Database and tasks ────────────────────────────────────────────────────────────────────────────

# Two roles on one database: `default` owns nothing, `owner` migrates and cleans up. Only the commands that do so get
# its address: what is not in the environment of the site cannot leak from it.
DATABASES = {"default": env.database("DATABASE_URL")}
if env.text("DATABASE_OWNER_URL", ""):
    DATABASES["owner"] = env.database("DATABASE_OWNER_URL")
    require_two_roles(DATABASES["default"], DATABASES["owner"])
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CELERY_BROKER_URL = env.redis("REDIS_URL")
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": env.number("CELERY_VISIBILITY_SECONDS", 3600),
    # A page does not wait for a broker that is down: what it leaves behind, beat sends.
    "max_retries": 0,
    "socket_connect_timeout": 1,
    # Longer than the second for which a worker asks the broker to wait for a task.
    "socket_timeout": 3,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "Europe/Amsterdam"
# What beat asks for lapses when the next one comes, so that it does not pile up while the workers are down.
CELERY_BEAT_SCHEDULE = {
    "send-outbox": {"task": "grants.tasks.send_outbox", "schedule": 30, "options": {"expires": 30}},
    "tidy": {"task": "grants.tasks.tidy", "schedule": 86_400, "options": {"expires": 3600}},
}

# ── Parts ─────────────────────────────────────────────────────────────────────────────────────────

INSTALLED_APPS = [
    "grants",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "crispy_forms",
    "django_htmx",
]
MIDDLEWARE = [
    "grants.middleware.arrival",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "grants.middleware.no_store",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "grants.middleware.request_log",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "grants.login.second_factor.SecondFactorMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "grants.views.errors.NotAllowedPage",
    "grants.views.errors.UnavailablePage",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "grants.views.shell.shell",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
CRISPY_ALLOWED_TEMPLATE_PACKS = ("nlds",)
CRISPY_TEMPLATE_PACK = "nlds"

# ── People ────────────────────────────────────────────────────────────────────────────────────────

AUTH_USER_MODEL = "grants.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email", "name")},
    },
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
SESSION_COOKIE_AGE = 12 * 3600
SESSION_ENGINE = "grants.login.sessions"

ACCOUNT_ADAPTER = "grants.login.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_SIGNUP_FORM_CLASS = "grants.forms.people.NameForm"
ACCOUNT_FORMS = {"signup": "grants.login.sign_up.SignupForm"}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if IS_HTTPS else "http"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = False
ACCOUNT_SESSION_REMEMBER = False
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXIES", 0, least=0)

MFA_ADAPTER = "grants.login.adapters.MfaAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
# Nobody gets in without a verified address, so who has a second step may add another one.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Rangorde"
MFA_TOTP_TOLERANCE = 1
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not IS_HTTPS

SOCIALACCOUNT_ADAPTER = "grants.login.adapters.SocialAdapter"
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
services = log_in_services(env, "OIDC_PROVIDERS")
SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {"APPS": [each.as_app() for each in services], "OAUTH_PKCE_ENABLED": True}
}

# Limits on log-ins are counted here, for all processes together.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": env.redis("REDIS_URL"),
        "KEY_PREFIX": "rangorde",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 3},
    },
}

# ── Mail ──────────────────────────────────────────────────────────────────────────────────────────

globals().update(mail_settings(env, "EMAIL_URL", local=not IS_HTTPS))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("MAIL_FROM", f"Rangorde <geen-antwoord@{ALLOWED_HOSTS[0]}>")

# ── Language and time ─────────────────────────────────────────────────────────────────────────────

LANGUAGE_CODE = "nl"
LANGUAGES = [("nl", "Nederlands"), ("en", "English")]
LOCALE_PATHS = [ROOT / "locale"]
TIME_ZONE = "Europe/Amsterdam"
USE_TZ = True

# ── Files and safety ──────────────────────────────────────────────────────────────────────────────

# A regulation of 2 MB that is looked at goes back and forth in a form, where a browser doubles every line end.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5_000_000
# A view that takes files says so, with how much: grants/views/uploads.py.
FILE_UPLOAD_HANDLERS = ["grants.views.uploads.NoUploadHandler"]
# What applicants send. It is never served by an address of its own: a view looks who asks.
MEDIA_ROOT = env.text("MEDIA_ROOT", str(ROOT / "bijlagen"))
# Where a proxy that is trusted writes when it began to receive a request.
START_HEADER = env.text("PROXY_START_HEADER", "") if ALLAUTH_TRUSTED_PROXY_COUNT else ""
STATIC_URL = "/static/"
STATICFILES_DIRS = [ROOT / "static"]
STATIC_ROOT = ROOT / "staticfiles"
if DEMO:
    # A browser sends its cookies to every port of this machine: two demos beside each other need two names.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = (
        f"{name}-{urlsplit(SITE_URL).port}" for name in ("sessionid", "csrftoken")
    )
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_HTTPS
SECURE_SSL_REDIRECT = IS_HTTPS
# What a proxy says about https is believed when there is one, as docs/beheer.md asks of it.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ALLAUTH_TRUSTED_PROXY_COUNT else None
SECURE_HSTS_SECONDS = 31_536_000 if IS_HTTPS else 0
# Other sites on the municipality's domain are not ours to decide about.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "grants.views.errors.csrf_failure"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        # Logging in with a service is a form that leads to that service.
        "form-action": ["'self'", *sorted({each.origin for each in services})],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
    },
}

# ── Technical log ─────────────────────────────────────────────────────────────────────────────────

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "config.logs.json_formatter"}},
    "handlers": {
        "stdout": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "json"}
    },
    "root": {"handlers": ["stdout"], "level": "INFO"},
    # Django's own handlers would write it a second time, and mail it with what was typed.
    "loggers": {"django": {"handlers": [], "level": "INFO", "propagate": True}},
}
