import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { keyNeverShown } from './responses.ts'

it.each(['{{A}}', '{{A2}}', '{{B}}', '{{R}}', '{{A, in base64}}', '{{A, percent-encoded}}'])(
  'blames a body with %s',
  (shown) => {
    expect(verdictOf(keyNeverShown, [answered(200), answered(500, { body: `<p>Bearer ${shown}` })])).toMatchObject({
      verdict: 'fail',
      received: `a body with ${shown}`,
    })
  },
)

it('blames a header', () => {
  const verdict = verdictOf(keyNeverShown, [answered(401, { headers: { 'X-Debug': 'key={{A}}' } })])
  expect(verdict).toMatchObject({
    verdict: 'fail',
    expected: 'no full key in the headers',
    received: 'X-Debug: key={{A}}',
  })
})

it.each([
  '{{A from character 1 to 8}}',
  '{{A in another letter case}}',
  '{{U}}',
  '{{}A}}',
  '{{A without character 3}}',
])('does not take %s for a full key of the user', (shown) =>
  expect(verdictOf(keyNeverShown, [answered(401, { body: shown })])).toMatchObject({ verdict: 'pass' }),
)

describe('a key that was only seen at work', () => {
  const facts = { keys: ['K1', 'K2'], known: [], observed: { leftOut: [] } }
  const verdict = (...exchanges: Exchange[]) => verdictOf(keyNeverShown, exchanges, { facts })
  const shows = (name: string, told = {}) => answered(200, { key: 'K1', body: { key: `{{${name}}}` }, ...told })

  it('is one to be kept secret once it was accepted', () => {
    expect(verdict(shows('K1'))).toMatchObject({ verdict: 'fail', received: 'a body with {{K1}}' })
    expect(verdict(answered(401, { key: 'K1', body: 'no such key: {{K1}}' }))).toMatchObject({ verdict: 'pass' })
  })
})
