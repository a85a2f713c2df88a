import { describe, expect, it } from 'vitest'
import { polls, submits, verdictOn } from '../scenes-for-tests.ts'

const CLAUSE = 'client.polls-the-id-it-was-given'
const afterBeing = (given: string, polled: string) =>
  verdictOn(CLAUSE, [submits(0, { id: given }), polls(3, 'running', { id: polled, status: 404, says: {} })])

describe('an id made from the one that was given', () => {
  it.each([
    ['without its dashes', 'caaa8f45-def8-4dea', 'caaa8f45def84dea'],
    ['without a percent sign', '100%25-pj9sxh', '10025-pj9sxh'],
    ['filled up with zeros', 'j1', '000000j1'],
  ])('is another one: %s', (_, given, polled) => {
    expect(afterBeing(given, polled).verdict).toBe('fail')
  })

  it.each([
    ['that counts on', 'job-11-2', 'job-1-12'],
    ['with other separators', 'caaa8f45-def8', 'caaa8f45_def8'],
    ['as a form writes it, which is a matter of encoding', 'job abcdef 12', 'job+abcdef+12'],
    ['that a path was tidied of, which is one, too', 'abcdef/./ghij', 'abcdef/ghij'],
    ['of one zero more', 'j7', '0j7'],
  ])('may be that of another job: %s', (_, given, polled) => {
    expect(afterBeing(given, polled).verdict).not.toBe('fail')
  })
})
