import { expect, it } from 'vitest'
import { BOUNDS } from '../settings/bounds.ts'
import { answered, BEGAN } from './handwritten-for-tests.ts'
import { History } from './history.ts'
import { statusOf, whyUnread } from './reading.ts'
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
