import { configure } from '../../../engine/config/configuration.ts'
import { type Target, targetOf } from '../../../engine/config/target.ts'
import { SUITE } from '../../../engine/config/version.ts'
import type { HistoryEntry } from '../../../engine/history/entry/entries.ts'
import type { Elsewhere, Passing } from '../../../engine/history/entry/exchange.ts'
import { HISTORY_FORMAT } from '../../../engine/history/recorded.ts'
import { Attribution } from '../../../engine/judge/observed/attribution.ts'
import { KeysSeen } from '../../../engine/judge/observed/observed-keys.ts'
import { partsOf, type Seen } from '../../../engine/judge/observed/seen.ts'
import { Keyring } from '../../../engine/keys/keyring.ts'
import { Redactor } from '../../../engine/keys/redact.ts'
import type { Witnessed } from '../../../service/witness.ts'
import { specDigest } from '../../../spec/digest.ts'
import type { WasLate } from './lateness.ts'
import { seenOf } from './seen-of.ts'

/** The name of the client's key. */
export const OWN_KEY = 'A'

type Watched = {
  baseUrl: string
  key: string
  witnessed: readonly Witnessed[]
  /** Milliseconds since 1970. */
  from: number
  to: number
  late: readonly WasLate[]
  seed: number
}

/** The history of a client for its judges: in order of completion, keys redacted. */
export async function recorded({ baseUrl, key, witnessed, from, to, late, seed }: Watched): Promise<HistoryEntry[]> {
  const target = targetOf(baseUrl)
  const redactor = new Redactor([[OWN_KEY, key]])
  const ordered = inOrder(witnessed)
  const all = await Promise.all(ordered.map(({ each, ...times }) => seenOf(each, times, redactor)))
  // Everything that looks like a key is redacted: a client may have others.
  const keys = new KeysSeen({ keepsRecipes: true })
  for (const each of all) keys.note(each)
  const known = [{ name: OWN_KEY, account: OWN_KEY, good: true }]
  const names = [OWN_KEY, ...keys.names()]
  const start = Math.floor(from)
  const attribution = new Attribution(target, new Keyring(names, known))
  return [
    {
      kind: 'began',
      format: HISTORY_FORMAT,
      suite: SUITE,
      spec: { sha256: specDigest() },
      target: { baseUrl, embedded: true },
      observed: { leftOut: [] },
      startedAt: new Date(start).toISOString(),
      configuration: configure({ seed, generate: 0 }, true),
      keys: names,
      known,
      planned: [],
    },
    ...late.map(({ at, ms }) => ({ kind: 'late', at: Math.max(0, inTenths(at - start)), ms: inTenths(ms) }) as const),
    ...all.flatMap((seen, index) =>
      entriesOf(keys.disguise(seen), ordered[index]!.each, { attribution, target, start }),
    ),
    { kind: 'ended', at: inTenths(to - start), how: 'whole' },
  ]
}

type Parts = { attribution: Attribution; target: Target; start: number }

function entriesOf(seen: Seen, { answer: sent }: Witnessed, { attribution, target, start }: Parts): HistoryEntry[] {
  const { method, url, headers, body, bytes, answer, failure, connection } = seen
  const parts = partsOf(url)
  const passing: Passing = { http: '1.1', ...(sent?.isWhole !== true && { lost: true }) }
  const common = {
    at: Math.max(0, inTenths(seen.at - start)),
    ms: inTenths(seen.ms),
    sent: seen.sent,
    received: seen.received,
    ...(connection !== undefined && { connection }),
    passing,
    request: {
      method,
      path: parts?.path ?? url,
      headers,
      ...(body !== undefined && { body }),
      ...(bytes && { bytes }),
    },
    ...(failure && { failure }),
  }
  const origin = parts?.origin ?? target.origin
  if (origin === target.origin && common.request.path.startsWith(`${target.basePath}/`))
    return attribution.take({ ...common, ...(answer && { answer }) })
  const elsewhere: Omit<Elsewhere, 'kind' | 'n'> = {
    ...common,
    origin,
    ...(answer && { answer: { ...answer, body: '', truncated: true } }),
  }
  return [attribution.takeElsewhere(elsewhere)]
}

/** In order of completion, with one counter of events: each arrival and each end. */
function inOrder(witnessed: readonly Witnessed[]): { each: Witnessed; sent: number; received: number }[] {
  const events = witnessed.flatMap(({ cameAt, endedAt }, index) => [
    { at: cameAt, isEnd: false, index },
    { at: endedAt, isEnd: true, index },
  ])
  events.sort((one, other) => one.at - other.at || Number(one.isEnd) - Number(other.isEnd))
  const all = witnessed.map((each) => ({ each, sent: 0, received: 0 }))
  for (const [tick, { isEnd, index }] of events.entries()) all[index]![isEnd ? 'received' : 'sent'] = tick + 1
  return all.sort((one, other) => one.received - other.received)
}

/** A tenth of a millisecond is precise enough for every clause. */
const inTenths = (ms: number) => Math.round(ms * 10) / 10
