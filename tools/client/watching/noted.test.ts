import { expect, it } from 'vitest'
import { BOUNDS } from '../../../engine/config/bounds/bounds.ts'
import type { Witnessed } from '../../../service/witness.ts'
import { Noted } from './noted.ts'

it('keeps the first requests of a flood, and counts the rest', () => {
  const noted = new Noted()
  for (let nth = 0; nth < BOUNDS.clientRequests.most + 3; nth++) noted.take({ connection: nth } as Witnessed)
  expect([noted.all.length, noted.leftOut]).toEqual([BOUNDS.clientRequests.most, 3])
  expect(noted.all.at(-1)!.connection).toBe(BOUNDS.clientRequests.most - 1)
})
