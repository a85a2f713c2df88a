import { expect, it } from 'vitest'
import { EXIT } from '../../engine/config/exit-codes.ts'
import { notJudged } from '../../engine/judge/clients/verdict.ts'
import { type AboutTrials, certificationReport, MOST_MOMENTS } from './report.ts'
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

const ended = (end: object): Parameters<typeof trialOf>[1] =>
  ({ ended: { end, seconds: 1, output: '', leftBehind: [] } }) as Parameters<typeof trialOf>[1]
const untried = (name: string): Tried => ({ scenario: scenarioCalled(name) })
const MUST = { 'client.keeps-its-key-in-the-header': [KEY_IN_QUERY] }

it('passes a client that made a video without a failure', () => {
  const report = certificationReport(about([tried('plain'), tried('wait-1')]))
  expect(report).toMatchObject({ verdict: 'pass', exit: EXIT.pass, command: ['node', 'client.mjs'] })
  expect(report.scenarios.map(({ verdict }) => verdict)).toEqual(['pass', 'pass'])
})

it('fails a client for a must clause, and for a should clause with strict', () => {
  const report = certificationReport(about([tried('plain'), tried('wait-1', { found: MUST })]))
  expect(report).toMatchObject({ verdict: 'fail', exit: EXIT.fail })
  const failed = report.clauses.find(({ verdict }) => verdict === 'fail')
  expect(failed).toMatchObject({ scenario: 'wait-1', evidence: [2] })
  const lenient = about([tried('plain', { found: { 'client.polls-within-5-s': [TOO_SOON] } })])
  expect(certificationReport(lenient).exit).toBe(EXIT.pass)
  expect(certificationReport({ ...lenient, strict: true }).exit).toBe(EXIT.fail)
})

it('judges the selected clauses only', () => {
  const report = certificationReport(about([tried('plain', { found: MUST })], { only: ['client.polls-within-5-s'] }))
  expect(report.clauses.map(({ id }) => id)).toEqual(['client.polls-within-5-s'])
  expect(report.scenarios[0]!.broken).toEqual([])
})

it.each<[string, Tried]>([
  ['exits 0 without a video', tried('plain', { moments: [momentOf('reading')] })],
  ['fails without an obstacle', tried('plain', ended({ exit: 3 }))],
  ['does not end', tried('plain', ended({ timedOut: true }))],
  ['did not reach the scenario', tried('plain', { isReached: false, moments: [] })],
])('has no verdict on a client that %s', (_, one) => {
  const report = certificationReport(about([one]))
  expect(report).toMatchObject({ verdict: 'inconclusive', exit: EXIT.noVerdict })
  expect(report.reason).toContain('no scenario')
})

it('does not pass a scenario that was not reached, not tested, or ended with the wrong exit code', () => {
  const all = [tried('plain'), tried('job-fails', ended({ exit: 0 })), tried('gzip', { isReached: false })]
  const { scenarios } = certificationReport(about([...all, untried('reset')]))
  expect(scenarios.map(({ verdict }) => verdict)).toEqual(['pass', 'not judged', 'not judged', 'not judged'])
  expect(scenarios[1]!.reason).toContain('it ended with exit code 0')
  expect(scenarios[3]!.untried).toBe(true)
})

it.each([
  { kind: 'open to servers', point: 'paths.trailing-slash' },
  { kind: 'recorder late', ms: 600 },
  { kind: 'not again alone' },
] as const)('does not pass a scenario without a verdict: %j', (cause) => {
  const one = trialOf('plain', ended({ exit: cause.kind === 'open to servers' ? 1 : 0 }))
  one.judgement.clauses[0]!.verdict = notJudged(cause, 'the reason')
  const [scenario] = certificationReport(about([{ scenario: scenarioCalled('plain'), trial: one }])).scenarios
  expect(scenario).toMatchObject({ verdict: 'not judged', reason: 'the reason' })
})

it('names the obstacle first, and exits 130 when interrupted', () => {
  const obstacle = { kind: 'nothing sent', what: 'It sent nothing.', next: 'Send something.' } as const
  const silent = about([tried('plain', { isReached: false, moments: [] }), untried('gzip')], { obstacle })
  expect(certificationReport(silent)).toMatchObject({ exit: EXIT.noVerdict, reason: obstacle.what, obstacle })
  expect(certificationReport(about([tried('plain')], { isInterrupted: true })).exit).toBe(EXIT.interrupted)
})

it('keeps the last lines of the output and the first requests, without control sequences', () => {
  const output = `${Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')}\n\u001b]0;title\u0007 {{A}}\n\n`
  const moments = Array.from({ length: 1000 }, (_, n) => momentOf('poll', { n: n + 1, at: n }))
  const [scenario] = certificationReport(about([tried('plain', { output, moments, leftOut: 5 })])).scenarios
  const most = MOST_MOMENTS
  expect(scenario!.output).toHaveLength(12)
  expect(scenario!.output!.at(-1)).toBe('\\u001b]0;title\\u0007 {{A}}')
  expect([scenario!.moments!.length, scenario!.momentsLeftOut]).toEqual([most, 1000 - most + 5])
})
