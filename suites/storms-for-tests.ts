import { targetOf } from '../engine/config/target.ts'
import type { Began, HistoryEntry } from '../engine/history/entry/entries.ts'
import { BEGAN } from '../engine/history/handwritten-for-tests.ts'
import { Attribution } from '../engine/judge/observed/attribution.ts'
import { inOrder } from '../engine/judge/observed/seen.ts'
import { Keyring } from '../engine/keys/keyring.ts'
import { asksElsewhere, BODY, type Event, polls, reads, submits, turnedAway } from './clients/scenes-for-tests.ts'

/** How many keys clients of a storm with many keys use. */
const KEYS = 50
const keyOf = (n: number) => `K${(n % KEYS) + 1}`
const MODELS = Array.from({ length: 200 }, (_, n) => `model-${n}`)
const url = (n: number) => `https://files.test/job-${n}.mp4`
const succeeded = (n: number) => ({ id: `job-${n}`, status: 'succeeded', url: url(n) })

/** Client traffic that grows without bound, by what it repeats. Times are seconds; `n` counts from zero. */
export const STORMS: Record<string, (n: number) => Event[]> = {
  'submissions refused with 429, one after another': (n) => [turnedAway(n * 0.02, 5, { connection: 1, http: '1.1' })],
  'submissions refused with 429, all at once': (n) => [turnedAway(n * 0.001, 5, { for: 3000, connection: n })],
  'submissions refused with 429, other bodies': (n) => [
    turnedAway(n * 0.02, 5, { body: { ...BODY, prompt: `No. ${n}` } }),
  ],
  'submissions refused with 400, all at once': (n) => [
    submits(n * 0.001, {
      for: 3000,
      connection: n,
      status: 400,
      says: { error: { code: 'bad' } },
      body: { ...BODY, duration: 61 },
    }),
  ],
  'submissions accepted': (n) => [submits(n * 0.02, { id: `job-${n}` })],
  'submissions accepted with one id': (n) => [submits(n * 0.02, { id: 'job' })],
  'submissions whose jobs succeed at once': (n) => [
    submits(n, { id: `job-${n}` }),
    polls(n + 0.1, 'succeeded', { id: `job-${n}`, says: succeeded(n) }),
    asksElsewhere(n + 0.2, url(n)),
  ],
  'polls of one job': (n) => [...(n === 0 ? [submits(0)] : []), polls(n * 0.02 + 1)],
  'polls of one job, all at once': (n) => [
    ...(n === 0 ? [submits(0)] : []),
    polls(n * 0.001 + 1, 'running', { for: 3000 }),
  ],
  'polls of many jobs': (n) => [
    submits(n * 0.02, { id: `job-${n}` }),
    polls(n * 0.02 + 0.01, 'queued', { id: `job-${n}` }),
    polls(n * 0.02 + 4, 'running', { id: `job-${n}` }),
  ],
  'polls of ids that were never created': (n) => [
    polls(n * 0.02, 'running', { id: `unknown-${n}`, status: 404, says: { error: { code: 'not_found' } } }),
  ],
  'readings of usage beside submissions': (n) => [
    reads(n * 0.04, '/usage', { says: { seconds: n } }),
    submits(n * 0.04 + 0.02, { id: `job-${n}` }),
  ],
  'requests with a refused key': (n) => [
    reads(n * 0.02, '/usage', { status: 401, says: { error: { code: 'unauthorized' } } }),
  ],
  'requests to unknown paths': (n) => [
    reads(n * 0.02, `/path-${n}`, { status: 404, says: { error: { code: 'not_found' } } }),
  ],
  'requests elsewhere': (n) => [asksElsewhere(n * 0.02, `https://files.test/other-${n}`)],
  'reads of many jobs with one key each': (n) => [
    submits(n * 0.02, { id: `job-${n}`, key: keyOf(n) }),
    polls(n * 0.02 + 0.01, 'succeeded', { id: `job-${n}`, key: keyOf(n), says: succeeded(n) }),
  ],
  'submissions with a listed model': (n) => [
    ...(n === 0 ? [reads(0, '/models', { says: { models: MODELS } })] : []),
    submits(n * 0.02 + 1, { id: `job-${n}`, body: { ...BODY, model: MODELS[n % MODELS.length] } }),
  ],
  'requests of a recorder that is late': (n) => [turnedAway(n * 0.02, 5), polls(n * 0.02 + 0.01, 'running')],
}

const LATE = 'requests of a recorder that is late'

/** The history of so many exchanges. */
export function stormOf(name: string, exchanges: number): HistoryEntry[] {
  const make = STORMS[name]!
  const events: Event[] = []
  for (let n = 0; events.length < exchanges; n++) events.push(...make(n))
  events.length = exchanges
  const keys = Array.from({ length: KEYS }, (_, n) => keyOf(n))
  const began: Began = { ...BEGAN, keys, known: [], observed: { leftOut: [] } }
  const attribution = new Attribution(targetOf(began.target.baseUrl), new Keyring(keys, []))
  const entries: HistoryEntry[] = [began]
  for (const { origin, ...event } of inOrder(events)) {
    if (name === LATE) entries.push({ kind: 'late', at: event.at, ms: entries.length === 1 ? 60_000 : 30 })
    if (origin !== undefined) entries.push(attribution.takeElsewhere({ ...event, origin }))
    else entries.push(...attribution.take(event))
  }
  const end = entries.reduce((most, entry) => ('ms' in entry ? Math.max(most, entry.at + (entry.ms ?? 0)) : most), 0)
  return [...entries, { kind: 'ended', at: end, how: 'whole' }]
}

/** A check whose time grows faster than the traffic. */
export type Slow = { storm: string; check: string; ms: number; times: number }

type Timed = { id: string; judge(): void }

const N = 400
const TIMES = 4
/** Between linear and quadratic. */
const MOST_TIMES = TIMES ** 1.5
/** Shorter times are too imprecise. */
const LEAST_MS = 15
const TRIES = 3

/** Compares the CPU time of each check for two lengths. */
export function slowIn(storm: string, checksOf: (entries: readonly HistoryEntry[]) => Timed[]): Slow[] {
  const long = checksOf(stormOf(storm, N * TIMES))
  // Most storms take too little time to need the shorter one.
  let short: Timed[] | undefined
  return long.flatMap(({ id, judge }, index): Slow[] => {
    let [least, ms] = [0, Number.POSITIVE_INFINITY]
    for (let tried = 0; tried < TRIES; tried++) {
      ms = Math.min(ms, cpuMs(judge))
      if (ms < LEAST_MS) return []
      short ??= checksOf(stormOf(storm, N))
      least = Math.max(least, cpuMs(short[index]!.judge))
      if (ms < least * MOST_TIMES) return []
    }
    return [{ storm, check: id, ms, times: ms / least }]
  })
}

function cpuMs(act: () => void): number {
  const begun = process.threadCpuUsage()
  act()
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1000
}
