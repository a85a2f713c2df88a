import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ExpectedFailures } from '../config/expected.ts'
import type { Began, HistoryEntry } from '../history/entry/entries.ts'
import { recordingOf } from '../history/recording.ts'
import { type Check, experiment, rule } from '../judge/check.ts'
import { isUnauthorized } from '../judge/expectations.ts'
import { answered, BEGAN, unanswered } from '../judge/handwritten-for-tests.ts'
import { judgeProbes } from '../judge/probes.ts'
import { fail, pass } from '../judge/verdict.ts'
import { EarlyVerdicts } from './early-verdicts.ts'

const probes: Check = experiment({
  ...{ id: 'auth.header-required', clause: 'auth.header-required', suite: 'auth', title: 'returns 401' },
  max: () => ({ requests: 1 }),
  drive: async () => undefined,
  judge: (evidence) => judgeProbes(evidence, isUnauthorized),
})
/** Fails for every request without a response. */
const noGap: Check = rule<number[]>({
  ...{ id: 'answers.no-server-error', clause: 'answers.no-server-error', suite: 'answers', title: 'responds' },
  standsAlone: true,
  begin: () => [],
  see: (lost, { n, answer }) => void (answer ?? lost.push(n)),
  conclude: ([n]) =>
    n === undefined ? pass(1, []) : fail([{ expected: 'a response', received: 'none', evidence: [n] }], 1),
})

const began = { ...BEGAN, planned: [probes, noGap].map(({ id }) => ({ id, phases: [id] })) }
const control = answered(200, { by: probes.id })
const probe = answered(200, { by: probes.id, twin: control.n, key: '' })
const again = answered(200, { by: probes.id, part: 'control' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function early(...entries: HistoryEntry[]) {
  return earlyIn(began, ...entries)
}

function earlyIn(began: Began, ...entries: HistoryEntry[]) {
  const failed: string[] = []
  const onFailed = ({ check }: { check: Check }) => void failed.push(check.id)
  const verdicts = new EarlyVerdicts({ checks: [probes, noGap], recording: recordingOf([began, ...entries]), onFailed })
  return { verdicts, failed }
}

it('judges an experiment after its last response, and reports a failure once', async () => {
  const { verdicts, failed } = early(control, probe)
  verdicts.seen()
  await vi.advanceTimersByTimeAsync(1000)
  expect(failed).toEqual([])
  verdicts.driven(probes)
  await vi.advanceTimersByTimeAsync(1000)
  verdicts.driven(probes)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(failed).toEqual([probes.id])
})

it('does not report a known failure', async () => {
  const entry = {
    clause: 'auth.header-required',
    endpoint: 'GET /models',
    case: 'valid request',
    received: '200',
  } as const
  const expected: ExpectedFailures = {
    ...{ file: '', version: '', target: '', since: '', first: 1, profile: 'smoke', generate: 0, checks: [probes.id] },
    failures: [{ ...entry, reason: '', lines: [1, 5] }],
  }
  const configuration = { ...began.configuration, expected }
  const known = earlyIn({ ...began, configuration }, control, probe)
  known.verdicts.driven(probes)
  const other = earlyIn(
    { ...began, configuration },
    control,
    { ...probe, answer: { ...probe.answer!, status: 500 } },
    again,
  )
  other.verdicts.driven(probes)
  await vi.advanceTimersByTimeAsync(1000)
  expect([known.failed, other.failed]).toEqual([[], [probes.id]])
})

it('waits for the retry of a request without a response', async () => {
  const first = unanswered('reset')
  const { verdicts, failed } = early(first)
  verdicts.seen()
  await vi.advanceTimersByTimeAsync(1000)
  expect(failed).toEqual([])
})

it('judges nothing after the end of the run', async () => {
  const { verdicts, failed } = early(control, probe)
  verdicts.driven(probes)
  verdicts.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(failed).toEqual([])
})
