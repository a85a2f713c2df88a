import { describe, expect, it } from 'vitest'
import type { Began, HistoryEntry } from '../history/entry/entries.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { type Check, experiment, observation, rule } from './check.ts'
import { answered, BEGAN } from './handwritten-for-tests.ts'
import { type Judgement, judge, judging } from './judging.ts'
import { oneAnswerRule } from './one-answer-rule.ts'
import { fail, pass, skip } from './verdict.ts'

const tried = experiment({
  id: 'experiment',
  clause: 'auth.header-required',
  suite: 'made up',
  title: 'always passes',
  max: () => ({ requests: 1 }),
  drive: async () => {},
  judge: ({ exchanges }) =>
    pass(
      1,
      exchanges.map((each) => each.n),
    ),
})

const named = { id: 'rule', clause: 'answers.no-server-error', suite: 'made up', title: 'counts answers' } as const
const counting = {
  ...named,
  begin: (): number[] => [],
  see: (seen: number[], { n }: Exchange) => void seen.push(n),
  conclude: (seen: number[]) => (seen.length === 0 ? skip('nothing came') : pass(seen.length, seen)),
}

const about = {
  id: 'observation',
  open: 'http.charset',
  suite: 'made up',
  title: 'chooses',
  begin: () => 0,
  see: () => {},
  conclude: () => ({ choice: 'this', values: ['this'], evidence: [] }),
} as const
const choosing = observation(about)

const throws = () => {
  throw new Error('the judge is broken')
}

const began = (...planned: string[]): Began => ({ ...BEGAN, keys: ['A'], planned: planned.map((id) => ({ id })) })

const whole: HistoryEntry = { kind: 'ended', at: 1, how: 'whole' }

function judged(check: Check, ...entries: HistoryEntry[]) {
  const { judged: all, faults } = judge(
    [began(check.id), ...entries],
    [{ name: 'made up', about: '', checks: [check] }],
  )
  return { ...all[0]!, faults }
}

const sent = () => answered(200, { by: 'experiment' })

const NO_KEY = { kind: 'missing', need: 'revoked-key' } as const

describe('judging', () => {
  it('shows an experiment its own exchanges only', () => {
    const own = sent()
    expect(judged(tried, answered(200), own, whole)).toMatchObject({
      verdict: { verdict: 'pass', evidence: [own.n] },
      faults: [],
    })
  })

  it.each<[string, HistoryEntry[], string]>([
    ['finished', [{ kind: 'driven', by: 'experiment' }], 'pass'],
    ['did not finish', [], 'inconclusive'],
  ])('judges an experiment of a killed run that %s', (_, entries, expected) => {
    expect(judged(tried, sent(), ...entries)).toMatchObject({ verdict: { verdict: expected }, faults: [] })
  })

  it.each<[string, Check]>([
    ['an experiment', { ...tried, judge: throws }],
    ['a rule in see', rule({ ...counting, see: throws })],
    ['a rule in conclude', rule({ ...counting, conclude: throws })],
  ])('reports a fault if the judge of %s throws', (_, check) => {
    const { verdict, faults } = judged(check, sent(), whole)
    expect(verdict).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('internal error of gatecheck'),
    })
    expect(faults).toEqual([expect.stringContaining(`${check.id} could not be judged: Error: the judge is broken`)])
  })

  it('reports a fault for a pass without a request', () => {
    const { verdict, faults } = judged(tried, answered(200), whole)
    expect(verdict).toMatchObject({ verdict: 'inconclusive' })
    expect(faults).toEqual(['experiment passes although it sent nothing'])
  })

  it('reports a fault for an unknown check', () => {
    const { judged: all, faults } = judge([began('once-known'), whole], [])
    expect(all).toEqual([])
    expect(faults).toEqual([expect.stringContaining('once-known')])
  })

  it('gives the reason of a skipped check', () => {
    const skipped: HistoryEntry = { kind: 'skipped', by: 'experiment', why: 'no key', cause: NO_KEY }
    expect(judged(tried, skipped, whole).verdict).toEqual({ verdict: 'skip', reason: 'no key', cause: NO_KEY })
    expect(judged(choosing, { ...skipped, by: 'observation' }, whole).choice).toMatchObject({ untold: 'no key' })
    expect(judged(rule(counting), { ...skipped, by: 'rule' }, sent(), whole).verdict).toMatchObject({ verdict: 'skip' })
  })

  it('is inconclusive for a check that was cut short, unless it failed', () => {
    const cut: HistoryEntry = { kind: 'cut-short', by: 'experiment', why: 'the run ended first' }
    expect(judged(tried, sent(), cut, whole).verdict).toMatchObject({
      verdict: 'inconclusive',
      reason: 'the run ended first',
    })
    const failing: Check = { ...tried, judge: () => fail([{ expected: 'a', received: 'b', evidence: [] }], 1) }
    expect(judged(failing, sent(), cut, whole).verdict).toMatchObject({ verdict: 'fail' })
  })

  it('reports a fault if drive failed', () => {
    const { verdict, faults } = judged(
      tried,
      sent(),
      { kind: 'cut-short', by: 'experiment', why: 'TypeError', fault: true },
      whole,
    )
    expect(verdict).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('internal error of gatecheck'),
    })
    expect(faults).toEqual(['experiment: TypeError'])
  })

  it('judges nothing without a target', () => {
    const unreachable: HistoryEntry = { kind: 'ended', at: 1, how: 'no target', why: 'the key was not accepted' }
    expect(judged(tried, sent(), unreachable).verdict).toMatchObject({
      verdict: 'inconclusive',
      reason: 'the key was not accepted',
    })
    expect(judged(choosing, unreachable).choice).toBeUndefined()
  })
})

describe('a judgement that was cut short', () => {
  const alone = oneAnswerRule({
    id: 'alone',
    clause: 'answers.no-server-error',
    suite: 'made up',
    title: 'fails on one answer',
    unseen: 'nothing came',
    inspect: ({ answer }) => (answer?.status === 500 ? { expected: 'no 500', received: '500' } : 'kept'),
  })
  const last: Check = rule({ ...counting, id: 'last' })
  const suites = [{ name: 'made up', about: '', checks: [tried, alone, last, choosing] }]
  const broken = answered(500, { by: 'another phase' })
  const history: HistoryEntry[] = [
    began('last', 'alone', 'observation', 'experiment'),
    sent(),
    broken,
    ...Array.from({ length: 20 }, sent),
    whole,
  ]
  const STOP = { how: 'deadline', why: 'there was no more time' } as const

  const stoppedAfter = (most: number) => {
    const steps = judging(history, suites)
    let next = steps.next()
    for (let taken = 0; !next.done; taken++) next = steps.next(taken > most ? STOP : undefined)
    return next.value
  }
  const words = ({ judged: all }: Judgement) =>
    all.map(({ check, verdict, choice }) => [check.id, verdict?.verdict ?? choice?.untold ?? choice?.choice])

  it('stops at the same step when it is repeated', () => {
    const whole = judge(history, suites)
    let cuts = 0
    for (let most = 0; most < 4 * history.length; most++) {
      const first = stoppedAfter(most)
      if (first.cut) cuts++
      else expect(words(first)).toEqual(words(whole))
      const again = judge([...history, ...(first.cut ? [first.cut] : [])], suites)
      expect(words(again)).toEqual(words(first))
      expect(again.cut).toEqual(first.cut)
    }
    expect(cuts).toBeGreaterThan(10)
  })
})
