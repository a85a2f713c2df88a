import { subjectOf } from '../engine/judge/check.ts'
import type { RunPlan } from '../engine/run/planning/plan.ts'
import { prepare } from '../engine/run/run.ts'
import { SUITES } from '../suites/index.ts'
import { perform } from '../tools/run/perform.ts'
import { type Finding, findingOf } from './finding.ts'
import type { Plan, PlanOptions, ProgressEvent, RunOptions } from './options.ts'
import { type Running, running } from './running.ts'
import { settled } from './server.ts'

export type RunResult = Finding & {
  /** Files that were written. */
  files: string[]
  /** Files that could not be written. */
  unwritten: { path: string; why: string }[]
}

/** Runs the suites. The verdict is in the report; throws only on wrong usage or an internal error. */
export function run({ onProgress, ...asked }: RunOptions): Running<RunResult> {
  return running((tell) =>
    runToldTo(asked, (event) => {
      onProgress?.(event)
      tell(event)
    }),
  )
}

async function runToldTo(
  { signal, giveUp, ...asked }: Omit<RunOptions, 'onProgress'>,
  tell: (event: ProgressEvent) => void,
): Promise<RunResult> {
  const { provision, wishes, local, output, close } = await settled(asked)
  try {
    const { record, written } = await perform({
      ...{ provision, wishes, local, ...output },
      ...(signal && { interrupt: signal }),
      ...(giveUp && { giveUp }),
      ...listening(tell),
    })
    return { ...findingOf(record), files: written.paths, unwritten: written.failed }
  } finally {
    await close()
  }
}

function listening(tell: (event: ProgressEvent) => void): Partial<Parameters<typeof perform>[0]> {
  return {
    onPlanned: ({ target }, plan) => tell({ kind: 'planned', plan: publicPlan(plan, target.baseUrl) }),
    onProgress: (progress) => tell({ kind: 'progress', ...progress }),
    onDriven: (check) => {
      const { id, suite, title } = check
      tell({ kind: 'driven', check: id, suite, title, subject: subjectOf(check) })
    },
  }
}

/** Returns what a run would do and cost at most. Sends nothing and needs no key. */
export async function plan(asked: PlanOptions): Promise<Plan> {
  const { provision, wishes, local, close } = await settled(asked, false)
  try {
    const { plan, target } = prepare({ provision, wishes, suites: SUITES, local })
    return publicPlan(plan.plan, target.baseUrl)
  } finally {
    await close()
  }
}

const publicPlan = (plan: RunPlan, baseUrl: string): Plan => ({ baseUrl, ...plan })
