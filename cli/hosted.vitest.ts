import { afterAll, beforeAll, describe, type RunnerTestSuite, test } from 'vitest'
import { subjectOf } from '../runner/judging/check.ts'
import { type HostedRun, hostRun } from '../runner/run/hosted.ts'
import { SUITES } from '../suites/index.ts'
import { situationOf } from './situation.ts'

let run: HostedRun
let close = async () => {}

/** Only what vitest is going to run is driven: `-t`, `.only` and the UI choose checks as they choose tests. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern to know which fixtures are wanted
beforeAll(async ({}, file) => {
  const chosen = chosenBelow(file)
  const { close: closeTarget, ...situation } = await situationOf({})
  close = closeTarget
  run = hostRun({
    ...situation,
    suites: SUITES,
    chosen,
    ...(!situation.local && { out: situation.options.out ?? '.gatecheck' }),
  })
})

afterAll(async () => {
  await run?.finished
  await close()
})

for (const suite of SUITES) {
  describe(suite.name, () => {
    for (const check of suite.checks) {
      const subject = subjectOf(check)
      test.concurrent(`${check.title} (${subject})`, { meta: { check: check.id } }, async (context) => {
        const { outcome, reason, warnings, notes } = await run.resultOf(check.id)
        for (const warning of warnings) await context.annotate(warning, 'warning')
        for (const note of notes) await context.annotate(note, 'notice')
        if (outcome === 'skipped') context.skip(reason)
        if (outcome === 'failed') throw new Error(reason)
      })
    }
  })
}

function chosenBelow(suite: RunnerTestSuite): string[] {
  return suite.tasks.flatMap((task) => {
    if (task.type === 'suite') return chosenBelow(task)
    return task.mode === 'run' && task.meta.check ? [task.meta.check] : []
  })
}

declare module 'vitest' {
  interface TaskMeta {
    check?: string
  }
}
