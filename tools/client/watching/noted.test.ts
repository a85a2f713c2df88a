import { expect, it } from 'vitest'
import type { Witnessed } from '../../../service/witness.ts'
import { MOST_REQUESTS, Noted } from './noted.ts'

it('keeps the first requests of a flood, and counts the rest', () => {
  const noted = new Noted()
  for (let nth = 0; nth < MOST_REQUESTS + 3; nth++) noted.take({ connection: nth } as Witnessed)
  expect([noted.all.length, noted.leftOut]).toEqual([MOST_REQUESTS, 3])
  expect(noted.all.at(-1)!.connection).toBe(MOST_REQUESTS - 1)
})
