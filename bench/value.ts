import type { Exchange } from '../engine/history/entry/exchange.ts'
import { INTRODUCTION } from '../engine/history/entry/senders.ts'
import { prepare } from '../engine/run/run.ts'
import { FAULTS } from '../fixtures/corpus.ts'
import { startEmbedded } from '../fixtures/embedded.ts'
import { layerOf } from '../fixtures/layer-of.ts'
import { run } from '../reporters/outcome/run.ts'
import { clause } from '../spec/clauses.ts'
import { SUITES } from '../suites/index.ts'
import { markdownTable } from './markdown-table.ts'

const WISHES = { profile: 'standard', pollIntervalMs: 3, settleMs: 200, seed: 1, deadlineMs: 60_000 } as const

/** Must faults that each phase with jobs shows, per second of video: the priorities of phases follow this table. */
export async function valueOfPhases(nth: number): Promise<void> {
  const found = new Map<string, number>()
  const alone = new Map<string, number>()
  const faults = FAULTS.filter((fault) => clause(fault.breaks).level === 'must' && !fault.stillMissed)
  let caught = 0
  for (const fault of faults.filter((_, index) => index % nth === 0)) {
    const phases = await phasesThatShow(fault)
    if (!phases) continue
    caught++
    for (const name of phases) found.set(name, (found.get(name) ?? 0) + 1)
    const [only, ...others] = phases
    if (only !== undefined && others.length === 0) alone.set(only, (alone.get(only) ?? 0) + 1)
  }
  const seconds = await secondsOfPhases()
  const rows = [...seconds].map(([name, cost]) => {
    const shown = found.get(name) ?? 0
    return [name, ...[cost, shown, alone.get(name) ?? 0].map(String), (shown / cost).toFixed(1)]
  })
  process.stdout.write(
    `${caught} faults caught\n${markdownTable([['phase', 'seconds of video', 'faults', 'only there', 'per second'], ...rows])}\n`,
  )
}

/** The phases whose jobs or probes are in the evidence of the clause; undefined if it passed. */
async function phasesThatShow(fault: (typeof FAULTS)[number]): Promise<string[] | undefined> {
  const { provision, close } = await startEmbedded({ layers: [layerOf(fault)] })
  try {
    const wishes = { ...WISHES, only: [fault.breaks] }
    const { report, entries } = await run({ provision, wishes, suites: SUITES, local: true })
    const failed = report.checks.filter((check) => check.verdict === 'fail' && check.clause === fault.breaks)
    if (failed.length === 0) return undefined
    const exchanges = new Map<number, Exchange>()
    for (const entry of entries) if (entry.kind === 'exchange') exchanges.set(entry.n, entry)
    const senders = failed.flatMap(({ evidence }) =>
      evidence.flatMap((n) => {
        const exchange = exchanges.get(n)
        return exchanges.get(exchange?.purpose.job ?? n)?.purpose.by ?? []
      }),
    )
    return [...new Set(senders)]
  } finally {
    await close()
  }
}

/** In their cheapest form. */
async function secondsOfPhases(): Promise<Map<string, number>> {
  const { provision, close } = await startEmbedded()
  await close()
  const { phases, input } = prepare({ provision, wishes: WISHES, suites: SUITES, local: true }).plan
  const costs = phases.map((phase): [string, number] => {
    const { videoSeconds = 0 } = phase.brief?.(input) ?? phase.max(input)
    return [phase.name, videoSeconds]
  })
  return new Map([[INTRODUCTION, 1], ...costs.filter(([, seconds]) => seconds > 0)])
}
