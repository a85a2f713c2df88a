import { planLine } from '../reporters/plan.ts'
import type { RunRecord } from '../reporters/reporter.ts'
import { terminalReport } from '../reporters/terminal.ts'
import { OutFolder } from '../runner/folder/out-folder.ts'
import { printable } from '../runner/history/words.ts'
import { planOf } from '../runner/run/plan.ts'
import { type Prepared, prepare, type Run, run } from '../runner/run/run.ts'
import { SUITES } from '../suites/index.ts'
import { print, tellGithub } from './github.ts'
import { onInterrupt } from './interrupt.ts'
import { showProgress } from './progress.ts'
import { reportsWanted, tellFailures, withJson, writeReports } from './reports.ts'
import { screenOf } from './screen.ts'
import { situationOf } from './situation.ts'
import type { TargetOptions } from './target-options.ts'

const DEFAULT_OUT = '.gatecheck'

export type Performed = { finished: Run; out: string }

/** What has to be there before anything is sent. */
export type Demand = (options: TargetOptions, planned: Prepared['planned']) => void

/** A run from the command line: says what it will cost, shows how far it is, and leaves its reports. */
export async function perform(flags: TargetOptions, demand?: Demand): Promise<Performed> {
  const situation = await situationOf(flags)
  const { options, wishes, provision, local } = situation
  const progress = showProgress(options.quiet === true)
  const interrupted = onInterrupt(progress.tell)
  let folder: OutFolder | undefined
  try {
    const wanted = withJson(reportsWanted(options.report))
    const setUp = {
      provision,
      wishes,
      suites: SUITES,
      local,
      interrupt: interrupted.signal,
      giveUp: interrupted.giveUp,
    }
    const prepared = prepare(setUp)
    demand?.(options, prepared.planned)
    const plan = planOf(prepared.planned, prepared.prospect)
    for (const note of situation.notes) process.stderr.write(`${note}\n`)
    if (!local && !options.quiet) process.stderr.write(`${planLine(plan, prepared.target.baseUrl)}\n`)
    if (!prepared.target.endsWithVersion) {
      process.stderr.write(
        `The base URL does not end with the version (/v1): going on, but the checks about the version cannot be tried.\n`,
      )
    }
    folder = new OutFolder(options.out ?? DEFAULT_OUT, {
      mostMs: prepared.prospect.configuration.deadlineMs,
      ...(options.keep !== undefined && { keep: options.keep }),
    })
    const finished = await run({ ...setUp, folder, onProgress: progress.show }).finally(progress.clear)
    folder.dropBallast()
    const { historyPath, place } = folder
    const record = { report: finished.report, history: finished.entries, historyPath }
    const written = writeReports(record, place, wanted, options)
    print(textFor(record, { reports: written.paths, place, options }))
    tellFailures(written)
    if (folder.keptAnEarlierRun)
      process.stderr.write(`${printable(folder.path)} still holds the earlier run, since this one reached nothing.\n`)
    tellGithub(record)
    return { finished, out: place }
  } finally {
    folder?.release()
    interrupted.forget()
    await situation.close()
  }
}

type About = { reports: string[]; place: string; options: TargetOptions }

function textFor(record: RunRecord, { reports, place, options: { quiet, verbose } }: About): string {
  const { color, width } = screenOf(process.stdout)
  return terminalReport(record, {
    color,
    width,
    reports,
    ...(place !== DEFAULT_OUT && { folder: place }),
    quiet: quiet === true,
    verbose: verbose === true,
  })
}
