import { describe, expect, it } from 'vitest'
import type { ClientOptions } from '../../engine/judge/clients/check.ts'
import { type Event, factsOn, polls, reads, submits, verdictOn } from './scenes-for-tests.ts'

it('accepts an id that a client may have from elsewhere, although the response to its submission was lost', () => {
  const vain = { status: 404, says: {} }
  const lost = submits(0, { fails: 'reset' })
  const told = (events: readonly Event[], options: ClientOptions = { isWhole: true }) =>
    factsOn('client.polls-the-id-it-was-given', events, { options })
  const polled = polls(5, 'running', { id: 'job-7', ...vain })
  expect(told([lost, polled])).toEqual([{ kind: 'an id that nobody gave', polled: 'job-7' }])
  expect(told([lost, polled], {})).toEqual([])
  expect(told([reads(0, '/usage', { says: { jobs: [{ id: 'job-7' }] } }), { ...lost, at: 1000 }, polled])).toEqual([])
  expect(told([polls(0, 'running', { id: 'job-7', ...vain }), { ...lost, at: 1000 }, polled])).toEqual([])
  expect(told([lost, submits(1, { id: 'job-8' }), polled])).toEqual([])
  expect(told([submits(0, { lost: true, id: 'job-7' }), polled])).toEqual([])
})

const CLAUSE = 'client.polls-the-id-it-was-given'
const afterBeing = (given: string, polled: string) =>
  verdictOn(CLAUSE, [submits(0, { id: given }), polls(3, 'running', { id: polled, status: 404, says: {} })])

describe('an id derived from the given one', () => {
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
