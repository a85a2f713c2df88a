import { expect, it } from 'vitest'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { run } from '../../reporters/outcome/run.ts'
import { around } from '../../service/interface/behaviour.ts'
import type { KeyName } from '../../service/interface/world.ts'
import type { Patch } from '../../service/layers.ts'
import { SUITES } from '../index.ts'

/** From the nth request of a run on, a key is unknown; `refused` counts how often it was. */
const revokedAfter =
  (requests: number, name: KeyName, refused = { times: 0 }): Patch =>
  (behaviour, world) => {
    let count = 0
    around(behaviour, 'recognise', (next, key) => {
      count++
      if (count <= requests || key !== world.keys[name].key) return next(key)
      refused.times++
      return undefined
    })
  }

async function runWhile(patch: Patch) {
  const { provision, close } = await startEmbedded({ layers: [{ name: 'a key is revoked', patch }] })
  try {
    const wishes = { pollIntervalMs: 3, settleMs: 20, lagMs: 50, deadlineMs: 600_000, seed: 1, generate: 60 }
    return (await run({ provision, wishes, suites: SUITES, local: true })).report
  } finally {
    await close()
  }
}

const failed = ({ clauses }: Awaited<ReturnType<typeof runWhile>>) =>
  clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)

it.each([12, 400])('a key that is revoked after %i requests ends the run without a failed clause', async (n) => {
  const refused = { times: 0 }
  const report = await runWhile(revokedAfter(n, 'own', refused))
  expect(failed(report)).toEqual([])
  expect([report.exit, report.verdict]).toEqual([2, 'inconclusive'])
  expect(report.reason).toContain('the server accepted GATECHECK_KEY at first and then refused it')
  // A whole run would send thousands.
  expect(refused.times).toBeLessThan(150)
})

it.each<[KeyName, number]>([
  ['sameAccount', 5],
  ['otherAccount', 60],
])('another key (%s) that is revoked after %i requests accuses nobody', async (name, n) => {
  const report = await runWhile(revokedAfter(n, name))
  expect(failed(report)).toEqual([])
})
