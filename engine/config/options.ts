import { FIELDS, POLL_INTERVAL_SECONDS, RESOLUTIONS } from '../../spec/words.ts'
import { LIMITS } from './limits.ts'
import { PASSPHRASE } from './network-names.ts'
import { prices } from './prices/read-prices.ts'
import { DEFAULT_SEED } from './seed.ts'
import * as kinds from './values.ts'

/** smoke: 1 job · standard: default for remote servers · full: all checks. */
export const PROFILES = ['smoke', 'standard', 'full'] as const
export type Profile = (typeof PROFILES)[number]

/** Default number of generated bodies. */
export const GENERATED_BODIES: Record<Profile, number> = { smoke: 0, standard: 480, full: 5500 }

/** §3 asks clients to poll every 3 to 5 s; a server on this machine is not shared. */
export const POLL_INTERVAL_MS = { embedded: 10, loopback: 100, remote: POLL_INTERVAL_SECONDS.least * 1000 }

export const REPORT_NAMES = ['json', 'html', 'junit', 'ctrf', 'har', 'markdown', 'agent', 'badge', 'traces'] as const
export const JUNIT_WARNINGS = ['pass', 'skipped', 'failure'] as const

/** Headings in `--help`, in their order. */
export const HEADINGS = {
  target: 'Target and keys:',
  selection: 'Selection and verdict:',
  budget: 'Budget and pace:',
  network: 'Network:',
  output: 'Output:',
} as const

export type Option = kinds.Kind<unknown, unknown> & {
  help: string
  /** Help of the negated form --no-…, which the help shows instead. */
  not?: string
  /** Default, as the help shows it; without it, the help shows `value`. */
  default?: string
  /** Default in the configuration of a run. */
  value?: unknown
  group?: string
}

type Rest = Omit<Option, 'group'> & {
  /**
   * Where it may be set: 'run' (default) and 'library' on the command line, in the configuration file and in the library,
   * 'config' not in the library, 'cli' on the command line only. Only those of 'run' belong to the recorded configuration.
   */
  where?: 'run' | 'library' | 'config' | 'cli'
  /** Commands that accept it, so that one configuration file serves all of them, and do not use it. */
  unused?: readonly ('plan' | 'certify' | 'drift' | 'pact verify')[]
}
type Group = keyof typeof HEADINGS
/** An option of a run, and of all commands that run suites. */
export type RunOption = Rest & { group: Group }

const inGroup = <const Options extends Record<string, Rest>>(group: Group, options: Options) =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, group }])) as {
    [Name in keyof Options]: Options[Name] & { group: Group }
  }

/** All options of runs. Command line, configuration file, library and documentation are generated from this table. */
export const OPTIONS = {
  ...inGroup('target', {
    baseUrl: {
      ...kinds.text('<url>'),
      help: 'server to test, including the version, such as https://host/v1',
      default: 'GATECHECK_BASE_URL; if unset, the embedded reference service',
      where: 'config',
    },
    env: {
      ...kinds.text('<file>'),
      help: 'read GATECHECK_KEY and other variables from this file of NAME=value lines',
      where: 'config',
    },
    config: {
      ...kinds.text('<file>'),
      help: 'read options from this file',
      default: 'gatecheck.config.ts, .mts, .cts, .mjs, .js, .cjs or .json, if it exists',
      where: 'cli',
    },
    model: { ...kinds.text('<alias>'), help: 'model to submit with', default: 'the first that GET /models lists' },
  }),
  ...inGroup('selection', {
    profile: {
      ...kinds.choice('<name>', PROFILES),
      help: 'smoke (1 job), standard (about 12 jobs) or full (about 60 jobs)',
      default: 'standard; full for the embedded service',
      value: 'standard',
      unused: ['certify', 'pact verify'],
    },
    only: {
      ...kinds.names('<names>'),
      help: 'run only these suites, groups, clauses or checks, comma-separated; * matches any characters; repeatable',
      default: 'all',
      value: [],
      unused: ['certify'],
    },
    media: {
      ...kinds.flag,
      help: 'fetch and check videos (default)',
      not: 'fetch no videos and skip the clauses about them (default: fetch them)',
      value: true,
      unused: ['certify', 'pact verify'],
    },
    burst: { ...kinds.count(0), help: 'submit up to n jobs at once to provoke a 429', value: 0 },
    generate: {
      ...kinds.count(0),
      help: 'number of invalid request bodies to generate, with one defect each',
      default: PROFILES.map((name) => `${GENERATED_BODIES[name]} in ${name}`).join(', '),
      unused: ['pact verify'],
    },
    seed: {
      ...kinds.seed,
      help: 'seed of generated requests: the same seed sends the same requests; random draws a new one, for nightly runs',
      value: DEFAULT_SEED,
    },
    maxResolution: {
      ...kinds.choice('<resolution>', RESOLUTIONS),
      help: `largest resolution to request: ${RESOLUTIONS.join(', ')}`,
      default: RESOLUTIONS.at(-1)!,
    },
    maxDuration: {
      ...kinds.number('<seconds>', FIELDS.duration.least),
      help: 'longest video to request, in seconds',
      default: `${FIELDS.duration.most}`,
    },
    strict: {
      ...kinds.flag,
      help: 'fail on should clauses, too',
      default: 'warn',
      value: false,
      unused: ['plan', 'drift'],
    },
    waive: {
      ...kinds.reasons('<clause=reason>'),
      help: 'accept a known failure of a clause or group, with a reason; the run fails if the clause passes again; repeatable',
      unused: ['plan', 'drift'],
    },
    bail: {
      ...kinds.count(1),
      takes: '[n]',
      bare: '1',
      help: 'stop after n failed must clauses (1 without a number); unfinished jobs are polled to completion',
      default: 'never',
      unused: ['plan', 'certify', 'drift', 'pact verify'],
    },
    expected: {
      ...kinds.text('<file>'),
      help: 'accept the known failures that this file lists; any other failure, or an entry that no longer fails, fails the run',
      default: 'gatecheck-expected.yaml, if it exists',
      where: 'library',
      unused: ['plan', 'certify', 'drift', 'pact verify'],
    },
    complete: {
      ...kinds.flag,
      help: 'exit 2 if a must clause was not tested',
      value: false,
      unused: ['plan', 'certify', 'drift', 'pact verify'],
    },
  }),
  ...inGroup('budget', {
    maxJobs: {
      ...kinds.count(0),
      help: 'maximum number of jobs, including probes that the server accepts',
      default: 'no limit',
    },
    maxVideoSeconds: { ...kinds.number('<n>'), help: 'maximum total seconds of video', default: 'no limit' },
    prices: { ...prices('<file>'), help: 'price list for jobs, JSON or YAML; plan and reports then state the cost' },
    maxCost: {
      ...kinds.money,
      help: 'maximum cost, in the unit of --prices; checks beyond it are skipped',
      default: 'no limit',
    },
    maxRequests: { ...kinds.count(1), help: 'maximum number of requests', default: 'no limit' },
    maxDownload: {
      ...kinds.size,
      help: 'maximum total download of videos',
      value: LIMITS.downloadBytes,
      unused: ['pact verify'],
    },
    rate: {
      ...kinds.number('<n>'),
      help: 'maximum requests per second',
      default: 'the limit that the server announces or shows with 429s',
    },
    concurrency: {
      ...kinds.count(1),
      help: 'maximum number of concurrent requests',
      default: `${LIMITS.inFlight}; no limit on a loopback host`,
    },
    pollInterval: {
      ...kinds.duration,
      help: 'time between two polls of a job',
      default: `${kinds.duration.show!(POLL_INTERVAL_MS.remote)}; ${POLL_INTERVAL_MS.loopback}ms for a loopback host, ${POLL_INTERVAL_MS.embedded}ms for the embedded service`,
      value: POLL_INTERVAL_MS.remote,
    },
    deadline: { ...kinds.duration, help: 'maximum run time', value: LIMITS.runMs },
  }),
  ...inGroup('network', {
    allowHttp: {
      ...kinds.flag,
      help: 'allow plain http:// to a remote host (keys can be read in transit)',
      value: false,
    },
    ca: {
      ...kinds.text('<file>'),
      help: 'trust the CAs in this PEM file in addition to the system CAs',
    },
    clientCert: { ...kinds.text('<file>'), help: 'client certificate to present (PEM)' },
    clientKey: {
      ...kinds.text('<file>'),
      help: `private key of --client-cert (PEM); its passphrase comes from ${PASSPHRASE}`,
    },
    http1: { ...kinds.flag, help: 'use HTTP/1.1 even if the server offers HTTP/2' },
    insecure: { ...kinds.flag, help: 'accept any TLS certificate; every report says so', unused: ['certify'] },
  }),
  ...inGroup('output', {
    redact: {
      ...kinds.repeated('<word>'),
      help: 'redact this word in all output, like keys; repeatable (in addition to GATECHECK_REDACT)',
      where: 'library',
    },
    out: {
      ...kinds.text('<dir>'),
      help: 'folder for reports and history; an earlier run in it is moved aside',
      default: '.gatecheck',
      where: 'library',
    },
    keep: { ...kinds.count(0), help: 'number of earlier runs to keep', value: 5, where: 'library', unused: ['plan'] },
    report: {
      ...kinds.reports(REPORT_NAMES),
      help: `reports to write, comma-separated: ${REPORT_NAMES.join(', ')}; with a path: junit=path/to.xml`,
      default: 'html; report.json is always written',
      where: 'library',
      unused: ['plan'],
    },
    trace: {
      ...kinds.flag,
      help: 'send a W3C traceparent header with every request, and write traces.json (OpenTelemetry)',
      unused: ['plan', 'pact verify'],
    },
    junitWarnings: {
      ...kinds.choice('<how>', JUNIT_WARNINGS),
      help: `how junit.xml shows a failed should clause: ${JUNIT_WARNINGS.join(', ')}`,
      default: 'pass',
      where: 'config',
      unused: ['plan'],
    },
    verbose: {
      ...kinds.flag,
      help: 'print every clause and implementation choice, and how to repeat each failure',
      where: 'config',
    },
    quiet: { ...kinds.flag, help: 'print only failures and the verdict', where: 'config' },
  }),
}

type Table = typeof OPTIONS
export type OptionName = keyof Table

type WhereOf<Name extends OptionName> = Table[Name] extends { where: infer Where } ? Where : 'run'
/** Options that may be set at one of these places; see RunOption. */
export type NameOf<Where> = { [Name in OptionName]: WhereOf<Name> extends Where ? Name : never }[OptionName]

type ValueOf<Name extends OptionName> = Table[Name] extends { read(text: string): infer Value } ? Value : never
type WrittenOf<Name extends OptionName> = Table[Name] extends { written?: infer Written } ? Written : never

/** Options as read from the command line or a configuration file. */
export type OptionValues = { -readonly [Name in OptionName]?: ValueOf<Name> }
/** Options as written in a configuration file or in a program. */
export type WrittenOptions<Name extends OptionName> = { [Each in Name]?: WrittenOf<Each> | undefined }

type FieldOf<Name extends OptionName> = Table[Name] extends { isTime: true } ? `${Name}Ms` : Name
/** The options in a run's configuration. */
export type Configured = { -readonly [Name in NameOf<'run'> as FieldOf<Name>]?: ValueOf<Name> }
export type WithDefault = {
  [Name in NameOf<'run'>]: Table[Name] extends { value: unknown } ? FieldOf<Name> : never
}[NameOf<'run'>]

export const optionEntries = () => Object.entries(OPTIONS) as [OptionName, RunOption][]

/** Default as the help shows it. */
export const defaultOf = ({ default: shown, value, takes, show = String }: Option): string | undefined =>
  shown ?? (takes === undefined || value === undefined ? undefined : show(value))

export const fieldOf = (name: string, { isTime }: Option) => (isTime ? `${name}Ms` : name)

/** Options that belong to the recorded configuration of a run. */
export const recordedOptions = () => optionEntries().filter(([, { where = 'run' }]) => where === 'run')

export const defaultsOfRun = () =>
  Object.fromEntries(
    recordedOptions().flatMap(([name, option]) =>
      option.value === undefined ? [] : [[fieldOf(name, option), structuredClone(option.value)]],
    ),
  )

type SchemasOf<Names extends PropertyKey> = Record<Names, { readonly [keyword: string]: unknown }>

/** JSON Schemas of the options in a recorded configuration. */
export const RECORDED_SCHEMAS = Object.fromEntries(
  recordedOptions().map(([name, option]) => [fieldOf(name, option), option.recorded ?? option.schema]),
) as SchemasOf<keyof Configured>
