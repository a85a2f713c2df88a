import { describe, expect, it } from 'vitest'
import { MOST_WRONG } from './beside-good.ts'
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
} from './told-for-tests.ts'

type Case = [what: string, clause: string, told: Told[]]

/** Each breaks one clause, and shows what it takes to say so. */
const FAULTS: Case[] = [
  [
    'the key in the query',
    'auth.only-the-header-counts',
    [usage, { ...usage, path: `/usage?key=${KEY}`, headers: NOBODY }],
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

describe('traffic that others sent', () => {
  it.each(FAULTS)('shows %s', (_, clause, told) => {
    expect(broken(...told)).toContain(clause)
  })

  it('looks at so many mistakes of one kind, and no more', () => {
    const many = Array.from({ length: MOST_WRONG }, () => ({
      ...usage,
      headers: NOBODY,
      ...unauthorized,
    }))
    const late = { ...usage, headers: NOBODY, status: 403 }
    expect(broken(...many.slice(1), late, usage)).toEqual(['auth.header-required'])
    expect(broken(...many, late, usage)).toEqual([])
  })
})
