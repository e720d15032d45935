# One image for all roles: what runs is said by the command, `start` unless given, and by ROLE.
#   docker build -t helioroom:0.1.0 .
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production

# The packages that the product runs with. It brings Node along for machines that have none; the image has it.
FROM base AS packages
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.cache

FROM base AS pages
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY bin ./bin
COPY shared ./shared
COPY web ./web
RUN ["node", "-e", "import('./bin/lib/web.mjs').then(({ ensureWebBuilt }) => ensureWebBuilt())"]

FROM base
# PostgreSQL, where it is the embedded one, wants an account that has a name.
RUN groupadd --gid 10001 helioroom \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /tmp --shell /usr/sbin/nologin helioroom \
  && install --directory --mode=0700 --owner=10001 --group=10001 /data \
  && ln -s /app/bin/helioroom.mjs /usr/local/bin/helioroom
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY bin ./bin
COPY migrations ./migrations
COPY shared ./shared
COPY server ./server
COPY demo ./demo
COPY --from=pages /app/web/dist ./web/dist
# A wait for the disk holds one of Node's few threads: with more of them many files wait together.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data UV_THREADPOOL_SIZE=16
VOLUME /data
EXPOSE 3000
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/app/bin/healthcheck.mjs"]
ENTRYPOINT ["helioroom"]
CMD ["start"]
