import type { Fact, MediaFacts, Reading, Size, Told, Unread } from '../../media/facts.ts'
import type { Attempt, Fetch, Limit, Look, Outcome } from '../entry/look.ts'
import {
  amount,
  count,
  either,
  is,
  list,
  milliseconds,
  nth,
  number,
  pair,
  record,
  type Schema,
  sha256,
  text,
  variants,
  words,
  yes,
} from '../entry/schemas.ts'

const known = (value: Schema) =>
  either(
    record<Unread>({ unread: text }, {}),
    record<Fact<unknown>>({ value, told: list(record<Told<unknown>>({ by: text, value }, {})) }, {}),
  )
const size = record<Size>({ width: amount, height: amount }, {})

const facts = record<MediaFacts>(
  {
    container: words<MediaFacts['container']>({ mp4: true, mov: true, webm: true, matroska: true }),
    codec: text,
    pixels: known(size),
    shown: known(size),
    rotation: { enum: [0, 90, 180, 270] },
    seconds: known(amount),
    frames: known(amount),
    fps: known(amount),
    depth: known(amount),
    besides: list(text),
  },
  { variable: record<NonNullable<MediaFacts['variable']>>({ commonFps: amount, share: amount }, {}) },
)

type One<Of extends { kind: string }, Kind extends string> = Extract<Of, { kind: Kind }>

const reading = variants('kind', [
  record<One<Reading, 'video'>>({ kind: is('video'), facts }, {}),
  record<One<Reading, 'no video'>>({ kind: is('no video'), what: text }, {}),
  record<One<Reading, 'not whole'>>({ kind: is('not whole'), what: text }, { facts }),
  record<One<Reading, 'unread'>>({ kind: is('unread'), why: text }, {}),
])

const outcome = variants('kind', [
  record<One<Outcome, 'read'>>({ kind: is('read'), reading }, {}),
  record<One<Outcome, 'refused'>>({ kind: is('refused'), status: count }, { what: text }),
  record<One<Outcome, 'cut'>>({ kind: is('cut'), bytes: count }, { of: count }),
  record<One<Outcome, 'unreachable'>>({ kind: is('unreachable'), why: text }, {}),
  record<One<Outcome, 'not fetched'>>(
    { kind: is('not fetched'), why: text },
    { limit: words<Limit>({ '--max-download': true, '--max-requests': true }) },
  ),
])

const fetch = record<Fetch>(
  { at: milliseconds, ms: milliseconds, url: text, bytes: count },
  {
    range: pair(number),
    withKey: yes,
    status: count,
    headers: list(pair(text)),
    failure: record<NonNullable<Fetch['failure']>>({ kind: text, message: text }, {}),
  },
)

export const LOOK = record<Look>(
  {
    kind: is('look'),
    by: text,
    at: milliseconds,
    ms: milliseconds,
    job: nth,
    time: words<Look['time']>({ first: true, again: true }),
    attempts: list(record<Attempt>({ url: text, poll: nth, fetches: list(fetch), outcome }, { withKey: yes }), 1),
    read: count,
  },
  {
    size: count,
    digest: record<NonNullable<Look['digest']>>({ sha256 }, { whole: yes }),
    keys: list(text),
    // As reports show it.
    frame: { type: 'string', pattern: '^data:image/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$', maxLength: 16_000 },
  },
)
