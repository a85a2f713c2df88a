import { expect, it } from 'vitest'
import type { Moment } from '../../../reporters/outcome/clients/report.ts'
import { serviceWithClient } from '../../../service/client-for-tests.ts'
import { startService } from '../../../service/start.ts'
import { isClientClauseId } from '../../../spec/clients/clauses.ts'
import { optionsFor } from '../trial/judge-options.ts'
import { scenarioCalled } from '../trials-for-tests.ts'
import { CLIENT_SCENARIOS, usualSeconds } from './index.ts'
import { type HasToBeSeen, isReached } from './place.ts'

it.each(CLIENT_SCENARIOS.map((each) => [each.name, each] as const))('%s can be played', async (_, each) => {
  expect(usualSeconds(each)).toBeLessThan(60)
  for (const id of each.leaves ?? []) expect(isClientClauseId(id)).toBe(true)
  await using service = await startService({ scenarios: each.plays(7) })
  expect(service.scenarios.playing()).toHaveLength(each.plays(7).length)
})

const moment = (kind: Moment['kind'], more: Partial<Moment> = {}): Moment => ({
  ...{ n: 1, at: 0, ms: 1, kind, what: 'GET /v1/models', status: 200 },
  ...more,
})
const submission = (status: number, more: Partial<Moment> = {}) => moment('submission', { status, ...more })
const poll = (state: string, more: Partial<Moment> = {}) => moment('poll', { state, ...more })

it.each<[HasToBeSeen, Moment[], Moment[]]>([
  [{ seen: 'taken on' }, [submission(202)], [submission(429)]],
  [
    { seen: 'answered', to: 'submission', status: 429, times: 2 },
    [submission(429), submission(429)],
    [submission(429), moment('poll', { status: 429 })],
  ],
  [{ seen: 'lost', to: 'submission' }, [moment('submission', { lost: true })], [moment('poll', { lost: true })]],
  [{ seen: 'state', status: 'failed' }, [poll('failed')], [poll('succeeded')]],
  [{ seen: 'state', status: 'queued', times: 2 }, [poll('queued'), poll('queued')], [poll('queued')]],
  [{ seen: 'state', status: 'queued', stage: 'absent' }, [poll('queued')], [poll('queued', { stage: null })]],
  [{ seen: 'gone back' }, [poll('running'), poll('queued')], [poll('queued'), poll('running'), poll('succeeded')]],
  [{ seen: 'coded', how: 'gzip' }, [moment('reading', { coding: 'gzip' })], [moment('reading', { coding: 'chunked' })]],
  [{ seen: 'answered well' }, [moment('reading')], [moment('reading', { lost: true })]],
  [{ seen: 'an image' }, [submission(202, { image: true })], [submission(202)]],
])('knows whether a client reached %j', (place, there, elsewhere) => {
  expect([there, elsewhere, []].map((moments) => isReached(place, moments))).toEqual([true, false, false])
})

it.each([
  ['new-names', [submission(400)]],
  ['another-origin', [submission(202), poll('succeeded')]],
  ['unknown-fields', [moment('reading')]],
])('%s is reached by a client that gives up there', (name, moments) => {
  expect(isReached(scenarioCalled(name).needs, moments)).toBe(true)
})

// A single wait may be a coincidence.
it.each([
  ['wait-7', [7, 7]],
  ['waits-differ', [2, 2, 6]],
])('%s asks to wait at least twice, and answers too late for a request sent before', async (name, waits) => {
  await using client = await serviceWithClient({ scenarios: scenarioCalled(name).plays(7) })
  const { transitMs } = optionsFor(scenarioCalled(name), {
    ...{ output: '', moments: [], aliases: [], imageUrl: '' },
    ended: { end: { exit: 0 }, seconds: 1, output: '', leftBehind: [] },
  })
  const seen: number[] = []
  for (;;) {
    const began = performance.now()
    const { status, headers } = await client.submit()
    if (status === 202) break
    expect(performance.now() - began).toBeGreaterThan(transitMs!)
    seen.push(Number(headers['retry-after']))
  }
  expect(seen).toEqual(waits)
  expect(scenarioCalled(name).waits).toBe(waits.reduce((sum, s) => sum + s))
})

it('room-taken refuses a submission beside an unfinished job of the client', async () => {
  await using client = await serviceWithClient({ scenarios: scenarioCalled('room-taken').plays(7) })
  const { clock } = client.service
  clock.stop()
  expect((await client.submit()).status).toBe(429)
  clock.moveBy(4_000)
  const own = await client.submitted()
  expect((await client.submit()).status).toBe(429)
  await client.pollToTheEnd(own)
  expect((await client.submit()).status).toBe(202)
})
