FROM node:24-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY fixtures/typed-client/package.json fixtures/typed-client/
RUN npm ci
COPY . .
RUN npm pack --silent && scripts/image gatecheck-*.tgz /app

FROM node:24-slim
COPY --from=build /app /app
RUN ln -s /app/cli/bin.js /usr/local/bin/gatecheck && install -d -o node -g node /work
USER 1000
# Results go to /work/.gatecheck: mount a folder there.
WORKDIR /work
EXPOSE 8080
# A request without a key returns 401. It fails for other commands than serve, which Docker ignores.
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/v1/models').then(({ status }) => process.exit(status === 401 ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["gatecheck"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080", "--no-control"]
