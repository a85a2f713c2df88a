import { planLine } from '../reporters/plan.ts'
import type { RunRecord } from '../reporters/reporter.ts'
import { terminalReport } from '../reporters/terminal.ts'
import { printable } from '../runner/history/words.ts'
import type { RunPlan } from '../runner/run/plan.ts'
import type { Prepared, Run } from '../runner/run/run.ts'
import { perform as performRun } from '../runs/perform.ts'
import { stillBy } from '../runs/still.ts'
import { print, tellGithub } from './github.ts'
import { onInterrupt } from './interrupt.ts'
import { showProgress } from './progress.ts'
import { tellFailures } from './report-failures.ts'
import { screenOf } from './screen.ts'
import { type Situation, situationOf } from './situation.ts'
import type { TargetOptions } from './target-options.ts'

const DEFAULT_OUT = '.gatecheck'

export type Performed = { finished: Run; out: string }

/** What has to be there before anything is sent. */
export type Demand = (options: TargetOptions, planned: Prepared['planned']) => void

/** A run from the command line: says what it will cost, shows how far it is, and leaves its reports. */
export async function perform(flags: TargetOptions, demand?: Demand): Promise<Performed> {
  const situation = await situationOf(flags)
  const { options, wishes, provision, local } = situation
  const { out = DEFAULT_OUT, keep, report } = options
  const progress = showProgress(options.quiet === true)
  const { signal: interrupt, giveUp, forget } = onInterrupt(progress.tell)
  const onPlanned = (prepared: Prepared) => demand?.(options, prepared.planned)
  const onReady = (prepared: Prepared, plan: RunPlan) => {
    for (const note of situation.notes) process.stderr.write(`${note}\n`)
    tellBefore(situation, prepared, plan)
  }
  try {
    const { finished, record, written, place, kept } = await performRun({
      ...{ provision, wishes, local, out, keep, report, interrupt, giveUp },
      still: stillBy(process.env),
      manner: options,
      onProgress: progress.show,
      onPlanned,
      onReady,
    }).finally(progress.clear)
    print(textFor(record, { reports: written.paths, place: place!, embedded: local, options }))
    tellFailures(written)
    if (kept !== undefined)
      process.stderr.write(`${printable(kept)} still holds the earlier run, since this one reached nothing.\n`)
    tellGithub(record)
    return { finished, out: place! }
  } finally {
    forget()
    await situation.close()
  }
}

function tellBefore({ local, options }: Situation, { target }: Prepared, plan: RunPlan): void {
  if (!local && !options.quiet) process.stderr.write(`${planLine(plan, target.baseUrl)}\n`)
  if (!target.endsWithVersion) {
    process.stderr.write(
      `The base URL does not end with the version (/v1): going on, but the checks about the version cannot be tried.\n`,
    )
  }
}

type About = { reports: string[]; place: string; embedded: boolean; options: TargetOptions }

function textFor(record: RunRecord, { reports, place, embedded, options: { quiet, verbose } }: About): string {
  const { color, width } = screenOf(process.stdout)
  return terminalReport(record, {
    color,
    width,
    reports,
    embedded,
    ...(place !== DEFAULT_OUT && { folder: place }),
    quiet: quiet === true,
    verbose: verbose === true,
  })
}
