import { type Command, Option } from 'commander'
import type { Manner } from '../../reporters/reporter.ts'
import { waiversFrom } from '../../runner/report/waivers.ts'
import { type FilesNamed, GENERATED_BODIES, PROFILES, type Wishes } from '../../runner/settings/configuration.ts'
import { FILES_TO_TRUST_AND_SHOW, PASSPHRASE } from '../../runner/settings/network-names.ts'
import { FIELDS, RESOLUTIONS } from '../../spec/words.ts'
import { SUITES } from '../../suites/index.ts'
import { pricesFrom } from './prices-file.ts'
import * as values from './values.ts'

/** One option, all of it: how it is typed, what it says, how it is read, and what a run is told of it. */
type Definition<Value> = {
  flag: string
  about: string
  /** What its opposite says, which is typed with `no`. */
  not?: string
  read?: (text: string, before?: Value) => Value
  wish?: (value: Value) => Wishes
}

const text = (flag: string, about: string, wish?: (value: string) => Wishes): Definition<string> => ({
  flag,
  about,
  ...(wish && { wish }),
})
const yes = (flag: string, about: string, wish?: (value: boolean) => Wishes): Definition<boolean> => ({
  flag,
  about,
  ...(wish && { wish }),
})
/** Said either way; the help shows what differs from the default. */
const eitherWay = (
  flag: string,
  about: string,
  not: string,
  wish: (value: boolean) => Wishes,
): Definition<boolean> => ({ flag, about, not, wish })
const one = <Value>(
  flag: string,
  read: (text: string, before?: Value) => Value,
  about: string,
  wish: (value: Value) => Wishes,
): Definition<Value> => ({ flag, about, read, wish })

/** What `run`, `plan` and `certify` have in common, and a configuration file holds. */
const OPTIONS = {
  baseUrl: text('--base-url <url>', 'the server to test; it ends with the version (also GATECHECK_BASE_URL)'),
  env: text('--env <file>', 'read keys and the like from this file, as NAME=value lines'),
  config: text('--config <file>', 'options from this file (gatecheck.config.ts, .js, .json … are found by themselves)'),
  allowHttp: yes(
    '--allow-http',
    'let keys go over plain http to another machine, where whoever stands in between can read them',
    (allowHttp) => ({ allowHttp }),
  ),
  ca: text('--ca <file>', 'trust the CAs in this file (PEM) as well, besides those that are trusted usually', (ca) => ({
    ca,
  })),
  clientCert: text('--client-cert <file>', 'show the server this certificate (PEM)', (clientCert) => ({ clientCert })),
  clientKey: text(
    '--client-key <file>',
    `its private key (PEM); the passphrase, if it has one, in ${PASSPHRASE}`,
    (clientKey) => ({ clientKey }),
  ),
  http1: yes('--http1', 'speak HTTP/1.1, even where HTTP/2 is offered', (http1) => ({ http1 })),
  insecure: yes(
    '--insecure',
    'take any certificate, whoever shows it: every report says so, and nothing is certified by it',
    (insecure) => ({ insecure }),
  ),
  profile: one(
    '--profile <name>',
    values.oneOf(PROFILES),
    'smoke (1 job), standard (about 12) or full (about 60, and each way of asking); default: standard, full for the embedded service',
    (profile) => ({ profile }),
  ),
  only: one(
    '--only <names>',
    values.repeatedNames,
    'suites, groups, clauses or checks, separated by commas, * for any characters; repeatable',
    (only) => ({ only }),
  ),
  strict: yes('--strict', 'a broken should clause fails the run, too', (strict) => ({ strict })),
  waive: one(
    '--waive <clause=reason>',
    values.repeated,
    'put up with a known failure of a clause, or of a group of them; fails the run once it holds; repeatable',
    (waive) => ({ waive: waiversFrom(waive, SUITES) }),
  ),
  complete: yes('--complete', 'a must clause that is not judged is no verdict (exit 2)', (complete) => ({ complete })),
  pollInterval: one(
    '--poll-interval <time>',
    values.duration,
    'between two polls of a job (default: 3s; 100ms for a server on this machine, 20ms for the embedded service)',
    (pollIntervalMs) => ({ pollIntervalMs }),
  ),
  model: text('--model <alias>', 'the model to submit with (default: the first that is listed)', (model) => ({
    model,
  })),
  maxResolution: one(
    '--max-resolution <word>',
    values.oneOf(RESOLUTIONS),
    `what the account may ask for at most: ${RESOLUTIONS.join(', ')}`,
    (maxResolution) => ({ maxResolution }),
  ),
  maxDuration: one(
    '--max-duration <seconds>',
    values.numberFrom(FIELDS.duration.least),
    'what the account may ask for at most',
    (maxDuration) => ({ maxDuration }),
  ),
  maxJobs: one(
    '--max-jobs <n>',
    values.wholeNumber(0),
    'accept no more jobs than this; a tenth, or two, is kept for probes, which a broken server may accept',
    (maxJobs) => ({ maxJobs }),
  ),
  maxVideoSeconds: one(
    '--max-video-seconds <n>',
    values.positiveNumber,
    'ask for no more video than this in all',
    (maxVideoSeconds) => ({ maxVideoSeconds }),
  ),
  prices: one(
    '--prices <file>',
    pricesFrom,
    'what jobs cost, as JSON or YAML: then the plan, the run and its report tell the money, too',
    (prices) => ({ prices }),
  ),
  maxCost: one(
    '--max-cost <amount>',
    values.money,
    'spend no more than this, in the unit of the prices; what would is left out',
    (maxCost) => ({ maxCost }),
  ),
  maxRequests: one('--max-requests <n>', values.wholeNumber(1), 'send no more requests than this', (maxRequests) => ({
    maxRequests,
  })),
  media: eitherWay(
    '--media',
    'look at the videos that results lead to (the default)',
    'fetch no video: what is delivered is not judged',
    (media) => ({ media }),
  ),
  maxDownload: one(
    '--max-download <size>',
    values.bytes,
    'read no more of the videos than this (default: 32MiB; where a server has ranges, each takes some kB)',
    (maxDownload) => ({ maxDownload }),
  ),
  rate: one('--rate <n>', values.positiveNumber, 'send no more requests a second than this', (rate) => ({ rate })),
  concurrency: one(
    '--concurrency <n>',
    values.wholeNumber(1),
    'have no more requests under way at once than this (default: 8 for another machine)',
    (concurrency) => ({ concurrency }),
  ),
  deadline: one('--deadline <time>', values.duration, 'end the run after this time (default: 10m)', (deadlineMs) => ({
    deadlineMs,
  })),
  burst: one('--burst <n>', values.wholeNumber(0), 'leave to submit up to n jobs at once, to meet a 429', (burst) => ({
    burst,
  })),
  generate: one(
    '--generate <n>',
    values.wholeNumber(0),
    `so many bodies with one thing wrong (default: ${GENERATED_BODIES.standard} in standard, ${GENERATED_BODIES.full} in full); each is free while it is refused`,
    (generate) => ({ generate }),
  ),
  redact: {
    flag: '--redact <word>',
    about: 'keep this out of every output as well, as keys are; repeatable (also GATECHECK_REDACT, with commas)',
    read: values.repeated,
  } satisfies Definition<string[]> as Definition<string[]>,
  seed: one('--seed <n>', values.wholeNumber(0), 'what is drawn by chance depends on it alone', (seed) => ({ seed })),
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
  for (const [, definition] of DEFINITIONS) addOption(command, definition)
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
