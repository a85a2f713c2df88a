import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HistoryEntry } from '../../runner/history/entry/entries.ts'
import { RecordingInMemory } from '../../runner/history/recording.ts'
import type { Blame, Judge } from './blame.ts'
import { Live } from './live.ts'
import { until } from './until.ts'

afterEach(() => void vi.useRealTimers())

const late = (at: number): HistoryEntry => ({ kind: 'late', at, ms: 20 })
const exchange = (n: number): HistoryEntry => ({
  ...{ kind: 'exchange', n, at: n, ms: 1, sent: n, received: n + 1 },
  purpose: { by: 'observed', part: 'observation' },
  request: { method: 'GET', path: '/v1/models', headers: [] },
})

const finding = (received: string): Blame => ({
  ...{ side: 'server', id: 'x.y', clause: 'x.y', level: 'must', title: '', expected: '', received, cases: 1 },
  shown: [],
})

/** Says what it was shown, and takes its time. */
const telling = (seen: number[], takes: () => void = () => undefined): Judge =>
  function* (recording) {
    let count = 0
    for (const _ of recording) {
      count++
      takes()
      yield
    }
    seen.push(count)
    return [finding(`${count} entries`)]
  }

function watched(judges: (seen: number[], pass: (ms: number) => void) => Judge[]) {
  let now = 0
  const pass = (ms: number) => {
    now += ms
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const recording = new RecordingInMemory()
  const seen: number[] = []
  const found: string[][] = []
  let entries = 0
  const live = new Live({
    judges: judges(seen, pass),
    now: () => now,
    recording,
    extent: () => ({ entries, exchanges: 0 }),
    found: (findings) => found.push(findings.map(({ received }) => received)),
    failed: (error) => found.push([String(error)]),
  })
  const add = () => {
    recording.add(late(++entries))
    live.look()
  }
  return { live, add, seen, found }
}

/** Timers, and what is done between two slices. */
async function passing(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

describe('what is judged while it goes on', () => {
  it('is all that was there when judging began, and what came meanwhile afterwards', async () => {
    const { add, found, seen } = watched((all) => [
      function* (recording) {
        for (const _ of recording) if (all.length === 0) add()
        return yield* telling(all)(recording)
      },
    ])
    add()
    await passing(600)
    expect(seen).toEqual([1])
    await passing(600)
    expect(found).toEqual([['1 entries'], ['2 entries']])
  })

  it('takes a tenth of the time at most, however long the record is', async () => {
    const { add, seen } = watched((all, pass) => [telling(all, () => pass(400))])
    for (let count = 0; count < 5; count++) add()
    await passing(600)
    expect(seen).toEqual([5])
    add()
    // Five entries of 400 ms, and nine times as long.
    await passing(17_000)
    expect(seen).toEqual([5])
    await passing(2000)
    expect(seen).toEqual([5, 6])
  })

  it('tells of a judge that fails, and goes on', async () => {
    const { add, found } = watched((all) => [
      function* (recording) {
        if (all.length === 0) {
          all.push(0)
          throw new Error('no')
        }
        return yield* telling(all)(recording)
      },
    ])
    add()
    await passing(600)
    add()
    await passing(600)
    expect(found).toEqual([['Error: no'], ['2 entries']])
  })

  it('ends where nobody wants it any more', async () => {
    const { add, live, found } = watched((all) => [telling(all)])
    add()
    live.close()
    await passing(5000)
    expect(found).toEqual([])
  })
})

describe('a recording up to a moment', () => {
  it('has neither entries nor exchanges that came later', () => {
    const recording = new RecordingInMemory([exchange(1), late(1), exchange(2), exchange(3)])
    const before = until(recording, { entries: 3, exchanges: 2 }, [{ kind: 'ended', at: 9, how: 'whole' }])
    expect([...before].map(({ kind }) => kind)).toEqual(['exchange', 'late', 'exchange', 'ended'])
    expect(before.exchange(2)?.n).toBe(2)
    expect(before.exchange(3)).toBeUndefined()
    expect(before.exchangesBy('observed').map(({ n }) => n)).toEqual([1, 2])
    expect([...until(recording, { entries: 0, exchanges: 0 })]).toEqual([])
  })
})
