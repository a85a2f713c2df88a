import { type Configuration, PROFILES } from '../../config/configuration.ts'
import { AMOUNT } from '../../config/prices/money.ts'
import type { Prices, Rate } from '../../config/prices/prices.ts'
import type { Waiver } from '../../config/waiver.ts'
import type { KnownKey } from '../../keys/keyring.ts'
import type { KeyPrints } from '../../keys/prints.ts'
import type { Began, Observed } from '../entry/entries.ts'
import {
  amount,
  count,
  flag,
  id,
  is,
  keyName,
  list,
  milliseconds,
  nth,
  record,
  text,
  whole,
  yes,
} from '../entry/schemas.ts'

export const profile = { enum: PROFILES }
const price = { type: 'string', pattern: AMOUNT.source }
const rate = record<Rate>(
  {},
  { resolution: list(text), bitDepth: amount, fpsUpTo: amount, perSecond: price, perJob: price },
)
const configuration = record<Configuration>(
  {
    profile,
    only: list(text),
    allowHttp: flag,
    strict: flag,
    complete: flag,
    pollIntervalMs: amount,
    settleMs: amount,
    lagMs: amount,
    media: flag,
    maxDownload: count,
    deadlineMs: milliseconds,
    requestTimeoutMs: amount,
    burst: count,
    seed: whole,
    generate: count,
    waive: list(record<Waiver>({ clause: id, reason: text }, { within: text })),
  },
  {
    hosted: yes,
    ca: text,
    clientCert: text,
    clientKey: text,
    http1: flag,
    insecure: flag,
    pacts: list(text),
    model: text,
    maxResolution: text,
    maxDuration: amount,
    maxJobs: amount,
    maxVideoSeconds: amount,
    maxRequests: amount,
    pollsAside: flag,
    prices: record<Prices>({ unit: text, rates: list(rate, 1) }, { wholeSeconds: yes }),
    maxCost: price,
    rate: amount,
    concurrency: count,
    imageUrl: text,
    failingPrompt: text,
  },
  // Runs that were recorded before there were waivers, or videos were looked at, or plain http asked for leave, have none.
  ['waive', 'media', 'maxDownload', 'allowHttp'],
)

const hex = { type: 'string', pattern: '^[0-9a-f]+$' }
const observed = record<Observed>(
  { leftOut: list(record<Observed['leftOut'][number]>({ what: text, count: nth }, {})) },
  { byRun: yes },
)

export const BEGAN = record<Began>(
  {
    kind: is('began'),
    format: is(2),
    suite: record<Began['suite']>({ name: text, version: text }, {}),
    spec: record<Began['spec']>({ sha256: text }, {}),
    target: record<Began['target']>(
      { baseUrl: { type: 'string', format: 'base-url' } },
      { embedded: yes, proxy: text },
    ),
    startedAt: { type: 'string', format: 'time' },
    configuration,
    keys: list(keyName),
    planned: list(record<Began['planned'][number]>({ id: text }, { clause: id, open: id, phases: list(text) })),
  },
  {
    observed,
    run: text,
    announced: record<NonNullable<Began['announced']>>({ jobs: count }, {}),
    prints: record<KeyPrints>(
      { salt: hex, of: list(record<KeyPrints['of'][number]>({ name: keyName, print: hex }, {})) },
      {},
    ),
    known: list(record<KnownKey>({ name: keyName }, { account: text, good: flag })),
  },
)
