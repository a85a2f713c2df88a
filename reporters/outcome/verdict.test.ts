import { describe, expect, it } from 'vitest'
import type { Ended } from '../../engine/history/entry/entries.ts'
import { FACTS } from '../../engine/judge/handwritten-for-tests.ts'
import { CLAUSES } from '../../spec/clauses.ts'
import type { CheckReport, ClauseReport, JobReport } from './report.ts'
import { conformanceOf, exitCodeOf, type RunState, whyNoVerdict } from './verdict.ts'

type Given = Partial<{
  must: ClauseReport['verdict'][]
  should: ClauseReport['verdict'][]
  how: Ended['how']
  strict: boolean
  complete: boolean
  faults: string[]
  jobs: string[][]
  wantsJobs: boolean
  waivers: RunState['waivers']
  waived: boolean
  unanswered: string
}>

function state({
  must = ['pass'],
  should = [],
  how = 'whole',
  strict = false,
  complete = false,
  faults = [],
  jobs = [],
  wantsJobs,
  waivers = [],
  waived = false,
  unanswered,
}: Given): RunState {
  const clauses = (level: 'must' | 'should') => (verdict: string, n: number) => ({
    id: `${level}-${n}`,
    level,
    verdict,
    evidence: [],
    ...(waived && { waived: 'it is known' }),
  })
  return {
    began: { configuration: { ...FACTS.configuration, strict, complete } } as RunState['began'],
    ended: { kind: 'ended', at: 1, how, ...(how !== 'whole' && { why: `it was ${how}` }) },
    clauses: [...must.map(clauses('must')), ...should.map(clauses('should'))] as unknown as ClauseReport[],
    checks: wantsJobs ? [{ clause: 'jobs.final-stays-final' } as CheckReport] : [],
    jobs: jobs.map((states) => ({ states: states.map((status) => [0, status, null]) }) as unknown as JobReport),
    waivers,
    faults,
    unanswered,
  }
}

describe('the exit code', () => {
  it.each<[number, string, Given]>([
    [0, 'no clause failed', {}],
    [0, 'a must clause was not judged', { must: ['pass', 'skip', 'inconclusive'] }],
    [0, 'a should clause failed', { should: ['fail'] }],
    [1, 'a must clause failed', { must: ['pass', 'fail'] }],
    [1, 'a should clause failed with --strict', { should: ['fail'], strict: true }],
    [2, 'nothing could be judged', { must: ['skip', 'inconclusive'] }],
    [2, 'there was no target', { how: 'no target' }],
    [2, 'the run was cut short', { how: 'cut short' }],
    [2, 'a must clause was skipped under --complete', { must: ['pass', 'skip'], complete: true }],
    [0, 'only a should clause was skipped under --complete', { should: ['skip'], complete: true }],
    [2, 'no job finished', { wantsJobs: true, jobs: [['queued']] }],
    [2, 'nothing of --only could be judged', { unanswered: 'auth.revoked-key' }],
    [2, 'every tested clause is waived', { must: ['fail'], waived: true }],
    [2, 'there was no job', { wantsJobs: true }],
    [0, 'one of several jobs finished', { wantsJobs: true, jobs: [['queued'], ['queued', 'failed']] }],
    [70, 'gatecheck has an internal error', { faults: ['oops'] }],
    [130, 'the run was interrupted', { how: 'interrupted' }],
  ])('is %i if %s', (code, _, given) => {
    expect(exitCodeOf(state(given))).toBe(code)
  })

  it.each<[number, string, Given]>([
    [
      130,
      'an interrupt takes precedence over an internal error',
      { how: 'interrupted', faults: ['oops'], must: ['fail'] },
    ],
    [130, 'an interrupt takes precedence over a failed clause', { how: 'interrupted', must: ['fail'] }],
    [70, 'an internal error takes precedence over a failed clause', { faults: ['oops'], must: ['fail'] }],
    [1, 'a failed clause takes precedence over a run cut short', { must: ['fail'], how: 'cut short' }],
    [
      1,
      'a failed clause takes precedence over unfinished jobs',
      { must: ['fail'], wantsJobs: true, jobs: [['queued']] },
    ],
    [1, 'a failed clause takes precedence over --complete', { must: ['fail', 'skip'], complete: true }],
  ])('is %i: %s', (code, _, given) => {
    expect(exitCodeOf(state(given))).toBe(code)
  })

  it('is 2 if the run was killed', () => {
    const { ended: _, ...rest } = state({})
    const killed = { ...rest, ended: undefined }
    expect(exitCodeOf(killed)).toBe(2)
    expect(whyNoVerdict(killed)).toBe('the run was killed')
  })
})

describe('a waived failure', () => {
  const withWaiver = (verdict: 'used' | 'stale' | 'not judged', given: Given = {}) =>
    state({ ...given, waivers: [{ clause: 'auth.unknown-key', reason: 'known', state: verdict }] })

  const used = (given: Given) => {
    const { clauses, ...rest } = withWaiver('used', given)
    const waived = clauses.map((clause) => (clause.verdict === 'fail' ? { ...clause, waived: 'known' } : clause))
    return { ...rest, clauses: waived }
  }

  it('does not fail the run', () => {
    expect(exitCodeOf(used({ must: ['fail', 'pass'] }))).toBe(0)
  })

  it('leads to no verdict if nothing else was judged', () => {
    expect(exitCodeOf(used({ must: ['fail', 'skip'] }))).toBe(2)
    expect(whyNoVerdict(used({ must: ['fail', 'skip'] }))).toMatch(/failed and is waived/)
  })

  it('fails the run if the clause passes', () => {
    expect(exitCodeOf(withWaiver('stale'))).toBe(1)
  })
})

describe('whether a server is conformant', () => {
  const MUST = CLAUSES.filter(({ level }) => level === 'must')
  const clauses = MUST.map(({ id }): ClauseReport => ({ id, verdict: 'pass' }) as ClauseReport)
  const [first] = clauses as [ClauseReport]
  const withFirst = (over: Partial<ClauseReport>) => [{ ...first, ...over }, ...clauses.slice(1)]

  it('is true only if every must clause passed in a complete run', () => {
    expect(conformanceOf({ clauses, faults: [] }, undefined)).toEqual({ conformant: true, notJudged: [] })
    expect(conformanceOf({ clauses, faults: [] }, 'the run was killed')).toMatchObject({ conformant: 'unknown' })
    expect(conformanceOf({ clauses, faults: ['a check threw'] }, undefined)).toMatchObject({ conformant: 'unknown' })
  })

  it('is unknown if a must clause was not judged or not selected', () => {
    for (const some of [clauses.slice(1), withFirst({ verdict: 'skip' }), withFirst({ verdict: 'inconclusive' })])
      expect(conformanceOf({ clauses: some, faults: [] }, undefined)).toEqual({
        conformant: 'unknown',
        notJudged: [first.id],
      })
  })

  it('is false if a must clause failed, also with a waiver or beside unjudged clauses', () => {
    const failed = withFirst({ verdict: 'fail', waived: 'known' })
    expect(conformanceOf({ clauses: failed, faults: [] }, undefined)).toEqual({ conformant: false, notJudged: [] })
    expect(conformanceOf({ clauses: failed.slice(0, 1), faults: [] }, 'interrupted')).toMatchObject({
      conformant: false,
    })
  })
})
