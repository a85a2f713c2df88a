import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../runner/settings/bounds.ts'
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

const CAPITALS = KEY.toUpperCase().replace('CL', 'cl')
const CHANGED = `${KEY.slice(0, 12)}_${KEY.slice(13)}`
const ID = 'job_4f9a7c21e8b35d60'
const SECOND = 'job_c07d5b9e24a1f836'
const usage: Told = { path: '/usage', body: { jobs: 1 } }
const NOBODY = { Accept: '*/*' }
const header = (value: string) => ({ headers: { Authorization: value } })
const succeeded = { status: 'succeeded', url: 'https://videos.test/a.mp4' }

type Case = [what: string, clause: string, told: Told[]]

/** Each breaks one clause, and shows what it takes to say so. */
const FAULTS: Case[] = [
  ['no header answered 403', 'auth.header-required', [{ ...usage, headers: NOBODY, status: 403 }, usage]],
  ['no header let through', 'auth.header-required', [usage, { ...usage, headers: NOBODY }]],
  ['no header, sent on to a page', 'auth.header-required', [{ ...usage, headers: NOBODY, status: 302 }, usage]],
  [
    'the key in the query',
    'auth.only-the-header-counts',
    [usage, { ...usage, path: `/usage?key=${KEY}`, headers: NOBODY }],
  ],
  ['the key in a cookie', 'auth.only-the-header-counts', [usage, { ...usage, headers: { Cookie: `key=${KEY}` } }]],
  ['the bare key', 'auth.bare-key-refused', [usage, { ...usage, ...header(KEY) }]],
  ['Basic', 'auth.scheme-is-bearer', [usage, { ...usage, ...header(`Basic ${btoa(`${KEY}:`)}`) }]],
  ['another scheme', 'auth.scheme-is-bearer', [usage, { ...usage, ...header(`Token ${KEY}`) }]],
  ['two keys', 'auth.header-form', [usage, { ...usage, ...header(`Bearer ${KEY} ${KEY}`) }]],
  ['Bearer alone, answered 400', 'auth.header-form', [{ ...usage, ...header('Bearer'), status: 400 }, usage]],
  ['Bearer glued to the key', 'auth.header-form', [usage, { ...usage, ...header(`Bearer${KEY}`) }]],
  [
    'a part of a key',
    'auth.whole-key-compared',
    [usage, { ...usage, ...by(KEY.slice(0, -1)) }, { ...models, ...by(KEY.slice(0, -1)), ...unauthorized }],
  ],
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
  [
    'a key that is refused elsewhere',
    'auth.unknown-key',
    [
      { ...usage, ...by(OTHER_KEY), ...unauthorized },
      { ...models, ...by(OTHER_KEY) },
      { ...usage, ...by(OTHER_KEY), ...unauthorized },
      { ...models, ...by(OTHER_KEY) },
      { ...usage, ...by(OTHER_KEY), ...unauthorized },
    ],
  ],
  ['the version twice', 'paths.version-once', [models, { ...models, path: '/v1/models' }]],
  [
    'the version twice, answered 400',
    'paths.version-once',
    [models, { ...models, path: '/v1/models', status: 400 }, models],
  ],
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
      ...[accepted(ID), read(ID), read(ID, {}, { ...by(OTHER_KEY), status: 403 })],
      ...[read(SECOND, {}, { ...by(OTHER_KEY), ...notFound }), read(ID, {}, { ...by(OTHER_KEY), status: 403 })],
    ],
  ],
  [
    'one job of another key and not the next',
    'accounts.other-account-sees-404',
    [
      ...[accepted(ID), read(ID), accepted(SECOND), read(SECOND)],
      ...[read(ID, {}, by(OTHER_KEY)), read(SECOND, {}, { ...by(OTHER_KEY), ...notFound }), read(SECOND)],
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
  ['no header refused', [{ ...usage, headers: NOBODY, ...unauthorized }, usage]],
  [
    'no header in any request, as exporters leave it out',
    [
      { ...usage, headers: NOBODY },
      { ...models, headers: NOBODY },
    ],
  ],
  ['no header answered 403 by who never answers otherwise', [{ ...usage, headers: NOBODY, status: 403 }, models]],
  ['no header at another address, to which it was sent on', [{ ...usage, headers: NOBODY, status: 308 }, usage]],
  ['no header, and no room', [{ ...usage, headers: NOBODY, status: 429 }, usage]],
  ['no header at a path of no endpoint', [{ path: '/docs', headers: NOBODY, status: 403 }, usage]],
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
  [
    'another site at the same origin',
    [models, { path: 'https://server.test/models', headers: NOBODY, body: '<html>' }],
  ],
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

/** Some more that a hasty judge would accuse. */
const HASTY: [what: string, told: Told[]][] = [
  ['a video at the same origin', [models, { path: 'https://server.test/videos/a.mp4', body: 'x' }]],
  [
    'a dashboard at the same origin',
    [usage, { ...usage, path: 'https://server.test/usage', ...by('cl_of-a-dashboard-1') }],
  ],
  [
    'a key that was revoked before its mistake',
    [models, { ...models, path: '/v1/models', ...unauthorized }, { ...models, ...by(OTHER_KEY) }],
  ],
  [
    'an id of another form',
    [accepted('483920175'), read('483920175'), read('undefined', {}, { status: 400 }), read('483920175')],
  ],
  ['a masked id', [accepted(ID), read(ID), read('job_xxxxxxxxxxxxxxxx', {}, { status: 400 }), read(ID)]],
  ['an id of an account that was closed', [accepted(ID), read(ID), read(SECOND, {}, { status: 403 }), read(ID)]],
  [
    'a job that a restart has forgotten',
    [
      ...[accepted(ID), read(ID), accepted(SECOND), read(SECOND)],
      ...[read(SECOND, {}, by(OTHER_KEY)), read(ID, {}, { ...by(OTHER_KEY), ...notFound }), read(SECOND)],
    ],
  ],
  [
    'one closed door',
    [accepted(ID), read(ID), read(ID, {}, { ...by(OTHER_KEY), status: 403 }), read(ID, {}, by(OTHER_KEY))],
  ],
  ['a page of whoever stands in front', [{ ...usage, headers: NOBODY, status: 403, body: '<html>' }, usage]],
  [
    'a long path without a key',
    [{ ...usage, headers: NOBODY, path: `/videos/${'x'.repeat(9000)}`, status: 414 }, usage],
  ],
  ['an entry without headers', [{ ...usage, headers: {} }, usage]],
  [
    'a client whose recorder left the keys out, beside another one',
    [usage, { ...usage, headers: { 'User-Agent': 'another' } }],
  ],
  ['a key that its recorder wrote shorter', [usage, { ...usage, ...by(KEY.slice(0, 14)) }]],
  ['an alias in other letters', [models, accepted(ID), accepted(SECOND, { model: ' Swift ' }), models]],
  [
    'lists that say on which page they are',
    [
      { ...models, body: { models: ['swift'], current_page: 1 } },
      ...[accepted(ID), accepted(SECOND, { model: 'other' })],
      { ...models, body: { models: ['swift'], current_page: 1 } },
    ],
  ],
  [
    'an alias that was withdrawn',
    [
      ...[models, accepted(ID), { ...models, body: { models: ['swift'] } }, refused({ model: 'studio' })],
      ...[accepted(SECOND), refused({ model: 'studio' })],
    ],
  ],
  [
    'a body without a label',
    [
      accepted(ID),
      refused({ duration: 60 }, { headers: { ...by(KEY).headers, 'Content-Type': 'text/plain' } }),
      accepted(SECOND),
    ],
  ],
  [
    'a prompt that is refused for what it says',
    [accepted(ID), refused({ duration: 9, prompt: 'no' }), accepted(SECOND)],
  ],
  ['a prompt that was blacked out', [accepted(ID), refused({ duration: 60, prompt: '[redacted]' }), accepted(SECOND)]],
  ['options that were refused once', [accepted(ID), refused({ duration: 9 }), accepted(SECOND, { duration: 9 })]],
  ['a conflict', [accepted(ID), refused({ duration: 60 }, { status: 409 }), accepted(SECOND)]],
  [
    'an image that was blacked out',
    [accepted(ID, { prompt: undefined, image_url: '[redacted]' }), read(ID, succeeded)],
  ],
  [
    'a page of the same site',
    [
      {
        ...models,
        method: 'OPTIONS',
        status: 204,
        headers: { Origin: 'https://dashboard.server.test', 'Access-Control-Request-Method': 'GET' },
        answer: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'authorization' },
      },
      {
        ...models,
        headers: { origin: 'https://dashboard.server.test', Authorization: `Bearer ${KEY}` },
        answer: { 'Access-Control-Allow-Origin': '*' },
      },
    ],
  ],
  [
    'a key that is taken up meanwhile',
    [
      { ...models, ...by(OTHER_KEY), ...unauthorized },
      { ...usage, ...by(OTHER_KEY) },
      { ...models, ...by(OTHER_KEY), ...unauthorized },
    ],
  ],
]

describe('traffic that others sent', () => {
  it.each(HASTY)('accuses nobody of %s', (_, told) => {
    expect(broken(...told)).toEqual([])
  })

  it.each(FAULTS)('shows %s', (_, clause, told) => {
    expect(broken(...told)).toContain(clause)
  })

  it.each(LAWFUL)('accuses nobody of %s', (_, told) => {
    expect(broken(...told)).toEqual([])
  })

  it('says what it cannot tell', () => {
    const clause = 'submission.accepted-with-202'
    expect(verdictOn(clause, accepted(ID), refused({ duration: 60 }))).toBe('inconclusive')
    expect(verdictOn('auth.header-required', { ...usage, headers: NOBODY, status: 403 }, models)).toBe('inconclusive')
    const preflight = { Origin: 'https://page.test', 'Access-Control-Request-Method': 'GET' }
    const grant = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'authorization' }
    const granted: Told = { ...models, method: 'OPTIONS', status: 204, headers: preflight, answer: grant }
    expect(verdictOn('browser.no-other-origin', models, granted)).toBe('inconclusive')
  })

  it('passes nothing that no good request stands beside, and nothing that nobody asked for', () => {
    const refusedToAll = [
      { ...usage, headers: NOBODY, ...unauthorized },
      { ...usage, ...unauthorized },
    ]
    expect(verdictOn('auth.header-required', ...refusedToAll)).not.toBe('pass')
    expect(verdictOn('auth.unknown-key', { ...usage, ...unauthorized })).toBe('skip')
    expect(verdictOn('accounts.near-id-is-no-job', accepted(ID), read(ID))).toBe('skip')
    const noDoor = [accepted(ID), read(ID), read(ID, {}, { ...by(OTHER_KEY), status: 410 })]
    expect(verdictOn('accounts.other-account-sees-404', ...noDoor)).toBe('skip')
  })

  it('looks at so many mistakes of one kind, and no more', () => {
    const many = Array.from({ length: BOUNDS.wrongRequestsObserved.most }, () => ({
      ...usage,
      headers: NOBODY,
      ...unauthorized,
    }))
    const late = { ...usage, headers: NOBODY, status: 403 }
    expect(broken(...many.slice(1), late, usage)).toEqual(['auth.header-required'])
    expect(broken(...many, late, usage)).toEqual([])
  })
})
