import { type Command, Option } from 'commander'
import { type FilesNamed, GENERATED_BODIES, PROFILES, type Wishes } from '../../engine/config/configuration.ts'
import { LIMITS } from '../../engine/config/limits.ts'
import { FILES_TO_TRUST_AND_SHOW, PASSPHRASE } from '../../engine/config/network-names.ts'
import { waiversFrom } from '../../engine/report/waivers.ts'
import type { Manner } from '../../reporters/reporter.ts'
import { FIELDS, RESOLUTIONS } from '../../spec/words.ts'
import { SUITES } from '../../suites/index.ts'
import { type Definition, eitherWay, one, text, yes } from './definition.ts'
import { HEADINGS } from './headings.ts'
import { pricesFrom } from './prices-file.ts'
import * as values from './values.ts'

/** Options of `run`, `plan`, `certify` and a configuration file, by the heading of the help that lists them. */
const GROUPS = {
  [HEADINGS.target]: {
    baseUrl: text(
      '--base-url <url>',
      'server to test, including the version, such as https://host/v1 (default: GATECHECK_BASE_URL; if unset, the embedded reference service)',
    ),
    env: text('--env <file>', 'read GATECHECK_KEY and other variables from this file of NAME=value lines'),
    config: text(
      '--config <file>',
      'read options from this file (default: gatecheck.config.ts, .mts, .cts, .mjs, .js, .cjs or .json, if it exists)',
    ),
    model: text('--model <alias>', 'model to submit with (default: the first that GET /models lists)', (model) => ({
      model,
    })),
  },
  [HEADINGS.selection]: {
    profile: one(
      '--profile <name>',
      values.oneOf(PROFILES),
      'smoke (1 job), standard (about 12 jobs) or full (about 60 jobs) (default: standard; full for the embedded service)',
      (profile) => ({ profile }),
    ),
    only: one(
      '--only <names>',
      values.repeatedNames,
      'run only these suites, groups, clauses or checks, comma-separated; * matches any characters; repeatable (default: all)',
      (only) => ({ only }),
    ),
    media: eitherWay(
      '--media',
      'fetch and check videos (default)',
      'fetch no videos and skip the clauses about them (default: fetch them)',
      (media) => ({ media }),
    ),
    burst: one(
      '--burst <n>',
      values.wholeNumber(0),
      'submit up to n jobs at once to provoke a 429 (default: 0)',
      (burst) => ({ burst }),
    ),
    generate: one(
      '--generate <n>',
      values.wholeNumber(0),
      `number of invalid request bodies to generate, with one defect each (default: ${PROFILES.map((name) => `${GENERATED_BODIES[name]} in ${name}`).join(', ')})`,
      (generate) => ({ generate }),
    ),
    seed: one(
      '--seed <n>',
      values.wholeNumber(0),
      'random seed; the same seed sends the same requests (default: random, and reported)',
      (seed) => ({ seed }),
    ),
    maxResolution: one(
      '--max-resolution <resolution>',
      values.oneOf(RESOLUTIONS),
      `largest resolution to request: ${RESOLUTIONS.join(', ')} (default: ${RESOLUTIONS.at(-1)})`,
      (maxResolution) => ({ maxResolution }),
    ),
    maxDuration: one(
      '--max-duration <seconds>',
      values.numberFrom(FIELDS.duration.least),
      `longest video to request, in seconds (default: ${FIELDS.duration.most})`,
      (maxDuration) => ({ maxDuration }),
    ),
    strict: yes('--strict', 'fail on should clauses, too (default: warn)', (strict) => ({ strict })),
    waive: one(
      '--waive <clause=reason>',
      values.repeated,
      'accept a known failure of a clause or group, with a reason; the run fails if the clause passes again; repeatable',
      (waive) => ({ waive: waiversFrom(waive, SUITES) }),
    ),
    complete: yes('--complete', 'exit 2 if a must clause was not tested', (complete) => ({ complete })),
  },
  [HEADINGS.budget]: {
    maxJobs: one(
      '--max-jobs <n>',
      values.wholeNumber(0),
      'maximum number of jobs, including probes that the server accepts (default: no limit)',
      (maxJobs) => ({ maxJobs }),
    ),
    maxVideoSeconds: one(
      '--max-video-seconds <n>',
      values.positiveNumber,
      'maximum total seconds of video (default: no limit)',
      (maxVideoSeconds) => ({ maxVideoSeconds }),
    ),
    prices: one(
      '--prices <file>',
      pricesFrom,
      'price list for jobs, JSON or YAML; plan and reports then state the cost',
      (prices) => ({ prices }),
    ),
    maxCost: one(
      '--max-cost <amount>',
      values.money,
      'maximum cost, in the unit of --prices; checks beyond it are skipped (default: no limit)',
      (maxCost) => ({ maxCost }),
    ),
    maxRequests: one(
      '--max-requests <n>',
      values.wholeNumber(1),
      'maximum number of requests (default: no limit)',
      (maxRequests) => ({ maxRequests }),
    ),
    maxDownload: one(
      '--max-download <size>',
      values.bytes,
      'maximum total download of videos (default: 32MiB)',
      (maxDownload) => ({ maxDownload }),
    ),
    rate: one(
      '--rate <n>',
      values.positiveNumber,
      'maximum requests per second (default: no limit; slows down after a 429)',
      (rate) => ({
        rate,
      }),
    ),
    concurrency: one(
      '--concurrency <n>',
      values.wholeNumber(1),
      `maximum number of concurrent requests (default: ${LIMITS.inFlight}; no limit on a loopback host)`,
      (concurrency) => ({ concurrency }),
    ),
    pollInterval: one(
      '--poll-interval <time>',
      values.duration,
      'time between two polls of a job (default: 3s; 100ms for a loopback host, 20ms for the embedded service)',
      (pollIntervalMs) => ({ pollIntervalMs }),
    ),
    deadline: one('--deadline <time>', values.duration, 'maximum run time (default: 10m)', (deadlineMs) => ({
      deadlineMs,
    })),
  },
  [HEADINGS.network]: {
    allowHttp: yes(
      '--allow-http',
      'allow plain http:// to a remote host (keys can be read in transit)',
      (allowHttp) => ({ allowHttp }),
    ),
    ca: text('--ca <file>', 'trust the CAs in this PEM file in addition to the system CAs', (ca) => ({ ca })),
    clientCert: text('--client-cert <file>', 'client certificate to present (PEM)', (clientCert) => ({ clientCert })),
    clientKey: text(
      '--client-key <file>',
      `private key of --client-cert (PEM); its passphrase comes from ${PASSPHRASE}`,
      (clientKey) => ({ clientKey }),
    ),
    http1: yes('--http1', 'use HTTP/1.1 even if the server offers HTTP/2', (http1) => ({ http1 })),
    insecure: yes('--insecure', 'accept any TLS certificate; every report says so', (insecure) => ({ insecure })),
  },
  [HEADINGS.output]: {
    redact: {
      flag: '--redact <word>',
      about: 'redact this word in all output, like keys; repeatable (in addition to GATECHECK_REDACT)',
      read: values.repeated,
    } satisfies Definition<string[]> as Definition<string[]>,
  },
}

const OPTIONS = {
  ...GROUPS[HEADINGS.target],
  ...GROUPS[HEADINGS.selection],
  ...GROUPS[HEADINGS.budget],
  ...GROUPS[HEADINGS.network],
  ...GROUPS[HEADINGS.output],
}

type ValueOf<Each> = Each extends Definition<infer Value> ? Value : never

export type TargetOptions = { -readonly [Name in keyof typeof OPTIONS]?: ValueOf<(typeof OPTIONS)[Name]> } & {
  out?: string
  keep?: number
  report?: string[]
  verbose?: boolean
  quiet?: boolean
} & Manner

const DEFINITIONS = Object.entries(OPTIONS) as [keyof typeof OPTIONS, Definition<unknown>][]

export function addTargetOptions(command: Command): Command {
  for (const [heading, options] of Object.entries(GROUPS)) {
    command.optionsGroup(heading)
    for (const definition of Object.values(options)) addOption(command, definition as Definition<unknown>)
  }
  return command
}

/** Where certificates and keys lie. */
export function addFileOptions(command: Command): Command {
  for (const name of FILES_TO_TRUST_AND_SHOW) addOption(command, OPTIONS[name] as Definition<unknown>)
  return command
}

export const filesNamed = (options: FilesNamed): FilesNamed =>
  Object.fromEntries(
    FILES_TO_TRUST_AND_SHOW.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  )

function addOption(command: Command, { flag, about, not, read }: Definition<unknown>): void {
  const option = new Option(flag, about).hideHelp(not !== undefined)
  command.addOption(read ? option.argParser(read) : option)
  if (not !== undefined) command.addOption(new Option(flag.replace('--', '--no-'), not))
}

/** What of the options a run is told. */
export function wishesOf(options: TargetOptions): Wishes {
  const told = DEFINITIONS.map(([name, { wish }]) => (options[name] === undefined ? {} : wish?.(options[name])))
  return Object.assign({}, ...told)
}
