#!/bin/sh
# The two roles and the database, made when the data folder of PostgreSQL is still empty.
set -eu

psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 \
  --set owner_password="$OWNER_PASSWORD" --set app_password="$APP_PASSWORD" <<'SQL'
CREATE ROLE rangorde_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE rangorde_app LOGIN PASSWORD :'app_password';
CREATE DATABASE rangorde OWNER rangorde_owner TEMPLATE template0 ENCODING 'UTF8'
  LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C';
SQL
