import { expect, it } from 'vitest'
import { randomHex, randomUuid } from './random-names.ts'

/** More than are drawn at once. */
const MANY = 2000

it('makes UUIDs of version 4, of which no two are alike', () => {
  const made = Array.from({ length: MANY }, randomUuid)
  expect(
    made.filter((each) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(each)),
  ).toEqual([])
  expect(new Set(made).size).toBe(MANY)
})

it('makes names of 128 bits, each digit of which is drawn', () => {
  const made = Array.from({ length: MANY }, randomHex)
  expect(new Set(made).size).toBe(MANY)
  for (let at = 0; at < 32; at++) expect(new Set(made.map((each) => each[at])).size).toBe(16)
})
