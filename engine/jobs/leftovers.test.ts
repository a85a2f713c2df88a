import { expect, it } from 'vitest'
import { targetOf } from '../config/target.ts'
import type { HistoryEntry } from '../history/entry/entries.ts'
import { answered, BEGAN, polled } from '../history/handwritten-for-tests.ts'
import { target } from './jobs-for-tests.ts'
import { leftoversIn } from './leftovers.ts'

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

it('finds unfinished jobs, polled or not', async () => {
  expect(await leftoversIn(aRun(), target)).toEqual([
    { id: '1', key: 'A' },
    { id: '3', key: 'A' },
  ])
})

it('ignores the jobs of another server', async () => {
  expect(await leftoversIn(aRun(), targetOf('https://another.test/v1'))).toEqual([])
})

it('stops reading at the end of the run', async () => {
  function* endless(): Generator<HistoryEntry> {
    yield BEGAN
    for (;;) yield answered(200)
  }
  expect(await leftoversIn(endless(), target, AbortSignal.timeout(100))).toBeUndefined()
})
