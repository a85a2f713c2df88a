import { expect, it } from 'vitest'
import {
  accepted,
  broken,
  by,
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

it.each([...LAWFUL, ...HASTY])('traffic that others sent accuses nobody of %s', (_, told) => {
  expect(broken(...told)).toEqual([])
})
