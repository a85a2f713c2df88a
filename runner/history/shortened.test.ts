import { expect, it } from 'vitest'
import { BOUNDS } from '../settings/bounds/bounds.ts'
import { shortened } from './shortened.ts'

const TEXT = BOUNDS.textOfShortened.most
const LIST = BOUNDS.listOfShortened.most

const long = 'x'.repeat(TEXT + 1)
const read = (body: unknown, { lists = true } = {}) => {
  const shorter = shortened(JSON.stringify(body), { lists })
  return JSON.parse(shorter!)
}

it('cuts long texts, wherever they stand, and leaves all others as they are', () => {
  const { logs, deep, note } = read({ logs: long, deep: [{ log: long }], note: 'x'.repeat(TEXT), status: 'running' })
  expect(logs).toMatch(/^x{100}…$/)
  expect(deep[0].log).toBe(logs)
  expect(note).toHaveLength(TEXT)
})

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

it('cuts lists in a record of a job, and no list of models', () => {
  const frames = Array.from({ length: LIST + 1 }, (_, n) => n)
  expect(read({ frames }).frames).toEqual([...frames.slice(0, LIST), '…'])
  expect(read({ frames: frames.slice(1) }).frames).toHaveLength(LIST)
  expect(read(frames, { lists: false })).toEqual(frames)
})

it('keeps the recipe of a key that stands in what is cut', () => {
  expect(read({ a: `${long}{{A}}${long}{{B, reversed}}` }).a).toBe(`${'x'.repeat(100)}…{{A}}{{B, reversed}}`)
  expect(read({ a: `${'x'.repeat(98)}{{A}}${long}` }).a).toBe(`${'x'.repeat(98)}…{{A}}`)
  const rest = Array.from({ length: LIST }, () => 1)
  expect(read([...rest, { key: '{{A}}' }]).at(-1)).toBe('…{{A}}')
  const members = Object.fromEntries(rest.map((one, index) => [`n${index}`, one]))
  expect(read({ ...members, key: '{{A}}', '{{B}}': 1 })).toMatchObject({ key: '{{A}}', '…': '{{B}}' })
  expect(read({ a: long + '{{A}}'.repeat(1000) }).a.length).toBeLessThan(200)
})

it('writes numbers and names as they stood', () => {
  const body = `\ufeff{"id": 12345678901234567890123, "cost": 5.0, "small": 1e-7, "__proto__": {"a": 1}, "log": "${long}"}`
  expect(shortened(body, { lists: true })).toContain(
    '{"id":12345678901234567890123,"cost":5.0,"small":1e-7,"__proto__":{"a":1},',
  )
})

it('makes nothing of what is no JSON, or more of it than is looked at', () => {
  expect(shortened(`{"log": "${long}`, { lists: true })).toBeUndefined()
  expect(shortened('['.repeat(500) + ']'.repeat(500), { lists: true })).toBeUndefined()
})
