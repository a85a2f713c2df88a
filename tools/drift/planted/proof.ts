import type { Known } from '../baseline/baseline.ts'
import { compare } from '../comparing/compare.ts'
import { copyOf, type Habit, keyOf } from '../habits/habit.ts'
import type { Proof } from '../report.ts'
import { PLANTS } from './plants.ts'

/** With this many observations, a server is well known. */
const TIMES = 40

/** Plants one change of each kind into the observations and checks that the comparison finds it. */
export function provedOn(observed: Known, comparing: typeof compare = compare): Proof {
  const proof: Proof = { found: [], notPlanted: [], missed: [] }
  for (const { event, into } of PLANTS) {
    const copies = { before: wellKnown(observed), now: wellKnown(observed) }
    const where = into(copies)
    if (!where) {
      proof.notPlanted.push(event)
      continue
    }
    const { changes } = comparing({ ...observed, habits: copies.before }, { ...observed, habits: copies.now })
    const isFound = changes.some((each) => each.event === event && keyOf(each.where, 'type') === keyOf(where, 'type'))
    proof[isFound ? 'found' : 'missed'].push(event)
  }
  return proof
}

/** Constant and seen often: variation would explain a planted change. */
function wellKnown({ habits }: Known): Map<string, Habit> {
  return new Map(
    [...habits].map(([key, habit]) => {
      const [value] = [...habit.tally].sort(([, one], [, other]) => other - one)[0] ?? []
      const often = (number: number) => number * TIMES
      const isOne = habit.aspect !== 'presence' && habit.aspect !== 'step' && habit.aspect !== 'state'
      const tally =
        isOne && value !== undefined
          ? [[value, often(habit.seen)] as const]
          : [...habit.tally].map(([each, n]) => [each, often(n)] as const)
      return [key, { ...copyOf(habit), seen: often(habit.seen), tally: new Map(tally) }]
    }),
  )
}
