import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../config/limits.ts'
import type { AboutToSubmit, HistoryEntry, Resumed } from '../../history/entry/entries.ts'
import type { Exchange } from '../../history/entry/exchange.ts'
import { answered, BEGAN, polled, unanswered } from '../../history/handwritten-for-tests.ts'
import { recordingOf as recorded } from '../../history/recording.ts'
import { EarlierAnswers } from '../../http/earlier-answers.ts'
import { earlierIn, type PhaseInHistory } from './earlier.ts'

const PHASES = new Map<string, PhaseInHistory>([
  ['orders', {}],
  ['probes', {}],
  ['quiet', { undisturbed: true }],
  ['visits', { visits: true }],
])
const recordingOf = (entries: HistoryEntry[]) => recorded([BEGAN, ...entries])
const earlier = (...entries: HistoryEntry[]) => earlierIn(recordingOf(entries), PHASES)
const submission = (about = {}) =>
  answered(202, { by: 'orders', part: 'submission', posted: '{"duration":3}', body: { id: 'j' }, ...about })
const probe = (by = 'probes') => answered(400, { by, part: 'probe', posted: '{}' })
const noted = ({ n, at, purpose: { by } }: Pick<Exchange, 'n' | 'at' | 'purpose'>): AboutToSubmit => ({
  ...{ kind: 'about to submit', n, at, by, key: 'A', videoSeconds: 3 },
})
const driven = (by: string): HistoryEntry => ({ kind: 'driven', by })
const partDone = (part: string): HistoryEntry => ({ kind: 'part done', by: 'quiet', part })
const ended: HistoryEntry = { kind: 'ended', at: 9000, how: 'interrupted' }
const resumed = (abandoned: number[] = []): Resumed => ({
  ...{ kind: 'resumed', at: 5, startedAt: BEGAN.startedAt, abandoned },
})

describe('the spending of an interrupted run', () => {
  it('includes submissions without a response', () => {
    const [one, refused] = [submission(), submission()]
    const lost = unanswered('reset', { by: 'orders', part: 'submission', posted: '{}' })
    refused.answer!.status = 400
    const never = { ...noted(submission()), n: 9000 }
    const { spent, planned } = earlier(noted(one), one, noted(lost), lost, noted(refused), refused, never, ended)
    expect(spent).toMatchObject({ jobs: 3, videoSeconds: 3 + 5 + 3, requests: 4 })
    expect([...planned]).toEqual([['orders', 3]])
  })

  it('includes requests that may have been in flight at each crash', () => {
    const most = LIMITS.connections
    expect(earlier().spent.requests).toBe(most)
    expect(earlier(ended).spent.requests).toBe(0)
    expect(earlier(ended, resumed()).spent.requests).toBe(most)
    expect(earlier(resumed()).spent.requests).toBe(2 * most)
  })

  it('does not count repeated requests toward the plan', () => {
    expect(earlier(probe(), driven('probes'), probe('visits'), submission(), ended).spent).toMatchObject({
      requests: 3,
      sentAgain: 1,
    })
  })
})

it('lists phases as finished unless the end of the run interrupted them', () => {
  const cut = (by: string, cause: object) => ({ kind: 'cut-short', by, why: '', cause }) as HistoryEntry
  const { finished } = earlier(
    cut('interrupted', { kind: 'run ended', how: 'interrupted' }),
    cut('limited', { kind: 'limit', options: ['--max-jobs'] }),
    submission(),
    driven('driven'),
    { kind: 'skipped', by: 'skipped', why: '' },
  )
  expect([...finished]).toEqual(['limited', 'driven', 'skipped'])
})

it('continues after the highest number, tick and connection', () => {
  const one = { ...submission({ connection: 4, received: 77 }), n: 12 }
  expect(earlier(one, { ...noted(one), n: 15 }).last).toEqual({ n: 15, tick: 77, connection: 4 })
})

describe('an unfinished phase', () => {
  it('loses its evidence, except submissions that may have created a job', () => {
    const [refused, accepted] = [probe(), submission()]
    const lost = unanswered('timeout', { by: 'orders', part: 'submission', posted: '{}' })
    const { interrupted, reusable } = earlier(refused, accepted, lost, ended)
    expect([interrupted, [...reusable]]).toEqual([[refused.n], [accepted.n, lost.n]])
  })

  it('repeats requests that cannot have created a job', () => {
    const refused = unanswered('refused', { by: 'orders', part: 'submission', posted: '{}' })
    const lost = unanswered('timeout', { by: 'probes', part: 'probe', posted: '{}' })
    expect([...earlier(refused, lost, ended).reusable]).toEqual([])
  })

  it('keeps its evidence once it is finished', () => {
    const { interrupted, reusable } = earlier(probe(), driven('probes'), submission(), driven('orders'), ended)
    expect([interrupted, reusable.size]).toEqual([[], 0])
  })

  it('keeps its reads of jobs, except requests without a response', () => {
    const [seen, lost] = [answered(404, { by: 'visits' }), unanswered('interrupted', { by: 'visits' })]
    expect(earlier(seen, lost, ended).interrupted).toEqual([lost.n])
  })

  it('submits jobs again that must be observed without interruption, except in finished parts', () => {
    const [first, second] = [submission({ by: 'quiet' }), submission({ by: 'quiet' })]
    const poll = polled({ status: 'running' }, { by: 'quiet', job: second.n })
    const { interrupted, reusable, parts } = earlier(first, partDone('fast job'), second, poll, ended)
    expect([interrupted, reusable.size, [...parts]]).toEqual([[second.n, poll.n], 0, ['quiet: fast job']])
  })

  it('marks exchanges only once', () => {
    const [first, second] = [probe(), probe()]
    expect(earlier(first, resumed([first.n]), second).interrupted).toEqual([second.n])
  })
})

describe('a phase that runs again', () => {
  const answersAfter = (...entries: HistoryEntry[]) =>
    new EarlierAnswers(earlier(...entries), recordingOf(entries), (entry) => entry)

  it('gets each earlier response to the same submission once', () => {
    const [one, two] = [submission(), submission()]
    const answers = answersAfter(one, two)
    const others = [
      submission({ by: 'visits' }),
      submission({ posted: '{"duration":4}' }),
      submission({ case: 'another case' }),
      answered(200, { by: 'orders' }),
    ]
    expect(others.map((each) => answers.takeSubmission(each))).toEqual(others.map(() => undefined))
    expect(answers.isHidden(one.n)).toBe(true)
    expect([1, 2, 3].map(() => answers.takeSubmission(submission()))).toEqual([one, two, undefined])
    expect(answers.isHidden(one.n)).toBe(false)
  })

  it('does not see its exchanges of earlier interruptions', () => {
    const [first, second] = [probe(), probe()]
    const answers = answersAfter(first, resumed([first.n]), second)
    expect([first, second].map(({ n }) => answers.isHidden(n))).toEqual([true, true])
  })

  it('gets the note of a submission without a recorded response', () => {
    const one = submission()
    const answers = answersAfter(noted(one))
    expect([answers.takeSubmission(one), answers.takeSubmission(one)]).toEqual([noted(one), undefined])
  })
})
