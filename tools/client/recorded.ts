import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '../../engine/config/limits.ts'
import { UsageError } from '../../engine/config/target.ts'
import { CLIENT_FILE, HISTORY_FILE, historyOfScenario } from '../../engine/run/folder/files.ts'
import { jsonGiven } from '../../engine/writing/read-file.ts'
import type { ClientReport } from '../../reporters/outcome/clients/report.ts'
import type { ClauseReport } from '../../reporters/outcome/report.ts'
import type { RunRecord } from '../../reporters/reporter.ts'
import { judgedAgain } from '../run/recorded-run.ts'

const HISTORY_OF_SCENARIO = /^client-([a-z0-9-]+)\.jsonl$/

const scenariosIn = (dir: string): string[] =>
  readdirSync(dir).flatMap((name) => HISTORY_OF_SCENARIO.exec(name)?.[1] ?? [])

/** Whether "gatecheck client" wrote this folder. */
export const isOfAClient = (dir: string): boolean =>
  statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true &&
  !existsSync(join(dir, HISTORY_FILE)) &&
  scenariosIn(dir).length > 0

/** The record of each scenario, read on demand. Its clauses are those for clients. */
export function recordedScenarios(dir: string): Map<string, () => RunRecord> {
  const failed = failedIn(dir)
  return new Map(scenariosIn(dir).map((name) => [name, () => recordOf(name)]))

  function recordOf(name: string): RunRecord {
    const historyPath = join(dir, historyOfScenario(name))
    const { report, entries: history } = judgedAgain(historyPath, 'up to it')
    const clauses = failed.filter(({ scenario }) => scenario === name) as unknown as ClauseReport[]
    return { report: { ...report, clauses }, history, historyPath }
  }
}

/** The scenarios in which a clause fails by the exchange of that number. */
export function decidedBy(n: number, dir: string): string[] {
  const deciding = failedIn(dir).filter(({ evidence, violations = [] }) =>
    [...evidence, ...violations.flatMap((each) => each.evidence)].includes(n),
  )
  return [...new Set(deciding.flatMap(({ scenario }) => scenario ?? []))]
}

/** Failed clauses; none if the run crashed before its report. */
function failedIn(dir: string) {
  const path = join(dir, CLIENT_FILE)
  if (!existsSync(path)) return []
  const { clauses } = (jsonGiven(path, LIMITS.givenRecordBytes) ?? {}) as Partial<ClientReport>
  if (!Array.isArray(clauses)) throw new UsageError(`${path} is not a client report`)
  return clauses.flatMap((clause) =>
    clause.verdict === 'fail' ? [{ ...clause, evidence: clause.evidence ?? [] }] : [],
  )
}
