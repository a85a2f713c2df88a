import { NEEDS } from '../../spec/clause.ts'
import { PROFILES } from '../config/configuration.ts'
import { RECORDED_SCHEMAS } from '../config/options.ts'
import { AMOUNT } from '../config/prices/money.ts'
import { PLAIN_CAUSES } from './entry/cause.ts'
import type { HistoryEntry } from './entry/entries.ts'
import {
  amount,
  count,
  either,
  flag,
  id,
  is,
  keyName,
  list,
  milliseconds as ms,
  nth,
  number,
  pair,
  type Schema,
  sha256,
  text,
  variants,
  whole,
  yes,
} from './entry/schemas.ts'
import { FAILURE_WORDS } from './reading/words.ts'

/** An object with these members, those ending in ? optional. Later versions may add others. */
function object(members: Record<string, Schema>): Schema {
  const named = Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ''), schema])
  const required = Object.keys(members).filter((name) => !name.endsWith('?'))
  return { type: 'object', properties: Object.fromEntries(named), required }
}

const oneOf = (...words: readonly unknown[]): Schema => ({ enum: words })
/** One of several objects, discriminated by `kind`. */
const kinds = (all: Record<string, Record<string, Schema>>): Schema =>
  variants(
    'kind',
    Object.entries(all).map(([kind, members]) => object({ kind: is(kind), ...members })),
  )

const time = { type: 'string', format: 'time' }
const hex = { type: 'string', pattern: '^[0-9a-f]+$' }
const price = { type: 'string', pattern: AMOUNT.source }
const profile = oneOf(...PROFILES)

const cause = variants('kind', [
  object({ kind: is('missing'), need: oneOf(...Object.keys(NEEDS)) }),
  object({ kind: is('profile'), least: profile }),
  object({ kind: is('limit'), options: list({ type: 'string', pattern: '^--[a-z-]+$' }, 1) }),
  object({ kind: is('run ended'), how: oneOf('interrupted', 'deadline', 'bail', 'broken off') }),
  object({ kind: oneOf(...PLAIN_CAUSES) }),
])

const rate = object({
  ...{ 'resolution?': list(text), 'bitDepth?': amount, 'fpsUpTo?': amount, 'perSecond?': price, 'perJob?': price },
})

const expectedFailure = object({
  ...{ clause: id, endpoint: text, case: text, received: text, reason: text, 'until?': text, lines: pair(count) },
})

const options = Object.entries(RECORDED_SCHEMAS).map(([name, schema]) => [`${name}?`, schema])
const configuration = object({
  ...Object.fromEntries(options),
  // Recorded by every version; other options may be missing.
  ...{ profile, only: list(text), strict: flag, complete: flag, burst: count, seed: whole, generate: count },
  ...{ pollIntervalMs: amount, settleMs: amount, lagMs: amount, deadlineMs: ms, requestTimeoutMs: amount },
  'waive?': list(object({ clause: id, reason: text, 'within?': text })),
  'expected?': object({
    ...{ file: text, version: text, target: text, since: text, first: count, profile, generate: count },
    ...{ checks: list(text), failures: list(expectedFailure) },
  }),
  'prices?': object({ unit: text, rates: list(rate, 1), 'wholeSeconds?': yes }),
  ...{ 'hosted?': yes, 'pacts?': list(text), 'pollsAside?': flag, 'imageUrl?': text, 'failingPrompt?': text },
})

const leftOut = object({
  ...{ jobs: count, videoSeconds: amount, requests: count, 'cost?': object({ unit: text, amount: text }) },
  enough: object({ 'maxJobs?': count, 'maxVideoSeconds?': amount, 'maxCost?': text, 'maxRequests?': count }),
})

const began = object({
  ...{ kind: is('began'), format: oneOf(2, 3), startedAt: time, 'run?': text },
  suite: object({ name: text, version: text }),
  spec: object({ sha256: text }),
  target: object({ baseUrl: { type: 'string', format: 'base-url' }, 'embedded?': yes, 'proxy?': text }),
  configuration,
  planned: list(object({ id: text, 'clause?': id, 'open?': id, 'phases?': list(text) })),
  'observed?': object({ leftOut: list(object({ what: text, count: nth })), 'byRun?': yes }),
  'announced?': object({ jobs: count, 'leftOut?': leftOut }),
  keys: list(keyName),
  'prints?': object({ salt: hex, of: list(object({ name: keyName, print: hex })) }),
  'known?': list(object({ name: keyName, 'account?': text, 'good?': flag })),
})

const tls = object({
  ...{ protocol: text, issuer: text, subject: text, fingerprint256: text, validTo: text, authorized: flag },
})

const request = object({
  ...{ method: text, path: text, headers: list(pair(text)), 'body?': text, 'bytes?': yes, 'plain?': yes },
})
const answer = object({
  status: { type: 'integer', minimum: 100, maximum: 999 },
  ...{ 'statusText?': text, headers: list(pair(text)), 'headersLeftOut?': yes },
  ...{ body: text, bytes: count, 'truncated?': yes, 'shortened?': yes, 'garbled?': text },
})
const failure = object({ kind: oneOf(...Object.keys(FAILURE_WORDS)), message: text })

const purpose = object({
  by: text,
  part: oneOf('twin', 'probe', 'control', 'introduction', 'submission', 'poll', 'observation'),
  // entry/mark.ts has the fields of each kind.
  'mark?': { type: 'object', properties: { kind: text }, required: ['kind'] },
  ...{ 'case?': text, 'twin?': nth, 'foils?': list(nth), 'repeats?': nth, 'tries?': list(text), 'breaks?': id },
  ...{ 'job?': nth, 'polled?': text, 'owner?': keyName, 'foreign?': nth, 'near?': text, 'keyLeftOut?': yes },
  ...{ 'wrong?': list(oneOf('body', 'manner', 'oddity')), 'open?': id, 'opinion?': oneOf('accept', 'refuse', 'open') },
})

const sent = {
  ...{ n: nth, at: ms, ms, sent: number, received: number, 'connection?': count },
  'passing?': object({ 'client?': nth, 'lost?': yes, 'http?': oneOf('1.0', '1.1', '2', '3') }),
  ...{ request, 'answer?': answer, 'failure?': failure },
}
const traceparent = { type: 'string', pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-01$' }

const exchange = object({
  ...{ kind: is('exchange'), ...sent, purpose, 'http2?': yes, 'traceparent?': traceparent },
  'phases?': object({ blocked: amount, 'connect?': amount, 'wait?': amount }),
  'again?': object({ attempts: list(nth), 'control?': nth, 'last?': yes }),
})

const known = (value: Schema) =>
  either(object({ unread: text }), object({ value, told: list(object({ by: text, value })) }))
const size = object({ width: amount, height: amount })
const facts = object({
  container: oneOf('mp4', 'mov', 'webm', 'matroska'),
  ...{ codec: text, pixels: known(size), shown: known(size), rotation: oneOf(0, 90, 180, 270), besides: list(text) },
  ...{ seconds: known(amount), frames: known(amount), fps: known(amount), depth: known(amount) },
  'variable?': object({ commonFps: amount, share: amount }),
})
const outcome = kinds({
  read: {
    reading: kinds({
      video: { facts },
      'no video': { what: text },
      'not whole': { what: text, 'facts?': facts },
      unread: { why: text },
    }),
  },
  refused: { status: count, 'what?': text },
  cut: { bytes: count, 'of?': count },
  unreachable: { why: text },
  'not fetched': { why: text, 'limit?': oneOf('--max-download', '--max-requests') },
})
const fetch = object({
  ...{ at: ms, ms, url: text, 'range?': pair(number), 'withKey?': yes, 'status?': count, bytes: count },
  ...{ 'headers?': list(pair(text)), 'failure?': object({ kind: text, message: text }), 'traceparent?': traceparent },
})
const look = object({
  ...{ kind: is('look'), by: text, at: ms, ms, job: nth, time: oneOf('first', 'again') },
  attempts: list(object({ url: text, poll: nth, fetches: list(fetch), outcome, 'withKey?': yes }), 1),
  ...{ read: count, 'size?': count, 'digest?': object({ sha256, 'whole?': yes }), 'keys?': list(text) },
  'frame?': { type: 'string', pattern: '^data:image/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$', maxLength: 16_000 },
})

const dialect = object({
  ...{ 'idWay?': list(text), 'idType?': oneOf('string', 'number'), 'alias?': text, 'learnedBy?': keyName },
  'models?': object({ form: text, aliases: list(text) }),
})

const remark = { by: text, why: text, 'cause?': cause }

/** What each kind of line may contain. */
export const ENTRIES = {
  began,
  exchange,
  look,
  ...entries({
    'reached by': { 'address?': text, 'tls?': tls, 'proxy?': text, 'ca?': yes },
    'left over': { jobs: list(object({ id: text, key: keyName })) },
    'about to submit': { n: nth, at: ms, by: text, videoSeconds: amount, 'case?': text, 'key?': keyName },
    resumed: {
      ...{ at: ms, startedAt: time, abandoned: list(nth) },
      'files?': object({ 'ca?': text, 'clientCert?': text, 'clientKey?': text }),
    },
    elsewhere: { ...sent, origin: text },
    late: { at: ms, ms: amount },
    gap: { ...remark, case: text, 'clauses?': list(id) },
    finding: {
      ...{ by: text, case: text, expected: text, mismatches: list(text), evidence: list(nth) },
      ...{ 'doubt?': text, 'clause?': id },
    },
    reproduced: {
      ...{ clause: id, check: text, n: nth, failed: count, of: count, evidence: list(nth) },
      ...{ 'after?': nth, 'received?': text },
    },
    skipped: remark,
    'cut-short': { ...remark, 'fault?': yes },
    driven: { by: text, 'leftOut?': is('for want of time') },
    'part done': { by: text, part: text },
    waited: { by: text, at: ms, ms, why: text },
    'judging cut short': { steps: count, how: oneOf('interrupted', 'deadline'), why: text },
    learned: { dialect, evidence: list(nth), 'noJob?': text },
    ended: { at: ms, how: oneOf('whole', 'interrupted', 'deadline', 'cut short', 'no target'), 'why?': text },
  }),
} satisfies Record<HistoryEntry['kind'], Schema>

function entries<Kind extends string>(all: Record<Kind, Record<string, Schema>>): Record<Kind, Schema> {
  const each = Object.entries<Record<string, Schema>>(all).map(([kind, members]) => [
    kind,
    object({ kind: is(kind), ...members }),
  ])
  return Object.fromEntries(each)
}
