import { expect, it, vi } from 'vitest'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import { decodeText } from './decode.ts'

const made = vi.hoisted(() => [] as unknown[])

vi.mock('node:util', async (original) => {
  const util = await original<typeof import('node:util')>()
  class TextDecoder extends util.TextDecoder {
    constructor(...told: ConstructorParameters<typeof util.TextDecoder>) {
      made.push(told[0])
      super(...told)
    }
  }
  return { ...util, TextDecoder }
})

it('what reads a charset is kept for the next answer, of so many charsets', () => {
  const most = BOUNDS.charsets.most
  const madeFor = (nth: number) => {
    made.length = 0
    decodeText(Buffer.from('{}'), `text/plain; charset=x-${nth}`)
    return made
  }
  // One more is always there: JSON is UTF-8.
  for (let nth = 0; nth < most; nth++) madeFor(nth)
  expect(madeFor(0)).toEqual([])
  expect(madeFor(most - 2)).toEqual([])
  expect(madeFor(most - 1)).toEqual([`x-${most - 1}`])
})
