import { expect, it } from 'vitest'
import { recordingOf } from '../../engine/history/recording.ts'
import { answered } from '../../engine/judge/handwritten-for-tests.ts'
import { fail, type Verdict } from '../../engine/judge/verdict.ts'
import { liveFailure } from './live-failure.ts'
import { paintWith } from './paint.ts'

it('shows a failed check in five lines that fit', () => {
  const { n, ...rest } = answered(200, { path: '/v1/usage', body: 'x'.repeat(500) })
  const violation = { case: 'no key,\nGET /usage', expected: '401', received: `200 ${'x'.repeat(500)}`, evidence: [n] }
  const verdict = fail([violation, violation], 6) as Extract<Verdict, { verdict: 'fail' }>
  const check = { clause: 'auth.header-required', verdict } as const
  const lines = liveFailure(check, recordingOf([{ n, ...rest }]), { width: 60, paint: paintWith(false) })
  expect(lines.every((line) => line.length <= 60)).toBe(true)
  expect(lines.map((line) => line.slice(0, 44))).toEqual([
    'FAIL  auth.header-required  §5.2, must: A re',
    '      case      no key, GET /usage (exchange',
    '      expected  401',
    '      received  200 xxxxxxxxxxxxxxxxxxxxxxxx',
    '      fix       Run the check before the rou',
  ])
})
