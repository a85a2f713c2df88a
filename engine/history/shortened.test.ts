import { expect, it } from 'vitest'
import { BOUNDS } from '../config/bounds/bounds.ts'
import { shortened } from './shortened.ts'

const TEXT = BOUNDS.textOfShortened.most
const LIST = BOUNDS.listOfShortened.most

const long = 'x'.repeat(TEXT + 1)
const read = (body: unknown, { lists = true } = {}) => {
  const shorter = shortened(JSON.stringify(body), { lists })
  return JSON.parse(shorter!)
}

it('keeps what the law speaks of, though it stands behind a thousand other things', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`n${n}`, n]))
  const id = 'i'.repeat(TEXT + 1)
  const url = `https://cdn.example.com/${'y'.repeat(TEXT + 1)}`
  const error = { code: 'x', message: 'y' }
  const shorter = read({ ...many, id, job_id: 7, status: 'failed', url: `${url} ${long}`, error, link: url, data: {} })
  expect(shorter).toMatchObject({ id, job_id: 7, status: 'failed', url: `${url} ${long}`, error, data: {} })
  expect(Object.keys(shorter).length).toBeLessThan(LIST + 10)
  expect(read({ link: url }).link).toBe(url)
})

it('keeps the recipe of a key that stands in what is cut', () => {
  expect(read({ a: `${long}{{A}}${long}{{B, in hex}}` }).a).toBe(`${'x'.repeat(100)}…{{A}}{{B, in hex}}`)
  expect(read({ a: `${'x'.repeat(98)}{{A}}${long}` }).a).toBe(`${'x'.repeat(98)}…{{A}}`)
  const rest = Array.from({ length: LIST }, () => 1)
  expect(read([...rest, { key: '{{A}}' }]).at(-1)).toBe('…{{A}}')
  const members = Object.fromEntries(rest.map((one, index) => [`n${index}`, one]))
  expect(read({ ...members, key: '{{A}}', '{{B}}': 1 })).toMatchObject({ key: '{{A}}', '…': '{{B}}' })
  expect(read({ a: long + '{{A}}'.repeat(1000) }).a.length).toBeLessThan(200)
})
