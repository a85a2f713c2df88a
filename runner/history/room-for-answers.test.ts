import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { BOUNDS } from '../settings/bounds/bounds.ts'
import type { HistoryEntry } from './entry/entries.ts'
import { answered, BEGAN } from './handwritten-for-tests.ts'
import { History } from './history.ts'
import { recordOf, statusOf, whyUnread } from './reading/reading.ts'
import { RoomForAnswers } from './room-for-answers.ts'

const ORDINARY = BOUNDS.ordinaryCharacters.most
const long = () => answered(500, { body: 'x'.repeat(ORDINARY * 4) })
const body = 'x'.repeat(ORDINARY)

it('keeps ordinary answers whole, however many there are', () => {
  const room = new RoomForAnswers({ long: 0 })
  for (let time = 0; time < 20; time++) expect(room.take(answered(200, { body })).answer).toMatchObject({ body })
})

it('keeps long ones as long as there is room for them, and then their beginnings', () => {
  const room = new RoomForAnswers({ long: ORDINARY * 9 })
  const kept = Array.from({ length: 5 }, () => room.take(long()))
  expect(kept.map((each) => whyUnread(each) === undefined)).toEqual([true, true, false, false, false])
  expect(kept[4]!.answer).toMatchObject({ body, truncated: true, bytes: ORDINARY * 4 })
  expect(kept.map(statusOf)).toEqual([500, 500, 500, 500, 500])
  expect(room.take(answered(200, { body })).answer!.truncated).toBeUndefined()
})

it('keeps of long JSON what the law speaks of, once there is no room for all of it', () => {
  const record = {
    logs: 'x'.repeat(ORDINARY * 4),
    frames: Array.from({ length: ORDINARY }, () => 1),
    status: 'running',
  }
  const room = new RoomForAnswers({ long: 0 })
  const poll = room.take(answered(200, { path: '/v1/videos/1', body: record }))
  expect(poll.answer).toMatchObject({ shortened: true, bytes: JSON.stringify(record).length })
  expect(poll.answer!.body.length).toBeLessThan(1000)
  expect(whyUnread(poll)).toBeUndefined()
  expect(recordOf(poll)).toMatchObject({ status: 'running' })
  const models = { models: Array.from({ length: ORDINARY }, (_, n) => `model ${n}`) }
  expect(room.take(answered(200, { path: '/v1/models', body: models })).answer).toMatchObject({ truncated: true })
  const cut = answered(200, { path: '/v1/videos/1', body: record, truncated: true })
  expect(room.take(cut).answer).toMatchObject({ truncated: true })
})

it('holds no more in memory of what it keeps than that', () => {
  const program = `
    import { RoomForAnswers } from ${JSON.stringify(fileURLToPath(new URL('./room-for-answers.ts', import.meta.url)))}
    const room = new RoomForAnswers({ long: 0 })
    const exchange = { kind: 'exchange', request: { path: '/', headers: [] } }
    const body = (n) => String(n).padEnd(${20 * ORDINARY}, 'x')
    const one = (_, n) => room.take({ ...exchange, answer: { status: 500, headers: [], body: body(n), bytes: 0 } })
    gc()
    const before = process.memoryUsage().heapUsed
    const kept = Array.from({ length: 100 }, one)
    gc()
    console.log((process.memoryUsage().heapUsed - before) / kept.length)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', program])
  expect(String(stderr)).toBe('')
  expect(Number(stdout)).toBeGreaterThan(ORDINARY / 2)
  expect(Number(stdout)).toBeLessThan(ORDINARY * 2)
})

it('has room for so many long answers as any run of a lawful server has', () => {
  const longList = 100 * 1024
  expect(BOUNDS.longAnswers.most / longList).toBeGreaterThan(400)
})

it('counts what is written, where a character is written as six', () => {
  const body = '\u0001'.repeat(ORDINARY)
  const kept = new RoomForAnswers({ long: 0 }).take(answered(200, { body })).answer!
  expect(kept.truncated).toBe(true)
  expect(JSON.stringify(kept.body).length).toBeLessThan(ORDINARY + 10)
})

it('keeps as much of one whose end nobody has read as of any other, as it is written', () => {
  const kept = (body: string) => {
    const { answer } = new RoomForAnswers().take(answered(500, { body, truncated: true }))
    return JSON.stringify(answer!.body).length - 2
  }
  const most = BOUNDS.keptOfLonger.most
  expect(kept('x'.repeat(most))).toBe(most)
  expect(kept('\u0001'.repeat(most))).toBeGreaterThan(most - 6)
  expect(kept('\u0001'.repeat(most))).toBeLessThanOrEqual(most)
})

it('lets a run write what it sees from then on, as others see it', () => {
  const history = new History(undefined, undefined, { room: new RoomForAnswers({ long: 0 }) })
  history.append(BEGAN)
  const kept = history.append(long())
  expect(kept.answer!.truncated).toBe(true)
  expect([...history.recording]).toEqual([BEGAN, kept])
})

it('cuts no word in two that is to stay out', () => {
  const word = 'a-word-that-nobody-is-to-read'
  const disguise = (entry: HistoryEntry) => JSON.parse(JSON.stringify(entry).replaceAll(word, '{{W1}}')) as HistoryEntry
  const history = new History(undefined, undefined, { disguise, room: new RoomForAnswers({ long: 0 }) })
  history.append(BEGAN)
  for (let before = 0; before < 40; before++) {
    const record = { logs: `${'x'.repeat(90 + before)}${word}${'x'.repeat(ORDINARY * 2)}`, status: 'running' }
    history.append(answered(200, { path: '/v1/videos/1', body: record }))
    history.append(answered(500, { body: `${'x'.repeat(ORDINARY - before)}${word}${'x'.repeat(ORDINARY)}` }))
  }
  const written = JSON.stringify([...history.recording])
  for (let length = 3; length <= word.length; length++) expect(written).not.toContain(word.slice(0, length))
})

it('tells once that it is full, and takes what comes behind', () => {
  const told: unknown[] = []
  const onUnwritable = (error: unknown) => {
    told.push(error)
    return false
  }
  const history = new History(undefined, onUnwritable, { room: new RoomForAnswers({ inAll: ORDINARY * 10 }) })
  for (let time = 0; time < 30; time++) history.append(answered(200, { body }))
  expect(told.map(String)).toEqual([`Error: it has grown to its bound of ${BOUNDS.historyCharacters.most} characters`])
  expect([...history.recording]).toHaveLength(30)
})
