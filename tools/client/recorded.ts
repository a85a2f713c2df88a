import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '../../engine/config/limits.ts'
import { UsageError } from '../../engine/config/target.ts'
import { UnreadableHistory } from '../../engine/history/recorded.ts'
import { CLIENT_FILE, HISTORY_FILE, historyOfScenario } from '../../engine/run/folder/files.ts'
import { textGiven } from '../../engine/writing/read-file.ts'
import type { ClientReport } from '../../reporters/outcome/clients/report.ts'
import type { ClauseReport } from '../../reporters/outcome/report.ts'
import type { RunRecord } from '../../reporters/reporter.ts'
import { judgedAgain } from '../run/recorded-run.ts'

const HISTORY_OF_SCENARIO = /^client-([a-z0-9-]+)\.jsonl$/

const scenariosIn = (dir: string): string[] =>
  readdirSync(dir).flatMap((name) => HISTORY_OF_SCENARIO.exec(name)?.[1] ?? [])

/** Whether "gatecheck client" left the run that lies there. */
export const isOfAClient = (dir: string): boolean =>
  statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true &&
  !existsSync(join(dir, HISTORY_FILE)) &&
  scenariosIn(dir).length > 0

/** What can be shown of each scenario, read when it is asked for. The clauses are those that bind clients. */
export function recordedScenarios(dir: string): Map<string, () => RunRecord> {
  const failed = failedIn(dir)
  return new Map(scenariosIn(dir).map((name) => [name, () => recordOf(name)]))

  function recordOf(name: string): RunRecord {
    const historyPath = join(dir, historyOfScenario(name))
    try {
      const { report, entries: history } = judgedAgain(historyPath, 'up to it')
      const clauses = failed.filter(({ scenario }) => scenario === name) as unknown as ClauseReport[]
      return { report: { ...report, clauses }, history, historyPath }
    } catch (error) {
      if (error instanceof UnreadableHistory) throw new UsageError(error.message)
      throw error
    }
  }
}

/** The scenarios in which a clause fails by the exchange of that number. */
export function decidedBy(n: number, dir: string): string[] {
  const deciding = failedIn(dir).filter(({ evidence, violations = [] }) =>
    [...evidence, ...violations.flatMap((each) => each.evidence)].includes(n),
  )
  return [...new Set(deciding.flatMap(({ scenario }) => scenario ?? []))]
}

/** None where the run crashed before its report. */
function failedIn(dir: string) {
  const path = join(dir, CLIENT_FILE)
  if (!existsSync(path)) return []
  const text = textGiven(path, path, { most: LIMITS.givenRecordBytes })
  try {
    const { clauses } = JSON.parse(text) as ClientReport
    return clauses.flatMap((clause) =>
      clause.verdict === 'fail' ? [{ ...clause, evidence: clause.evidence ?? [] }] : [],
    )
  } catch {
    throw new UsageError(`${path} is not a client report`)
  }
}
