import { describe, expect, it } from 'vitest'
import { asEmbedded, type Embedded, startEmbedded } from '../../fixtures/embedded.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { STRANGERS } from '../../fixtures/strangers/index.ts'
import type { Gap, ToolFinding } from '../../runner/history/entry/entries.ts'
import { run } from '../../runner/run/run.ts'
import type { Wishes } from '../../runner/settings/configuration.ts'
import { DIALECTS } from '../../service/dialects/index.ts'
import { SUITES } from '../index.ts'
import { CONTRACT, promiseOf } from './contract.ts'
import { longRecords, recordsHold, UNPARSED } from './hard-to-read-for-tests.ts'
import { everySecondFindsNoRoom } from './no-room-for-tests.ts'

const CLAUSE = 'pact.reference-client-is-served'
const CHECK = 'pact.contract-of-the-reference-client'

type Asked = Wishes & { without?: ('A2' | 'B' | 'R' | 'image' | 'failing')[] }

async function verify(server: Promise<Embedded>, { without = [], ...wishes }: Asked = {}) {
  const { provision, close } = await server
  const { keys, imageUrl, failingPrompt, baseUrl } = provision
  const kept = Object.fromEntries(Object.entries(keys).filter(([name]) => !(without as string[]).includes(name)))
  try {
    const { report, entries } = await run({
      provision: {
        baseUrl,
        keys: kept as typeof keys,
        ...(!without.includes('image') && imageUrl !== undefined && { imageUrl }),
        ...(!without.includes('failing') && failingPrompt !== undefined && { failingPrompt }),
      },
      wishes: { only: ['pact'], pollIntervalMs: 3, settleMs: 50, seed: 1, ...wishes },
      suites: SUITES,
      local: true,
    })
    const own = [...entries].filter((entry) => 'by' in entry && entry.by === CHECK)
    return {
      report,
      clause: report.clauses.find(({ id }) => id === CLAUSE)!,
      findings: own.filter((entry): entry is ToolFinding => entry.kind === 'finding'),
      gaps: own.filter((entry): entry is Gap => entry.kind === 'gap'),
      exchanges: entries.exchangesBy(CHECK),
    }
  } finally {
    await close()
  }
}

describe('the contract holds', () => {
  it.each(Object.keys(DIALECTS))('on the dialect %s', async (dialect) => {
    const { clause, report } = await verify(startEmbedded({ dialect }))
    expect(clause).toMatchObject({ verdict: 'pass' })
    expect(report).toMatchObject({ verdict: 'pass', faults: [] })
  })

  it.each(STRANGERS.map((stranger) => [stranger.id, stranger] as const))('on %s', async (_, stranger) => {
    expect((await verify(stranger.start().then(asEmbedded))).clause).toMatchObject({ verdict: 'pass' })
  })
})

describe('the contract breaks', () => {
  const broken = FAULTS.filter(({ breaks }) => breaks === CLAUSE)

  it.each(broken.map((fault) => [fault.id, fault] as const))('on %s', async (_, fault) => {
    const { clause, report } = await verify(startEmbedded({ dialect: 'plain', layers: [layerOf(fault)] }))
    expect(clause).toMatchObject({ verdict: 'fail', level: 'should' })
    expect(clause.evidence!.length).toBeGreaterThan(0)
    // A warning: the musts have suites of their own.
    expect(report.verdict).toBe('pass')
  })

  it('in at least five ways', () => {
    expect(broken.length).toBeGreaterThanOrEqual(5)
  })
})

describe('a lawful body that Pact makes nothing of', () => {
  it.each(Object.entries(UNPARSED))('is no fault where it holds %s', async (_, member) => {
    const { clause, findings } = await verify(startEmbedded({ dialect: 'plain', layers: [recordsHold(member)] }))
    expect(clause).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining("JSON that Pact's verifier cannot read"),
    })
    expect(findings.filter(({ doubt }) => doubt !== undefined).length).toBeGreaterThan(0)
  })

  it('is no fault where only its beginning was kept', async () => {
    const server = startEmbedded({ dialect: 'plain', polls: 40, layers: [longRecords()] })
    const { clause, exchanges } = await verify(server)
    expect(exchanges.filter(({ answer }) => answer?.truncated).length).toBeGreaterThan(0)
    expect(clause).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('only its beginning was read'),
    })
  })
})

describe('its traffic', () => {
  it('is written down, each interaction once, with keys as recipes and nothing that Pact adds', async () => {
    const { findings, exchanges } = await verify(startEmbedded({ dialect: 'plain' }))
    expect(findings.map((each) => each.case).sort()).toEqual(
      CONTRACT.interactions.map((each) => each.description).sort(),
    )
    for (const { request } of exchanges) {
      const names = request.headers.map(([name]) => name)
      expect(names.filter((name) => !['Authorization', 'Content-Type'].includes(name))).toEqual([])
      expect(JSON.stringify(request)).not.toContain('cl_reference-client')
    }
    expect(JSON.stringify(exchanges)).toContain('Bearer {{A}}')
    expect(JSON.stringify(exchanges)).toContain('Bearer {{B}}')
  })

  it('waits on 429 as it says, and is spared it', async () => {
    const server = startEmbedded({ dialect: 'plain', layers: [everySecondFindsNoRoom()] })
    const { clause, exchanges } = await verify(server)
    expect(clause.verdict).toBe('pass')
    expect(exchanges.filter(({ answer }) => answer?.status === 429).length).toBeGreaterThan(0)
  })

  it('keeps to the budget: what there is no job for is left out', async () => {
    const { gaps, report } = await verify(startEmbedded({ dialect: 'plain' }), { maxJobs: 1 })
    expect(report.budget.jobs).toBe(1)
    expect(gaps.map((each) => each.case)).toEqual(expect.arrayContaining(['a prompt with every setting', 'an image']))
  })

  it('costs no job in a standard run', async () => {
    const { gaps } = await verify(startEmbedded({ dialect: 'plain' }), { only: [], profile: 'standard' })
    const left = gaps.filter(({ why }) => why.includes('costs a job')).map((each) => each.case)
    expect(left.sort()).toEqual(['a prompt with every setting', 'an image'])
  })
})

describe('a state that cannot be made', () => {
  it('is left out, with its reason', async () => {
    const { clause, gaps } = await verify(startEmbedded({ dialect: 'plain' }), { without: ['B', 'image', 'failing'] })
    expect(clause.verdict).toBe('pass')
    expect(gaps).toMatchObject(
      [
        { case: 'an image', why: expect.stringContaining('GATECHECK_IMAGE_URL') },
        { case: 'a poll of a job that failed', why: expect.stringContaining('GATECHECK_FAILING_PROMPT') },
        { case: "a poll of another account's job", why: expect.stringContaining('GATECHECK_OTHER_ACCOUNT_KEY') },
      ].sort((a, b) => gaps.findIndex((gap) => gap.case === a.case) - gaps.findIndex((gap) => gap.case === b.case)),
    )
  })
})

describe('what the contract promises, in words', () => {
  it.each([
    ['a read of /models', 'some 2xx'],
    ['a read of /models without a key', '401'],
    ['neither a prompt nor an image', 'some 4xx'],
    ['an image', '202'],
    [
      'a poll of a job that failed',
      'some 2xx with JSON like {"error":{"code":"generation_failed","message":"No video."},"status":"failed"}',
    ],
  ])('%s: %s', (description, words) => {
    expect(promiseOf(CONTRACT.interactions.find((each) => each.description === description)!)).toBe(words)
  })
})
