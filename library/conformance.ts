import { afterAll, beforeAll, describe, type RunnerTestSuite, test } from 'vitest'
import { UsageError } from '../engine/config/target.ts'
import { subjectOf } from '../engine/judge/check.ts'
import type { OutFolder } from '../engine/run/folder/out-folder.ts'
import { type HostedRun, hostRun } from '../engine/run/hosted.ts'
import { listToChange } from '../reporters/outcome/known-failures.ts'
import type { Report } from '../reporters/outcome/report.ts'
import { type Run, reported } from '../reporters/outcome/run.ts'
import { reportsWanted, type Wanted, writeReports } from '../reporters/write.ts'
import { SUITES } from '../suites/index.ts'
import { recordOf } from '../tools/run/perform.ts'
import { BrokenClause, NoVerdict, warningOf, withoutFrames } from './broken-clause.ts'
import type { Choices, Output, Server } from './options.ts'
import { settledForTests } from './server-of-tests.ts'

export type ConformanceOptions = Server &
  Choices &
  Output & {
    /** Title of the describe block. Default: conformance */
    name?: string | undefined
  }

/**
 * Adds all suites to a test file, one test per check. Without a server in the options, missing options are read like
 * "gatecheck run" does: from GATECHECK_* variables and gatecheck.config.ts.
 */
export function conformance({ name = 'conformance', ...asked }: ConformanceOptions = {}): void {
  // No timeout of vitest: the run has its own deadline and explains it.
  describe(name, { timeout: 0 }, () => {
    const stop = new AbortController()
    let run: HostedRun | undefined
    let close = async () => {}
    let wanted: Wanted[] = []
    /** Whether a test has failed. */
    let hasFailed = false

    // -t, .only and the UI select checks by their tests.
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern to know which fixtures are wanted
    beforeAll(async ({}, group) => {
      const chosen = chosenBelow(group)
      try {
        const { close: closeServer, output, ...situation } = await settledForTests(asked)
        close = closeServer
        wanted = reportsWanted(output.report ?? [], output.out)
        run = hostRun({ ...situation, ...output, suites: SUITES, chosen, interrupt: stop.signal })
      } catch (error) {
        throw error instanceof UsageError ? withoutFrames(error) : error
      }
    }, 0)

    afterAll(async () => {
      try {
        if (run) conclude(reported(await run.finished), run.folder, { wanted, hasFailed })
      } finally {
        run?.folder?.release()
        await close()
      }
    }, 0)

    for (const suite of SUITES) {
      describe(suite.name, () => {
        for (const check of suite.checks)
          test.concurrent(titleOf(check), async (context) => {
            // Aborted by ctrl-c and by --bail.
            context.signal.addEventListener('abort', () => stop.abort(), { once: true })
            const result = await run!.resultOf(check.id)
            if (result.outcome === 'skipped') return context.skip(result.reason)
            if (result.outcome === 'fault') throw new NoVerdict(`Internal error of gatecheck: ${result.reason}`)
            if (result.outcome === 'failed') {
              hasFailed = true
              throw new BrokenClause(result.broken)
            }
            for (const note of result.notes) await context.annotate(note, 'notice')
            if (!result.broken) return
            const warning = warningOf(result.broken)
            await context.annotate(warning, 'warning')
            // The default reporter shows annotations of failed tests only.
            console.warn(warning)
          })
      })
    }
  })
}

const IDS = new Map(SUITES.flatMap(({ checks }) => checks.map((check) => [titleOf(check), check.id])))

function titleOf(check: Parameters<typeof subjectOf>[0] & { title: string }): string {
  return `${check.title} (${subjectOf(check)})`
}

function chosenBelow(group: Pick<RunnerTestSuite, 'tasks'>): string[] {
  return group.tasks.flatMap((task) => {
    if (task.type === 'suite') return chosenBelow(task)
    const id = task.mode === 'run' ? IDS.get(task.name) : undefined
    return id === undefined ? [] : [id]
  })
}

type Outcome = { wanted: readonly Wanted[]; hasFailed: boolean }

/** Writes the reports. Throws if no test has failed but the run has not passed. */
function conclude(finished: Run, folder: OutFolder | undefined, { wanted, hasFailed }: Outcome): void {
  const written = folder && writeReports(recordOf(finished, folder.historyPath), folder.place, wanted)
  for (const { path, why } of written?.failed ?? []) console.warn(`${path} could not be written: ${why}`)
  const why = whyNotGreen(finished.report, hasFailed)
  if (why !== undefined) throw new NoVerdict(why)
}

/** Why the run has not passed, unless a failed test says so. */
function whyNotGreen(report: Report, hasFailed: boolean): string | undefined {
  const { exit, reason, faults, waivers } = report
  if (exit === 0) return undefined
  if (exit === 70) return `Internal error of gatecheck: ${faults[0] ?? reason}`
  if (exit !== 1) return `No verdict: ${reason}`
  if (hasFailed) return undefined
  const entries = listToChange(report).filter(({ fails }) => fails)
  if (entries.length > 0) return entries.map(({ title, message }) => `${title}: ${message}`).join('\n')
  const stale = waivers.filter(({ state }) => state === 'stale').map(({ clause }) => clause)
  return `Stale waiver: the clause passes again, so remove its waiver: ${stale.join(', ')}`
}
