import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '../../engine/config/limits.ts'
import { UsageError } from '../../engine/config/target.ts'
import { type Recorded, UnreadableHistory } from '../../engine/history/recorded.ts'
import { HISTORY_FILE, REPORT_FILE, whyNot } from '../../engine/run/folder/files.ts'
import { textGiven } from '../../engine/writing/read-file.ts'
import type { Report } from '../../reporters/outcome/report.ts'
import { type Run, rejudge } from '../../reporters/outcome/run.ts'
import { clientPacts } from '../../suites/client-pacts/index.ts'
import { SUITES_OF_TRAFFIC } from '../../suites/index.ts'
import { flawInReport } from './told-report.ts'

/** What any run may have been made of. */
const RECORDED = [...SUITES_OF_TRAFFIC, clientPacts()]

/** What a history of a folder was read from. */
export type ReadAgain = Run & Pick<Recorded, 'damaged' | 'cutOff'>

/** The run that was recorded in a folder, judged again from its history, as far as that can be read. */
export function recordedRun(dir: string, ofDamaged: 'none' | 'up to it' = 'up to it'): ReadAgain {
  const path = join(dir, HISTORY_FILE)
  if (!existsSync(path))
    throw new UsageError(`${dir} contains no recorded run (${HISTORY_FILE} is missing): name the --out folder of a run`)
  try {
    return judgedAgain(path, ofDamaged)
  } catch (error) {
    if (error instanceof UnreadableHistory) throw new UsageError(error.message)
    if (isOfTheSystem(error)) throw new UsageError(`${path} cannot be read: ${whyNot(error)}`)
    throw error
  }
}

/** From one reading of the file. Throws UnreadableHistory where it is no record that this version can judge. */
export function judgedAgain(path: string, ofDamaged: 'none' | 'up to it' = 'none'): ReadAgain {
  const run = rejudge(path, RECORDED, ofDamaged)
  refuseUnknownChecks(run, path)
  return run
}

/** Of another version, or of nobody's: what this one cannot judge is no fault of it. */
function refuseUnknownChecks({ judgement: { began, judged } }: Run, path: string): void {
  const known = new Set(judged.map(({ check }) => check.id))
  const at = began.planned.findIndex(({ id }) => !known.has(id))
  if (at < 0) return
  throw new UnreadableHistory(
    `${path}, line 1: planned/${at}/id: this version has no check ${began.planned[at]!.id}; judge it with the gatecheck version that recorded it`,
  )
}

const isOfTheSystem = (error: unknown) => error instanceof Error && 'code' in error && 'syscall' in error

/** What the run itself said, where it left a report. */
export function recordedReport(dir: string): Report | undefined {
  const path = join(dir, REPORT_FILE)
  if (!existsSync(path)) return undefined
  const told = valueIn(path)
  const flaw = flawInReport(told)
  if (flaw !== undefined) throw new UsageError(`${path} is not a valid report.json: ${flaw}`)
  return told as Report
}

function valueIn(path: string): unknown {
  const text = textGiven(path, path, { most: LIMITS.givenRecordBytes })
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path} is not JSON`)
  }
}
