import { LIMITS } from '../../engine/config/limits.ts'
import type { Elsewhere, Exchange, Late } from '../../engine/history/entry/exchange.ts'
import { Keyring, type KnownKey } from '../../engine/keys/keyring.ts'
import { escapeObeyed } from '../../engine/writing/escaped.ts'
import type { Report } from '../outcome/report.ts'
import type { RunRecord } from '../reporter.ts'
import { AMPLE, type Bounds, SCARCE } from './bounds.ts'
import { entryOf } from './entry.ts'

const KEYS =
  'API keys are redacted. {{A}} is the key in GATECHECK_KEY, {{A2}} another key of the same account, {{B}} a key of another ' +
  'account, {{R}} a revoked key, {{U}} a key that was never issued. The text after the name says how the key was changed.'

/** HTTP Archive 1.2 of all exchanges, one per line, oldest first. */
export function harReport({ report, history }: RunRecord): string {
  let left: number = LIMITS.harCharacters
  const lines: { at: number; n: number; line: string }[] = []
  for (const entry of history) {
    if (entry.kind !== 'exchange' && entry.kind !== 'elsewhere') continue
    const exchange = asExchange(entry)
    const target = entry.kind === 'elsewhere' ? { ...report.target, baseUrl: entry.origin } : report.target
    const write = (bounds: Bounds) => written(entryOf(exchange, { ...report, target }, bounds))
    const whole = write(AMPLE)
    const line = whole.length <= left ? whole : write(SCARCE)
    left -= line.length
    lines.push({ at: exchange.at, n: exchange.n, line })
  }
  const entries = lines.toSorted((a, b) => a.at - b.at || a.n - b.n).map(({ line }) => line)
  return `{"log":${written(aboutRun(report, keysIn(history), lateIn(history))).slice(0, -1)},"entries":[\n${entries.join(',\n')}\n]}}\n`
}

/** The account of each key, and whether it is valid. */
function keysIn(history: RunRecord['history']): KnownKey[] {
  for (const entry of history) if (entry.kind === 'began') return new Keyring(entry.keys, entry.known).known()
  return []
}

function lateIn(history: RunRecord['history']): Late[] {
  const late: Late[] = []
  for (const entry of history) if (entry.kind === 'late') late.push(entry)
  return late
}

/** Requests to other origins have no purpose. */
const asExchange = (entry: Exchange | Elsewhere): Exchange =>
  entry.kind === 'exchange' ? entry : { ...entry, kind: 'exchange', purpose: { by: '', part: 'observation' } }

function aboutRun(
  { suite, target, seed, profile, history, observed, startedAt }: Report,
  keys: readonly KnownKey[],
  late: readonly Late[],
) {
  return {
    version: '1.2',
    creator: { name: suite.name, version: suite.version },
    comment: KEYS,
    _target: target.baseUrl,
    ...(target.insecure && { _insecure: true }),
    _profile: profile,
    _seed: seed,
    _historySha256: history.sha256,
    _keys: keys,
    // Needed to judge clients from this file.
    ...(observed && { _observed: true }),
    ...(late.length > 0 && {
      _late: late.map(({ at, ms }) => [new Date(Date.parse(startedAt) + at).toISOString(), ms]),
    }),
    pages: [],
  }
}

/** UTF-8 cannot encode a lone surrogate; the client sends the same replacement. */
function written(value: unknown): string {
  return escapeObeyed(JSON.stringify(value, (_, each) => (typeof each === 'string' ? each.toWellFormed() : each)))
}
