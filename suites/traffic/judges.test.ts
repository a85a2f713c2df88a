import { describe, expect, it } from 'vitest'
import {
  accepted,
  broken,
  by,
  KEY,
  models,
  notFound,
  OTHER_KEY,
  read,
  refused,
  type Told,
  unauthorized,
  verdictOn,
} from './told-for-tests.ts'

const ID = 'job_4f9a7c21e8b35d60'
const SECOND = 'job_c07d5b9e24a1f836'
const usage: Told = { path: '/usage', body: { jobs: 1 } }
const header = (value: string) => ({ headers: { Authorization: value } })
const succeeded = { status: 'succeeded', url: 'https://videos.test/a.mp4' }

type Case = [what: string, clause: string, told: Told[]]

/** Each breaks one clause, and shows what it takes to say so. */
const FAULTS: Case[] = [
  ['no header answered 403', 'auth.header-required', [{ ...usage, headers: {}, status: 403 }, usage]],
  ['no header let through', 'auth.header-required', [usage, { ...usage, headers: {} }]],
  ['no header, sent on to a page', 'auth.header-required', [{ ...usage, headers: {}, status: 302 }, usage]],
  [
    'the key in the query',
    'auth.only-the-header-counts',
    [usage, { ...usage, path: `/usage?key=${KEY}`, headers: {} }],
  ],
  ['the key in a cookie', 'auth.only-the-header-counts', [usage, { ...usage, headers: { Cookie: `key=${KEY}` } }]],
  ['the bare key', 'auth.bare-key-refused', [usage, { ...usage, ...header(KEY) }]],
  ['Basic', 'auth.scheme-is-bearer', [usage, { ...usage, ...header(`Basic ${btoa(`${KEY}:`)}`) }]],
  ['another scheme', 'auth.scheme-is-bearer', [usage, { ...usage, ...header(`Token ${KEY}`) }]],
  ['two keys', 'auth.header-form', [usage, { ...usage, ...header(`Bearer ${KEY} ${KEY}`) }]],
  ['Bearer alone, answered 400', 'auth.header-form', [{ ...usage, ...header('Bearer'), status: 400 }, usage]],
  ['Bearer glued to the key', 'auth.header-form', [usage, { ...usage, ...header(`Bearer${KEY}`) }]],
  ['a part of a key', 'auth.whole-key-compared', [usage, { ...usage, ...by(KEY.slice(0, -1)) }]],
  [
    'a key in other letters',
    'auth.letter-case-counts',
    [usage, { ...usage, ...by(KEY.toUpperCase().replace('CL', 'cl')) }],
  ],
  [
    'a key that is refused elsewhere',
    'auth.unknown-key',
    [
      { ...usage, ...by(OTHER_KEY), ...unauthorized },
      { ...models, ...by(OTHER_KEY) },
      { ...usage, ...by(OTHER_KEY), ...unauthorized },
    ],
  ],
  ['the version twice', 'paths.version-once', [models, { ...models, path: '/v1/models' }]],
  ['the version twice, answered 400', 'paths.version-once', [{ ...models, path: '/v1/models', status: 400 }, models]],
  ['no version', 'paths.version-present', [models, { ...models, path: 'https://server.test/models' }]],
  [
    'an end of a range refused',
    'submission.accepted-with-202',
    [accepted(ID), refused({ duration: 60 }), accepted(SECOND)],
  ],
  ['a fraction refused', 'submission.fractions-accepted', [accepted(ID), refused({ duration: 2.5 }), accepted(SECOND)]],
  [
    'a ratio refused',
    'submission.ordinary-ratios-accepted',
    [accepted(ID), refused({ ratio: '21:9' }), accepted(SECOND)],
  ],
  [
    'a listed alias refused',
    'readings.listed-alias-accepted',
    [models, accepted(ID), refused({ model: 'studio' }), accepted(SECOND), refused({ model: 'studio' })],
  ],
  [
    'an alias that is not listed',
    'submission.model-listed',
    [models, accepted(ID), accepted(SECOND, { model: 'other' }), models],
  ],
  [
    'a video of an image by http',
    'submission.image-is-public-https',
    [accepted(ID, { prompt: undefined, image_url: 'http://images.test/a.png' }), read(ID, succeeded)],
  ],
  [
    'a video of a private image',
    'submission.image-host-public',
    [accepted(ID, { prompt: undefined, image_url: 'https://10.0.0.7/a.png' }), read(ID, succeeded)],
  ],
  ['an unknown id gone', 'accounts.unknown-id', [accepted(ID), read(ID), read(SECOND, {}, { status: 410 }), read(ID)]],
  ['a part of an id', 'accounts.near-id-is-no-job', [accepted(ID), read(ID), read(ID.slice(0, -3), { id: ID })]],
  ['an id in capitals', 'accounts.near-id-is-no-job', [accepted(ID), read(ID), read(ID.toUpperCase(), { id: ID })]],
  [
    "403 for another key's job",
    'accounts.other-account-sees-404',
    [
      accepted(ID),
      read(ID),
      read(ID, {}, { ...by(OTHER_KEY), status: 403 }),
      read(SECOND, {}, { ...by(OTHER_KEY), ...notFound }),
    ],
  ],
  [
    'one job of another key and not the next',
    'accounts.other-account-sees-404',
    [
      ...[accepted(ID), read(ID), accepted(SECOND), read(SECOND)],
      ...[read(ID, {}, by(OTHER_KEY)), read(SECOND, {}, { ...by(OTHER_KEY), ...notFound }), read(ID)],
    ],
  ],
  [
    'a page of another origin',
    'browser.no-other-origin',
    [
      {
        ...models,
        method: 'OPTIONS',
        status: 204,
        headers: {
          Origin: 'https://page.test',
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'authorization',
        },
        answer: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'authorization' },
      },
      {
        ...models,
        headers: { origin: 'https://page.test', Authorization: `Bearer ${KEY}` },
        answer: { 'Access-Control-Allow-Origin': '*' },
      },
    ],
  ],
  [
    'no id at all',
    'submission.answer-carries-the-id',
    [accepted(ID), read(ID), accepted('', {}, { body: { status: 'queued', message: 'accepted' } })],
  ],
]

/** Nothing of this is against the law, or it cannot be told from what was seen. */
const LAWFUL: [what: string, told: Told[]][] = [
  ['no header refused', [{ ...usage, headers: {}, ...unauthorized }, usage]],
  [
    'no header in any request, as exporters leave it out',
    [
      { ...usage, headers: {} },
      { ...models, headers: {} },
    ],
  ],
  ['no header answered 403 by who never answers otherwise', [{ ...usage, headers: {}, status: 403 }, models]],
  ['no header at another address, to which it was sent on', [{ ...usage, headers: {}, status: 308 }, usage]],
  ['no header, and no room', [{ ...usage, headers: {}, status: 429 }, usage]],
  ['no header at a path of no endpoint', [{ path: '/docs', headers: {}, status: 403 }, usage]],
  ["a client's own proxy", [{ ...usage, status: 407, body: '<html>' }, usage]],
  ['a network that wants a login', [{ ...usage, status: 511, body: '<html>' }, usage]],
  ['a signature for a gateway', [usage, { ...usage, ...header(`AWS4-HMAC-SHA256 Credential=${KEY}`) }]],
  ['a key that is blacked out', [usage, { ...usage, ...header('[redacted]') }]],
  ['small letters in bearer', [usage, { ...usage, ...header(`bearer ${KEY}`) }]],
  ['a part of a key refused', [usage, { ...usage, ...by(KEY.slice(0, -1)), ...unauthorized }]],
  [
    'a key that was revoked meanwhile',
    [
      { ...usage, ...by(OTHER_KEY) },
      { ...models, ...by(OTHER_KEY), ...unauthorized },
    ],
  ],
  [
    'a key that came to be good',
    [
      { ...usage, ...by(OTHER_KEY), ...unauthorized },
      { ...models, ...by(OTHER_KEY) },
    ],
  ],
  ['another site at the same origin', [models, { path: 'https://server.test/models', headers: {}, body: '<html>' }]],
  ['the version twice, not found', [{ ...models, path: '/v1/models', ...notFound }, models]],
  [
    'a lawful body refused for want of credits',
    [accepted(ID), refused({ duration: 60 }, { status: 402 }), accepted(SECOND)],
  ],
  [
    'a lawful body refused by another word',
    [accepted(ID), refused({ duration: 60 }, { body: { error: { code: 'insufficient_credits' } } }), accepted(SECOND)],
  ],
  ['a lawful body refused at the end', [accepted(ID), refused({ duration: 60 })]],
  ['a lawful body refused for another model', [accepted(ID), refused({ model: 'x', duration: 60 }), accepted(SECOND)]],
  [
    'an alias that nobody lists, refused',
    [models, accepted(ID), refused({ model: 'x' }), accepted(SECOND), refused({ model: 'x' })],
  ],
  ['a listed alias refused once', [models, accepted(ID), refused({ model: 'studio' }), accepted(SECOND)]],
  [
    'a list in pages',
    [
      { ...models, body: { models: ['swift'], next: 2 } },
      ...[accepted(ID), accepted(SECOND, { model: 'other' })],
      { ...models, body: { models: ['swift'], next: 2 } },
    ],
  ],
  [
    'a list that changed',
    [models, accepted(ID), accepted(SECOND, { model: 'other' }), { ...models, body: { models: ['other'] } }],
  ],
  [
    'a job of a bad image that failed',
    [
      accepted(ID, { prompt: undefined, image_url: 'http://images.test/a.png' }),
      read(ID, { status: 'failed', error: { code: 'image', message: 'no' } }),
    ],
  ],
  ['a bad image beside a prompt', [accepted(ID, { image_url: 'http://images.test/a.png' }), read(ID, succeeded)]],
  ['an unknown id not found', [accepted(ID), read(ID), read(SECOND, {}, notFound), read(ID)]],
  ['a query behind an id', [accepted(ID), read(ID), { ...read(ID), path: `/videos/${ID}?t=1` }]],
  ["another account's job", [accepted(ID), read(ID), read(ID, {}, { ...by(OTHER_KEY), ...notFound }), read(ID)]],
  ['a job of the same account', [accepted(ID), read(ID), read(ID, {}, by(OTHER_KEY)), read(ID)]],
  [
    'ids that each account counts',
    [
      ...[accepted('7'), read('7'), accepted('8'), read('8')],
      ...[read('7', {}, by(OTHER_KEY)), read('8', {}, { ...by(OTHER_KEY), ...notFound }), read('7')],
    ],
  ],
  ['a page of its own', [{ ...models, headers: { Origin: 'https://server.test', Authorization: `Bearer ${KEY}` } }]],
  [
    'a header that lets nobody read',
    [
      {
        ...models,
        headers: { Origin: 'https://page.test', ...by(KEY).headers },
        answer: { 'Access-Control-Allow-Origin': '*' },
      },
    ],
  ],
]

describe('traffic that others sent', () => {
  it.each(FAULTS)('shows %s', (_, clause, told) => {
    expect(broken(...told)).toContain(clause)
  })

  it.each(LAWFUL)('accuses nobody of %s', (_, told) => {
    expect(broken(...told)).toEqual([])
  })

  it('says what it cannot tell', () => {
    const clause = 'submission.accepted-with-202'
    expect(verdictOn(clause, accepted(ID), refused({ duration: 60 }))).toBe('inconclusive')
    expect(verdictOn('auth.header-required', { ...usage, headers: {}, status: 403 }, models)).toBe('inconclusive')
  })
})
