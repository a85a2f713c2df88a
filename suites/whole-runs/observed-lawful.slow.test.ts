import { beforeAll, describe, expect, it } from 'vitest'
import { asEmbedded, startEmbedded } from '../../fixtures/embedded.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { STRANGERS } from '../../fixtures/strangers/index.ts'
import { VARIANTS } from '../../fixtures/variants/index.ts'
import { DIALECTS } from '../../service/dialects/index.ts'
import { brokenIn, knownOfThePlainDialect, ordinarySession } from './observed-for-tests.ts'
import type { Known } from './ordinary-client-for-tests.ts'

/** Observations that a session of two jobs shows on any conforming server. */
const SHOWN = [
  'submission.accepted-with-202',
  'submission.answer-carries-the-id',
  'submission.ids-differ',
  'jobs.poll-answers-an-object',
  'jobs.id-is-the-one-polled',
  'jobs.status-is-a-listed-word',
  'jobs.succeeded-has-a-url',
  'jobs.final-stays-final',
  'jobs.final-keeps-its-result',
  'readings.models-answers',
  'readings.usage-answers',
  'readings.capacity-answers',
  'readings.balance-answers',
  'auth.key-never-shown',
  'answers.success-is-200',
]

/** Concurrent, because they mostly wait. */
describe.concurrent("the traffic of an ordinary client's session", () => {
  it.each(Object.keys(DIALECTS))('fails no clause of the dialect %s, and shows its choices', async (dialect) => {
    const { run, har, key } = await ordinarySession(startEmbedded({ dialect }))
    const { report } = run
    expect(brokenIn(report)).toEqual([])
    expect(report).toMatchObject({ verdict: 'pass', exit: 0, faults: [] })
    const passed = report.clauses.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)
    expect(passed).toEqual(expect.arrayContaining(SHOWN))
    expect(har).toContain(key)
    expect(JSON.stringify([...run.entries, report])).not.toContain(key)
  })

  it.each(STRANGERS)('fails nothing on the independent implementation $id', async ({ start }) => {
    const { report } = (await ordinarySession(start().then(asEmbedded))).run
    expect(brokenIn(report)).toEqual([])
    expect(report).toMatchObject({ verdict: 'pass', faults: [] })
  })

  describe('of an unusual but conforming server', () => {
    let known: Known
    beforeAll(async () => {
      known = await knownOfThePlainDialect()
    })

    // The self-check runs all variants against the suites; a session of two jobs differs in few of them.
    it.each(VARIANTS.filter((_, nth) => nth % 8 === 0).map(({ id }) => id))('%s fails no clause', async (id) => {
      const variant = VARIANTS.find((each) => each.id === id)!
      const start = () => startEmbedded({ dialect: 'plain', polls: 4, layers: [layerOf(variant)] })
      // If discovery meets an obstacle, use the knowledge of a client that was written before.
      const { run } = await ordinarySession(start()).catch(() => ordinarySession(start(), known))
      expect(brokenIn(run.report)).toEqual([])
      expect(run.report.faults).toEqual([])
    })
  })
})
