import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../config/limits.ts'
import { MOST_TIMES_FULL, Room } from './capacity.ts'

const never = (_?: unknown) => new Promise(() => undefined)

/** A room for jobs that a test counts by hand. */
function roomFor(jobs: { unfinished: number }) {
  const end = new AbortController()
  const room = new Room(() => jobs.unfinished, end.signal)
  /** How many of many are let in at once, while no answer comes. */
  const places = async () => {
    let sent = 0
    for (let each = 0; each < 100; each++) {
      void room.submit(() => {
        sent++
        return never()
      })
    }
    await setImmediate()
    return sent
  }
  const accepted = (times: number) => {
    for (let time = 0; time < times; time++) room.accepted()
  }
  const refusedWith = (unfinished: number) => {
    jobs.unfinished = unfinished
    room.refused()
    jobs.unfinished = 0
  }
  return { room, end, places, accepted, refusedWith }
}

describe('the room for jobs', () => {
  it('is no larger than the server says it is, and has one place in any event', async () => {
    const heeding = (headroom: number) => {
      const { room, places, accepted } = roomFor({ unfinished: 0 })
      room.heed(headroom)
      accepted(10)
      return places()
    }
    expect(await heeding(6)).toBe(6)
    expect(await heeding(1)).toBe(1)
    expect(await heeding(0)).toBe(1)
  })

  it('has four places at first, for submissions under way and unfinished jobs together', async () => {
    expect(await roomFor({ unfinished: 0 }).places()).toBe(4)
    expect(await roomFor({ unfinished: 3 }).places()).toBe(1)
    expect(await roomFor({ unfinished: 4 }).places()).toBe(0)
  })

  it.each([
    [1, 6],
    [10, 24],
    [28, 60],
    [100, LIMITS.unfinishedJobs],
  ])('has, after %i submissions that were accepted, %i places', async (times, expected) => {
    const { accepted, places } = roomFor({ unfinished: 0 })
    accepted(times)
    expect(await places()).toBe(expected)
  })
})

describe('a 429', () => {
  it('leaves as many places as there are unfinished jobs, and one at least', async () => {
    for (const [unfinished, expected] of [
      [2, 2],
      [0, 1],
    ] as const) {
      const { refusedWith, places } = roomFor({ unfinished: 0 })
      refusedWith(unfinished)
      expect(await places()).toBe(expected)
    }
  })
})

describe('want of room', () => {
  it('is acted upon at once, a few times, and only while jobs take the room up', async () => {
    const { room, refusedWith } = roomFor({ unfinished: 0 })
    let acts = 0
    room.whenFull(async () => void acts++)
    refusedWith(0)
    expect(acts).toBe(0)
    for (let time = 0; time < 20 * MOST_TIMES_FULL; time++) refusedWith(3)
    expect(acts).toBe(MOST_TIMES_FULL)
  })
})

describe('the end of the run', () => {
  it('lets everybody go on, who then hear of it from the client', async () => {
    const { room, end } = roomFor({ unfinished: 10 })
    const isOver = () => Promise.reject(new Error('over'))
    const waiting = [room.submit(isOver), room.submit(isOver)]
    await setImmediate()
    end.abort()
    for (const each of waiting) await expect(each).rejects.toThrow('over')
    await expect(room.submit(isOver)).rejects.toThrow('over')
  })
})
