from tests.grants.conftest import django_db_setup, flush_as_owner

__all__ = ["django_db_setup", "flush_as_owner"]
