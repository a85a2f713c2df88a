import { afterAll, beforeAll, describe, type RunnerTestSuite, test } from 'vitest'
import { readOptions } from '../cli/config-file.ts'
import { subjectOf } from '../runner/judging/check.ts'
import type { Report } from '../runner/report/report.ts'
import { type HostedRun, hostRun } from '../runner/run/hosted.ts'
import { UsageError } from '../runner/settings/target.ts'
import { SUITES } from '../suites/index.ts'
import { BrokenClause, NoVerdict, warningOf, withoutFrames } from './broken-clause.ts'
import type { Choices, Output, Server } from './options.ts'
import { type Settled, settled } from './server.ts'

export type ConformanceOptions = Server &
  Choices &
  Pick<Output, 'out' | 'keep'> & {
    /** Of the group that holds all tests. Default: conformance */
    name?: string | undefined
  }

/**
 * Adds all suites to a test file, one test a check. Without a server in the options, all that they leave open is what
 * "gatecheck run" would read: the GATECHECK_* variables and gatecheck.config.ts.
 */
export function conformance({ name = 'conformance', ...asked }: ConformanceOptions = {}): void {
  // The session keeps its own deadline; vitest's would only cut its explanation off.
  describe(name, { timeout: 0 }, () => {
    const stop = new AbortController()
    let run: HostedRun | undefined
    let close = async () => {}
    /** Whether vitest has been told of something broken. */
    let isTold = false

    // Only what vitest is going to run is driven: -t, .only and the UI choose checks as they choose tests.
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern to know which fixtures are wanted
    beforeAll(async ({}, group) => {
      const chosen = chosenBelow(group)
      try {
        const { close: closeServer, output, ...situation } = await situationOf(asked)
        close = closeServer
        run = hostRun({ ...situation, ...output, suites: SUITES, chosen, interrupt: stop.signal })
      } catch (error) {
        throw error instanceof UsageError ? withoutFrames(error) : error
      }
    }, 0)

    afterAll(async () => {
      try {
        const why = run && whyNotGreen((await run.finished).report, isTold)
        if (why !== undefined) throw new NoVerdict(why)
      } finally {
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
            if (result.outcome === 'fault') throw new NoVerdict(`A fault of gatecheck itself: ${result.reason}`)
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

/** Verdicts that no test has told: a green one has to be earned. */
function whyNotGreen({ exit, reason, faults, waivers }: Report, isTold: boolean): string | undefined {
  if (exit === 0) return undefined
  if (exit === 70) return `A fault of gatecheck itself: ${faults[0] ?? reason}`
  if (exit !== 1) return `No verdict: ${reason}`
  if (isTold) return undefined
  const stale = waivers.filter(({ state }) => state === 'stale').map(({ clause }) => clause)
  return `What is waived holds by now, so take the waiver away: ${stale.join(', ')}`
}

async function situationOf({ ...asked }: Omit<ConformanceOptions, 'name'>): Promise<Settled> {
  if (asked.baseUrl || asked.embedded || asked.env) return settled(asked)
  const { keys, imageUrl, failingPrompt, env: _, baseUrl: __, embedded: ___, ...choices } = asked
  if (keys || imageUrl || failingPrompt) return settled({ ...asked, env: process.env })
  const { situationOf: asTyped } = await import('../cli/situation.ts')
  const { options, wishes, provision, local, close } = await asTyped(readOptions(choices, 'options'))
  if (local) {
    await close()
    throw new UsageError(
      'conformance: no server: set GATECHECK_BASE_URL and GATECHECK_KEY, or give baseUrl and keys, or embedded: true',
    )
  }
  const { out, keep } = options
  return {
    wishes,
    provision,
    local,
    close,
    output: { ...(out !== undefined && { out }), ...(keep !== undefined && { keep }) },
  }
}
