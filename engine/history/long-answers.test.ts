import { expect, it } from 'vitest'
import { LIMITS } from '../config/limits.ts'
import type { HistoryEntry } from './entry/entries.ts'
import type { Exchange } from './entry/exchange.ts'
import { answered, BEGAN } from './handwritten-for-tests.ts'
import { History } from './history.ts'
import { AnswerLimits, shortJson } from './long-answers.ts'
import { recordOf, statusOf, whyUnread } from './reading/reading.ts'

const ORDINARY = 16 * 1024
const long = () => answered(500, { body: 'x'.repeat(ORDINARY * 4) })
const keptOf = (limits: AnswerLimits, exchange: Exchange) => limits.take(exchange, exchange).kept
const body = 'x'.repeat(ORDINARY)

it('keeps long answers up to a limit, then their beginnings', () => {
  const limits = new AnswerLimits({ long: ORDINARY * 9 })
  const kept = Array.from({ length: 5 }, () => keptOf(limits, long()))
  expect(kept.map((each) => whyUnread(each) === undefined)).toEqual([true, true, false, false, false])
  expect(kept[4]!.answer).toMatchObject({ body, truncated: true, bytes: ORDINARY * 4 })
  expect(kept.map(statusOf)).toEqual([500, 500, 500, 500, 500])
  expect(keptOf(limits, answered(200, { body })).answer!.truncated).toBeUndefined()
})

it('keeps the fields of the interface in long JSON beyond the limit', () => {
  const record = {
    logs: 'x'.repeat(ORDINARY * 4),
    frames: Array.from({ length: ORDINARY }, () => 1),
    status: 'running',
  }
  const limits = new AnswerLimits({ long: 0 })
  const poll = keptOf(limits, answered(200, { path: '/v1/videos/1', body: record }))
  expect(poll.answer).toMatchObject({ shortened: true, bytes: JSON.stringify(record).length })
  expect(poll.answer!.body.length).toBeLessThan(1000)
  expect(whyUnread(poll)).toBeUndefined()
  expect(recordOf(poll)).toMatchObject({ status: 'running' })
  const models = { models: Array.from({ length: ORDINARY }, (_, n) => `model ${n}`) }
  expect(keptOf(limits, answered(200, { path: '/v1/models', body: models })).answer).toMatchObject({ truncated: true })
  const cut = answered(200, { path: '/v1/videos/1', body: record, truncated: true })
  expect(keptOf(limits, cut).answer).toMatchObject({ truncated: true })
})

it('redacts a word before it cuts an answer', () => {
  const word = 'a-word-that-must-be-redacted'
  const redact = (entry: HistoryEntry) => JSON.parse(JSON.stringify(entry).replaceAll(word, '{{W1}}')) as HistoryEntry
  const history = new History(undefined, undefined, { redact, limits: new AnswerLimits({ long: 0 }) })
  history.append(BEGAN)
  for (let before = 0; before < 40; before++) {
    const record = { logs: `${'x'.repeat(90 + before)}${word}${'x'.repeat(ORDINARY * 2)}`, status: 'running' }
    history.append(answered(200, { path: '/v1/videos/1', body: record }))
    history.append(answered(500, { body: `${'x'.repeat(ORDINARY - before)}${word}${'x'.repeat(ORDINARY)}` }))
  }
  const written = JSON.stringify([...history.recording])
  for (let length = 3; length <= word.length; length++) expect(written).not.toContain(word.slice(0, length))
})

it('reports once that it is full, and records further entries', () => {
  const errors: unknown[] = []
  const history = new History(undefined, (error) => errors.push(error), {
    limits: new AnswerLimits({ all: ORDINARY * 10 }),
  })
  for (let time = 0; time < 30; time++) history.append(answered(200, { body }))
  expect(errors.map(String)).toEqual([`Error: it has reached its limit of ${LIMITS.historyCharacters} characters`])
  expect([...history.recording]).toHaveLength(30)
})

const TEXT = 'x'.repeat(6001)
const shorter = (body: unknown) => JSON.parse(shortJson(JSON.stringify(body), { lists: true })!)

it('keeps ids, texts and URLs among a thousand numbers', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`n${n}`, n]))
  const url = `https://cdn.example.com/${TEXT}`
  const kept = {
    id: TEXT,
    job_id: 7,
    status: 'failed',
    url: `${url} ${TEXT}`,
    error: { code: 'x' },
    link: url,
    data: {},
  }
  const short = shorter({ ...many, ...kept })
  expect(short).toMatchObject(kept)
  expect(Object.keys(short).length).toBeLessThan(210)
})

it('keeps the placeholders of keys in what it cuts', () => {
  expect(shorter({ a: `${TEXT}{{A}}${TEXT}{{B, reversed}}` }).a).toBe(`${'x'.repeat(100)}…{{A}}{{B, reversed}}`)
  expect(shorter({ a: `${'x'.repeat(98)}{{A}}${TEXT}` }).a).toBe(`${'x'.repeat(98)}…{{A}}`)
  const rest = Array.from({ length: 200 }, () => 1)
  expect(shorter([...rest, { key: '{{A}}' }]).at(-1)).toBe('…{{A}}')
  const members = Object.fromEntries(rest.map((one, index) => [`n${index}`, one]))
  expect(shorter({ ...members, key: '{{A}}', '{{B}}': 1 })).toMatchObject({ key: '{{A}}', '…': '{{B}}' })
  expect(shorter({ a: TEXT + '{{A}}'.repeat(1000) }).a.length).toBeLessThan(200)
})
