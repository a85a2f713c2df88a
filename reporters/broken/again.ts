import { type Configuration, configure, type FilesNamed } from '../../engine/config/configuration.ts'
import type { Began } from '../../engine/history/entry/entries.ts'
import { excerpt } from '../../engine/history/reading/words.ts'
import { beginningOf } from '../../engine/history/recording.ts'
import { askedBehind } from '../../engine/run/failed-again.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { typed } from '../curl/shell-words.ts'
import type { RunRecord } from '../reporter.ts'

/** More reasons than fit into a command belong in a configuration file. */
const LONGEST_REASONS = 8000

type Typed = { [Name in keyof Configuration]?: (value: NonNullable<Configuration[Name]>) => string[] }

/** Command-line form of each option. Options set by the environment are omitted. */
const TYPED = {
  only: (only) => only.flatMap((each) => ['--only', each]),
  profile: (profile) => ['--profile', profile],
  seed: (seed) => ['--seed', String(seed)],
  allowHttp: (allowed) => (allowed ? ['--allow-http'] : []),
  ca: (file) => ['--ca', file],
  clientCert: (file) => ['--client-cert', file],
  clientKey: (file) => ['--client-key', file],
  http1: (http1) => (http1 ? ['--http1'] : []),
  insecure: (insecure) => (insecure ? ['--insecure'] : []),
  strict: (strict) => (strict ? ['--strict'] : []),
  complete: (complete) => (complete ? ['--complete'] : []),
  pollIntervalMs: (ms) => ['--poll-interval', time(ms)],
  model: (model) => ['--model', model],
  maxResolution: (word) => ['--max-resolution', word],
  maxDuration: (seconds) => ['--max-duration', plain(seconds)],
  maxJobs: (count) => ['--max-jobs', String(count)],
  maxVideoSeconds: (seconds) => ['--max-video-seconds', plain(seconds)],
  prices: (prices) => ['--prices', JSON.stringify(prices)],
  maxCost: (amount) => ['--max-cost', amount],
  maxRequests: (count) => ['--max-requests', String(count)],
  media: (media) => (media ? [] : ['--no-media']),
  maxDownload: (bytes) => ['--max-download', size(bytes)],
  rate: (rate) => ['--rate', plain(rate)],
  concurrency: (count) => ['--concurrency', String(count)],
  deadlineMs: (ms) => ['--deadline', time(ms)],
  burst: (count) => ['--burst', String(count)],
  generate: (count) => ['--generate', String(count)],
  waive: (waivers) => {
    const most = Math.floor(LONGEST_REASONS / waivers.length)
    return waivers.flatMap(({ clause, reason }) => ['--waive', `${clause}=${bounded(reason, most)}`])
  },
} satisfies Typed

/** Options that can be derived from a run without a recorded start. */
type Told = Pick<Configuration, 'profile' | 'seed'> & Partial<Configuration>

/** The command that asks the same again, word by word: all of it, or some clauses without their waivers, to see how they are broken. */
export function againWords(record: RunRecord, clauses?: readonly ClauseId[]): string[] {
  const { report, history } = record
  const began = beginningOf(history)
  const { profile, seed, strict, complete, waivers: waive } = report
  const { ca, clientCert, clientKey } = report.target
  const named: FilesNamed = { ...(ca && { ca }), ...(clientCert && { clientCert }), ...(clientKey && { clientKey }) }
  const told: Told = { profile, seed, strict, complete, waive, ...began?.configuration, ...named }
  const wanted = clauses ? { ...told, only: asked(record, clauses), waive: [] } : told
  const command = told.pacts ? ['pact', 'verify', ...told.pacts] : ['run']
  return ['npx', 'gatecheck', ...command, ...addressOf(report.target.baseUrl, began), ...flagsOf(wanted, began)].map(
    typed,
  )
}

export const againLine = (record: RunRecord, clauses?: readonly ClauseId[]) => againWords(record, clauses).join(' ')

/** Clauses and the checks that sent the failing requests; rules over all exchanges send nothing themselves. */
function asked({ report, history }: RunRecord, ids: readonly ClauseId[]): string[] {
  const clauses = report.clauses.filter(({ id }) => ids.includes(id))
  return [...new Set([...ids, ...askedBehind({ ...report, clauses }, history)])]
}

const addressOf = (baseUrl: string, began: Began | undefined) => (began?.target.embedded ? [] : ['--base-url', baseUrl])

/** What differs from what the same profile does by itself, so that the command stays as short as what was typed. */
function flagsOf(told: Told, began: Began | undefined): string[] {
  const { profile, seed } = told
  const usual = configure({ profile, seed }, began?.target.embedded === true)
  return (Object.keys(TYPED) as (keyof typeof TYPED)[]).flatMap((name) => {
    const value = told[name]
    // Naming contracts selects all of them.
    if (name === 'only' && told.pacts && value?.toString() === 'client-pacts') return []
    const isUsual = JSON.stringify(value) === JSON.stringify(usual[name])
    if (value === undefined || (isUsual && name !== 'profile' && name !== 'seed')) return []
    return (TYPED[name] as (value: unknown) => string[])(value)
  })
}

function time(ms: number): string {
  if (ms % 60_000 === 0) return `${ms / 60_000}m`
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${plain(ms)}ms`
}

function size(bytes: number): string {
  const units = { GiB: 1024 ** 3, MiB: 1024 ** 2, KiB: 1024 }
  const [unit, worth] = Object.entries(units).find(([, each]) => bytes % each === 0) ?? ['B', 1]
  return `${plain(bytes / worth)}${unit}`
}

/** Options take no number with an exponent. */
const plain = (value: number) =>
  String(value).includes('e')
    ? value
        .toFixed(100)
        .replace(/(?<!0)0+$/, '')
        .replace(/\.$/, '')
    : String(value)

const bounded = (reason: string, most: number) => (reason.length > most ? excerpt(reason, most) : reason)
