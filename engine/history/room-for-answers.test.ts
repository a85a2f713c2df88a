import { expect, it } from 'vitest'
import { BOUNDS } from '../config/bounds/bounds.ts'
import type { HistoryEntry } from './entry/entries.ts'
import { answered, BEGAN } from './handwritten-for-tests.ts'
import { History } from './history.ts'
import { recordOf, statusOf, whyUnread } from './reading/reading.ts'
import { RoomForAnswers } from './room-for-answers.ts'

const ORDINARY = BOUNDS.ordinaryCharacters.most
const long = () => answered(500, { body: 'x'.repeat(ORDINARY * 4) })
const body = 'x'.repeat(ORDINARY)

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
  expect(told.map(String)).toEqual([`Error: it has reached its limit of ${BOUNDS.historyCharacters.most} characters`])
  expect([...history.recording]).toHaveLength(30)
})
