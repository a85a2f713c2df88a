import type { Profile } from '../../../engine/config/configuration.ts'
import type { ExitCode } from '../../../engine/config/exit-codes.ts'
import { isOnThisMachine } from '../../../engine/config/target.ts'
import type { AnsweredBy } from '../../../engine/history/entry/answered-by.ts'
import { printable } from '../../../engine/history/reading/words.ts'
import { kindOfAddress } from '../../../engine/http/network/address-kind.ts'
import type { VerdictWord } from '../../../engine/judge/verdict.ts'
import type { Amount, ClauseReport, Report, WaiverReport } from '../../../reporters/outcome/report.ts'
import type { Level } from '../../../spec/clause.ts'
import { reductionsOf } from './extent.ts'
import { type Checkable, missingFor, notCoveredBy } from './readiness.ts'
import { PREDICATE_TYPE, STATEMENT_TYPE, SUBJECT_NAME, type TARGET_KINDS } from './schema.ts'

export type ClauseResult = {
  id: string
  level: Level
  section: string
  verdict: VerdictWord
  waived?: string
  amount?: Amount
}
type ChoiceMade = { id: string; choice: string; values: string[]; inconsistent?: string }
export type WaiverStated = { clause: string; reason: string; state: WaiverReport['state'] }

export type ConformanceResult = {
  suite: { name: string; version: string }
  law: { sha256: string }
  /** Version 1 has only the base URL. */
  target: {
    baseUrl: string
    kind?: (typeof TARGET_KINDS)[number]
    answeredBy?: AnsweredBy[]
    proxy?: string
    ca?: string
  }
  /** reduced: less was tested than in the profile full. Not in version 1. */
  extent?: 'full' | 'reduced'
  /** Why it is reduced. */
  reductions?: string[]
  result: 'PASSED' | 'FAILED'
  exit: ExitCode
  startedAt: string
  finishedAt: string
  profile: Profile
  seed: number
  strict: boolean
  clauses: ClauseResult[]
  /** Clauses without a check in that version, so that they do not count as passed. */
  notCovered: string[]
  choices: ChoiceMade[]
  waivers: WaiverStated[]
  /** parallel: maximum of concurrent requests, not in version 1. */
  counts: { exchanges: number; generated: number; jobs: number; parallel?: number }
}

/** Includes the key, so that the certificate can be verified on its own; it does not prove whose key it is. */
export type Signer = { keyid: string; publicKey: string }

type About<Predicate> = {
  _type: string
  subject: { name: string; digest: { sha256: string } }[]
  predicateType: string
  predicate: Predicate
}

export type UnsignedStatement = About<ConformanceResult>
export type Statement = About<ConformanceResult & { signer: Signer }>

/** A report made from the history, beside it. */
export type FileMade = { name: string; sha256: string }

/** The statement of a certificate (in-toto Statement v1) about a run and its reports. */
export function statementOf(report: Report, checkable?: Checkable, files: readonly FileMade[] = []): UnsignedStatement {
  const reductions = reductionsOf(report).map(printable)
  return {
    _type: STATEMENT_TYPE,
    subject: [{ name: SUBJECT_NAME, sha256: report.history.sha256 }, ...files].map(({ name, sha256 }) => ({
      name,
      digest: { sha256 },
    })),
    predicateType: PREDICATE_TYPE,
    predicate: {
      suite: { name: printable(report.suite.name), version: printable(report.suite.version) },
      law: { sha256: printable(report.spec.sha256) },
      target: targetOf(report),
      extent: reductions.length === 0 ? 'full' : 'reduced',
      reductions,
      result: missingFor(report, checkable).length === 0 ? 'PASSED' : 'FAILED',
      exit: report.exit,
      startedAt: printable(report.startedAt),
      finishedAt: finishedAt(report),
      profile: report.profile,
      seed: report.seed,
      strict: report.strict,
      clauses: report.clauses.map(clauseResult),
      notCovered: notCoveredBy(report),
      choices: report.open
        .filter(({ untold }) => untold === undefined)
        .map(({ id, choice, values, inconsistent }) => ({
          id,
          choice: printable(choice),
          values: values.map(printable),
          ...(inconsistent !== undefined && { inconsistent: printable(inconsistent) }),
        })),
      waivers: report.waivers.map(({ clause, reason, state }) => ({ clause, reason: printable(reason), state })),
      counts: {
        exchanges: report.budget.requests,
        generated: report.budget.generated,
        jobs: report.budget.jobs,
        parallel: report.budget.parallel ?? 0,
      },
    },
  }
}

function targetOf({ target }: Report): ConformanceResult['target'] {
  const { baseUrl, embedded, proxy, ca, answeredBy = [] } = target
  return {
    baseUrl: printable(baseUrl),
    kind: embedded ? 'embedded' : isLocal(baseUrl, answeredBy) ? 'loopback' : 'remote',
    answeredBy: answeredBy.map(printableWay),
    ...(proxy !== undefined && { proxy: printable(proxy) }),
    ...(ca !== undefined && { ca: printable(ca) }),
  }
}

/** A host name may resolve to this machine. */
const isLocal = (baseUrl: string, ways: readonly AnsweredBy[]) =>
  isOnThisMachine(new URL(baseUrl)) ||
  ways.some(({ address }) => address !== undefined && kindOfAddress(address) === 'loopback')

/** A server's certificate may contain any text. */
function printableWay({ tls, ...way }: AnsweredBy): AnsweredBy {
  const texts = <T extends object>(part: T) =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, typeof value === 'string' ? printable(value) : value]),
    ) as T
  return { ...texts(way), ...(tls && { tls: texts(tls) }) }
}

function clauseResult({ id, level, section, verdict, waived, amount }: ClauseReport): ClauseResult {
  return {
    id,
    level,
    section,
    verdict,
    ...(waived !== undefined && { waived: printable(waived) }),
    ...(amount && { amount }),
  }
}

function finishedAt({ startedAt, seconds }: Report): string {
  const end = new Date(Date.parse(startedAt) + Math.round(seconds * 1000))
  return Number.isNaN(end.getTime()) ? printable(startedAt) : end.toISOString()
}
