import { expect, it } from 'vitest'
import { type Found, notJudged } from '../../runner/judging/clients/verdict.ts'
import { A_VIDEO, judgementOf, KEY_IN_QUERY, momentOf, scenarioCalled, TOO_SOON, trialOf } from '../trials-for-tests.ts'
import { environmentFor } from './environment.ts'
import { isOneByOne } from './judge-options.ts'
import { observedIn } from './observed.ts'
import { obstacleIn } from './obstacle.ts'
import { asFarAsReached } from './reached.ts'
import { afterTriedAlone, brokenByTime } from './timing.ts'
import type { Trial } from './trial.ts'

const ended = (more: Partial<Trial['ended']> = {}): Trial['ended'] => ({
  ...{ end: { exit: 1 }, seconds: 0.2, output: '', leftBehind: [] },
  ...more,
})

it('hands on what is the caller’s, but nothing of ours except a base URL and a key', () => {
  const environment = { PATH: '/bin', GATECHECK_OTHER_ACCOUNT_KEY: 'x', gatecheck_key: 'y', EMPTY: undefined }
  const given = { baseUrl: 'http://127.0.0.1:1/v1', key: 'cl_1' }
  expect(environmentFor(given, environment)).toEqual({
    PATH: '/bin',
    GATECHECK_BASE_URL: given.baseUrl,
    GATECHECK_KEY: given.key,
  })
  expect(environmentFor({ ...given, imageUrl: 'https://i.example/1.png' }, {})).toHaveProperty('GATECHECK_IMAGE_URL')
})

it.each<[string, Omit<Parameters<typeof obstacleIn>[0], 'judgement' | 'scenario'>, string | undefined]>([
  ['a program that is not there', { ended: ended({ end: { notStarted: 'ENOENT' } }), moments: [] }, 'not started'],
  ['silence', { ended: ended(), moments: [] }, 'nothing sent'],
  ['a refused key', { ended: ended(), moments: [momentOf('reading', { status: 401 })] }, 'key refused'],
  ['another path', { ended: ended(), moments: [momentOf('other', { status: 404 })] }, 'path unknown'],
  [
    'a refused submission',
    { ended: ended(), moments: [momentOf('reading'), momentOf('submission', { status: 400 })] },
    'nothing taken on',
  ],
  ['a job', { ended: ended(), moments: [...A_VIDEO] }, undefined],
  ['a lost answer', { ended: ended(), moments: [{ ...momentOf('submission'), lost: true }] }, undefined],
])('tells one reason for all from %s', (_, came, kind) => {
  expect(obstacleIn({ ...came, scenario: scenarioCalled('plain'), judgement: judgementOf() })?.kind).toBe(kind)
})

it.each(['wait-1', 'waits-differ', 'room-taken', 'submission-refused'])(
  'holds what %s refuses on purpose for no obstacle, and silence there for one all the same',
  (name) => {
    const came = { scenario: scenarioCalled(name), ended: ended(), judgement: judgementOf() }
    const refused = [momentOf('reading'), momentOf('submission', { status: 429 })]
    expect(obstacleIn({ ...came, moments: refused })).toBeUndefined()
    expect(obstacleIn({ ...came, moments: [] })?.kind).toBe('nothing sent')
    expect(obstacleIn({ ...came, scenario: scenarioCalled('poll-refused'), moments: refused })?.kind).toBe(
      'nothing taken on',
    )
  },
)

it('tells who was refused where servers are free that it broke no rule', () => {
  const judgement = judgementOf()
  judgement.clauses[0]!.verdict = notJudged({ kind: 'open to servers', point: 'auth.lower-case-bearer' }, 'refused')
  const moments = [momentOf('reading', { status: 401 })]
  const came = { scenario: scenarioCalled('plain'), ended: ended(), moments, judgement }
  expect(obstacleIn(came)).toMatchObject({ kind: 'open to servers', what: expect.stringContaining('lower case') })
})

it('judges nothing where a client never came to the place', () => {
  const { judgement } = trialOf('plain', { found: { 'client.keeps-its-key-in-the-header': [KEY_IN_QUERY] } })
  const refused = scenarioCalled('wait-7')
  const never = asFarAsReached(refused, A_VIDEO, judgement)
  expect(never.isReached).toBe(false)
  expect(never.judgement.clauses.every(({ verdict }) => verdict.verdict === 'not judged')).toBe(true)
  const came = asFarAsReached(refused, [momentOf('submission', { status: 429 })], judgement)
  expect(came.judgement).toEqual(judgement)
})

it('leaves to a client what a scenario leaves to it, and nothing else', () => {
  const again: Found = { fact: { kind: 'poll after the end', status: 'succeeded', afterMs: 4000 }, evidence: [3] }
  const found = {
    'client.stops-at-a-final-state': [again],
    'client.keeps-its-key-in-the-header': [KEY_IN_QUERY],
  }
  const moments = [...A_VIDEO, momentOf('fetch', { status: 403 })]
  const brokenIn = (name: string, more: typeof found = found) => {
    const { judgement } = asFarAsReached(scenarioCalled(name), moments, trialOf(name, { found: more }).judgement)
    return judgement.clauses.filter(({ verdict }) => verdict.verdict === 'fail').map(({ id }) => id)
  }
  expect(brokenIn('url-expired')).toEqual(['client.keeps-its-key-in-the-header'])
  expect(brokenIn('plain')).toEqual(['client.keeps-its-key-in-the-header', 'client.stops-at-a-final-state'])
  const after = (afterMs: number): Found => ({ ...again, fact: { ...again.fact, afterMs } as Found['fact'] })
  const polling = (...times: number[]) => ({ ...found, 'client.stops-at-a-final-state': times.map(after) })
  expect(brokenIn('url-expired', polling(4000, 8000, 11_500))).toEqual(['client.keeps-its-key-in-the-header'])
  expect(brokenIn('url-expired', polling(1000, 2000))).toContain('client.stops-at-a-final-state')
})

const RUSHED = {
  'client.polls-no-faster-than-3-s': [TOO_SOON],
  'client.keeps-its-key-in-the-header': [KEY_IN_QUERY],
}

it('lets an accusation of time count when it came again alone', () => {
  const before = trialOf('plain', { found: RUSHED })
  expect(brokenByTime(before)).toEqual(['client.polls-no-faster-than-3-s'])
  const { trial, alone } = afterTriedAlone(before, trialOf('plain', { found: RUSHED }))
  expect(alone).toEqual({
    clauses: ['client.polls-no-faster-than-3-s'],
    confirmed: ['client.polls-no-faster-than-3-s'],
  })
  expect(trial).toEqual(before)
})

it('lets one decide nothing that did not, and keeps what no clock has to do with', () => {
  const { trial, alone } = afterTriedAlone(trialOf('plain', { found: RUSHED }), trialOf('plain'))
  expect(alone.confirmed).toEqual([])
  const verdicts = new Map(trial.judgement.clauses.map(({ id, verdict }) => [id, verdict]))
  expect(verdicts.get('client.polls-no-faster-than-3-s')).toMatchObject({
    verdict: 'not judged',
    cause: { kind: 'not again alone' },
  })
  expect(verdicts.get('client.keeps-its-key-in-the-header')!.verdict).toBe('fail')
})

it.each<[string, Partial<Trial>, RegExp[]]>([
  ['nothing of what went well', {}, []],
  [
    'that it paid twice',
    { moments: [momentOf('submission', { lost: true }), momentOf('submission', { status: 202 })], jobs: 2 },
    [/submitted again: 2 jobs were made, and each is paid for/],
  ],
  ['that it paid once', { moments: [momentOf('submission', { lost: true })] }, [/did not submit again: one job/]],
  [
    'that it made another video',
    { moments: [momentOf('fetch', { status: 403 }), momentOf('submission', { status: 202 }), momentOf('fetch')] },
    [/had expired: it made another video, fetched again, and has the video/],
  ],
  [
    'that it polled for another url',
    { moments: [momentOf('fetch', { lost: true }), momentOf('poll')] },
    [/cut off: it polled for a url again, and has no video/],
  ],
  [
    'what it left running',
    { ended: ended({ leftBehind: [{ pid: 12, name: 'sleep' }] }) },
    [/left running: sleep \(12\)\. That was ended, too/],
  ],
])('tells %s', (_, more, told) => {
  const seen = observedIn(trialOf('plain', more))
  expect(seen).toHaveLength(told.length)
  for (const [index, words] of told.entries()) expect(seen[index]).toMatch(words)
})

it('knows who orders one video after the other from who orders several at once', () => {
  const order = (at: number, status: number) => momentOf('submission', { at, ms: 10, status })
  expect(isOneByOne([order(0, 429), order(20, 429), order(3000, 202)])).toBe(true)
  expect(isOneByOne([order(0, 202), order(5, 202), order(8, 429)])).toBe(false)
  expect(isOneByOne([order(0, 429), order(12, 429), order(24, 202), order(7100, 202), order(7400, 202)])).toBe(false)
})
