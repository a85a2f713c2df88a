import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { askedForJobs } from '../other-methods-for-tests.ts'
import { auth } from './index.ts'
import { otherMethodsShowNothing } from './without-a-key.ts'

type Case = { passes: Exchange[]; fails: Exchange[] }

/** A good request, one that breaks it, and a good one again. */
function probed(by: string, status: number, body?: string): Exchange[] {
  const shown = body === undefined ? {} : { body }
  const twin = answered(200, { by: 'introduction', ...shown })
  return [
    twin,
    answered(200, { by, part: 'twin', connection: 1 }),
    answered(status, { by, part: 'probe', case: 'a mistake', twin: twin.n, connection: 1, ...shown }),
    answered(200, { by, part: 'control', twin: twin.n }),
  ]
}

const refusal = (by: string): Case => ({
  passes: probed(by, 401),
  fails: probed(by, 200),
})

const nobody = (status: number) => answered(status, { part: 'probe', key: '' })

const shownByAnotherMethod = (by: string): Case => ({
  passes: askedForJobs(by, 'HEAD', 404, 404),
  fails: askedForJobs(by, 'HEAD', 200, 404),
})

const CASES: Record<string, Case> = {
  'auth.header-required': refusal('auth.header-required'),
  'auth.header-required/odd-paths': {
    passes: probed('auth.header-required/odd-paths', 401, '{"models":["swift"]}'),
    fails: probed('auth.header-required/odd-paths', 200, '{"models":["swift"]}'),
  },
  'auth.only-the-header-counts': refusal('auth.only-the-header-counts'),
  'auth.only-the-header-counts/cookies': refusal('auth.only-the-header-counts/cookies'),
  'auth.scheme-is-bearer': refusal('auth.scheme-is-bearer'),
  'auth.bare-key-refused': refusal('auth.bare-key-refused'),
  'auth.header-form': refusal('auth.header-form'),
  'auth.unknown-key': refusal('auth.unknown-key'),
  'auth.whole-key-compared': refusal('auth.whole-key-compared'),
  'auth.whole-key-compared/each-character': refusal('auth.whole-key-compared/each-character'),
  'auth.whole-key-compared/invisible-characters': refusal('auth.whole-key-compared/invisible-characters'),
  'auth.letter-case-counts': refusal('auth.letter-case-counts'),
  'auth.prefix-belongs-to-the-key': refusal('auth.prefix-belongs-to-the-key'),
  'auth.comes-first': {
    ...refusal('auth.comes-first'),
    fails: probed('auth.comes-first', 400),
  },
  'auth.every-request-anew': refusal('auth.every-request-anew'),
  'auth.header-required/parallel': refusal('auth.header-required/parallel'),
  'auth.unknown-key/parallel': refusal('auth.unknown-key/parallel'),
  'auth.revoked-key': refusal('auth.revoked-key'),
  'auth.header-required/every-response': { passes: [answered(200), nobody(401)], fails: [answered(200), nobody(200)] },
  ...Object.fromEntries(otherMethodsShowNothing.map(({ id }) => [id, shownByAnotherMethod(id)])),
  'auth.key-never-shown': {
    passes: [answered(401, { body: { error: 'the key {{A from character 1 to 6}}… is not known' } })],
    fails: [answered(401, { body: { error: 'the key {{A}} is not known' } })],
  },
}

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES)).toEqual(auth.checks.filter((check) => !isObservation(check)).map((check) => check.id))
})

describe.each(Object.entries(CASES))('%s', (id, { passes, fails }) => {
  const check = auth.checks.find((each) => each.id === id)!

  it('passes a conforming server', () => {
    expect(verdictOf(check, passes)).toMatchObject({ verdict: 'pass' })
  })

  it('fails a violation', () => {
    expect(verdictOf(check, fails)).toMatchObject({ verdict: 'fail' })
  })

  it('says nothing of a run in which nothing was asked', () => {
    expect(verdictOf(check, [])).toMatchObject({ verdict: 'skip' })
  })
})
