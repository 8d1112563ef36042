# Herald with the driver of PostgreSQL: docker build -t herald .
# docs/operating.md tells how it is run; deploy/compose.yaml runs two of them on one PostgreSQL.
FROM python:3.11-slim AS build
COPY pyproject.toml README.md LICENSE /src/
COPY bot /src/bot
COPY engine /src/engine
COPY render /src/render
COPY data /src/data
COPY deploy /src/deploy
RUN python -m venv /opt/herald \
    && /opt/herald/bin/pip install --no-cache-dir --require-hashes --requirement /src/deploy/requirements.lock \
    && /opt/herald/bin/pip install --no-cache-dir --no-deps /src

FROM python:3.11-slim
RUN useradd --system --user-group --home-dir /var/lib/herald --create-home herald
COPY --from=build /opt/herald /opt/herald
ENV PATH=/opt/herald/bin:$PATH PYTHONUNBUFFERED=1
USER herald
WORKDIR /var/lib/herald
VOLUME /var/lib/herald
# What discord says of the connection does not count: Herald connects again by itself.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-c", "import json, urllib.error, urllib.request\ntry:\n    said = urllib.request.urlopen('http://127.0.0.1:9464/healthz', timeout=4)\nexcept urllib.error.HTTPError as error:\n    said = error\nfound = json.load(said)\nraise SystemExit(not (found['parts'] and found['database']))"]
ENTRYPOINT ["herald"]
CMD ["run", "--config", "/etc/herald/config.toml"]
