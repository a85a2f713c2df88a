import { expect, it } from 'vitest'
import { otherKeys, printsOf } from './prints.ts'

const keys = { A: 'cl_4Rt9xKq2Zw83hhPm', B: 'cl_9Lk2mVb7Qa51ggTy' }

it('knows the same keys again, and names those that are others', () => {
  const prints = printsOf(keys)
  expect(otherKeys(keys, prints)).toEqual([])
  expect(otherKeys({ ...keys, B: 'cl_9Lk2mVb7Qa51ggTz' }, prints)).toEqual(['B'])
  expect(otherKeys({ ...keys, A: keys.B }, prints)).toEqual(['A'])
})

it('says nothing of keys that it has no print of', () => {
  expect(otherKeys({ ...keys, R: 'cl_anything-at-all' }, printsOf(keys))).toEqual([])
})

it('shows nothing of a key, nor that two runs had the same', () => {
  const [one, other] = [JSON.stringify(printsOf(keys)), JSON.stringify(printsOf(keys))]
  for (const key of Object.values(keys)) expect(one).not.toContain(key.slice(3, 9))
  expect(printsOf(keys).of[0]!.print).toHaveLength(8)
  expect(JSON.parse(one).of).not.toEqual(JSON.parse(other).of)
})
