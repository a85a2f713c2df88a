import { randomOf } from '../engine/config/seed.ts'
import { startEmbedded } from '../fixtures/embedded.ts'
import { FAULTS } from '../fixtures/faults/index.ts'
import { nowAndThen } from '../fixtures/faults/intermittent.ts'
import { run } from '../reporters/outcome/run.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { SUITES } from '../suites/index.ts'
import { evenly } from './rivals/evenly.ts'

const SHARE = 1 / 7
const FAULTS_TRIED = 12
const RUNS = 3

type Profile = 'standard' | 'full'

/** How often a fault is found that shows randomly in every seventh response, compared with the expected rate. */
export async function findNowAndThen(): Promise<void> {
  const faults = evenly(
    FAULTS.filter(({ takes, showsIn }) => takes === undefined && showsIn === undefined),
    FAULTS_TRIED,
  )
  process.stdout.write(`${FAULTS_TRIED} faults that show in every seventh answer, by chance; ${RUNS} runs each\n`)
  for (const profile of ['standard', 'full'] as const) {
    const tries = await triesOf(profile)
    let byItsClause = 0
    let found = 0
    let promised = 0
    for (const fault of faults) {
      const tried = tries.get(fault.breaks) ?? 0
      let own = 0
      let any = 0
      for (let seed = 1; seed <= RUNS; seed++) {
        const random = randomOf(seed, fault.id)
        const failed = await failedOf(profile, seed, nowAndThen(fault, SHARE, random), fault.options)
        if (failed.includes(fault.breaks)) own++
        if (failed.length > 0) any++
      }
      byItsClause += own
      found += any
      promised += RUNS * (1 - (1 - SHARE) ** tried)
      process.stdout.write(
        `  ${profile.padEnd(8)} ${any} of ${RUNS}  ${fault.id} (${fault.breaks}, tried ${tried} times)\n`,
      )
    }
    const runs = RUNS * faults.length
    process.stdout.write(
      `${profile}: found in ${found} of ${runs} runs, by its clause in ${byItsClause}; ${promised.toFixed(1)} where each try counts alike\n`,
    )
  }
}

/** How often the run tests each clause on a conforming server. */
async function triesOf(profile: Profile): Promise<Map<ClauseId, number>> {
  const { report } = await one(profile, 1)
  const byClause = Map.groupBy(report.checks, ({ clause }) => clause)
  return new Map([...byClause].map(([id, checks]) => [id, checks.reduce((sum, { tried = 0 }) => sum + tried, 0)]))
}

async function failedOf(...trial: Parameters<typeof one>): Promise<ClauseId[]> {
  const { report } = await one(...trial)
  return report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
}

async function one(
  profile: Profile,
  seed: number,
  patch?: ReturnType<typeof nowAndThen>,
  options: (typeof FAULTS)[number]['options'] = {},
) {
  const embedded = await startEmbedded({
    dialect: 'plain',
    layers: patch ? [{ name: 'now and then', patch }] : [],
    ...options,
  })
  try {
    const wishes = { profile, seed, pollIntervalMs: 3, settleMs: 50, deadlineMs: 60_000 }
    return await run({ provision: embedded.provision, suites: SUITES, local: true, wishes })
  } finally {
    await embedded.close()
  }
}
