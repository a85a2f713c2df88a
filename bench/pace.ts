import type { Wishes } from '../engine/config/configuration.ts'
import { succeeded } from '../engine/history/reading/reading.ts'
import { isQuiet } from '../engine/run/phase.ts'
import type { Provision } from '../engine/run/provision.ts'
import { run } from '../reporters/outcome/run.ts'
import { BAD_BODY_WITHOUT_CAPACITY, BURST } from '../suites/capacity/burst.ts'
import { SUITES } from '../suites/index.ts'
import { beside } from './beside.ts'
import { markdownTable } from './markdown-table.ts'

/** A server to measure, and how it announces its limit. */
export type Limited = {
  perSecond: number
  by: 'token bucket' | 'fixed window' | 'sliding window'
  per: 'key' | 'address'
  announced: 'nothing' | 'RateLimit' | 'RateLimit-Limit' | 'X-RateLimit, seconds' | 'X-RateLimit, epoch'
  /** Unfinished jobs of an account. */
  seats: number
  jobMs: number
  polls: number
}

/** What the server received, in milliseconds since 1970. */
export type Counted = {
  requests: number
  tooFast: number
  tooMany: number
  jobs: { from: number; to?: number; account: string }[]
  /** Requests that were not rate limited. */
  allowed: { at: number; meter: string }[]
}

const JOB = { jobMs: 2000, polls: 4 }
const POLL_INTERVAL_MS = 500

type Row = [Limited['perSecond'], Limited['by'], Limited['announced'], seats: number, Limited['per']]

const SERVERS: readonly Row[] = [
  [1, 'token bucket', 'nothing', 1, 'address'],
  [1, 'fixed window', 'RateLimit', 3, 'key'],
  [1, 'sliding window', 'X-RateLimit, epoch', 3, 'address'],
  [4, 'token bucket', 'nothing', 3, 'key'],
  [4, 'fixed window', 'nothing', 1, 'address'],
  [4, 'sliding window', 'nothing', 3, 'address'],
  [4, 'token bucket', 'RateLimit', 1, 'address'],
  [4, 'fixed window', 'X-RateLimit, seconds', 3, 'key'],
  [4, 'sliding window', 'RateLimit-Limit', 1, 'key'],
  [20, 'token bucket', 'nothing', 3, 'address'],
  [20, 'fixed window', 'nothing', 1, 'key'],
  [20, 'sliding window', 'nothing', 3, 'key'],
  [20, 'token bucket', 'RateLimit', 3, 'key'],
  [20, 'fixed window', 'X-RateLimit, epoch', 1, 'address'],
  [20, 'sliding window', 'RateLimit-Limit', 3, 'address'],
]

/** Few requests, so that each run takes two to three minutes. */
const FEW_REQUESTS: Wishes = { only: ['accounts', 'capacity', 'lifecycle', 'limits', 'readings'], generate: 0 }
const WISHES: Record<number, Wishes> = {
  1: { profile: 'smoke' },
  4: { profile: 'standard', ...FEW_REQUESTS },
  20: { profile: 'standard', generate: 0 },
}

const AT_ONCE = 5
/** Phases that provoke 429. */
const ON_PURPOSE = [BAD_BODY_WITHOUT_CAPACITY.name, BURST.name]

/**
 * How well runs use the capacity of servers with limits, by the servers' own count. "in use": share of account A's
 * capacity that had a job, from the second submission to the last before the quiet phases. "time": duration before the
 * quiet phases, divided by that of the same requests at the allowed rate, or of the jobs at full capacity if they take
 * longer.
 */
export async function paceOnLimitedServers({ only, profile }: { only?: string; profile?: 'smoke' }): Promise<void> {
  const servers = SERVERS.map(([perSecond, by, announced, seats, per]) => ({
    perSecond,
    by,
    announced,
    seats,
    per,
    ...JOB,
  }))
  const chosen = servers.filter((server) => !only || nameOf(server).includes(only))
  const rows: string[][] = []
  const left = chosen.entries()
  const worker = async () => {
    for (const [index, server] of left) {
      rows[index] = await beside<{ baseUrl: string; keys: Provision['keys'] }, string[]>(
        './processes/paced-server-process.ts',
        (provision) => rowOf(server, provision, profile ? { profile } : WISHES[server.perSecond]!),
        { args: [JSON.stringify(server)] },
      )
      process.stderr.write(`${rows[index]!.join(' | ')}\n`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const head = [
    'server',
    'verdict',
    'requests',
    '429 for the rate',
    'for capacity',
    'on purpose',
    'all 429s',
    'jobs',
    'in use',
    'took',
    'time',
  ]
  const table = markdownTable([head, ...rows], [2, 3, 4, 5, 6, 7, 8, 9, 10])
  process.stdout.write(`${table}\n`)
}

const nameOf = ({ perSecond, by, announced, seats, per }: Limited) =>
  `${perSecond}/s, ${by} per ${per}, announces ${announced}, ${seats} ${seats === 1 ? 'seat' : 'seats'}`

async function rowOf(server: Limited, provision: Provision, more: Wishes): Promise<string[]> {
  const wishes = { seed: 1, deadlineMs: 900_000, pollIntervalMs: POLL_INTERVAL_MS, media: false, ...more }
  const { report, entries } = await run({ provision, suites: SUITES, wishes })
  const counted = (await (await fetch(new URL('/counted', provision.baseUrl))).json()) as Counted
  const quiet = new Set(
    SUITES.flatMap(({ checks }) => checks.flatMap(({ phases = [] }) => phases.filter(isQuiet).map(({ name }) => name))),
  )
  const all = [...entries].filter((entry) => entry.kind === 'exchange')
  const parallel = all.findIndex(({ purpose }) => quiet.has(purpose.by))
  const before = parallel < 0 ? all : all.slice(0, parallel)
  const submitted = before.filter((each) => each.request.method === 'POST' && succeeded(each)).length
  const allowed = before.filter(({ answer }) => answer && answer.status !== 429).length
  const isOnPurpose = ({ answer, purpose }: (typeof all)[number]) =>
    answer?.status === 429 && ON_PURPOSE.includes(purpose.by)
  const provoked = all.filter(isOnPurpose).length
  const refused = counted.tooFast + counted.tooMany
  const sent = counted.allowed.slice(0, allowed)
  const took = sent.at(-1)!.at - sent[0]!.at
  const own = counted.jobs.slice(0, submitted).filter(({ account }) => account === 'one')
  const ideal = Math.max((allowed * 1000) / server.perSecond, (own.length * server.jobMs) / server.seats)
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  return [
    nameOf(server),
    [report.verdict, ...failed].join(' '),
    `${counted.requests}`,
    `${counted.tooFast}`,
    `${counted.tooMany}`,
    `${provoked}`,
    percent(refused / counted.requests),
    `${counted.jobs.length}`,
    inUse(own, server.seats),
    `${Math.round(took / 1000)} of ${Math.round(report.seconds)} s`,
    (took / ideal).toFixed(2),
  ]
}

/** Share of the capacity that had a job, from the second submission (the first job is discovery's) to the last. */
function inUse(jobs: readonly Counted['jobs'][number][], seats: number): string {
  const [from, to] = [jobs[1]?.from, jobs.at(-1)?.from]
  if (from === undefined || to === undefined || to <= from) return '–'
  const used = jobs.map((job) => Math.max(0, Math.min(job.to ?? to, to) - Math.max(job.from, from)))
  return percent(used.reduce((sum, each) => sum + each, 0) / (seats * (to - from)))
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
