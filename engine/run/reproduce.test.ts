import { expect, it } from 'vitest'
import type { HistoryEntry, Reproduced } from '../history/entry/entries.ts'
import type { Exchange, RequestTemplate } from '../history/entry/exchange.ts'
import { recordingOf } from '../history/recording.ts'
import type { Client, SendOptions } from '../http/client.ts'
import { type Check, experiment } from '../judge/check.ts'
import { isUnauthorized } from '../judge/expectations.ts'
import { answered, BEGAN } from '../judge/handwritten-for-tests.ts'
import { judgeProbes } from '../judge/probes.ts'
import { reproduceFailures } from './reproduce.ts'

const check: Check = experiment({
  ...{ id: 'auth.header-required', clause: 'auth.header-required', suite: 'auth', title: 'returns 401' },
  max: () => ({ requests: 1 }),
  drive: async () => undefined,
  judge: (evidence) => judgeProbes(evidence, isUnauthorized),
})

/** A run whose probe on connection 7 got 200; `before` was sent on the same connection. */
function failedRun({ before = [], posted }: { before?: Exchange[]; posted?: string } = {}) {
  const by = check.id
  const control = answered(200, { by })
  const probe = answered(200, {
    by,
    twin: control.n,
    case: 'no header',
    key: '',
    connection: 7,
    ...(posted && { posted }),
  })
  const began = { ...BEGAN, planned: [{ id: check.id, phases: [by] }] }
  const entries: HistoryEntry[] = [began, control, ...before, probe, { kind: 'driven', by }]
  return { entries, probe }
}

type Sent = { request: RequestTemplate; options: SendOptions }

/** Sends the failed requests again; `status`: of each response. */
async function reproduced(entries: HistoryEntry[], status: (sent: Sent, nth: number) => number) {
  const sent: Sent[] = []
  const found: Reproduced[] = []
  const adopted: Exchange[] = []
  const ask = async (request: RequestTemplate, purpose: Exchange['purpose'], options: SendOptions) => {
    sent.push({ request, options })
    return { ...answered(status({ request, options }, sent.length), purpose), request }
  }
  await reproduceFailures({
    client: { ask } as unknown as Client,
    jobs: { adopt: (exchange) => void adopted.push(exchange) },
    recording: recordingOf(entries),
    checks: [check],
    profile: 'standard',
    until: new AbortController().signal,
    append: (entry) => found.push(entry),
  })
  return { sent, found, adopted }
}

it('sends a failed request three times, each on a new connection', async () => {
  const { entries, probe } = failedRun()
  const { sent, found } = await reproduced(entries, () => 200)
  expect(sent.map(({ options }) => options.afresh)).toEqual([true, true, true])
  expect(found).toMatchObject([{ clause: check.id, n: probe.n, failed: 3, of: 3 }])
  expect(found[0]).not.toHaveProperty('received')
})

it('finds the request on the same connection that makes it fail', async () => {
  const earlier = answered(404, { connection: 7, path: '/earlier' })
  const before = answered(400, { by: 'bodies', connection: 7, posted: 'null' })
  const { entries } = failedRun({ before: [earlier, before] })
  let last = ''
  const { sent, found } = await reproduced(entries, ({ request }) => {
    const isBehind = last === 'POST'
    last = request.method
    return isBehind ? 200 : 401
  })
  expect(found).toMatchObject([{ failed: 3, of: 3, after: before.n }])
  expect(sent.map(({ request }) => request.method).join(' ')).toBe('GET GET GET POST GET POST GET POST GET')
  const [one, other] = sent.slice(3).map(({ options }) => options.alone)
  expect(one).toBeDefined()
  expect(other).toBe(one)
})

it('repeats a request that fails intermittently twelve times', async () => {
  const { found, sent } = await reproduced(failedRun().entries, (_, nth) => (nth % 6 === 2 ? 200 : 401))
  expect(sent).toHaveLength(12)
  expect(found).toMatchObject([{ failed: 2, of: 12, received: expect.stringContaining('401') }])
})

it('records that a failure does not occur again, and the other response', async () => {
  const { found } = await reproduced(failedRun().entries, () => 401)
  expect(found).toMatchObject([{ failed: 0, of: 12, received: expect.stringContaining('401') }])
})

it('does not repeat an accepted submission, since each costs a job', async () => {
  const { entries } = failedRun({ posted: '{}' })
  const { sent, found, adopted } = await reproduced(entries, () => 202)
  expect(sent).toHaveLength(1)
  expect(adopted).toHaveLength(1)
  expect(found).toMatchObject([{ failed: 1, of: 1 }])
})

it('does not count a 429, which decides nothing', async () => {
  const { found } = await reproduced(failedRun().entries, () => 429)
  expect(found).toEqual([])
})
