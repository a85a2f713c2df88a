import { expect, it } from 'vitest'
import { BOUNDS } from '../config/bounds/bounds.ts'
import { answered } from '../history/handwritten-for-tests.ts'
import { RefusedKey } from './refused-key.ts'

const baseline = { method: 'GET', path: '/v1/usage', headers: [] }

/** How often it is asked with a good request whether a key is still refused, and whether it is given up. */
async function looks(statusOf: (look: number) => number) {
  let asked = 0
  let isGivenUp = false
  const key = new RefusedKey({
    pause: async () => undefined,
    ask: async () => answered(statusOf(++asked)),
    onRefused: () => {
      isGivenUp = true
    },
  })
  key.note(answered(200))
  for (let time = 0; time < 8; time++) key.note(answered(401))
  await key.over(baseline)
  return { asked, isGivenUp }
}

it('gives up a key that is refused at each look, after a few of them', async () => {
  expect(await looks(() => 401)).toEqual({ asked: BOUNDS.looksAtARefusedKey.most, isGivenUp: true })
})

it('goes on with one that is taken at the last look', async () => {
  expect(await looks((look) => (look < BOUNDS.looksAtARefusedKey.most ? 401 : 200))).toEqual({
    asked: BOUNDS.looksAtARefusedKey.most,
    isGivenUp: false,
  })
})
