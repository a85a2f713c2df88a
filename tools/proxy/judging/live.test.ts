import { afterEach, expect, it, vi } from 'vitest'
import type { HistoryEntry } from '../../../engine/history/entry/entries.ts'
import { StoredRecording } from '../../../engine/history/recording.ts'
import type { Blame, Judge } from './blame.ts'
import { Live } from './live.ts'

afterEach(() => void vi.useRealTimers())

const late = (at: number): HistoryEntry => ({ kind: 'late', at, ms: 20 })
const finding = (received: string): Blame => ({
  ...{ side: 'server', id: 'x.y', clause: 'x.y', level: 'must', title: '', expected: '', received, cases: 1 },
  shown: [],
})

/** A judge that reports how many entries it was shown. */
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
  const recording = new StoredRecording()
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

async function passing(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

it('judges the recording as it was at the start of a round, and the rest in the next round', async () => {
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

it('takes at most a tenth of the time', async () => {
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

it('reports a judge that throws, and continues until it is closed', async () => {
  const { add, live, found } = watched((all) => [
    function* (recording) {
      if (all.push(0) === 1) throw new Error('no')
      return yield* telling(all)(recording)
    },
  ])
  add()
  await passing(600)
  add()
  await passing(600)
  expect(found).toEqual([['Error: no'], ['2 entries']])
  add()
  live.close()
  await passing(5000)
  expect(found).toHaveLength(2)
})
