import { subjectOf } from '../runner/judging/check.ts'
import { planOf, type RunPlan } from '../runner/run/plan.ts'
import { prepare } from '../runner/run/run.ts'
import { perform } from '../runs/perform.ts'
import { SUITES } from '../suites/index.ts'
import { type Finding, findingOf } from './finding.ts'
import type { Plan, PlanOptions, RunOptions } from './options.ts'
import { settled } from './server.ts'

export type RunResult = Finding & {
  /** The files that were written. */
  files: string[]
  /** Those that could not be written. */
  unwritten: { path: string; why: string }[]
}

/** Runs the suites. Whatever the verdict is, it stands in the report; what is thrown is wrong usage, or a fault of ours. */
export async function run({ signal, giveUp, onProgress, ...asked }: RunOptions): Promise<RunResult> {
  const { provision, wishes, local, output, close } = await settled(asked)
  try {
    const { record, written } = await perform({
      ...{ provision, wishes, local, ...output },
      ...(signal && { interrupt: signal }),
      ...(giveUp && { giveUp }),
      ...(onProgress && listening(onProgress)),
    })
    return { ...findingOf(record), files: written.paths, unwritten: written.failed }
  } finally {
    await close()
  }
}

function listening(onProgress: NonNullable<RunOptions['onProgress']>): Partial<Parameters<typeof perform>[0]> {
  return {
    onPlanned: ({ target }, plan) => onProgress({ kind: 'planned', plan: told(plan, target.baseUrl) }),
    onProgress: (progress) => onProgress({ kind: 'progress', ...progress }),
    onDriven: (check) => {
      const { id, suite, title } = check
      onProgress({ kind: 'driven', check: id, suite, title, subject: subjectOf(check) })
    },
  }
}

/** What a run would do and cost; sends nothing, and needs no key. */
export async function plan(asked: PlanOptions): Promise<Plan> {
  const { provision, wishes, local, close } = await settled(asked, false)
  try {
    const { planned, prospect, target } = prepare({ provision, wishes, suites: SUITES, local })
    return told(planOf(planned, prospect), target.baseUrl)
  } finally {
    await close()
  }
}

const told = (plan: RunPlan, baseUrl: string): Plan => ({ baseUrl, ...plan })
