import { setTimeout as sleep } from 'node:timers/promises'
import type { Profile } from '../engine/config/configuration.ts'
import { startEmbedded } from '../fixtures/embedded.ts'
import { run } from '../reporters/outcome/run.ts'
import { around } from '../service/interface/behaviour.ts'
import type { Layer } from '../service/layers.ts'
import { SUITES } from '../suites/index.ts'
import { markdownTable } from './markdown-table.ts'
import { tell } from './tell.ts'

const SECONDS = [1, 3]
const MINUTES = [1, 3, 10]
const PROFILES_TRIED: readonly Profile[] = ['smoke', 'standard', 'full']

/** Number of clauses to name. */
const FEW = 3

type Trial = { seconds: number; minutes: number; profile: Profile }

/** Runs on conforming servers that take seconds for each response; all at once, because they only wait. */
export async function runsOnSlowServers(): Promise<void> {
  const trials = SECONDS.flatMap((seconds) =>
    MINUTES.flatMap((minutes) => PROFILES_TRIED.map((profile): Trial => ({ seconds, minutes, profile }))),
  )
  process.stdout.write(`${trials.length} runs at once, of at most ${Math.max(...MINUTES)} minutes\n`)
  const rows = await Promise.all(trials.map(rowOf))
  const head = [
    'an answer takes',
    'deadline',
    'profile',
    'verdict',
    'judged',
    'plain cases alone',
    'no verdict',
    'requests',
    'took',
  ]
  const table = markdownTable([head, ...rows], [0, 1, 7, 8])
  tell('docs/guides/scale.md', 'slow', table)
  process.stdout.write(`${table}\n`)
}

const slowly = (seconds: number): Layer => ({
  name: 'slow answers',
  patch: (behaviour) =>
    around(behaviour, 'respond', async (next, incoming) => {
      await sleep(seconds * 1000)
      return next(incoming)
    }),
})

async function rowOf({ seconds, minutes, profile }: Trial): Promise<string[]> {
  const embedded = await startEmbedded({ dialect: 'plain', layers: [slowly(seconds)] })
  try {
    const wishes = { profile, seed: 1, deadlineMs: minutes * 60_000, pollIntervalMs: 20 }
    const suites = SUITES.filter(({ startsAProcess }) => !startsAProcess)
    const { report } = await run({ provision: embedded.provision, wishes, suites, local: true })
    const planned = report.clauses.filter(({ verdict }) => verdict !== 'skip')
    const open = planned.filter(({ verdict }) => verdict === 'inconclusive')
    const failed = planned.filter(({ verdict }) => verdict === 'fail')
    const short = report.checks.filter(({ leftOut }) => leftOut).length
    const named = open.map(({ id }) => id)
    return [
      `${seconds} s`,
      `${minutes} min`,
      profile,
      `${report.verdict}${failed.length > 0 ? `, accused: ${failed.map(({ id }) => id).join(', ')}` : ''}`,
      `${planned.length - open.length} of ${planned.length} clauses`,
      `${short} checks`,
      named.length > FEW ? `${named.slice(0, FEW).join(', ')} and ${named.length - FEW} more` : named.join(', ') || '–',
      `${report.budget.requests}`,
      `${Math.round(report.seconds)} s`,
    ]
  } finally {
    await embedded.close()
  }
}
