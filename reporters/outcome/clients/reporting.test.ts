import { describe, expect, it } from 'vitest'
import type { ClientJudgement } from '../../../engine/judge/clients/judging.ts'
import type { ClientEvent, ClientVerdict } from '../../../engine/judge/clients/verdict.ts'
import { clientReportOf } from './reporting.ts'

const PASS: ClientVerdict = { verdict: 'pass', tried: 1, evidence: [1] }
const FAIL: ClientVerdict = {
  verdict: 'fail',
  expected: 'this',
  received: 'that',
  evidence: [2, 3],
  violations: [],
  cases: 1,
  tried: 2,
}
const unjudged = (cause: Extract<ClientVerdict, { verdict: 'not judged' }>['cause']): ClientVerdict => ({
  verdict: 'not judged',
  reason: 'so',
  cause,
  evidence: [],
})
const NOTHING = unjudged({ kind: 'nothing sent' })

type Verdicts = { must?: ClientVerdict; should?: ClientVerdict; ends?: ClientVerdict; seen?: ClientEvent[] }
const judgement = ({ must = PASS, should = PASS, ends = PASS, seen = ['a request'] }: Verdicts): ClientJudgement => ({
  clauses: [
    { id: 'client.sends-its-key', level: 'must', section: '§5.1', verdict: must },
    { id: 'client.polls-within-5-s', level: 'should', section: '§8', verdict: should },
    { id: 'client.ends-well-only-with-a-video', level: 'should', section: '§1.2', verdict: ends },
  ],
  open: [{ id: 'client.aliases', section: '§1.5', choice: 'swift', values: ['swift'], evidence: [1] }],
  clients: [{ name: 'A', requests: 2 }],
  seen,
  faults: [],
})

const scenario = (name: string) => ({ name, about: name, exit: 0, seconds: 1 })
const about = { startedAt: '2026-01-01T00:00:00.000Z', seconds: 1 }
const reportOf = (all: Verdicts[], strict = false) =>
  clientReportOf({
    ...about,
    strict,
    parts: all.map((each, n) => ({ scenario: scenario(`s${n}`), judgement: judgement(each) })),
  })

describe('the report on a client', () => {
  it.each<[string, Verdicts[], boolean, object]>([
    ['passes if a must clause passed and none failed', [{}], false, { verdict: 'pass', exit: 0 }],
    ['fails with a failed must clause', [{}, { must: FAIL }], false, { verdict: 'fail', exit: 1 }],
    ['passes with a failed should clause', [{ should: FAIL }], false, { verdict: 'pass', exit: 0 }],
    ['fails with a failed should clause if strict', [{ should: FAIL }], true, { verdict: 'fail', exit: 1 }],
    ['is inconclusive if no must clause was judged', [{ must: NOTHING }], false, { verdict: 'inconclusive', exit: 2 }],
    [
      'is inconclusive if the client sent nothing',
      [{ seen: [] }],
      false,
      { verdict: 'inconclusive', exit: 2, reason: 'the client sent nothing' },
    ],
    [
      'is inconclusive if the client exited with 0 without a video',
      [{ ends: FAIL }],
      false,
      { verdict: 'inconclusive', exit: 2, reason: 'the client exited with 0 without a video' },
    ],
  ])('%s', (_, all, strict, expected) => {
    expect(reportOf(all, strict)).toMatchObject(expected)
  })

  it('names the first scenario that decides a clause', () => {
    const { clauses } = reportOf([{ must: NOTHING, should: NOTHING }, {}, { must: FAIL }])
    expect(clauses.slice(0, 2)).toMatchObject([
      { verdict: 'fail', scenario: 's2', evidence: [2, 3] },
      { verdict: 'pass', scenario: 's1' },
    ])
  })

  it('has exit code 70 if a judge failed', () => {
    const broken = { ...judgement({ must: FAIL }), faults: ['a slip'] }
    expect(clientReportOf({ ...about, parts: [{ judgement: broken }] })).toMatchObject({ verdict: 'fail', exit: 70 })
  })
})
