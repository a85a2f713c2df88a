import { expect, it } from 'vitest'
import { answered, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import { keyNeverShown } from './key-never-shown.ts'

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
  '{{two braces}}A}}',
  '{{A without character 3}}',
])('does not take %s for a full key of the user', (shown) =>
  expect(verdictOf(keyNeverShown, [answered(401, { body: shown })])).toMatchObject({ verdict: 'pass' }),
)
