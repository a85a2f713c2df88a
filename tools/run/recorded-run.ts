import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '../../engine/config/limits.ts'
import { UsageError } from '../../engine/config/target.ts'
import { type Recorded, recordedIn, UnreadableHistory } from '../../engine/history/recorded.ts'
import { beginningOf } from '../../engine/history/recording.ts'
import { problemBy } from '../../engine/history/validate.ts'
import { HISTORY_FILE, REPORT_FILE, whyNot } from '../../engine/run/folder/files.ts'
import { jsonGiven } from '../../engine/writing/read-file.ts'
import type { Report } from '../../reporters/outcome/report.ts'
import { type Run, rejudge } from '../../reporters/outcome/run.ts'
import schema from '../../reporters/schemas/report.schema.json' with { type: 'json' }
import { clientPacts } from '../../suites/client-pacts/index.ts'
import { SUITES_OF_TRAFFIC } from '../../suites/index.ts'

/** Every suite that a recorded run may have used. */
const RECORDED = [...SUITES_OF_TRAFFIC, clientPacts()]

type JudgedAgain = Run & Pick<Recorded, 'damaged' | 'cutOff'>

/** The recorded run in a folder, judged again from its history, as far as that is readable. */
export function recordedRun(dir: string, ofDamaged: 'none' | 'up to it' = 'up to it'): JudgedAgain {
  const path = join(dir, HISTORY_FILE)
  if (!existsSync(path))
    throw new UsageError(`${dir} contains no recorded run (${HISTORY_FILE} is missing): name the --out folder of a run`)
  try {
    return judgedAgain(path, ofDamaged)
  } catch (error) {
    if (isOfTheSystem(error)) throw new UsageError(`${path} cannot be read: ${whyNot(error)}`)
    throw error
  }
}

/** Throws UnreadableHistory for a history that this version cannot judge. */
export function judgedAgain(path: string, ofDamaged: 'none' | 'up to it' = 'none'): JudgedAgain {
  const run = rejudge(path, RECORDED, ofDamaged)
  const { began, judged } = run.judgement
  const known = new Set(judged.map(({ check }) => check.id))
  const at = began.planned.findIndex(({ id }) => !known.has(id))
  if (at < 0) return run
  throw new UnreadableHistory(
    `${path}, line 1: planned/${at}/id: this version has no check ${began.planned[at]!.id}; judge it with the gatecheck version that recorded it`,
  )
}

const isOfTheSystem = (error: unknown) => error instanceof Error && 'code' in error && 'syscall' in error

/** The report in the folder of a run, if there is one. */
export function recordedReport(dir: string): Report | undefined {
  const path = join(dir, REPORT_FILE)
  if (!existsSync(path)) return undefined
  const content = jsonGiven(path, LIMITS.givenRecordBytes)
  const flaw = problemBy(schema, content)
  if (flaw !== undefined) throw new UsageError(`${path} is not a valid report.json: ${flaw}`)
  return content as Report
}

/** A run that another one is compared with. */
export type EarlierRun = { report: Report; embedded: boolean }

/** The run in a folder. Undefined if it cannot be read: it is needed for a comparison only. */
export function earlierRunIn(dir: string): EarlierRun | undefined {
  const path = join(dir, HISTORY_FILE)
  try {
    const report = recordedReport(dir)
    const began = existsSync(path) ? beginningOf(recordedIn(path)) : undefined
    return report && began && { report, embedded: began.target.embedded === true }
  } catch (error) {
    if (error instanceof UsageError || isOfTheSystem(error)) return undefined
    throw error
  }
}

/**
 * The report to compare with. Undefined if it is of another server; the embedded service gets another port each time.
 */
export function comparableReport(
  earlier: EarlierRun | undefined,
  { baseUrl, embedded }: { baseUrl: string; embedded?: boolean | undefined },
): Report | undefined {
  const isSame = embedded ? earlier?.embedded : earlier?.report.target.baseUrl === baseUrl
  return isSame ? earlier?.report : undefined
}
