import { describe, expect, it } from 'vitest'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, see } from '../../engine/judge/handwritten-for-tests.ts'
import { paths } from './index.ts'

const CASES: Record<string, { status: number; another: number }> = {
  'paths.unknown-without-key': { status: 401, another: 404 },
  'paths.wrong-method': { status: 404, another: 405 },
  'paths.head': { status: 200, another: 404 },
  'paths.other-version': { status: 404, another: 410 },
  'paths.trailing-slash': { status: 308, another: 200 },
  'paths.encoded-slash': { status: 404, another: 200 },
}

it('has a history for every observation of the suite', () => {
  expect(Object.keys(CASES)).toEqual(paths.checks.filter(isObservation).map((check) => check.id))
})

describe.each(Object.entries(CASES))('%s', (by, { status, another }) => {
  const check = paths.checks.find((each) => each.id === by)!
  const tried = (answer: number) => answered(answer, { by, part: 'observation' })

  it('names the choice of the server, whatever others asked', () => {
    expect(see(check, [answered(500), tried(status)])).toMatchObject({ choice: `returns ${status}` })
  })

  it('remarks that a server is not consistent with itself', () => {
    const seen = see(check, [tried(status), tried(another)])
    expect(seen).toMatchObject({
      values: [String(status), String(another)].sort(),
      inconsistent: '2 behaviours in this run',
    })
  })
})
