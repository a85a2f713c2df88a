import { expect, it } from 'vitest'
import { Gathered } from './gathered.ts'

it('gives back what was put in, however it was divided', () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 1000 }, (_, index) => index))
  for (const size of [1, 7, 500, 1000]) {
    const gathered = new Gathered()
    for (let at = 0; at < bytes.length; at += size) gathered.add(bytes.subarray(at, at + size))
    expect(gathered.whole()).toEqual(bytes)
    expect(gathered.length).toBe(1000)
  }
  expect(new Gathered().whole()).toEqual(Buffer.alloc(0))
})

it('takes up no more than twice what came, in pieces of one byte as well', () => {
  const gathered = new Gathered()
  const piece = Buffer.from('x')
  for (let count = 1; count <= 300_000; count++) gathered.add(piece)
  expect(gathered.length).toBe(300_000)
  expect(gathered.room).toBeLessThanOrEqual(2 * gathered.length)
})
