import { GENERATED_BODIES } from '../../../engine/config/configuration.ts'
import { EXIT } from '../../../engine/config/exit-codes.ts'
import { SUITE } from '../../../engine/config/version.ts'
import { excerpt } from '../../../engine/history/reading/words.ts'
import { type Check, isObservation, type Suite } from '../../../engine/judge/check.ts'
import type { ClauseReport, Report } from '../../../reporters/outcome/report.ts'
import { gravityOf } from '../../../reporters/outcome/waivers.ts'
import { CLAUSES, type ClauseId } from '../../../spec/clauses.ts'
import { specDigest } from '../../../spec/digest.ts'
import { remedyForDoubt, remedyForSkip } from './remedies.ts'

/** Why a run cannot be certified; without a clause, it is about the whole run. */
export type Missing = { clause?: ClauseId; why: string; remedy: string }

/** The clauses for which this version has a check. */
export type Checkable = ReadonlySet<string>

export function clausesCheckedBy(suites: readonly Suite[]): Checkable {
  const checks: Check[] = suites.flatMap((suite) => suite.checks)
  return new Set(checks.flatMap((check) => (isObservation(check) ? [] : [check.clause])))
}

/** Without `checkable`, trusts the history about which clauses have no check. */
export function missingFor(report: Report, checkable: Checkable = new Set()): Missing[] {
  const ofClauses = CLAUSES.flatMap(({ id }) => missingForClause(id, report, checkable))
  return [...missingForRun(report, ofClauses.length > 0), ...ofClauses]
}

/** Clauses that users cannot provide for: the certificate lists them instead. */
export function notCoveredBy(report: Report): ClauseId[] {
  return report.clauses.filter(hasNoCheck).map(({ id }) => id)
}

function missingForRun(report: Report, isExplained: boolean): Missing[] {
  const missing: Missing[] = []
  if (report.suite.version !== SUITE.version || report.spec.sha256 !== specDigest()) {
    missing.push({
      why: `gatecheck ${excerpt(report.suite.version)} recorded it, with its own version of the specification data; this is ${SUITE.version}`,
      remedy: `run it again with gatecheck ${SUITE.version}`,
    })
  }
  if (report.profile !== 'full') {
    missing.push({ why: `its profile is ${excerpt(report.profile)}`, remedy: 'run it again with --profile full' })
  }
  if (report.target.insecure) {
    const why = 'TLS certificates were not verified (--insecure), so the server may be another one'
    missing.push({
      why,
      remedy: 'run it again without --insecure; for a private CA, use --ca',
    })
  }
  if (report.generate < GENERATED_BODIES.full) {
    const why = `it generated at most ${report.generate} bodies; a full run generates ${GENERATED_BODIES.full}`
    missing.push({ why, remedy: 'run it again without --generate' })
  }
  const musts = report.clauses.filter((each) => each.level === 'must' && !hasNoCheck(each))
  const waived = musts.filter((each) => each.waived !== undefined).length
  if (waived > musts.length / 2) {
    const why = `${waived} of ${musts.length} must clauses are waived`
    missing.push({ why, remedy: 'fix the server: a certificate needs at least half of the must clauses to pass' })
  }
  if (report.exit !== EXIT.pass && !(report.exit === EXIT.fail && isExplained)) missing.push(brokenOff(report))
  return missing
}

function brokenOff({ exit, reason, faults }: Report): Missing {
  const why = excerpt(faults[0] ?? reason ?? `it ended with exit code ${exit}`)
  return {
    why,
    remedy: exit === EXIT.suiteFault ? 'report this bug in gatecheck' : 'run it again without interrupting it',
  }
}

function missingForClause(id: ClauseId, report: Report, checkable: Checkable): Missing[] {
  const clause = report.clauses.find((each) => each.id === id)
  if (!clause) return [{ clause: id, why: 'the run did not include it', remedy: 'run it again without --only' }]
  const waiver = report.waivers.find((each) => each.clause === id)
  if (waiver?.state === 'stale') {
    return [{ clause: id, why: 'it is waived although it passed', remedy: `drop --waive ${id}` }]
  }
  if (hasNoCheck(clause)) {
    const why = 'the run planned no check for it, although this version has one'
    return checkable.has(id) ? [{ clause: id, why, remedy: `run it again with gatecheck ${SUITE.version}` }] : []
  }
  if (clause.verdict === 'fail' && gravityOf(clause, report) === 'broken') return [broken(clause)]
  if (clause.level !== 'must') return []
  if (clause.verdict === 'inconclusive') {
    return [{ clause: id, why: reasonOf(clause), remedy: remedyForDoubt(clause) }]
  }
  if (clause.verdict !== 'skip') return []
  return [{ clause: id, why: reasonOf(clause), remedy: remedyForSkip(clause, report) }]
}

function broken({ id, level, expected, received }: ClauseReport): Missing {
  const why = `expected ${excerpt(expected ?? 'the behaviour of the clause')}, received ${excerpt(received ?? 'something else')}`
  const orElse = `accept the failure with a reason: --waive ${id}="…"`
  return { clause: id, why, remedy: `fix the server, or ${orElse}${level === 'should' ? ', or drop --strict' : ''}` }
}

function hasNoCheck({ cause }: ClauseReport): boolean {
  return cause?.kind === 'no check'
}

function reasonOf({ reason, verdict }: ClauseReport): string {
  return excerpt(reason ?? `its verdict is ${verdict}`)
}
