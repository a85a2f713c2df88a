import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { judge } from '../../runner/judging/judging.ts'
import { pactFileIn } from '../../runner/pact/file/pact-file.ts'
import { longRecords, recordsHold, UNPARSED } from '../pact/hard-to-read-for-tests.ts'
import { everySecondFindsNoRoom } from '../pact/no-room-for-tests.ts'
import { clientPacts, VERIFICATION } from './index.ts'
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

describe('a contract written by hand', () => {
  it('that asks for what is promised is kept, whatever its example of an alias, an id and a key', async () => {
    const server = startEmbedded({ dialect: 'plain' })
    const { report, entries, broken, beyond, gaps, plan, sent } = await verified(server, [contractOf(PROMISED)])
    expect({ broken, beyond, gaps }).toEqual({ broken: [], beyond: [], gaps: [] })
    const another = entries.exchangesBy(VERIFICATION).find(({ purpose }) => purpose.case === 'another scheme')
    expect(another?.request.headers).toEqual([['Authorization', 'Token {{A}}']])
    expect(plan.jobs).toBe(sent.jobs)
    expect(plan.requests).toBeGreaterThanOrEqual(sent.requests)
    expect(report).toMatchObject({ verdict: 'pass', exit: 0, faults: [] })
  })

  it('that asks for more fails nobody, and is told what differs', async () => {
    const { report, broken, beyond } = await verified(startEmbedded({ dialect: 'plain' }), [contractOf(BEYOND)])
    expect(broken).toEqual([])
    expect(beyond.sort()).toEqual(['a message', 'a progress', 'a url of its own', 'reads /capacity', 'reads /usage'])
    expect(report).toMatchObject({ verdict: 'pass', exit: 0, faults: [] })
    const { remark } = report.checks.find(({ clause }) => clause === 'readings.usage-answers')!
    expect(remark).toBe('relies on what nobody promised: reads /usage')
  })

  it('that expects what the law forbids fails nobody', async () => {
    const wrong = [
      { description: 'let in', request: { method: 'GET', path: '/models' }, response: { status: 200 } },
      poll('gone', 'an id that no job has', { status: 410 }),
      read('/models', { status: 418 }),
    ]
    const { report, broken, beyond } = await verified(startEmbedded({ dialect: 'plain' }), [contractOf(wrong)])
    expect({ broken, beyond: beyond.sort() }).toEqual({ broken: [], beyond: ['gone', 'let in', 'reads /models'] })
    expect(report.exit).toBe(0)
  })

  it('that expects what the law forbids is asked in the state that it names, and kept by nobody', async () => {
    const expected = { status: 200 }
    const wrong = [
      poll('an unknown id', 'an id that no job has', expected),
      poll('a job of others', 'a key of another account', expected),
      poll('hidden', "another account's job", { status: 403 }),
      poll('gone', 'no such job', { status: 410 }),
      read('/usage', expected, { providerStates: [{ name: 'a key that was never issued' }] }),
    ]
    const { broken, beyond, gaps, entries } = await verified(startEmbedded({ dialect: 'plain' }), [contractOf(wrong)])
    expect({ broken, gaps, beyond: beyond.sort() }).toEqual({
      ...{ broken: [], gaps: [] },
      beyond: ['a job of others', 'an unknown id', 'gone', 'hidden', 'reads /usage'],
    })
    const statuses = entries
      .exchangesBy(VERIFICATION)
      .flatMap(({ purpose, answer }) => (purpose.part === 'probe' ? [[purpose.case, answer?.status]] : []))
    expect(Object.fromEntries(statuses)).toEqual({
      ...{ 'an unknown id': 404, 'a job of others': 404, hidden: 404, gone: 404, 'reads /usage': 401 },
    })
  })

  it.each(['1.0.0', '2.0.0'])('in version %s is read as well', async (version) => {
    const { providerStates: _, ...plain } = poll('done', '', {
      body: { status: 'succeeded', url: 'https://a.test/1.mp4' },
      ...(version === '2.0.0' && { matchingRules: { '$.body.url': { match: 'type' } } }),
    })
    const state =
      version === '1.0.0' ? { provider_state: 'a job that succeeded' } : { providerState: 'a job that succeeded' }
    const file = contractOf([{ ...plain, ...state }], version)
    const { report, broken, beyond } = await verified(startEmbedded({ dialect: 'plain' }), [file])
    expect({ broken, beyond }).toEqual({ broken: [], beyond: version === '1.0.0' ? ['done'] : [] })
    expect(report.exit).toBe(0)
  })
})

describe('a state', () => {
  it('that cannot be made is pending, with the reason', async () => {
    const states = ['a job on the moon', 'a revoked key', 'a key of another account', 'no room for another job']
    const interactions = states.map((state) => ({
      ...(state === 'no room for another job'
        ? {
            request: { method: 'POST', path: '/videos', headers: KEY, body: { model: 'x', prompt: 'y' } },
            response: { status: 429 },
          }
        : {
            request: { method: 'GET', path: '/videos/42', headers: KEY },
            response: { status: state === 'a revoked key' ? 401 : 404 },
          }),
      description: state,
      providerStates: [{ name: state }],
    }))
    const { gaps, report } = await verified(
      startEmbedded({ dialect: 'plain' }),
      [contractOf([...interactions, read('/models', {})])],
      {
        without: ['B', 'R'],
      },
    )
    expect(Object.fromEntries(gaps.map((gap) => [gap.case, gap.why]))).toEqual({
      'a job on the moon': expect.stringContaining(
        'nobody here knows how to make the provider state "a job on the moon"',
      ),
      'a revoked key': expect.stringContaining('GATECHECK_REVOKED_KEY'),
      'a key of another account': expect.stringContaining('GATECHECK_OTHER_ACCOUNT_KEY'),
      'no room for another job': expect.stringContaining('--burst'),
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

  it.each(['jobs.succeeded-has-a-url', 'jobs.failed-has-an-error', 'auth.unknown-key', 'submission.accepted-with-202'])(
    'of %s fails, at that clause',
    async (clause) => {
      const server = startEmbedded({ dialect: 'plain', layers: [layerOf(withOne(clause))] })
      const { report, broken } = await verified(server, [contractOf(asked)])
      expect(broken).toContain(clause)
      expect(report.clauses.find(({ id }) => id === clause)).toMatchObject({ verdict: 'fail', level: 'must' })
      expect(report.exit).toBe(1)
    },
  )
})

describe('a lawful body that Pact makes nothing of', () => {
  const done = [PROMISED[0]!, PROMISED[1]!]

  it.each(Object.entries(UNPARSED))('allows no verdict where it holds %s', async (_, member) => {
    const server = startEmbedded({ dialect: 'plain', layers: [recordsHold(member)] })
    const { report, missed } = await verified(server, [contractOf(done)])
    expect(missed.length).toBeGreaterThan(0)
    for (const { doubt } of missed) expect(doubt).toContain("JSON that Pact's verifier cannot read")
    expect(report.clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  })

  it('still fails where the status alone breaks the law', async () => {
    const layers = [recordsHold('"big":1e400')]
    const gone = poll('gone', 'an id that no job has', { status: 404, body: { code: 'not_found' } })
    const { broken } = await verified(
      startEmbedded({ dialect: 'plain', layers: [layerOf(withOne('accounts.unknown-id')), ...layers] }),
      [contractOf([gone])],
    )
    expect(broken).toContain('accounts.unknown-id')
  })

  it('allows no verdict where only its beginning was kept', async () => {
    const server = startEmbedded({ dialect: 'plain', polls: 40, layers: [longRecords()] })
    const { report, missed } = await verified(server, [contractOf(done)])
    expect(missed.length).toBeGreaterThan(0)
    for (const { doubt } of missed) expect(doubt).toContain('only its beginning was read')
    expect(report.clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  })
})

describe('its verdicts', () => {
  it('are reached again from the history alone', async () => {
    const { entries, report } = await verified(startEmbedded({ dialect: 'plain' }), [
      contractOf([...PROMISED, ...BEYOND]),
    ])
    const again = judge(entries, [clientPacts()])
    expect(again.faults).toEqual([])
    expect(again.judged.map(({ check, verdict }) => [check.id, verdict?.verdict])).toEqual(
      report.checks.map(({ id, verdict }) => [id, verdict]),
    )
  })

  it('wait for a 429 like all else', async () => {
    const server = startEmbedded({ dialect: 'plain', layers: [everySecondFindsNoRoom()] })
    const { report, broken } = await verified(server, [contractOf(PROMISED)])
    expect({ broken, exit: report.exit }).toEqual({ broken: [], exit: 0 })
  })
})

it('the reference contract is kept as a client contract, too', async () => {
  const text = readFileSync(new URL('../../spec/pacts/reference-client-video-service.json', import.meta.url), 'utf8')
  const { report, broken, beyond } = await verified(startEmbedded({ dialect: 'legacy-numbers' }), [
    pactFileIn(text, 'reference.json'),
  ])
  expect({ broken, beyond, exit: report.exit }).toEqual({ broken: [], beyond: [], exit: 0 })
})
