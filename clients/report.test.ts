import { describe, expect, it } from 'vitest'
import { notJudged } from '../runner/judging/clients/verdict.ts'
import { EXIT } from '../runner/report/exit-codes.ts'
import { BOUNDS } from '../runner/settings/bounds/bounds.ts'
import { planOf } from './plan.ts'
import { type AboutTrials, certificationReport } from './report.ts'
import { CLIENT_SCENARIOS } from './scenarios/index.ts'
import type { Tried } from './trial/trials.ts'
import { KEY_IN_QUERY, momentOf, scenarioCalled, TOO_SOON, trialOf } from './trials-for-tests.ts'

const about = (tried: Tried[], more: Partial<AboutTrials> = {}): AboutTrials => ({
  ...{ tried, isInterrupted: false, command: ['node', 'client.mjs'], seed: 1, strict: false },
  ...{ startedAt: '2026-01-01T00:00:00.000Z', seconds: 12 },
  ...more,
})
const tried = (...args: Parameters<typeof trialOf>): Tried => ({
  scenario: scenarioCalled(args[0]),
  trial: trialOf(...args),
})

describe('a client that was tried', () => {
  it('passes where it made a video, and broke nothing', () => {
    const report = certificationReport(about([tried('plain'), tried('wait-1')]))
    expect(report).toMatchObject({ verdict: 'pass', exit: EXIT.pass, command: ['node', 'client.mjs'] })
    expect(report.scenarios.map(({ verdict }) => verdict)).toEqual(['pass', 'pass'])
    expect(report.scenarios[0]!.moments).toHaveLength(4)
  })

  it('fails by a must clause of one scenario; by a should clause where that is asked for', () => {
    const must = { 'client.keeps-its-key-in-the-header': [KEY_IN_QUERY] }
    const report = certificationReport(about([tried('plain'), tried('wait-1', { found: must })]))
    expect(report).toMatchObject({ verdict: 'fail', exit: EXIT.fail })
    expect(report.clauses.find(({ verdict }) => verdict === 'fail')).toMatchObject({
      scenario: 'wait-1',
      evidence: [2],
    })
    const should = { 'client.polls-within-5-s': [TOO_SOON] }
    const lenient = about([tried('plain', { found: should })])
    expect(certificationReport(lenient).exit).toBe(EXIT.pass)
    expect(certificationReport({ ...lenient, strict: true }).exit).toBe(EXIT.fail)
  })

  it.each<[string, Tried, string]>([
    ['ends well without a video', tried('plain', { moments: [momentOf('reading')] }), 'no scenario'],
    [
      'fails where nothing is in its way',
      tried('plain', { ended: { end: { exit: 3 }, seconds: 1, output: '', leftBehind: [] } }),
      'no scenario',
    ],
    [
      'does not end',
      tried('plain', { ended: { end: { timedOut: true }, seconds: 9, output: '', leftBehind: [] } }),
      'no scenario',
    ],
    ['never came to the place', tried('plain', { isReached: false, moments: [] }), 'no scenario'],
  ])('has no verdict where it %s, broken or not', (_, one, why) => {
    const report = certificationReport(about([one]))
    expect(report).toMatchObject({ verdict: 'inconclusive', exit: EXIT.noVerdict })
    expect(report.reason).toContain(why)
  })

  it('has passed no scenario that it never came to, or that it did not end as it should', () => {
    const failing = { ended: { end: { exit: 0 }, seconds: 1, output: '', leftBehind: [] } }
    const report = certificationReport(
      about([
        tried('plain'),
        tried('job-fails', failing),
        tried('gzip', { isReached: false }),
        { scenario: scenarioCalled('reset') },
      ]),
    )
    expect(report.scenarios.map(({ verdict }) => verdict)).toEqual(['pass', 'not judged', 'not judged', 'not judged'])
    expect(report.scenarios[1]!.reason).toContain('it ended with 0')
    expect(report.scenarios[3]!.untried).toBe(true)
  })

  it('was refused where servers are free, and says that rather than how it ended', () => {
    const one = trialOf('plain', { ended: { end: { exit: 1 }, seconds: 1, output: '', leftBehind: [] } })
    const why = 'the server is strict'
    one.judgement.clauses[0]!.verdict = notJudged({ kind: 'open to servers', point: 'paths.trailing-slash' }, why)
    const [scenario] = certificationReport(about([{ scenario: scenarioCalled('plain'), trial: one }])).scenarios
    expect(scenario).toMatchObject({ verdict: 'not judged', reason: why })
  })

  it('has passed no scenario in which it was excused by a machine that was late', () => {
    for (const cause of [{ kind: 'recorder late', ms: 600 }, { kind: 'not again alone' }] as const) {
      const one = trialOf('plain')
      one.judgement.clauses[0]!.verdict = notJudged(cause, 'the machine was late')
      const [scenario] = certificationReport(about([{ scenario: scenarioCalled('plain'), trial: one }])).scenarios
      expect(scenario).toMatchObject({ verdict: 'not judged', reason: 'the machine was late', broken: [] })
    }
  })

  it('is told by the one reason, first, and by 130 where it was interrupted', () => {
    const obstacle = { kind: 'nothing sent', what: 'It sent nothing.', next: 'Send something.' } as const
    const silent = about([tried('plain', { isReached: false, moments: [] }), { scenario: scenarioCalled('gzip') }], {
      obstacle,
    })
    expect(certificationReport(silent)).toMatchObject({
      verdict: 'inconclusive',
      exit: 2,
      reason: obstacle.what,
      obstacle,
    })
    expect(certificationReport(about([tried('plain')], { isInterrupted: true })).exit).toBe(EXIT.interrupted)
  })

  it('is asked about some clauses alone where that is said', () => {
    const found = { 'client.keeps-its-key-in-the-header': [KEY_IN_QUERY] }
    const report = certificationReport(about([tried('plain', { found })], { only: ['client.polls-within-5-s'] }))
    expect(report.clauses.map(({ id }) => id)).toEqual(['client.polls-within-5-s'])
    expect(report.scenarios[0]!.broken).toEqual([])
  })

  it('is shown by its last lines, with nothing in them that a terminal obeys', () => {
    const output = `${Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')}\n\u001b]0;title\u0007 {{A}}\n\n`
    const [scenario] = certificationReport(about([tried('plain', { output })])).scenarios
    expect(scenario!.output).toHaveLength(12)
    expect(scenario!.output!.at(-1)).toBe('\\u001b]0;title\\u0007 {{A}}')
  })

  it('keeps the first of very many requests, and says how many more there were', () => {
    const moments = Array.from({ length: 1000 }, (_, n) => momentOf('poll', { n: n + 1, at: n }))
    const [scenario] = certificationReport(about([tried('plain', { moments, leftOut: 5 })])).scenarios
    const { most } = BOUNDS.clientMoments
    expect([scenario!.moments!.length, scenario!.momentsLeftOut]).toEqual([most, 1000 - most + 5])
  })
})

it('plans the time of what goes on at once', () => {
  const one = planOf(CLIENT_SCENARIOS, 1, 60_000)
  const several = planOf(CLIENT_SCENARIOS, 8, 60_000)
  expect(one.seconds).toBeCloseTo(one.scenarios.reduce((sum, { seconds }) => sum + seconds, 0))
  expect(several.seconds).toBeLessThan(one.seconds / 3)
  expect(several.seconds).toBeGreaterThan(one.seconds / 8)
  expect(one.mostSeconds).toBe(CLIENT_SCENARIOS.length * 60)
})
