import { describe, expect, it } from 'vitest'
import { MOST_CASES } from './observed.ts'
import {
  accepted,
  broken,
  by,
  CAPITALS,
  CHANGED,
  header,
  ID,
  KEY,
  models,
  NO_KEY,
  notFound,
  OTHER_KEY,
  type Recorded,
  read,
  refused,
  SECOND,
  succeeded,
  unauthorized,
  usage,
} from './recording-for-tests.ts'

type Case = [what: string, clause: string, recorded: Recorded[]]

/** Traffic that violates one clause, with the control requests that show it. */
const FAULTS: Case[] = [
  [
    'the key in the query',
    'auth.only-the-header-counts',
    [usage, { ...usage, path: `/usage?key=${KEY}`, headers: NO_KEY }],
  ],
  ['the key in a cookie', 'auth.only-the-header-counts', [usage, { ...usage, headers: { Cookie: `key=${KEY}` } }]],
  ['the bare key', 'auth.bare-key-refused', [usage, { ...usage, ...header(KEY) }]],
  ['Basic', 'auth.scheme-is-bearer', [usage, { ...usage, ...header(`Basic ${btoa(`${KEY}:`)}`) }]],
  ['Bearer alone, answered 400', 'auth.header-form', [{ ...usage, ...header('Bearer'), status: 400 }, usage]],
  [
    'a key with a character changed in the middle',
    'auth.whole-key-compared',
    [
      ...Array.from({ length: 6 }, () => usage),
      { ...usage, ...by(CHANGED) },
      { ...models, ...by(CHANGED), ...unauthorized },
    ],
  ],
  [
    'a key in other letters',
    'auth.letter-case-counts',
    [usage, { ...usage, ...by(CAPITALS) }, { ...models, ...by(CAPITALS), ...unauthorized }],
  ],
  ['the version doubled', 'paths.version-once', [models, { ...models, path: '/v1/models' }]],
  ['no version', 'paths.version-present', [models, { ...models, path: 'https://server.test/models' }]],
  [
    'an end of a range refused',
    'submission.accepted-with-202',
    [accepted(ID), refused({ duration: 60 }), accepted(SECOND)],
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
  ['an unknown id gone', 'accounts.unknown-id', [accepted(ID), read(ID), read(SECOND, {}, { status: 410 }), read(ID)]],
  ['a part of an id', 'accounts.near-id-is-no-job', [accepted(ID), read(ID), read(ID.slice(0, -3), { id: ID })]],
  [
    "403 for another key's job",
    'accounts.other-account-sees-404',
    [
      ...[accepted(ID), read(ID), read(ID, {}, { ...by(OTHER_KEY), status: 403 })],
      ...[read(SECOND, {}, { ...by(OTHER_KEY), ...notFound }), read(ID, {}, { ...by(OTHER_KEY), status: 403 })],
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

/** Conforming, or undecided. */
const CONFORMING: [what: string, recorded: Recorded[]][] = [
  ['no header refused', [{ ...usage, headers: NO_KEY, ...unauthorized }, usage]],
  [
    'no header in any request, as exporters leave it out',
    [
      { ...usage, headers: NO_KEY },
      { ...models, headers: NO_KEY },
    ],
  ],
  ['403 without a header, and no valid request to the endpoint', [{ ...usage, headers: NO_KEY, status: 403 }, models]],
  ["a client's own proxy", [{ ...usage, status: 407, body: '<html>' }, usage]],
  ['a signature for a gateway', [usage, { ...usage, ...header(`AWS4-HMAC-SHA256 Credential=${KEY}`) }]],
  ['a redacted key', [usage, { ...usage, ...header('[redacted]') }]],
  ['the version doubled, not found', [{ ...models, path: '/v1/models', ...notFound }, models]],
  ['a valid body refused with 402', [accepted(ID), refused({ duration: 60 }, { status: 402 }), accepted(SECOND)]],
  ['a valid body refused by the last response', [accepted(ID), refused({ duration: 60 })]],
  [
    'an unlisted alias refused',
    [models, accepted(ID), refused({ model: 'x' }), accepted(SECOND), refused({ model: 'x' })],
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
  ["another account's job", [accepted(ID), read(ID), read(ID, {}, { ...by(OTHER_KEY), ...notFound }), read(ID)]],
  ['a job of the same account', [accepted(ID), read(ID), read(ID, {}, by(OTHER_KEY)), read(ID)]],
  [
    'a dashboard at the same origin',
    [usage, { ...usage, path: 'https://server.test/usage', ...by('cl_of-a-dashboard-1') }],
  ],
  [
    'a key that was revoked before its mistake',
    [models, { ...models, path: '/v1/models', ...unauthorized }, { ...models, ...by(OTHER_KEY) }],
  ],
  [
    'a job lost in a restart',
    [
      ...[accepted(ID), read(ID), accepted(SECOND), read(SECOND)],
      ...[read(SECOND, {}, by(OTHER_KEY)), read(ID, {}, { ...by(OTHER_KEY), ...notFound }), read(SECOND)],
    ],
  ],
  ['a page of a gateway', [{ ...usage, headers: NO_KEY, status: 403, body: '<html>' }, usage]],
  ['a client recorded without its keys', [usage, { ...usage, headers: { 'User-Agent': 'another' } }]],
  ['a key shortened by the recorder', [usage, { ...usage, ...by(KEY.slice(0, 14)) }]],
  ['a redacted prompt', [accepted(ID), refused({ duration: 60, prompt: '[redacted]' }), accepted(SECOND)]],
]

describe('recorded traffic', () => {
  it.each(FAULTS)('fails for %s', (_, clause, recorded) => {
    expect(broken(...recorded)).toContain(clause)
  })

  it.each(CONFORMING)('fails no clause for %s', (_, recorded) => {
    expect(broken(...recorded)).toEqual([])
  })

  it(`keeps ${MOST_CASES} cases per rule`, () => {
    const many = Array.from({ length: MOST_CASES }, () => ({
      ...usage,
      headers: NO_KEY,
      ...unauthorized,
    }))
    const late = { ...usage, headers: NO_KEY, status: 403 }
    expect(broken(...many.slice(1), late, usage)).toEqual(['auth.header-required'])
    expect(broken(...many, late, usage)).toEqual([])
  })
})
