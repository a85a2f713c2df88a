import { describe, expect, it } from 'vitest'
import { asEmbedded, type Embedded, startEmbedded } from '../fixtures/embedded.ts'
import { FAULTS } from '../fixtures/faults/index.ts'
import { layerOf } from '../fixtures/layer-of.ts'
import { STRANGERS } from '../fixtures/strangers/index.ts'
import { run } from '../runner/run/run.ts'
import type { Profile } from '../runner/settings/configuration.ts'
import { DIALECTS } from '../service/dialects/index.ts'
import { SUITES } from '../suites/index.ts'
import { isOfShape, undescribedIn } from './described.ts'

const ofShape = FAULTS.filter(isOfShape)
const caught: string[] = []

async function look(server: Promise<Embedded>, profile: Profile) {
  const { provision, close } = await server
  const wishes = { profile, pollIntervalMs: 3, settleMs: 50, lagMs: 50, seed: 1, generate: 60, deadlineMs: 900_000 }
  try {
    const { report, entries } = await run({ provision, wishes, suites: SUITES, local: true })
    const failed = report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
    return { failed, undescribed: undescribedIn([...entries], provision.baseUrl) }
  } finally {
    await close()
  }
}

/** They wait more than they work, and strangers of some kinds most of all. */
describe.concurrent('the OpenAPI document describes each answer of', () => {
  it.each(Object.keys(DIALECTS))('%s', async (dialect) => {
    expect((await look(startEmbedded({ dialect, polls: 4 }), 'standard')).undescribed).toEqual([])
  })

  it.each(STRANGERS.map((stranger) => [stranger.id, stranger] as const))('%s', async (_, stranger) => {
    expect((await look(stranger.start().then(asEmbedded), 'standard')).undescribed).toEqual([])
  })
})

/** What smoke does not catch, the self-check looks at with the profile that does. */
describe.concurrent('the OpenAPI document does not describe an answer of', () => {
  it.each(ofShape.map((fault) => [fault.id, fault] as const))('%s, where smoke catches it', async (_, fault) => {
    const { breaks, showsIn } = fault
    const dialect = Object.entries(DIALECTS).find(([, declared]) => showsIn?.(declared) ?? true)![0]
    const { failed, undescribed } = await look(startEmbedded({ dialect, polls: 4, layers: [layerOf(fault)] }), 'smoke')
    if (failed.includes(breaks)) caught.push(fault.id)
    expect(failed.includes(breaks) && undescribed.length === 0).toBe(false)
  })
})

it('smoke catches most of them', () => {
  expect(caught.length).toBeGreaterThan(ofShape.length / 2)
})
