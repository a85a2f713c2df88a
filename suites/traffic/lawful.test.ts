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
  ["a client's own proxy", [{ ...usage, status: 407, body: '<html>' }, usage]],
  ['a signature for a gateway', [usage, { ...usage, ...header(`AWS4-HMAC-SHA256 Credential=${KEY}`) }]],
  ['a key that is blacked out', [usage, { ...usage, ...header('[redacted]') }]],
  ['the version doubled, not found', [{ ...models, path: '/v1/models', ...notFound }, models]],
  [
    'a lawful body refused for want of credits',
    [accepted(ID), refused({ duration: 60 }, { status: 402 }), accepted(SECOND)],
  ],
  ['a lawful body refused at the end', [accepted(ID), refused({ duration: 60 })]],
  [
    'an alias that nobody lists, refused',
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
]

/** Some more that a hasty judge would accuse. */
const HASTY: [what: string, told: Told[]][] = [
  [
    'a dashboard at the same origin',
    [usage, { ...usage, path: 'https://server.test/usage', ...by('cl_of-a-dashboard-1') }],
  ],
  [
    'a key that was revoked before its mistake',
    [models, { ...models, path: '/v1/models', ...unauthorized }, { ...models, ...by(OTHER_KEY) }],
  ],
  [
    'a job that a restart has forgotten',
    [
      ...[accepted(ID), read(ID), accepted(SECOND), read(SECOND)],
      ...[read(SECOND, {}, by(OTHER_KEY)), read(ID, {}, { ...by(OTHER_KEY), ...notFound }), read(SECOND)],
    ],
  ],
  ['a page of whoever stands in front', [{ ...usage, headers: NOBODY, status: 403, body: '<html>' }, usage]],
  [
    'a client whose recorder left the keys out, beside another one',
    [usage, { ...usage, headers: { 'User-Agent': 'another' } }],
  ],
  ['a key that its recorder wrote shorter', [usage, { ...usage, ...by(KEY.slice(0, 14)) }]],
  ['a prompt that was blacked out', [accepted(ID), refused({ duration: 60, prompt: '[redacted]' }), accepted(SECOND)]],
]

it.each([...LAWFUL, ...HASTY])('traffic that others sent accuses nobody of %s', (_, told) => {
  expect(broken(...told)).toEqual([])
})
