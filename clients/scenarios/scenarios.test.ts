import { expect, it } from 'vitest'
import type { Moment } from '../../runner/report/clients/report.ts'
import { serviceWithClient } from '../../service/client-for-tests.ts'
import { startService } from '../../service/start.ts'
import { isClientClauseId } from '../../spec/clients/clauses.ts'
import { POLL_INTERVAL_SECONDS } from '../../spec/words.ts'
import { optionsFor } from '../trial/judge-options.ts'
import { scenarioCalled } from '../trials-for-tests.ts'
import { CLIENT_SCENARIOS, usualSeconds } from './index.ts'
import { type HasToBeSeen, isReached, placeInWords } from './place.ts'

it('has a name of its own for each, in one word', () => {
  const names = CLIENT_SCENARIOS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(names[0]).toBe('plain')
})

it.each(CLIENT_SCENARIOS.map((each) => [each.name, each] as const))(
  '%s: can be played, and says what it is',
  async (_, each) => {
    expect(each.about).toMatch(/^[A-Z].*\.$/)
    expect(usualSeconds(each)).toBeLessThan(60)
    for (const id of each.leaves ?? []) expect(isClientClauseId(id)).toBe(true)
    await using service = await startService({ scenarios: each.plays(7) })
    expect(service.scenarios.playing()).toHaveLength(each.plays(7).length)
  },
)

const moment = (kind: Moment['kind'], more: Partial<Moment> = {}): Moment => ({
  ...{ n: 1, at: 0, ms: 1, kind, what: 'GET /v1/models', status: 200 },
  ...more,
})
const submission = (status: number, more: Partial<Moment> = {}) => moment('submission', { status, ...more })
const poll = (state: string, more: Partial<Moment> = {}) => moment('poll', { state, ...more })

it.each<[string, HasToBeSeen, Moment[], Moment[]]>([
  ['a request', { seen: 'a request' }, [moment('other', { status: 404 })], []],
  ['a job', { seen: 'taken on' }, [submission(202)], [submission(429), submission(202, { status: 400 })]],
  [
    'a 429 twice',
    { seen: 'answered', to: 'submission', status: 429, times: 2 },
    [submission(429), submission(429)],
    [submission(429), moment('poll', { status: 429 })],
  ],
  [
    'a 401 to anything',
    { seen: 'answered', to: 'anything', status: 401 },
    [moment('reading', { status: 401 })],
    [moment('reading')],
  ],
  [
    'a lost submission',
    { seen: 'lost', to: 'submission' },
    [moment('submission', { lost: true })],
    [moment('poll', { lost: true }), submission(202)],
  ],
  [
    'a failed job',
    { seen: 'state', status: 'failed' },
    [poll('failed')],
    [poll('succeeded'), moment('poll', { status: 404 })],
  ],
  [
    'a long queue',
    { seen: 'state', status: 'queued', times: 3 },
    [poll('queued'), poll('queued'), poll('queued')],
    [poll('queued'), poll('queued')],
  ],
  [
    'no stage',
    { seen: 'state', status: 'queued', stage: 'absent' },
    [poll('queued')],
    [poll('queued', { stage: null }), poll('running')],
  ],
  [
    'a stage that is null',
    { seen: 'state', status: 'queued', stage: 'null' },
    [poll('queued', { stage: null })],
    [poll('queued')],
  ],
  [
    'a way back',
    { seen: 'gone back' },
    [poll('running'), moment('poll', { status: 502 }), poll('queued')],
    [poll('queued'), poll('running'), poll('succeeded')],
  ],
  [
    'gzip',
    { seen: 'coded', how: 'gzip' },
    [moment('reading', { coding: 'gzip' })],
    [moment('reading', { coding: 'chunked' })],
  ],
  [
    'an answer to what it asked',
    { seen: 'answered well' },
    [moment('reading')],
    [moment('reading', { status: 401 }), moment('reading', { lost: true })],
  ],
  ['an image', { seen: 'an image' }, [submission(202, { image: true })], [submission(202)]],
])('knows whether a client came to %s', (_, place, there, elsewhere) => {
  expect(isReached(place, there)).toBe(true)
  expect(isReached(place, elsewhere)).toBe(false)
  expect(isReached(place, [])).toBe(false)
  expect(placeInWords(place)).toMatch(/^(a|an|\d+) /)
})

/** The answers to as many submissions as it takes for one to be taken on, with the seconds that each asks to wait. */
async function waitsIn(name: string): Promise<number[]> {
  await using client = await serviceWithClient({
    scenarios: CLIENT_SCENARIOS.find((each) => each.name === name)!.plays(7),
  })
  const waits: number[] = []
  for (;;) {
    const { status, headers } = await client.submit()
    if (status === 202) return waits
    waits.push(Number(headers['retry-after']))
  }
}

it.each([
  ['wait-1', [1, 1]],
  ['wait-7', [7, 7]],
  ['wait-20', [20, 20]],
  ['waits-differ', [2, 2, 6]],
])('%s: asks to wait twice at least, for once may be chance', async (name, waits) => {
  expect(await waitsIn(name)).toEqual(waits)
  expect(CLIENT_SCENARIOS.find((each) => each.name === name)).toMatchObject({
    waits: waits.reduce((sum, s) => sum + s),
  })
})

it.each(['wait-1', 'wait-7', 'wait-20', 'waits-differ'])(
  '%s: answers a submission late enough to tell what was sent beside it from what was sent upon the answer',
  async (name) => {
    await using client = await serviceWithClient({ scenarios: scenarioCalled(name).plays(7) })
    const began = performance.now()
    await client.submit()
    const tookMs = performance.now() - began
    const { transitMs } = optionsFor(scenarioCalled(name), {
      ...{ output: '', moments: [], aliases: [], imageUrl: '' },
      ended: { end: { exit: 0 }, seconds: 1, output: '', leftBehind: [] },
    })
    expect(tookMs).toBeGreaterThan(transitMs!)
  },
)

it.each([
  // Who takes a tenth off its pause from the seventh poll on is twice too quick by then.
  ['long-queue', 11],
  // Nothing is known of pauses where there are none.
  ['headers', 3],
])('%s: takes %i polls', async (name, polls) => {
  const { plays, polls: told } = CLIENT_SCENARIOS.find((each) => each.name === name)!
  await using client = await serviceWithClient({ scenarios: plays(7) })
  let submitted = await client.submit()
  while (submitted.status === 429) submitted = await client.submit()
  expect(await client.pollToTheEnd(`/videos/${submitted.json.id}`)).toHaveLength(polls)
  expect(told).toBe(polls)
})

it('room-taken: a client that makes several jobs has its own ones in its way', async () => {
  await using client = await serviceWithClient({
    scenarios: CLIENT_SCENARIOS.find(({ name }) => name === 'room-taken')!.plays(7),
  })
  const { clock } = client.service
  clock.stop()
  expect((await client.submit()).status).toBe(429)
  clock.moveBy(4_000)
  const own = await client.submitted()
  expect((await client.submit()).status).toBe(429)
  expect((await client.pollToTheEnd(own)).length).toBeGreaterThan(1)
  expect((await client.submit()).status).toBe(202)
})

it('new-names: no alias is the same in small letters, and whoever stops at /models has come there', async () => {
  const { plays, needs } = CLIENT_SCENARIOS.find(({ name }) => name === 'new-names')!
  await using service = await startService({ scenarios: plays(7) })
  for (const alias of service.aliases) expect(alias.toLowerCase()).not.toBe(alias)
  expect(isReached(needs, [submission(400)])).toBe(true)
})

it('another-origin: who has been told where the video lies has come there, whatever becomes of it', () => {
  const { needs, tries } = CLIENT_SCENARIOS.find(({ name }) => name === 'another-origin')!
  expect(isReached(needs, [submission(202), poll('succeeded')])).toBe(true)
  expect(tries).toBe('client.needs-no-more-than-is-promised')
})

it('unknown-fields: whoever stops at the list of models has come there', () => {
  const { needs } = CLIENT_SCENARIOS.find(({ name }) => name === 'unknown-fields')!
  expect(isReached(needs, [moment('reading')])).toBe(true)
})

it('poll-refused: asks to wait twice, for so long that whoever polls on as usual comes far too soon', async () => {
  const { plays, waits } = scenarioCalled('poll-refused')
  await using client = await serviceWithClient({ scenarios: plays(7) })
  const own = await client.submitted()
  const answers = [await client.as('own', own)]
  while (answers.at(-1)!.json.status !== 'succeeded') answers.push(await client.as('own', own))
  const asked = answers.filter(({ status }) => status === 429).map(({ headers }) => Number(headers['retry-after']))
  expect(asked).toEqual([12, 12])
  expect(waits).toBe(24)
  // One pause alone tells something only where it is too short by more than half.
  expect(POLL_INTERVAL_SECONDS.most).toBeLessThan(asked[0]! / 2)
})
