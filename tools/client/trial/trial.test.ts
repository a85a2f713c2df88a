import { expect, it } from 'vitest'
import type { Found } from '../../../engine/judge/clients/verdict.ts'
import type { Moment } from '../../../reporters/outcome/clients/report.ts'
import { A_VIDEO, judgementOf, KEY_IN_QUERY, momentOf, scenarioCalled, TOO_SOON, trialOf } from '../trials-for-tests.ts'
import { environmentFor } from './environment.ts'
import { observedIn } from './observed.ts'
import { obstacleIn } from './obstacle.ts'
import { asFarAsReached } from './reached.ts'
import { afterTriedAlone, brokenByTime } from './timing.ts'
import type { Trial } from './trial.ts'

const ended = (more: Partial<Trial['ended']> = {}): Trial['ended'] => ({
  ...{ end: { exit: 1 }, seconds: 0.2, output: '', leftBehind: [] },
  ...more,
})

it('passes on the environment of the caller without any other GATECHECK variable', () => {
  const environment = { PATH: '/bin', GATECHECK_OTHER_ACCOUNT_KEY: 'x', gatecheck_key: 'y', EMPTY: undefined }
  const given = { baseUrl: 'http://127.0.0.1:1/v1', key: 'cl_1' }
  expect(environmentFor(given, environment)).toEqual({
    PATH: '/bin',
    GATECHECK_BASE_URL: given.baseUrl,
    GATECHECK_KEY: given.key,
  })
})

const REFUSED = [momentOf('reading'), momentOf('submission', { status: 429 })]
const came = (name: string, moments: Moment[], end: object = { exit: 1 }) => ({
  ...{ scenario: scenarioCalled(name), moments, judgement: judgementOf() },
  ended: ended({ end } as Partial<Trial['ended']>),
})

it.each<[string, Parameters<typeof obstacleIn>[0], string | undefined]>([
  ['a missing program', came('plain', [], { notStarted: 'ENOENT' }), 'not started'],
  ['no request', came('plain', []), 'nothing sent'],
  ['a refused key', came('plain', [momentOf('reading', { status: 401 })]), 'key refused'],
  ['an unknown path', came('plain', [momentOf('other', { status: 404 })]), 'path unknown'],
  ['a refused submission', came('plain', REFUSED), 'nothing taken on'],
  ['a job', came('plain', [...A_VIDEO]), undefined],
  ['a lost response', came('plain', [{ ...momentOf('submission'), lost: true }]), undefined],
  ['a refusal that the scenario plans', came('wait-1', REFUSED), undefined],
  ['no request where a refusal is planned', came('wait-1', []), 'nothing sent'],
])('names the obstacle after %s', (_, seen, kind) => {
  expect(obstacleIn(seen)?.kind).toBe(kind)
})

it('judges nothing if a client did not reach the situation', () => {
  const { judgement } = trialOf('plain', { found: { 'client.keeps-its-key-in-the-header': [KEY_IN_QUERY] } })
  const never = asFarAsReached(scenarioCalled('wait-7'), A_VIDEO, judgement)
  expect(never.isReached).toBe(false)
  expect(never.judgement.clauses.every(({ verdict }) => verdict.verdict === 'not judged')).toBe(true)
  expect(asFarAsReached(scenarioCalled('wait-7'), REFUSED, judgement).judgement).toEqual(judgement)
})

it('allows polls after the end only in a scenario with an expired url, at the usual interval', () => {
  const after = (afterMs: number): Found => ({
    fact: { kind: 'poll after the end', status: 'succeeded', afterMs },
    evidence: [3],
  })
  const isBroken = (name: string, ...times: number[]) => {
    const { judgement } = trialOf(name, { found: { 'client.stops-at-a-final-state': times.map(after) } })
    const moments = [...A_VIDEO, momentOf('fetch', { status: 403 })]
    const { clauses } = asFarAsReached(scenarioCalled(name), moments, judgement).judgement
    return clauses.some(({ verdict }) => verdict.verdict === 'fail')
  }
  expect(isBroken('plain', 4000)).toBe(true)
  expect(isBroken('url-expired', 4000, 8000, 11_500)).toBe(false)
  expect(isBroken('url-expired', 1000, 2000)).toBe(true)
})

it('confirms a timing failure only if it recurs alone, and keeps other failures', () => {
  const pace = 'client.polls-no-faster-than-3-s'
  const found = { [pace]: [TOO_SOON], 'client.keeps-its-key-in-the-header': [KEY_IN_QUERY] }
  const before = trialOf('plain', { found })
  expect(brokenByTime(before)).toEqual([pace])
  const again = afterTriedAlone(before, trialOf('plain', { found }))
  expect(again).toMatchObject({ trial: before, alone: { clauses: [pace], confirmed: [pace] } })
  const { trial, alone } = afterTriedAlone(before, trialOf('plain'))
  expect(alone.confirmed).toEqual([])
  const verdicts = new Map<string, object>(trial.judgement.clauses.map(({ id, verdict }) => [id, verdict]))
  expect(verdicts.get(pace)).toMatchObject({ verdict: 'not judged', cause: { kind: 'not again alone' } })
  expect(verdicts.get('client.keeps-its-key-in-the-header')).toMatchObject({ verdict: 'fail' })
})

const lost = momentOf('submission', { lost: true })

it.each<[string, Partial<Trial>, RegExp]>([
  [
    'a job that was paid twice',
    { moments: [lost, momentOf('submission', { status: 202 })], jobs: 2 },
    /2 jobs were created/,
  ],
  ['a job that was paid once', { moments: [lost] }, /one job/],
  [
    'another poll for a url',
    { moments: [momentOf('fetch', { lost: true }), momentOf('poll')] },
    /polled again for a url/,
  ],
  ['processes left running', { ended: ended({ leftBehind: [{ pid: 12, name: 'sleep' }] }) }, /sleep \(12\)/],
])('notes %s', (_, more, told) => {
  expect(observedIn(trialOf('plain'))).toEqual([])
  expect(observedIn(trialOf('plain', more))).toEqual([expect.stringMatching(told)])
})
