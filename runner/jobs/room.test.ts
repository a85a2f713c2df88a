import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../settings/bounds/bounds.ts'
import { Room } from './room.ts'

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
    [100, BOUNDS.unfinishedJobs.most],
  ])('has, after %i submissions that were accepted, %i places', async (times, expected) => {
    const { accepted, places } = roomFor({ unfinished: 0 })
    accepted(times)
    expect(await places()).toBe(expected)
  })

  it('lets as many in as have a place when jobs have ended', async () => {
    const jobs = { unfinished: 4 }
    const { room } = roomFor(jobs)
    let sent = 0
    for (let each = 0; each < 3; each++) void room.submit(() => never(sent++))
    for (const [unfinished, expected] of [
      [4, 0],
      [2, 2],
      [2, 2],
      [1, 3],
    ] as const) {
      jobs.unfinished = unfinished
      room.changed()
      await setImmediate()
      expect(sent).toBe(expected)
    }
  })

  it('hands on what comes of a submission, and takes its place back, whatever that is', async () => {
    const { room, places } = roomFor({ unfinished: 0 })
    expect(await room.submit(async () => 'an answer')).toBe('an answer')
    await expect(room.submit(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer')
    expect(await places()).toBe(4)
  })

  it('lets the next one in when an answer has come', async () => {
    const jobs = { unfinished: 3 }
    const { room } = roomFor(jobs)
    const answer = Promise.withResolvers<string>()
    const first = room.submit(() => answer.promise)
    const second = room.submit(async () => 'the second')
    answer.resolve('the first')
    expect(await Promise.all([first, second])).toEqual(['the first', 'the second'])
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

  it('never makes more room, and sets how far it may still grow', async () => {
    const one = roomFor({ unfinished: 0 })
    one.refusedWith(6)
    expect(await one.places()).toBe(4)
    const other = roomFor({ unfinished: 0 })
    other.refusedWith(6)
    other.accepted(5)
    expect(await other.places()).toBe(6)
    const third = roomFor({ unfinished: 0 })
    third.refusedWith(2)
    third.refusedWith(5)
    third.accepted(5)
    expect(await third.places()).toBe(2)
  })

  it('is forgotten a little when six submissions in a row were accepted', async () => {
    const few = roomFor({ unfinished: 0 })
    few.refusedWith(2)
    few.accepted(5)
    expect(await few.places()).toBe(2)
    const many = roomFor({ unfinished: 0 })
    many.accepted(10)
    many.refusedWith(2)
    many.accepted(6)
    expect(await many.places()).toBe(3)
  })

  it('that came for another reason is told by who waits, and gets in beside as many', async () => {
    const jobs = { unfinished: 2 }
    const { room, places } = roomFor(jobs)
    room.refused()
    room.accepted()
    jobs.unfinished = 0
    expect(await places()).toBe(3)
  })

  it('is taken for one that came for another reason a few times, and then for what it says', async () => {
    const placesAfter = async (times: number) => {
      const jobs = { unfinished: 2 }
      const { room, places } = roomFor(jobs)
      for (let time = 0; time < times; time++) {
        room.refused()
        room.accepted()
      }
      jobs.unfinished = 0
      return places()
    }
    expect(await placesAfter(BOUNDS.triesForMoreRoom.most)).toBe(3)
    expect(await placesAfter(BOUNDS.triesForMoreRoom.most + 1)).toBe(2)
  })

  it('says nothing of the room where the run has no job', async () => {
    const { refusedWith, accepted, places } = roomFor({ unfinished: 0 })
    refusedWith(0)
    accepted(1)
    expect(await places()).toBe(3)
  })

  it('is believed when it comes a second time', async () => {
    const { refusedWith, accepted, places } = roomFor({ unfinished: 0 })
    refusedWith(2)
    accepted(6)
    refusedWith(3)
    accepted(40)
    expect(await places()).toBe(3)
  })
})

describe('want of room', () => {
  it('is acted upon at once, a few times, and only while jobs take the room up', async () => {
    const { room, refusedWith } = roomFor({ unfinished: 0 })
    let acts = 0
    room.whenFull(async () => void acts++)
    refusedWith(0)
    expect(acts).toBe(0)
    for (let time = 0; time < 20 * BOUNDS.timesFull.most; time++) refusedWith(3)
    expect(acts).toBe(BOUNDS.timesFull.most)
  })

  it('is waited for as long as what was begun takes, whatever becomes of it', async () => {
    const { room, refusedWith } = roomFor({ unfinished: 0 })
    let isDone = false
    room.whenFull(async () => {
      await setImmediate()
      isDone = true
      throw new Error('refused')
    })
    refusedWith(1)
    await room.acted()
    expect(isDone).toBe(true)
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
