import type { Difference, Event } from './change.ts'
import { both, evidenceOf, type Sides, valuesOf } from './sides.ts'

/** Factor from which a change of pace is reported. */
const TIMES = 10
/** Below this, a busy machine varies by more. */
const LEAST_MS = 100

/** Ten times slower or faster than in any round before. */
export function* paceDifferences(sides: Sides): Generator<Difference> {
  yield* differences(sides, 'speed', ['slower', 'faster'], LEAST_MS)
  yield* differences(sides, 'polls', ['more polls', 'fewer polls'], 0)
}

function* differences(
  sides: Sides,
  aspect: 'speed' | 'polls',
  [more, less]: [Event, Event],
  least: number,
): Generator<Difference> {
  for (const { was, is } of both(sides, aspect)) {
    const before = valuesOf(was).map(Number)
    const now = valuesOf(is).map(Number)
    const isMore = Math.min(...now) >= Math.max(...before) * TIMES && Math.min(...now) >= least
    const isLess = Math.max(...now) * TIMES <= Math.min(...before) && Math.min(...before) >= least
    if (!isMore && !isLess) continue
    yield {
      ...{ where: was.where, aspect, event: isMore ? more : less, kind: 'compatible' },
      ...{ before: valuesOf(was), after: valuesOf(is), evidence: evidenceOf(is, valuesOf(is)[0]!) },
    }
  }
}
