import { describe, expect, it } from 'vitest'
import { keyMistakes, madeFrom } from '../../fixtures/keys/key-mistakes.ts'
import { Vault } from '../../runner/keys/vault.ts'
import { targetOf } from '../../runner/settings/target.ts'
import { requestTo } from '../../runner/wire/requests.ts'
import { changed } from './wrong-ids.ts'

const KEYS = { A: 'cl_Ab3xKd82Lq0ZtY', A2: 'cl_mm4TrW91PoEsC7x', B: 'cl_00Yh5VbbQ2nUfa', R: 'cl_rrrrGG77kkWW11' }
const vault = new Vault(KEYS, 1)
const target = targetOf('https://server.test/v1')
const request = requestTo(target, 'GET /videos/{id}', { id: 'vid_1' })

describe('every way of carrying no good key', () => {
  const made = (['A', 'A2', 'B'] as const).flatMap((key) =>
    keyMistakes(KEYS[key].length).flatMap(({ breaks, ways, of: own }) =>
      ways.flatMap((way) => {
        const broken = way.of(request)
        return broken ? [{ key, own, breaks, what: way.what, request: madeFrom(key, broken) }] : []
      }),
    ),
  )

  it('is no good one once the keys are filled in, but where a digit has no other case', () => {
    for (const { what, request, breaks } of made) {
      const values = request.headers.flatMap(([name, value]) => (name === 'Authorization' ? [value] : []))
      const isGood = values.length === 1 && vault.isGoodAuthorization(values[0]!)
      if (isGood) expect(breaks, what).toBe('auth.letter-case-counts')
    }
  })

  it('is made of the key that it is said to be made of', () => {
    for (const { key, own, request } of made) {
      const named = [...JSON.stringify(request).matchAll(/\{\{(A2|A|B|R|U)\b/g)].map(([, name]) => name)
      expect(named.filter((name) => name !== key && name !== own && name !== 'U')).toEqual([])
    }
  })

  it('holds a recipe for each character of the key', () => {
    const whole = keyMistakes(20).find(({ breaks }) => breaks === 'auth.whole-key-compared')!
    for (let at = 1; at <= 20; at++)
      expect(whole.ways.some(({ what }) => what === `the key with character ${at} changed`)).toBe(true)
  })
})

describe('an id that is changed', () => {
  const id = 'vid_9f86d081'
  const change = (what: Parameters<typeof changed>[1]['change'], at: number, letter = 'x') =>
    changed(id, { change: what, at, letter, seed: 1 })

  it.each([
    ['drop', 4, 'vid_f86d081'],
    ['add', 11, 'vid_9f86d081x'],
    ['other letter', 4, 'vid_xf86d081'],
    ['other case', 5, 'vid_9F86d081'],
    ['twice', 4, 'vid_99f86d081'],
    ['swap', 4, 'vid_f986d081'],
    ['beginning', 5, 'vid_9f'],
    ['end', 4, '9f86d081'],
  ] as const)('%s at %i', (what, at, expected) => {
    expect(change(what, at)).toBe(expected)
  })

  it('keeps its form where it is drawn anew', () => {
    expect(change('redrawn', 0)).toMatch(/^vid_[0-9a-f]{8}$/)
    expect(change('redrawn', 0)).not.toBe(id)
  })
})
