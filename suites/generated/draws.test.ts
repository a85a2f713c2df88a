import { describe, expect, it } from 'vitest'
import { targetOf } from '../../engine/config/target.ts'
import { requestTo } from '../../engine/http/requests.ts'
import { Vault } from '../../engine/keys/vault.ts'
import { keyMistakes, madeFrom } from '../inputs/keys.ts'

const KEYS = { A: 'cl_Ab3xKd82Lq0ZtY', A2: 'cl_mm4TrW91PoEsC7x', B: 'cl_00Yh5VbbQ2nUfa', R: 'cl_rrrrGG77kkWW11' }
const vault = new Vault(KEYS, 1)
const target = targetOf('https://server.test/v1')
const request = requestTo(target, 'GET /videos/{id}', { id: 'vid_1' })

describe('every request without a valid key', () => {
  const made = (['A', 'A2', 'B'] as const).flatMap((key) =>
    keyMistakes(KEYS[key].length).flatMap(({ breaks, ways, of: own }) =>
      ways.flatMap((way) => {
        const broken = way.of(request)
        return broken ? [{ key, own, breaks, what: way.what, request: madeFrom(key, broken) }] : []
      }),
    ),
  )

  it('has no valid key after substitution, except where a digit has no other case', () => {
    for (const { what, request, breaks } of made) {
      const values = request.headers.flatMap(([name, value]) => (name === 'Authorization' ? [value] : []))
      const isGood = values.length === 1 && vault.isGoodAuthorization(values[0]!)
      if (isGood) expect(breaks, what).toBe('auth.letter-case-counts')
    }
  })
})
