import { describe, expect, it } from 'vitest'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { recordsHold, UNPARSED } from '../pact/hard-to-read-for-tests.ts'
import { VERIFICATION } from './index.ts'
import { contractOf, verified } from './verified-for-tests.ts'

const KEY = { Authorization: 'Bearer cl_of-the-client' }
const matching = (match: object) => ({ matchers: [match] })
const poll = (description: string, state: string, response: object) => ({
  description,
  providerStates: [{ name: state }],
  request: { method: 'GET', path: '/videos/42', headers: KEY },
  response: { status: 200, ...response },
})
const read = (path: string, response: object, rest: object = {}) => ({
  description: `reads ${path}`,
  request: { method: 'GET', path, headers: KEY },
  response: { status: 200, ...response },
  ...rest,
})

const withOne = (clause: string) => FAULTS.find(({ breaks, takes }) => breaks === clause && !takes)!

const PROMISED = [
  poll('a finished job', 'a job that succeeded', {
    body: { id: '42', status: 'succeeded', url: 'https://a.test/1.mp4' },
    matchingRules: { body: { '$.url': matching({ match: 'type' }), '$.id': matching({ match: 'type' }) } },
  }),
  poll('the id that is polled', 'video 42 exists', { body: { id: '42' } }),
  read('/models', {}),
  {
    description: 'another scheme',
    request: { method: 'GET', path: '/capacity', headers: { Authorization: 'Token cl_of-the-client' } },
    response: { status: 401 },
  },
  {
    description: 'submits',
    providerStates: [{ name: 'an alias is listed' }],
    request: {
      method: 'POST',
      path: '/v1/videos',
      headers: KEY,
      body: { model: 'mine', prompt: 'A boat.', duration: 1 },
    },
    response: { status: 202 },
  },
  { description: 'no key', request: { method: 'GET', path: '/usage' }, response: { status: 401 } },
]

const BEYOND = [
  poll('a progress', 'a job that succeeded', { body: { status: 'succeeded', progress: 100 } }),
  poll('a message', 'a job that failed', { body: { status: 'failed', error: { code: 'x', message: 'Just this.' } } }),
  poll('a url of its own', 'the video is ready', { body: { status: 'succeeded', url: 'https://cdn.mine/1.mp4' } }),
  read('/usage', { body: { total: 12345678 } }),
  read('/capacity', { headers: { 'X-Room': '7' } }),
]

describe('a handwritten contract', () => {
  it('passes if it requires what the specification requires, with any example alias, id and key', async () => {
    const server = startEmbedded({ dialect: 'plain' })
    const { report, entries, broken, beyond, gaps, plan, sent } = await verified(server, [contractOf(PROMISED)])
    expect({ broken, beyond, gaps }).toEqual({ broken: [], beyond: [], gaps: [] })
    const another = entries.exchangesBy(VERIFICATION).find(({ purpose }) => purpose.case === 'another scheme')
    expect(another?.request.headers).toEqual([['Authorization', 'Token {{A}}']])
    expect(plan.jobs).toBe(sent.jobs)
    expect(plan.requests).toBeGreaterThanOrEqual(sent.requests)
    expect(report).toMatchObject({ verdict: 'pass', exit: 0, faults: [] })
  })

  it('does not fail if it requires more, and the mismatches are named', async () => {
    const { report, broken, beyond } = await verified(startEmbedded({ dialect: 'plain' }), [contractOf(BEYOND)])
    expect(broken).toEqual([])
    expect(beyond.sort()).toEqual(['a message', 'a progress', 'a url of its own', 'reads /capacity', 'reads /usage'])
    expect(report).toMatchObject({ verdict: 'pass', exit: 0, faults: [] })
    const { remark } = report.checks.find(({ clause }) => clause === 'readings.usage-answers')!
    expect(remark).toBe('relies on behaviour that the specification does not require: reads /usage')
  })
})

describe('a provider state', () => {
  it('that cannot be set up is pending, with the reason', async () => {
    const states = ['a job on the moon', 'a revoked key', 'a key of another account']
    const interactions = states.map((state) => poll(state, state, { status: state === 'a revoked key' ? 401 : 404 }))
    const contract = contractOf([...interactions, read('/models', {})])
    const { gaps, report } = await verified(startEmbedded({ dialect: 'plain' }), [contract], { without: ['B', 'R'] })
    expect(Object.fromEntries(gaps.map((gap) => [gap.case, gap.why]))).toEqual({
      'a job on the moon': expect.stringContaining('a job on the moon'),
      'a revoked key': expect.stringContaining('GATECHECK_REVOKED_KEY'),
      'a key of another account': expect.stringContaining('GATECHECK_OTHER_ACCOUNT_KEY'),
    })
    expect(report.exit).toBe(0)
  })
})

describe('a server with a fault', () => {
  const asked = [
    ...PROMISED,
    read('/models', { status: 401 }, { providerStates: [{ name: 'a key that was never issued' }] }),
    poll('a failed job', 'a job that failed', {
      body: { status: 'failed', error: { code: 'x', message: 'y' } },
      matchingRules: { body: { '$.error': matching({ match: 'type' }) } },
    }),
  ]

  it.each(['jobs.succeeded-has-a-url', 'auth.unknown-key'])('in %s fails that clause', async (clause) => {
    const server = startEmbedded({ dialect: 'plain', layers: [layerOf(withOne(clause))] })
    const { report, broken } = await verified(server, [contractOf(asked)])
    expect(broken).toContain(clause)
    expect(report.clauses.find(({ id }) => id === clause)).toMatchObject({ verdict: 'fail', level: 'must' })
    expect(report.exit).toBe(1)
  })
})

describe('a conforming body that Pact cannot parse', () => {
  const done = [PROMISED[0]!, PROMISED[1]!]

  it.each(Object.entries(UNPARSED))('is inconclusive with %s', async (_, member) => {
    const server = startEmbedded({ dialect: 'plain', layers: [recordsHold(member)] })
    const { report, missed } = await verified(server, [contractOf(done)])
    expect(missed.length).toBeGreaterThan(0)
    for (const { doubt } of missed) expect(doubt).toContain("JSON that Pact's verifier cannot read")
    expect(report.clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  })
})
