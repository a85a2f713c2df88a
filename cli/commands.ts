import { LIMITS } from '../engine/config/limits.ts'
import { OPTIONS, REPORT_NAMES } from '../engine/config/options.ts'
import {
  age,
  choice,
  count,
  duration,
  flag,
  names,
  number,
  port,
  repeated,
  reports,
  text,
} from '../engine/config/values.ts'
import { DRIFT } from './drift/command.ts'
import { EXPECTED } from './expected/command.ts'
import { CI_NAMES } from './options/ci-names.ts'
import { type CommandEntry, runOptions } from './options/command.ts'
import { PACT } from './pact/command.ts'

const KEY_FILE = 'gatecheck-signing-key.pem'
const LOOPBACK = '127.0.0.1'
const DIALECTS = ['plain', 'legacy-numbers', 'problem-details', 'single-seat']
const { baseUrl, env, ca, clientCert, clientKey, strict, allowHttp, seed, redact } = OPTIONS
const { out, keep, report, junitWarnings, quiet, verbose, deadline } = OPTIONS
const ofHar = <Each extends { help: string }>(option: Each) => ({ ...option, help: `HAR: ${option.help}` })
const host = {
  ...text('<address>'),
  help: 'address to listen on; any but a loopback address is reachable from other machines',
  preset: LOOPBACK,
  group: 'network',
} as const
const failed = {
  ...text('<dir>'),
  help: 'rerun only the failed clauses of this recorded run, with the same server, profile and seed',
  group: 'selection',
} as const
const probe = {
  ...flag,
  help: 'measure the server with at most 8 requests that create no job, and estimate the duration from that',
  group: 'budget',
} as const

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'run',
    about: 'test a server (default: the embedded reference service)',
    options: {
      ...runOptions('run'),
      failed,
      writeExpected: {
        ...flag,
        help: 'write the failures of this run to the file of --expected; keeps reasons and dates that you added',
        group: 'selection',
      },
      resume: {
        ...text('<dir>'),
        help: 'continue this interrupted run with its options; reuses its jobs',
        group: 'selection',
      },
    },
    load: async () => (await import('./run/run.ts')).run,
  },
  {
    name: 'plan',
    about: 'print the maximum cost and the duration of a run; sends no requests without --probe',
    options: { ...runOptions('plan'), failed, probe },
    load: async () => (await import('./run/plan.ts')).plan,
  },
  {
    name: 'init',
    about: 'set up a project: configuration file, CI workflow and .gitignore',
    options: {
      baseUrl: {
        ...baseUrl,
        help: 'server to test, including the version, such as https://host/v1',
        default: 'GATECHECK_BASE_URL, or else an example to replace',
      },
      profile: { ...OPTIONS.profile, default: 'smoke' },
      ci: { ...choice('<name>', CI_NAMES), help: `CI system: ${CI_NAMES.join(', ')}`, default: 'github' },
      yes: { ...flag, help: 'ask no questions', default: 'ask on a terminal' },
      force: { ...flag, help: 'replace existing files', default: 'keep them' },
    },
    after: `
Writes gatecheck.config.json, a file for the CI system and lines of .gitignore into the current folder. It never writes a
key: it says where to store it.
  npx gatecheck init
  npx gatecheck init --yes --base-url https://staging.example.com/v1 --ci gitlab`,
    load: async () => (await import('./init.ts')).init,
  },
  {
    name: 'watch',
    about: 'test a server again each time it restarts: first what failed, then everything',
    options: {
      ...runOptions('run'),
      watch: {
        ...repeated('<path>'),
        help: 'also run when a file below this path changes; repeatable',
        group: 'selection',
      },
      ui: { ...flag, help: 'also show the results on a local page', group: 'output' },
    },
    load: async () => (await import('./watch.ts')).watch,
  },
  {
    name: 'serve',
    about: 'start the reference service, with console and control API',
    options: {
      dialect: {
        ...choice('<name>', DIALECTS),
        help: `implementation choices: ${DIALECTS.join(', ')}`,
        preset: 'plain',
        group: 'behaviour',
      },
      capacity: {
        ...count(1),
        help: 'number of unfinished jobs an account may have',
        default: 'set by the dialect',
        group: 'behaviour',
      },
      polls: { ...count(1), help: 'number of polls a job needs', default: 'set by the dialect', group: 'behaviour' },
      scenario: { ...repeated('<text>'), help: 'start with this scenario; repeatable', group: 'behaviour' },
      fault: { ...repeated('<text>'), help: 'start with this fault; repeatable', group: 'behaviour' },
      variant: {
        ...repeated('<text>'),
        help: 'start with this unusual but conforming behaviour; repeatable',
        group: 'behaviour',
      },
      speed: { ...number('<n>', 0), help: 'speed of its clock; 0 stops it', default: '1', group: 'behaviour' },
      data: {
        ...text('<file>'),
        help: 'store the state in this file; several processes can share it',
        default: 'in memory',
        group: 'behaviour',
      },
      port: { ...port, help: 'port to listen on', default: 'any free port', group: 'network' },
      host,
      controlPort: { ...port, help: 'port of console and control API', default: 'any free port', group: 'network' },
      control: {
        ...flag,
        help: 'start console and control API',
        not: 'start neither console nor control API',
        group: 'network',
      },
      list: {
        ...text('[words]'),
        help: 'list scenarios, faults and variants that match these words, and exit',
        group: 'output',
      },
      json: { ...flag, help: 'print one line of JSON when ready: baseUrl, keys, pid …', group: 'output' },
    },
    after: `
Scenarios, faults and variants are written as NAME or NAME,setting=value,… and can be limited to some requests:
account=NAME, key=LABEL, model=ALIAS or prompt=WORDS. The console and the control API, on a second loopback port, turn
them on and off at any time.
  npx gatecheck serve --list                                  list scenarios, faults and variants
  npx gatecheck serve --scenario slow,polls=8 --scenario fails,prompt=storm
  npx gatecheck serve --fault 'running-without-stage,key=night shift' --speed 60

Keys come from GATECHECK_KEY, GATECHECK_SAME_ACCOUNT_KEY, GATECHECK_OTHER_ACCOUNT_KEY and GATECHECK_REVOKED_KEY. Missing
ones are generated at each start.`,
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'drain',
    about: "poll a run's unfinished jobs to completion",
    arguments: [['[dir]', `folder of the run (default: ${out.default})`]],
    options: {
      ...{ env, ca, clientCert, clientKey },
      deadline: { ...deadline, help: 'give up after this time', default: 'the deadline of the run' },
      quiet: { ...quiet, help: 'print only the result' },
    },
    after: `
Polls each unfinished job of the run until it is final, with the run's poll interval and keys (from the environment or
--env). Give --ca, --client-cert and --client-key only if these files have moved. Submits nothing and writes nothing.

Exit codes: 0 all jobs are final · 2 some jobs are not final, or their state is unknown`,
    load: async () => (await import('./drain.ts')).drainRun,
  },
  {
    name: 'report',
    about: 'write reports of a recorded run, offline',
    arguments: [['[dir]', `folder of the run (default: ${out.default})`]],
    options: {
      report: {
        ...report,
        help: `reports to write, comma-separated: ${REPORT_NAMES.join(', ')}, or with a path: junit=path/to.xml`,
        default: 'html',
      },
      badgeMaxAge: {
        ...number('<days>'),
        help: 'make the badge of an older run grey; days',
        preset: 30,
      },
      junitWarnings,
    },
    load: async () => (await import('./report.ts')).report,
  },
  {
    name: 'show',
    about: 'print recorded exchanges by number or clause',
    arguments: [['<number|clause...>', 'exchange numbers or clause ids, then the folder of the run']],
    usage: '[options] <number|clause...> [dir]',
    options: {
      scenario: { ...text('<name>'), help: 'scenario of the numbers, in the folder of "gatecheck client"' },
      json: { ...flag, help: 'print the entries of the history, one per line' },
    },
    after: `
Reports refer to exchanges by number. For a clause, prints the exchanges that decide its verdict. The last argument may be
the folder of the run (default: .gatecheck). In the folder of "gatecheck client" each scenario has its own numbers:
without --scenario, prints the scenarios in which a clause fails because of that exchange. Keys are redacted.`,
    load: async () => (await import('./show.ts')).show,
  },
  {
    name: 'proxy',
    about: "forward a client's traffic to a server, record it, and judge both",
    options: {
      target: {
        ...text('<url>'),
        help: 'server to forward to, including the version, such as https://host/v1',
        isRequired: true,
        group: 'target',
      },
      env,
      strict: { ...strict, group: 'target' },
      port: { ...port, help: 'port to listen on', default: 'any free port', group: 'network' },
      host,
      ...{ allowHttp, out, keep, report, junitWarnings },
      redact: {
        ...redact,
        help: 'redact this word in every output, as keys are; repeatable (in addition to GATECHECK_REDACT)',
      },
      json: {
        ...flag,
        help: 'print one line of JSON when ready: baseUrl, target, page, out, host, pid',
        group: 'output',
      },
      verbose: { ...verbose, help: 'print every clause and every implementation choice at the end' },
      quiet,
    },
    after: `
Give your client the printed base URL instead of the server's. The proxy changes only the Host header. It records and judges
each exchange as it passes, and redacts keys: K1, K2 …, or A, A2, B and R for those in the environment.
  Ctrl-C or SIGTERM writes the reports and exits; SIGUSR2, or the button on the proxy's page, writes them and continues.

Exit codes: 0 no must clause failed · 1 a must clause failed · 2 nothing could be judged`,
    load: async () => (await import('./proxy.ts')).proxy,
  },
  {
    name: 'judge',
    about: 'judge a recorded run or a HAR file, offline',
    arguments: [['[dir|file.har]', `folder of a recorded run, or HAR file (default: ${out.default})`]],
    options: {
      baseUrl: { ...baseUrl, help: 'HAR: server to judge', default: 'the one with the most requests' },
      strict: ofHar(strict),
      client: {
        ...flag,
        help: 'use the verdict of the observed clients for exit code and last line',
        default: 'that of the server',
      },
      out: { ...out, help: 'HAR: folder for report.json and history.jsonl', default: 'none are written' },
      keep: ofHar(keep),
      report: {
        ...report,
        help: `HAR: further reports to write to --out, comma-separated: ${REPORT_NAMES.join(', ')}`,
        default: 'none',
      },
      junitWarnings: ofHar(junitWarnings),
      verbose: { ...verbose, help: 'HAR: print every clause and every implementation choice' },
      quiet: ofHar(quiet),
    },
    after: `
Folder of a recorded run: computes the verdicts again. The exit code is that of the run, or 1 if report.json differs from
the history.

HAR file (HTTP Archive 1.2): judges traffic that a browser, a proxy or a test recorded. Clauses that only a run can test
are reported as not tested. Keys are redacted before anything is written or printed.
Exit codes: 0 no must clause failed · 1 a must clause failed · 2 nothing could be judged

In observed traffic the clients are judged too, under their own heading and, with --out, in client.json.`,
    load: async () => (await import('./judge.ts')).judge,
  },
  EXPECTED,
  DRIFT,
  PACT,
  {
    name: 'client',
    about: 'test a client against the reference service, in scenarios',
    arguments: [['[command...]', 'command that starts the client, after "--"']],
    options: {
      scenario: {
        ...names('<names>'),
        help: 'run only these scenarios, comma-separated; repeatable',
        default: 'all',
        group: 'selection',
      },
      only: {
        ...names('<patterns>'),
        help: 'judge only these clauses, by name or part of a name, comma-separated; repeatable',
        default: 'all',
        group: 'selection',
      },
      seed: { ...seed, help: 'seed of generated names; random draws a new one' },
      strict,
      plan: { ...flag, help: 'print the scenarios and the expected duration; starts nothing', group: 'selection' },
      jobs: {
        ...count(1),
        help: 'number of scenarios at once',
        default: '4 per core, at most 8',
        group: 'budget',
      },
      timeout: {
        ...duration,
        help: 'end a scenario after this time',
        preset: LIMITS.clientMs,
        default: `${LIMITS.clientMs / 1000}s`,
        group: 'budget',
      },
      ...{ out, keep },
      report: {
        ...report,
        ...reports(['json', 'html', 'junit']),
        help: 'reports to write, comma-separated: json, html, junit; with a path: junit=path/to.xml',
        default: 'html; client.json is always written',
      },
      verbose: { ...verbose, help: 'print every clause and every implementation choice of the client' },
      quiet,
    },
    after: `
The command follows "--". It is started once per scenario, with GATECHECK_BASE_URL and GATECHECK_KEY in its environment.
It must request one video and exit: with 0 if it has the video or its url, else with another code. {folder} in the command
is replaced by a new folder per scenario:
  npx gatecheck client -- node client.mjs {folder}/video.mp4
  npx gatecheck client --scenario wait-20,gateway -- python3 client.py
  npx gatecheck client --plan                                 scenarios and expected duration
What a scenario judges: docs/guides/test-a-client.md.`,
    load: async () => (await import('./client/client.ts')).client,
  },
  {
    name: 'certify',
    about: 'run the full profile and sign a certificate if every must clause passes',
    options: {
      ...runOptions('certify'),
      signingKey: {
        ...text('<file>'),
        help: 'private key to sign with',
        default: `GATECHECK_SIGNING_KEY, or else ${KEY_FILE}; "npx gatecheck keygen" writes one`,
        group: 'target',
      },
      subject: {
        ...repeated('<artefact>'),
        help: 'tested artefact that the test result is about: NAME@sha256:…, git+COMMIT or git+URL@COMMIT; repeatable',
        default: 'the history',
        group: 'output',
      },
      sigstore: {
        ...flag,
        help: 'also sign the test result with the OIDC identity of the CI job, through Sigstore',
        group: 'output',
      },
    },
    load: async () => (await import('./certificates/certify.ts')).certify,
  },
  {
    name: 'verify',
    about: 'verify a certificate or test result; with its recorded run, also every verdict',
    arguments: [['<file>', 'certificate.json, test-result.intoto.jsonl or a Sigstore bundle']],
    options: {
      history: { ...text('<dir>'), help: 'folder of the certified run; judges the run again' },
      key: {
        ...repeated('<key>'),
        help: 'trusted key: public key file or fingerprint; repeatable',
        default: 'GATECHECK_TRUSTED_KEY; without one, exit 2',
      },
      revoked: { ...repeated('<key>'), help: 'revoked key: public key file or fingerprint; repeatable' },
      trustEmbeddedKey: { ...flag, help: 'trust the key in the certificate itself; proves no identity' },
      subject: { ...repeated('<artefact>'), help: 'test result: it must be about this artefact; repeatable' },
      trustedRoot: { ...text('<file>'), help: 'Sigstore bundle: trusted root to verify it with, offline' },
      identity: { ...text('<identity>'), help: 'Sigstore bundle: identity that must have signed; without it, exit 2' },
      issuer: { ...text('<url>'), help: 'Sigstore bundle: OIDC issuer of --identity' },
      requireFull: { ...flag, help: 'exit 1 for a valid certificate of a reduced run', default: 'exit 0' },
      maxAge: { ...age, help: 'exit 1 if the run ended longer ago, such as 90d or 36h', default: 'any age' },
      json: { ...flag, help: 'print the result as one JSON object' },
    },
    after: `
Name a key by its public key file, or by the fingerprint that keygen prints. The certificate must be signed with a trusted
key: repeat --key, or name a file that lists several. A certificate signed with a revoked key is never valid.

A Sigstore bundle must be signed by exactly --identity and --issuer, and is verified offline. A test result that states FAILED
exits with 1.

Environment:
  GATECHECK_TRUSTED_KEY          trusted public keys or fingerprints (default of --key)
  GATECHECK_REVOKED_SIGNING_KEY  revoked ones, in addition to --revoked`,
    load: async () => (await import('./certificates/verify.ts')).verify,
  },
  {
    name: 'keygen',
    about: 'generate a key pair for certificates (Ed25519)',
    arguments: [['[file]', 'file for the private key; the public key is written beside it as .pub.pem', KEY_FILE]],
    load: async () => (await import('./certificates/keygen.ts')).keygen,
  },
  {
    name: 'clauses',
    about: 'list or explain clauses and open points',
    arguments: [['[id...]', 'clause, open point, group, suite or check']],
    options: { clients: { ...flag, help: 'list the clauses for clients' } },
    load: async () => (await import('./clauses.ts')).clauses,
  },
  {
    name: 'openapi',
    about: 'print the interface as an OpenAPI 3.1 document',
    options: { yaml: { ...flag, help: 'print YAML instead of JSON' } },
    load: async () => (await import('./openapi.ts')).openapi,
  },
  {
    name: 'mcp',
    about: 'serve coding agents over the Model Context Protocol, on stdin and stdout',
    arguments: [['[command...]', 'command that starts the client that client_check tests, after "--"']],
    options: { env },
    after: `
Tools: plan, run, show, explain, judge, serve, drift_check, client_check. To test any server but the embedded one, run and
drift_check need the token that plan gave for the same server, selection and limits. Keys come from the environment or
--env, and are sent only to this machine and to the server of GATECHECK_BASE_URL.
Set-up: docs/guides/mcp.md.`,
    load: async () => (await import('./mcp/mcp.ts')).mcp,
  },
  {
    name: 'selfcheck',
    about: 'measure the detection and false-positive rates of gatecheck itself',
    options: {
      all: {
        ...flag,
        help: 'test every server and client once',
        default: 'a sample, about 3 minutes on two cores',
      },
      only: {
        ...names('<name>'),
        help: 'test only these faults, variants, changes or clients, in every dialect: by name or part of a name, also of a clause or dialect; comma-separated; repeatable',
      },
      seed: { ...count(0), help: 'seed of the sample, the dialects and the requests', preset: 1 },
      json: { ...text('<file>'), help: 'write the score and every trial to this file' },
    },
    load: async () => (await import('./selfcheck.ts')).selfcheck,
  },
]
