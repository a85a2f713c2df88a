import { SUITE } from '../../../engine/config/version.ts'
import type { Report } from '../../../reporters/outcome/report.ts'
import { specDigest } from '../../../spec/digest.ts'
import { canonicalJson } from '../document/canonical.ts'
import type { Checkable } from '../document/readiness.ts'
import { PREDICATE_TYPE_1 } from '../document/schema.ts'
import { type ConformanceResult, type Statement, statementOf } from '../document/statement.ts'
import { type Problem, shown, type What } from './problem.ts'

/** A recorded run, judged again: the digest of its file, and the new report. */
export type RecordedRun = { sha256: string; report: Report }

/** Differences between a certificate and its recorded run. */
export function againstHistory(
  { subject, predicateType, predicate }: Statement,
  { sha256, report }: RecordedRun,
  checkable: Checkable,
): Problem[] {
  const found = subject[0]?.digest.sha256
  const where = 'payload/subject/0/digest/sha256'
  const problems: Problem[] =
    found === sha256 ? [] : [{ what: 'history-digest', where, expected: sha256, found: shown(found) }]
  const judged = resultOf(report, checkable)
  if ('why' in judged) {
    const expected = 'a run that can be judged'
    return [...problems, { what: 'history-unusable', where: 'the recorded run', expected, found: judged.why }]
  }
  const same = predicateType === PREDICATE_TYPE_1 ? asVersion1(judged) : judged
  return [...problems, ...singleDifferences(predicate, same), ...listedDifferences(predicate, same)]
}

/** Without the identity of the server and the extent of the tests. */
function asVersion1({ extent: _, reductions: __, target: { baseUrl }, clauses, counts, ...rest }: Told): Told {
  const { parallel: ___, ...counted } = counts
  const withoutAmounts = clauses.map(({ amount: ____, ...clause }) => clause)
  return { ...rest, target: { baseUrl }, clauses: withoutAmounts, counts: counted }
}

/** This version cannot certify a run of another version, whose specification may have other clauses. */
function isOfThisVersion({ suite, law }: Told): boolean {
  return suite.version === SUITE.version && law.sha256 === specDigest()
}

/** A history that was tampered with may not contain a run. */
function resultOf(report: Report, checkable: Checkable): ConformanceResult | { why: string } {
  try {
    return statementOf(report, checkable).predicate
  } catch (error) {
    return { why: String(error) }
  }
}

type Told = ConformanceResult
const SINGLE: [what: What, place: string, read: (told: Told) => string][] = [
  ['suite-differs', 'suite', ({ suite }) => `${suite.name} ${suite.version}`],
  ['law-differs', 'law/sha256', ({ law }) => law.sha256],
  ['target-differs', 'target/baseUrl', ({ target }) => target.baseUrl],
  ['target-differs', 'target/kind', ({ target }) => shown(target.kind)],
  ['target-differs', 'target/answeredBy', ({ target }) => canonicalJson(target.answeredBy ?? [])],
  ['target-differs', 'target/proxy', ({ target }) => shown(target.proxy)],
  ['target-differs', 'target/ca', ({ target }) => shown(target.ca)],
  ['extent-differs', 'extent', ({ extent }) => shown(extent)],
  ['extent-differs', 'reductions', ({ reductions }) => JSON.stringify(reductions)],
  ['result-differs', 'result', ({ result }) => result],
  ['exit-differs', 'exit', ({ exit }) => String(exit)],
  ['time-differs', 'startedAt', ({ startedAt }) => startedAt],
  ['time-differs', 'finishedAt', ({ finishedAt }) => finishedAt],
  ['profile-differs', 'profile', ({ profile }) => profile],
  ['seed-differs', 'seed', ({ seed }) => String(seed)],
  ['strict-differs', 'strict', ({ strict }) => String(strict)],
  ['counts-differs', 'counts/exchanges', ({ counts }) => String(counts.exchanges)],
  ['counts-differs', 'counts/generated', ({ counts }) => String(counts.generated)],
  ['counts-differs', 'counts/jobs', ({ counts }) => String(counts.jobs)],
  ['counts-differs', 'counts/parallel', ({ counts }) => shown(counts.parallel)],
]

function singleDifferences(told: Told, judged: Told): Problem[] {
  const comparable = isOfThisVersion(judged) ? SINGLE : SINGLE.filter(([what]) => what !== 'result-differs')
  return comparable.flatMap(([what, place, read]) =>
    read(told) === read(judged)
      ? []
      : [{ what, where: `payload/predicate/${place}`, expected: read(judged), found: read(told) }],
  )
}

type Listed = [what: What, place: string, list: (told: Told) => [id: string, says: string | undefined][]]
const LISTED: Listed[] = [
  ['verdict-differs', 'clauses', ({ clauses }) => clauses.map(({ id, verdict }) => [id, verdict])],
  ['waived-differs', 'clauses', ({ clauses }) => clauses.map(({ id, waived }) => [id, waived])],
  [
    'amount-differs',
    'clauses',
    ({ clauses }) => clauses.map(({ id, amount }) => [id, amount && canonicalJson(amount)]),
  ],
  ['choice-differs', 'choices', ({ choices }) => choices.map(({ id, choice }) => [id, choice])],
  ['choice-differs', 'choices', ({ choices }) => choices.map(({ id, values }) => [id, JSON.stringify(values)])],
  ['choice-differs', 'choices', ({ choices }) => choices.map(({ id, inconsistent }) => [id, inconsistent])],
  ['waiver-differs', 'waivers', ({ waivers }) => waivers.map((each) => [each.clause, `${each.state}: ${each.reason}`])],
  ['not-covered-differs', 'notCovered', ({ notCovered }) => notCovered.map((id) => [id, 'not covered'])],
]

function listedDifferences(told: Told, judged: Told): Problem[] {
  return LISTED.flatMap(([what, place, list]) => {
    const says = new Map(list(told))
    const expected = new Map(list(judged))
    const ids = isOfThisVersion(told) ? [...says.keys(), ...expected.keys()] : says.keys()
    return [...new Set(ids)]
      .filter((id) => says.get(id) !== expected.get(id))
      .map((id) => ({
        what,
        where: `payload/predicate/${place}: ${id}`,
        expected: shown(expected.get(id)),
        found: shown(says.get(id)),
      }))
  })
}
