/** How a documented command is tested: options that shorten it, its end, and its output. */
export type TrialOfCommands = {
  /** Options that make it short, and change nothing else. */
  more?: string[]
  exit: number
  shows: RegExp
  /** Only on the newest Node: it takes long. */
  once?: true
  /** It runs until it is stopped, once it has printed this. */
  goesOn?: true
}

/** The server is local. */
const SOON = ['--poll-interval', '20ms']

/**
 * Each command of README and docs, in an order in which earlier ones provide what later ones need. Commands only in
 * this list, or only in the documents, are an error.
 */
export const COMMANDS: Record<string, TrialOfCommands | { why: string }> = {
  'npx gatecheck init': { exit: 0, shows: /^kept +gatecheck\.config\.json\nwrote +\.github/ },
  'npx gatecheck init --yes --base-url https://staging.example.com/v1 --ci gitlab': {
    exit: 0,
    shows: /masked variable GATECHECK_KEY/,
  },
  'npx gatecheck plan': { exit: 0, shows: /^jobs +1 +\d+$/m },
  'npx gatecheck plan --base-url https://staging.example.com/v1': {
    exit: 0,
    shows: /staging\.example\.com\/v1\n\n[\s\S]*^jobs +\d+ +\d+$/m,
  },
  'npx gatecheck plan --probe': { exit: 0, shows: /requests were sent, which cannot create a job/ },
  'npx gatecheck plan --probe --base-url https://staging.example.com/v1': {
    exit: 2,
    shows: /requests? (was|were) sent, which cannot create a job/,
  },
  'npx gatecheck plan --base-url https://api.example.com/v1 --profile smoke --http1': {
    exit: 0,
    shows: /api\.example\.com\/v1\n\n[\s\S]*^jobs +\d+ +\d+$/m,
  },
  'npx gatecheck plan --base-url https://api.example.com/v1 --ca company-ca.pem': {
    exit: 64,
    shows: /--ca company-ca\.pem: no such file/,
  },
  'npx gatecheck plan --base-url https://api.example.com/v1 --prices prices.yaml --max-cost 20': {
    exit: 0,
    shows: /^cost \(credits\) .* 20$/m,
  },
  'npx gatecheck run --profile smoke --concurrency 2 --rate 20': { exit: 0, shows: /^PASS {2}/m },
  'npx gatecheck run --profile smoke': { exit: 0, shows: /^PASS {2}/m, once: true },
  'npx gatecheck run --profile smoke --bail': { exit: 0, shows: /^PASS {2}/m, once: true },
  'npx gatecheck run --profile full': { why: 'the default profile for the embedded service, as in npx gatecheck run' },
  'npx gatecheck run --profile smoke --quiet': { exit: 0, shows: /^PASS {2}/m, once: true },
  'npx gatecheck run --profile smoke --bail --max-jobs 5 --deadline 5m': { exit: 0, shows: /^PASS {2}/m, once: true },
  'npx gatecheck run --only auth,jobs.final-stays-final': { exit: 0, shows: /^PASS {2}/m, once: true },
  'npx gatecheck run --only auth.unknown-key': { exit: 0, shows: /^PASS {2}/m, once: true },
  'npx gatecheck run --waive auth.unknown-key="fix planned for release 7"': { why: 'its reason needs a shell' },
  'npx gatecheck run --trace': { exit: 0, shows: /traces\.json/, once: true },
  'npx gatecheck run --seed 7': { exit: 0, shows: /seed 7\n/, once: true },
  'npx gatecheck run --seed random': { exit: 0, shows: /^PASS {2}/m, once: true },
  'npx gatecheck run --generate 2000': { exit: 0, shows: /^PASS {2}/m, once: true },
  'npx gatecheck run': { exit: 0, shows: /^PASS {2}/m },
  'npx gatecheck run --write-expected': { exit: 0, shows: /with 0 known failures/, once: true },
  'npx gatecheck expected upgrade': { exit: 0, shows: /no new failure/, once: true },
  'npx gatecheck expected upgrade --write': { exit: 0, shows: /0 known failures/, once: true },
  'npx gatecheck judge .gatecheck': { exit: 0, shows: /report\.json agree with the history/ },
  'npx gatecheck report .gatecheck --report junit,har': { exit: 0, shows: /junit\.xml\n.*run\.har/ },
  'npx gatecheck report .gatecheck --report badge --badge-max-age 7': { exit: 0, shows: /badge\.json\n.*badge\.svg/ },
  'npx gatecheck judge traffic.har': { exit: 0, shows: /traffic\.har/ },
  'npx gatecheck judge traffic.har --client': {
    exit: 64,
    shows: /gatecheck itself sent the requests/,
  },
  'npx gatecheck clauses --clients': { exit: 0, shows: /client\.polls-no-faster-than-3-s +must/ },
  'npx gatecheck clauses client.polls-no-faster-than-3-s': { exit: 0, shows: /In Python:/ },
  'npx gatecheck run --resume .gatecheck': { exit: 64, shows: /nothing to resume/ },
  'npx gatecheck run --resume .gatecheck --ca company-ca.pem': { exit: 64, shows: /nothing to resume/ },
  'npx gatecheck drain .gatecheck': { exit: 0, shows: /The run left no unfinished jobs/ },
  'npx gatecheck run --failed .gatecheck': { exit: 64, shows: /nothing failed in that run/ },
  'npx gatecheck run --only pact': {
    more: ['--profile', 'standard'],
    exit: 0,
    shows: /^PASS {2}/m,
    once: true,
  },
  'npx gatecheck clauses': { exit: 0, shows: /auth\.unknown-key +must/ },
  'npx gatecheck show 1483': { exit: 64, shows: /no such exchange in .*; exchanges are numbered 1 to \d+/ },
  'npx gatecheck show auth.unknown-key': { why: 'cli/tests/show.test.ts tries it' },
  'npx gatecheck show 3 --scenario plain': { why: 'it needs the folder of a client; cli/tests/show.test.ts tries it' },
  'npx gatecheck show 3 client-out --scenario plain': { why: 'the same' },
  'npx gatecheck show 4 .gatecheck': { why: 'it needs the folder of a drift check' },
  'npx gatecheck clauses auth': { exit: 0, shows: /auth\.unknown-key +must/ },
  'npx gatecheck clauses submission.fps-in-range': { why: 'as for the next clause' },
  'npx gatecheck clauses auth.unknown-key': { exit: 0, shows: /How to fix it:/ },
  'npx gatecheck watch --watch src --ui': { why: 'it runs until it is stopped; cli/tests/watch.test.ts tries it' },
  'npx gatecheck mcp': { exit: 0, shows: /^$/ },
  'npx gatecheck openapi': { exit: 0, shows: /"openapi": "3\.1/ },
  'npx gatecheck keygen': { exit: 0, shows: /gatecheck-signing-key\.pub\.pem: public key/ },
  'npx gatecheck certify': { exit: 0, shows: /Certificate: /, once: true },
  'npx gatecheck verify .gatecheck/certificate.json --key gatecheck-signing-key.pub.pem --history .gatecheck': {
    exit: 0,
    shows: /valid/i,
    once: true,
  },
  'npx gatecheck certify --subject ghcr.io/acme/video@sha256:… --subject git+https://github.com/acme/video@4f1c…': {
    why: 'its digests are shortened',
  },
  'npx gatecheck verify .gatecheck/test-result.intoto.jsonl --key gatecheck-signing-key.pub.pem --history .gatecheck': {
    exit: 0,
    shows: /^VALID, PASSED/m,
    once: true,
  },
  'npx gatecheck verify test-result.sigstore.json --trusted-root trusted-root.jsonl --identity https://github.com/acme/video/.github/workflows/certify.yml@refs/heads/main --issuer https://token.actions.githubusercontent.com':
    { why: 'it needs a signature of a CI job' },
  'npx gatecheck keygen next-signing-key.pem': { exit: 0, shows: /next-signing-key\.pub\.pem: public key/ },
  'npx gatecheck verify .gatecheck/certificate.json --key gatecheck-signing-key.pub.pem --key next-signing-key.pub.pem':
    { exit: 0, shows: /^VALID/m, once: true },
  'npx gatecheck verify .gatecheck/certificate.json --key next-signing-key.pub.pem --revoked gatecheck-signing-key.pub.pem':
    { exit: 1, shows: /^NOT VALID.*revoked-key/m, once: true },
  'npx gatecheck clauses client.waits-out-a-refused-submission': { exit: 0, shows: /How to fix it:/ },
  'npx gatecheck client --plan': { exit: 0, shows: /^\d+ scenarios, \d+ in parallel/m },
  'npx gatecheck client -- node client.mjs {folder}/video.mp4': {
    more: ['--scenario', 'another-origin,submission-lost'],
    exit: 0,
    shows: /^PASS {2}/m,
  },
  'npx gatecheck client --scenario plain,wait-7 -- node client.mjs {folder}/video.mp4': {
    exit: 0,
    shows: /^PASS {2}/m,
    once: true,
  },
  'npx gatecheck client --only polls -- node client.mjs {folder}/video.mp4': {
    more: ['--scenario', 'another-origin'],
    exit: 0,
    shows: /^PASS {2}/m,
    once: true,
  },
  'npx gatecheck client --strict --report junit,html -- node client.mjs {folder}/video.mp4': {
    more: ['--scenario', 'another-origin'],
    exit: 0,
    shows: /client-junit\.xml/,
    once: true,
  },
  'npx gatecheck selfcheck': {
    more: ['--only', 'any-key-of-the-right-form-taken'],
    exit: 0,
    shows: /^PASS {2}/m,
    once: true,
  },
  'npx gatecheck drift record': { more: SOON, exit: 0, shows: /gatecheck-baseline\.json: \d+ facts/ },
  'npx gatecheck drift record --merge': { more: SOON, exit: 0, shows: /from 4 rounds/, once: true },
  'npx gatecheck drift record --update': { more: SOON, exit: 0, shows: /from 2 rounds/, once: true },
  'npx gatecheck drift check': { more: SOON, exit: 0, shows: /SAME/ },
  'npx gatecheck drift check --report html,junit': {
    more: SOON,
    exit: 0,
    shows: /drift\.html, .*drift-junit\.xml/,
    once: true,
  },
  'npx gatecheck drift check --relies-on client-pact.json': {
    more: SOON,
    exit: 0,
    shows: /Your client relies on/,
    once: true,
  },
  'npx gatecheck drift check --log drift.log': { more: SOON, exit: 0, shows: /SAME/, once: true },
  'npx gatecheck show 4': { exit: 0, shows: /GET/, once: true },
  'npx gatecheck drift accept --all --reason announced': { exit: 0, shows: /Nothing to accept/ },
  'npx gatecheck drift diff gatecheck-baseline.json .gatecheck': { exit: 0, shows: /SAME/ },
  'npx gatecheck drift openapi openapi.json': { exit: 0, shows: /openapi\.json/, once: true },
  'npx gatecheck pact lint client-pact.json': { exit: 1, shows: /^CONTRADICTS {2}1 of 3 parts/m },
  'npx gatecheck pact verify client-pact.json': { more: SOON, exit: 0, shows: /^PASS/m, once: true },
  'npx gatecheck serve': { exit: 0, shows: /^export GATECHECK_BASE_URL=http[\s\S]*openapi\.json\)$/m, goesOn: true },
  'npx gatecheck serve --json': { exit: 0, shows: /^\{"baseUrl":.*"control":"http/, goesOn: true, once: true },
  'npx gatecheck serve --dialect problem-details': { exit: 0, shows: /^# Console/m, goesOn: true, once: true },
  'npx gatecheck serve --scenario busy,times=3,seconds=1 --scenario fails,prompt=storm': {
    exit: 0,
    shows: /^# Active: busy,times=3,seconds=1 · fails,prompt=storm$/m,
    goesOn: true,
    once: true,
  },
  'npx gatecheck serve --fault running-without-stage --variant job-is-never-queued': {
    exit: 0,
    shows: /^# Active: fault:running-without-stage · variant:job-is-never-queued$/m,
    goesOn: true,
    once: true,
  },
  'npx gatecheck serve --fault running-without-stage': { why: 'the command above has this fault, too' },
  'npx gatecheck serve --scenario chaos,seed=7': {
    exit: 0,
    shows: /^# Active: chaos,seed=7$/m,
    goesOn: true,
    once: true,
  },
  'npx gatecheck serve --speed 60': { exit: 0, shows: /^# Console/m, goesOn: true, once: true },
  'npx gatecheck serve --data service.db': { exit: 0, shows: /^# Console/m, goesOn: true, once: true },
  'npx gatecheck serve --list': { exit: 0, shows: /^ {2}busy-until$/m, once: true },
  'npx gatecheck serve --list retry-after': { exit: 0, shows: /^Faults/m },
  'npx gatecheck proxy --target https://staging.example.com/v1': {
    more: ['--out', 'seen'],
    exit: 2,
    shows: /^export GATECHECK_BASE_URL=http[\s\S]*kill -USR2 \d+/m,
    goesOn: true,
  },
  'npx gatecheck proxy --target https://staging.example.com/v1 --port 4100 --out staging-monday --report html,junit': {
    exit: 2,
    shows: /^export GATECHECK_BASE_URL=http:\/\/127\.0\.0\.1:4100\/v1$/m,
    goesOn: true,
    once: true,
  },
  'npx gatecheck judge staging-monday': { exit: 2, shows: /report\.json agree with the history/, once: true },
}
