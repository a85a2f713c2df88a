import { beforeAll, describe, expect, it } from 'vitest'
import { type PactFile, pactFileIn } from '../../engine/pact/file/pact-file.ts'
import { asEmbedded, type Embedded, startEmbedded } from '../../fixtures/embedded.ts'
import { STRANGERS } from '../../fixtures/strangers/index.ts'
import { verified } from '../../suites/client-pacts/verified-for-tests.ts'
import { contractOfAll } from './ready-made-for-tests.ts'

let files: PactFile[]
beforeAll(async () => {
  files = [pactFileIn(await contractOfAll(), 'client-videos.json')]
})

/** Their capacity is small enough to verify the 429 as well. */
const SMALL_CAPACITY = ['the dialect plain', 'salt-mill']

/** tide-table responds to a submission with a list; the ready-made contract expects an object. */
const implementations = STRANGERS.filter(({ id }) => id !== 'tide-table')

const SERVERS: Record<string, () => Promise<Embedded>> = {
  ...Object.fromEntries(
    ['plain', 'problem-details', 'legacy-numbers', 'single-seat'].map((dialect) => [
      `the dialect ${dialect}`,
      () => startEmbedded({ dialect }),
    ]),
  ),
  ...Object.fromEntries(implementations.map(({ id, start }) => [id, async () => asEmbedded(await start())])),
}

describe('the contract of all ready-made interactions', () => {
  it.each(Object.entries(SERVERS))('passes against %s', async (name, start) => {
    const { report, broken, beyond, gaps, plan, sent } = await verified(start(), files, {
      burst: SMALL_CAPACITY.includes(name) ? 12 : 0,
    })
    expect({ broken, beyond }).toEqual({ broken: [], beyond: [] })
    expect(report).toMatchObject({ verdict: 'pass', exit: 0, faults: [] })
    expect(sent.jobs).toBeLessThanOrEqual(plan.jobs)
    expect(sent.requests).toBeLessThanOrEqual(plan.requests)
    // Servers choose which states a job goes through and how large their capacity is.
    const mayBePending = /queued|running|at capacity|no job has|another account/
    expect(gaps.filter((gap) => !mayBePending.test(gap.case)).map(({ case: what, why }) => `${what}: ${why}`)).toEqual(
      [],
    )
  })
})
