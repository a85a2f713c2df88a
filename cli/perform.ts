import { join } from 'node:path'
import { planLine } from '../reporters/plan.ts'
import type { RunRecord } from '../reporters/reporter.ts'
import { terminalReport } from '../reporters/terminal.ts'
import { HISTORY_FILE, openOutFolder } from '../runner/run/out-folder.ts'
import { planOf } from '../runner/run/plan.ts'
import { type Prepared, prepare, type Run, run } from '../runner/run/run.ts'
import { SUITES } from '../suites/index.ts'
import { print, tellGithub } from './github.ts'
import { onInterrupt } from './interrupt.ts'
import { showProgress } from './progress.ts'
import { reportsWanted, withJson, writeReports } from './reports.ts'
import { screenOf } from './screen.ts'
import { situationOf } from './situation.ts'
import type { TargetOptions } from './target-options.ts'

export type Performed = { finished: Run; out: string }

/** What has to be there before anything is sent. */
export type Demand = (options: TargetOptions, planned: Prepared['planned']) => void

/** A run from the command line: says what it will cost, shows how far it is, and leaves its reports. */
export async function perform(flags: TargetOptions, demand?: Demand): Promise<Performed> {
  const situation = await situationOf(flags)
  const { options, wishes, provision, local } = situation
  const interrupted = onInterrupt()
  try {
    const wanted = withJson(reportsWanted(options.report))
    const setUp = { provision, wishes, suites: SUITES, local, interrupt: interrupted.signal }
    const prepared = prepare(setUp)
    demand?.(options, prepared.planned)
    const plan = planOf(prepared.planned, prepared.prospect)
    if (!local && !options.quiet) process.stderr.write(`${planLine(plan, prepared.target.baseUrl)}\n`)
    if (!prepared.target.endsWithVersion) {
      process.stderr.write(
        `The base URL does not end with the version (/v1): going on, but the checks about the version cannot be tried.\n`,
      )
    }
    const out = openOutFolder(options.out ?? '.gatecheck')
    const historyPath = join(out, HISTORY_FILE)
    const progress = showProgress(options.quiet === true)
    const finished = await run({ ...setUp, historyPath, onProgress: progress.show }).finally(progress.clear)
    const record = { report: finished.report, history: finished.entries, historyPath }
    const reports = writeReports(record, out, wanted, options)
    print(textFor(record, { reports, quiet: options.quiet === true }))
    tellGithub(record)
    return { finished, out }
  } finally {
    interrupted.forget()
    await situation.close()
  }
}

function textFor(record: RunRecord, about: { reports: string[]; quiet: boolean }): string {
  const { color, width } = screenOf(process.stdout)
  return terminalReport(record, { color, width, ...about })
}
