import type {
  Answer,
  Elsewhere,
  Exchange,
  Failure,
  FailureKind,
  Passing,
  Phases,
  Purpose,
  RequestTemplate,
  Wrong,
} from '../entry/exchange.ts'
import {
  amount,
  count,
  id,
  is,
  keyName,
  list,
  milliseconds,
  nth,
  number,
  pair,
  record,
  type Schema,
  text,
  words,
  yes,
} from '../entry/schemas.ts'
import { FAILURE_WORDS } from '../reading/words.ts'

const header = pair(text)

const request = record<RequestTemplate>(
  { method: text, path: text, headers: list(header) },
  { body: text, bytes: yes, plain: yes },
)

const answer = record<Answer>(
  { status: { type: 'integer', minimum: 100, maximum: 999 }, headers: list(header), body: text, bytes: count },
  { statusText: text, truncated: yes, shortened: yes, headersLeftOut: yes, garbled: text },
)

const failure = record<Failure>({ kind: { enum: Object.keys(FAILURE_WORDS) as FailureKind[] }, message: text }, {})

const purpose = record<Purpose>(
  {
    by: text,
    part: words<Purpose['part']>({
      twin: true,
      probe: true,
      control: true,
      introduction: true,
      submission: true,
      poll: true,
      observation: true,
    }),
  },
  {
    case: text,
    // What else stands in it, its kind says.
    mark: { type: 'object', properties: { kind: text }, required: ['kind'] },
    twin: nth,
    foils: list(nth),
    job: nth,
    polled: text,
    owner: keyName,
    foreign: nth,
    near: text,
    tries: list(text),
    breaks: id,
    repeats: nth,
    wrong: list(words<Wrong>({ body: true, manner: true, oddity: true })),
    open: id,
    opinion: words<NonNullable<Purpose['opinion']>>({ accept: true, refuse: true, open: true }),
    keyLeftOut: yes,
  },
)

const passing = record<Passing>(
  {},
  { client: nth, lost: yes, http: words<NonNullable<Passing['http']>>({ '1.0': true, '1.1': true, 2: true, 3: true }) },
)

export const EXCHANGE: Schema = record<Exchange>(
  {
    kind: is('exchange'),
    n: nth,
    at: milliseconds,
    ms: milliseconds,
    sent: number,
    received: number,
    purpose,
    request,
  },
  {
    phases: record<Phases>({ blocked: amount }, { connect: amount, wait: amount }),
    connection: count,
    http2: yes,
    passing,
    again: record<NonNullable<Exchange['again']>>({ attempts: list(nth) }, { control: nth, last: yes }),
    answer,
    failure,
  },
)

export const ELSEWHERE: Schema = record<Elsewhere>(
  {
    kind: is('elsewhere'),
    n: nth,
    at: milliseconds,
    ms: milliseconds,
    sent: number,
    received: number,
    origin: text,
    request,
  },
  { connection: count, passing, answer, failure },
)
