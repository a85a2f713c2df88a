import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CHANGES } from '../fixtures/changes/index.ts'
import { startEmbedded } from '../fixtures/embedded.ts'
import { layerOf } from '../fixtures/layer-of.ts'
import { type Run, run } from '../reporters/outcome/run.ts'
import { SUITES } from '../suites/index.ts'
import { askingToCheck, askingToRecord } from '../tools/drift/asking/asking.ts'
import { baselineOf, observedIn } from '../tools/drift/baseline/baseline.ts'
import { driftOf } from '../tools/drift/drift.ts'
import type { LogEntry } from '../tools/drift/log.ts'
import { entryOf } from '../tools/drift/log.ts'
import type { DriftReport } from '../tools/drift/report.ts'
import { driftPage } from '../tools/drift/reporters/page/page.ts'

/** What the server of the pictures changes, one night after the other. */
const NIGHTS = ['rate-limit-headers-appear', 'credits-become-text', 'alias-is-gone']
const NIGHTS_AT_FIRST = 20
const NIGHTS_BETWEEN = 6
const DAY_MS = 24 * 60 * 60 * 1000
const WHERE = 'https://api.example.com/v1'

async function asked(changes: readonly string[], asking: ReturnType<typeof askingToRecord>): Promise<Run> {
  const layers = CHANGES.filter(({ id }) => changes.includes(id)).flatMap(({ id, after }) =>
    after?.patch ? [layerOf({ id, patch: after.patch })] : [],
  )
  const { provision, close } = await startEmbedded({ layers })
  try {
    return await run({ provision, suites: SUITES, local: true, ...asking })
  } finally {
    await close()
  }
}

/** The page of a check that finds three changes, with the log of some weeks in which they came one after the other. */
export async function driftPageOf(folder: string): Promise<string> {
  const first = observedIn(await asked([], askingToRecord({})))
  const baseline = baselineOf([first, observedIn(await asked([], askingToRecord({})))])
  const checks: DriftReport[] = []
  for (let night = 0; night <= NIGHTS.length; night++) {
    const found = driftOf(baseline, await asked(NIGHTS.slice(0, night), askingToCheck({}, baseline.seed)))
    checks.push({ ...found, target: { baseUrl: WHERE }, baseline: { ...found.baseline, target: { baseUrl: WHERE } } })
  }
  const last = checks.at(-1)!
  const path = join(folder, 'drift.html')
  writeFileSync(path, driftPage(last, logOf(checks)))
  return pathToFileURL(path).href
}

/** One entry a night, the last of them of today. */
function logOf(checks: readonly DriftReport[]): LogEntry[] {
  const [first, ...others] = checks
  const nights = [
    ...Array.from({ length: NIGHTS_AT_FIRST }, () => first!),
    ...others.flatMap((check) => Array.from({ length: NIGHTS_BETWEEN }, () => check)),
  ]
  const today = Date.parse(checks.at(-1)!.startedAt)
  return nights.map((check, index) => ({
    ...entryOf(check),
    at: new Date(today - (nights.length - 1 - index) * DAY_MS).toISOString(),
  }))
}
