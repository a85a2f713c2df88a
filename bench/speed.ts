import type { Exchange } from '../engine/history/entry/exchange.ts'
import { startEmbedded } from '../fixtures/embedded.ts'
import { run } from '../reporters/outcome/run.ts'
import { SUITES } from '../suites/index.ts'
import { QUIET } from '../suites/quiet/phase.ts'
import { lengthOf, livesIn } from '../suites/quiet/trios.ts'

/** Benchmarks compare things measured in the same run: the machine may be busy. */
const POLLS = 60
const INTERVAL_MS = 100
const MOST = 1.15

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** The lower limit of any run: one job after another in the quiet phase, after the earlier jobs. */
export async function runBesideItsLongestChain(): Promise<boolean> {
  const embedded = await startEmbedded({ dialect: 'plain', polls: POLLS, capacity: 1000 })
  try {
    const wishes = { pollIntervalMs: INTERVAL_MS, settleMs: 250, seed: 1, deadlineMs: 300_000 }
    const { report, entries } = await run({ provision: embedded.provision, suites: SUITES, local: true, wishes })
    const exchanges = [...entries].filter((entry): entry is Exchange => entry.kind === 'exchange')
    const quiet = livesIn(exchanges).reduce((sum, life) => sum + lengthOf(life), 0)
    const before = longestJobOutsideThePhase(exchanges)
    const chain = before + quiet
    const ratio = (report.seconds * 1000) / chain
    process.stdout.write(
      `${[
        `A run (full) against a server whose jobs take ${POLLS} polls, one each ${INTERVAL_MS} ms:`,
        `  the run took           ${seconds(report.seconds * 1000)} (${report.budget.requests} requests, ${report.budget.jobs} jobs)`,
        `  its longest chain      ${seconds(chain)} (a job before the quiet phase ${seconds(before)}, the quiet phase ${seconds(quiet)})`,
        `  ratio                  ${ratio.toFixed(2)} (at most ${MOST})`,
        '',
      ].join('\n')}`,
    )
    return ratio <= MOST
  } finally {
    await embedded.close()
  }
}

function longestJobOutsideThePhase(exchanges: readonly Exchange[]): number {
  const lives = new Map<number, { first: number; last: number }>()
  for (const { purpose, at, n, request } of exchanges) {
    if (purpose.by === QUIET.name) continue
    const job = request.method === 'POST' ? n : purpose.by === 'jobs' ? purpose.job : undefined
    if (job === undefined) continue
    const life = lives.get(job) ?? { first: at, last: at }
    lives.set(job, { first: Math.min(life.first, at), last: at })
  }
  return Math.max(...[...lives.values()].map(({ first, last }) => last - first))
}
