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
  // The session keeps its own deadline; vitest's would only cut its explanation off.
  describe(name, { timeout: 0 }, () => {
    const stop = new AbortController()
    let run: HostedRun | undefined
    let close = async () => {}
    let wanted: Wanted[] = []
    /** Whether vitest has been told of something broken. */
    let isTold = false

    // Only what vitest is going to run is driven: -t, .only and the UI choose checks as they choose tests.
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
        if (run) conclude(reported(await run.finished), run.folder, { wanted, isTold })
      } finally {
        run?.folder?.release()
        await close()
      }
    }, 0)

    for (const suite of SUITES) {
      describe(suite.name, () => {
        for (const check of suite.checks)
          test.concurrent(titleOf(check), async (context) => {
            // Aborted by ctrl-c and by --bail: whoever stops the tests stops the run.
            context.signal.addEventListener('abort', () => stop.abort(), { once: true })
            const result = await run!.resultOf(check.id)
            if (result.outcome === 'skipped') return context.skip(result.reason)
            if (result.outcome === 'fault') throw new NoVerdict(`Internal error of gatecheck: ${result.reason}`)
            if (result.outcome === 'failed') {
              isTold = true
              throw new BrokenClause(result.broken)
            }
            for (const note of result.notes) await context.annotate(note, 'notice')
            if (!result.broken) return
            const warning = warningOf(result.broken)
            await context.annotate(warning, 'warning')
            // The default reporter shows annotations of failed tests alone.
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

type Told = { wanted: readonly Wanted[]; isTold: boolean }

/** Leaves the reports, and fails where no test has said why it is not green. */
function conclude(finished: Run, folder: OutFolder | undefined, { wanted, isTold }: Told): void {
  const written = folder && writeReports(recordOf(finished, folder.historyPath), folder.place, wanted)
  for (const { path, why } of written?.failed ?? []) console.warn(`${path} could not be written: ${why}`)
  const why = whyNotGreen(finished.report, isTold)
  if (why !== undefined) throw new NoVerdict(why)
}

/** Verdicts that no test has told: a green one has to be earned. */
function whyNotGreen(report: Report, isTold: boolean): string | undefined {
  const { exit, reason, faults, waivers } = report
  if (exit === 0) return undefined
  if (exit === 70) return `Internal error of gatecheck: ${faults[0] ?? reason}`
  if (exit !== 1) return `No verdict: ${reason}`
  if (isTold) return undefined
  const entries = listToChange(report).filter(({ fails }) => fails)
  if (entries.length > 0) return entries.map(({ title, message }) => `${title}: ${message}`).join('\n')
  const stale = waivers.filter(({ state }) => state === 'stale').map(({ clause }) => clause)
  return `Stale waiver: the clause passes again, so remove its waiver: ${stale.join(', ')}`
}
