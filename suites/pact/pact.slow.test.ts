import { describe, expect, it } from 'vitest'
import type { Wishes } from '../../engine/config/configuration.ts'
import type { Gap, ToolFinding } from '../../engine/history/entry/entries.ts'
import { type Embedded, startEmbedded } from '../../fixtures/embedded.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { run } from '../../reporters/outcome/run.ts'
import { SUITES } from '../index.ts'
import { recordsHold, UNPARSED } from './hard-to-read-for-tests.ts'
import { CONTRACT } from './verification.ts'

const CLAUSE = 'pact.reference-client-is-served'
const CHECK = 'pact.reference-client-is-served'

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

it('passes the reference service', async () => {
  const { clause, report } = await verify(startEmbedded())
  expect(clause).toMatchObject({ verdict: 'pass' })
  expect(report).toMatchObject({ verdict: 'pass', faults: [] })
})

it('warns of a server that breaks the contract', async () => {
  const fault = FAULTS.find(({ breaks }) => breaks === CLAUSE)!
  const { clause, report } = await verify(startEmbedded({ dialect: 'plain', layers: [layerOf(fault)] }))
  expect(clause).toMatchObject({ verdict: 'fail', level: 'should' })
  expect(clause.evidence).not.toEqual([])
  expect(report.verdict).toBe('pass')
})

describe('a conforming body that Pact cannot parse', () => {
  it.each(Object.entries(UNPARSED))('does not fail with %s', async (_, member) => {
    const { clause, findings } = await verify(startEmbedded({ dialect: 'plain', layers: [recordsHold(member)] }))
    expect(clause).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining("JSON that Pact's verifier cannot read"),
    })
    expect(findings.filter(({ doubt }) => doubt !== undefined).length).toBeGreaterThan(0)
  })
})

describe('its traffic', () => {
  it('is recorded, each interaction once, with redacted keys and without headers that Pact adds', async () => {
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
})

describe('a provider state that cannot be set up', () => {
  it('is skipped, with its reason', async () => {
    const { clause, gaps } = await verify(startEmbedded({ dialect: 'plain' }), { without: ['B', 'image', 'failing'] })
    expect(clause.verdict).toBe('pass')
    expect(Object.fromEntries(gaps.map((gap) => [gap.case, gap.why]))).toEqual({
      'an image': expect.stringContaining('GATECHECK_IMAGE_URL'),
      'a poll of a job that failed': expect.stringContaining('GATECHECK_FAILING_PROMPT'),
      "a poll of another account's job": expect.stringContaining('GATECHECK_OTHER_ACCOUNT_KEY'),
    })
  })
})
