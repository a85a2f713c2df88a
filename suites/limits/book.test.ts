import { describe, expect, it } from 'vitest'
import type { Drive } from '../../runner/driving/drive.ts'
import { FACTS } from '../../runner/judging/handwritten-for-tests.ts'
import { configure } from '../../runner/settings/configuration.ts'
import { bookFor, bookOf } from './book.ts'
import { bodyOf } from './trait.ts'

const known = { ...FACTS, dialect: { alias: 'swift', models: { form: 'a list', aliases: ['film', 'swift'] } } }
const accepted = '{"model":"swift","prompt":"A paper boat.","duration":1}'

describe('the means of a run', () => {
  it('are what it has learned', () => {
    const book = bookOf(known, accepted)!
    expect(bodyOf(book.base)).toBe(accepted)
    expect(new Set(book.orders.map((order) => JSON.parse(bodyOf(order)).model))).toEqual(new Set(['film', 'swift']))
  })

  it('are no duration where none was accepted', () => {
    expect(bodyOf(bookOf(known, '{"model":"swift","prompt":"A paper boat."}')!.base)).not.toContain('duration')
  })

  it('are what its user allows', () => {
    const configuration = configure({ seed: 1, profile: 'standard', maxResolution: '480p' }, true)
    const { orders } = bookOf({ ...known, configuration }, accepted)!
    expect(orders.length).toBeLessThan(6)
    expect(orders.map((order) => JSON.parse(bodyOf(order)).resolution ?? '480p')).toEqual(orders.map(() => '480p'))
  })

  it('are another key of the account only where there is one', () => {
    const keysIn = (book: ReturnType<typeof bookOf>) => book!.orders.flatMap(({ key }) => key?.key ?? [])
    expect([...new Set(keysIn(bookOf(known, accepted)))]).toEqual(['A2'])
    expect(keysIn(bookOf({ ...known, keys: ['A', 'B'] }, accepted))).toEqual([])
  })

  it('are one alias where no list is known', () => {
    const book = bookOf({ ...known, dialect: { alias: 'swift' } }, accepted)!
    expect(new Set(book.orders.map((order) => JSON.parse(bodyOf(order)).model))).toEqual(new Set(['swift']))
  })

  it.each([undefined, '', 'no JSON'])('are none where %j was accepted', (body) => {
    expect(bookOf(known, body)).toBeUndefined()
  })

  it('are none where no alias is known', () => {
    expect(bookOf(FACTS, accepted)).toBeUndefined()
  })
})

it('a drive without an alias says that nothing can be tried', async () => {
  const drive = {
    configuration: FACTS.configuration,
    dialect: {},
    has: () => true,
    twin: async () => ({ request: { body: accepted } }),
    notTried(why: string) {
      throw new Error(why)
    },
  }
  await expect(bookFor(drive as unknown as Drive)).rejects.toThrow('no submission was accepted')
})
