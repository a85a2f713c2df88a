import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../runner/settings/bounds/bounds.ts'
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
  NOBODY,
  notFound,
  OTHER_KEY,
  read,
  refused,
  SECOND,
  succeeded,
  type Told,
  unauthorized,
  usage,
  verdictOn,
} from './told-for-tests.ts'

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

describe('traffic that others sent', () => {
  it.each(FAULTS)('shows %s', (_, clause, told) => {
    expect(broken(...told)).toContain(clause)
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
