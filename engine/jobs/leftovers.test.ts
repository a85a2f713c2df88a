import { expect, it } from 'vitest'
import { targetOf } from '../config/target.ts'
import type { HistoryEntry } from '../history/entry/entries.ts'
import { answered, BEGAN, polled } from '../history/handwritten-for-tests.ts'
import { target } from './jobs-for-tests.ts'
import { leftoversIn, leftoversSeenIn } from './leftovers.ts'

const never = new AbortController().signal

function aRun(): HistoryEntry[] {
  const [one, other, third] = ['1', '2', '3'].map((id) => answered(202, { body: { id }, posted: '{}' }))
  const idWay: HistoryEntry = { kind: 'learned', dialect: { idWay: ['id'] }, evidence: [one!.n] }
  return [
    BEGAN,
    one!,
    idWay,
    other!,
    third!,
    polled({ status: 'running' }, { polled: '1', job: one!.n }),
    polled({ status: 'succeeded' }, { polled: '2', job: other!.n }),
  ]
}

it('finds the jobs whose end nobody saw, polled or not, read at once or bit by bit', async () => {
  const left = [
    { id: '1', key: 'A' },
    { id: '3', key: 'A' },
  ]
  const entries = aRun()
  expect(leftoversIn(entries, target)).toEqual(left)
  expect(await leftoversSeenIn(entries, target, never)).toEqual(left)
})

it('finds none of another server', async () => {
  const another = targetOf('https://another.test/v1')
  expect(leftoversIn(aRun(), another)).toEqual([])
  expect(await leftoversSeenIn(aRun(), another, never)).toEqual([])
})

it('ends with the run, however long the history is', async () => {
  function* endless(): Generator<HistoryEntry> {
    yield BEGAN
    for (;;) yield answered(200)
  }
  expect(await leftoversSeenIn(endless(), target, AbortSignal.timeout(100))).toBeUndefined()
})
