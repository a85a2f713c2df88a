import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { askedForJobs } from '../other-methods-for-tests.ts'
import { auth } from './index.ts'
import { otherMethodsShowNothing } from './other-methods.ts'

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
  'auth.no-header': refusal('auth.no-header'),
  'auth.no-way-around': {
    passes: probed('auth.no-way-around', 401, '{"models":["swift"]}'),
    fails: probed('auth.no-way-around', 200, '{"models":["swift"]}'),
  },
  'auth.key-elsewhere': refusal('auth.key-elsewhere'),
  'auth.cookies-of-the-server': refusal('auth.cookies-of-the-server'),
  'auth.other-scheme': refusal('auth.other-scheme'),
  'auth.bare-key': refusal('auth.bare-key'),
  'auth.broken-form': refusal('auth.broken-form'),
  'auth.never-issued-key': refusal('auth.never-issued-key'),
  'auth.damaged-key': refusal('auth.damaged-key'),
  'auth.every-character-counts': refusal('auth.every-character-counts'),
  'auth.invisible-in-the-key': refusal('auth.invisible-in-the-key'),
  'auth.other-letter-case': refusal('auth.other-letter-case'),
  'auth.key-without-prefix': refusal('auth.key-without-prefix'),
  'auth.refused-before-body-and-id': {
    ...refusal('auth.refused-before-body-and-id'),
    fails: probed('auth.refused-before-body-and-id', 400),
  },
  'auth.connection-remembers-nothing': refusal('auth.connection-remembers-nothing'),
  'auth.no-header-beside-good-requests': refusal('auth.no-header-beside-good-requests'),
  'auth.unknown-key-beside-good-requests': refusal('auth.unknown-key-beside-good-requests'),
  'auth.revoked': refusal('auth.revoked'),
  'auth.nobody-gets-through': { passes: [answered(200), nobody(401)], fails: [answered(200), nobody(200)] },
  ...Object.fromEntries(otherMethodsShowNothing.map(({ id }) => [id, shownByAnotherMethod(id)])),
  'auth.no-answer-shows-a-key': {
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
