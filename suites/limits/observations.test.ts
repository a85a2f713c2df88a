import { describe, expect, it } from 'vitest'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, see, unanswered } from '../../engine/judge/handwritten-for-tests.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import { limits } from './index.ts'
import { OPEN_BODIES } from './open-bodies.ts'

const tried = (open: OpenPointId) =>
  ({ by: OPEN_BODIES.name, part: 'observation', open, case: 'the body', posted: '{}' }) as const

describe.each(limits.checks.filter(isObservation))('$id', (check) => {
  const purpose = tried(check.open)
  const other = tried(check.open === 'body.extra-fields' ? 'body.duplicate-keys' : 'body.extra-fields')

  it("names the server's choices and says that they differ", () => {
    const history = [answered(400, purpose), answered(202, purpose), answered(400, purpose)]
    expect(see(check, history)).toEqual({
      choice: 'the body: refused with 400 or the body: accepted',
      values: ['400', 'accepted'],
      evidence: [history[0], history[2], history[1]].map((each) => each!.n),
      inconsistent: '2 behaviours in this run',
    })
  })

  it('names none after 429, 402, 403, 503, a reset, or answers to other bodies', () => {
    const silent = [429, 402, 403, 503].map((status) => answered(status, purpose))
    expect(see(check, [...silent, unanswered('reset', purpose), answered(202, other), answered(202)])).toBeUndefined()
  })
})
