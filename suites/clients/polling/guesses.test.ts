import { expect, it } from 'vitest'
import type { ClientOptions } from '../../../engine/judge/clients/check.ts'
import { type Event, factsOn, polls, reads, submits } from '../scenes-for-tests.ts'

it('holds no id against a client that it may have from elsewhere, though the answer to its submission was lost', () => {
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
