import type { ExpectedFailure } from '../../engine/config/expected.ts'
import type { FailedKind } from '../../engine/expected/kinds.ts'
import { failedKinds, keyOfKind } from '../../engine/expected/kinds.ts'
import { type Matched, matched } from '../../engine/expected/list.ts'
import { firstFew, list } from '../../engine/history/reading/words.ts'
import type { Recording } from '../../engine/history/recording.ts'
import type { Judgement } from '../../engine/judge/judging.ts'
import type { Violation } from '../../engine/judge/verdict.ts'
import { counted } from '../words/counted.ts'
import type { ClauseReport, FailureReport, KnownFailuresReport, Report } from './report.ts'
import { gravityOf } from './waivers.ts'

const MOST_FAILURES = 500
const MOST_NAMED = 3

/** Failures by kind, and how the list of known failures applies to them. */
export type Failures = {
  all: readonly FailedKind[]
  list?: NonNullable<Judgement['began']['configuration']['expected']>
  matched?: Matched
}

export function failuresIn(judgement: Judgement, recording: Recording): Failures {
  const { expected: known } = judgement.began.configuration
  const all = failedKinds(judgement.judged, judgement.facts)
  return { all, ...(known && { list: known, matched: matched(known, judgement, recording) }) }
}

/** A clause with only known failures does not fail the run. Otherwise, the failures that fail it come first. */
export function withKnown(clause: ClauseReport, { list, matched }: Failures): ClauseReport {
  if (!list || !matched || clause.verdict !== 'fail' || clause.waived !== undefined) return clause
  const isOwn = ({ clause: id }: FailedKind) => id === clause.id
  const known = matched.known.filter(({ kind }) => isOwn(kind))
  const newChecks = matched.newChecks.filter(isOwn)
  const unlisted = matched.unlisted.map(({ kind }) => kind).filter(isOwn)
  if (unlisted.length > 0)
    return known.length + newChecks.length > 0 ? { ...clause, ...withFirst(unlisted, clause) } : clause
  const reasons = [...new Set(known.map(({ entry }) => entry.reason))]
  const told = [
    ...(known.length > 0 ? [`known, on ${list.file}: ${firstFew(reasons, MOST_NAMED)}`] : []),
    ...(newChecks.length > 0 ? [`new in this version: only checks newer than ${list.file} found it`] : []),
  ]
  return { ...clause, waived: told.join('; '), known: true }
}

function withFirst(
  unlisted: readonly FailedKind[],
  clause: ClauseReport,
): Pick<ClauseReport, 'violations' | 'received'> {
  const { violations = [], expected = '' } = clause
  const isUnlisted = ({ evidence }: Violation) => unlisted.some(({ exchange }) => exchange === evidence.at(-1))
  const shown = violations.filter(isUnlisted)
  const missing = unlisted.filter(({ exchange }) => !shown.some(({ evidence }) => evidence.at(-1) === exchange))
  const added = missing.map(({ endpoint, case: what, received, exchange }) => ({
    case: `${endpoint}: ${what}`,
    ...{ expected, received, evidence: exchange === undefined ? [] : [exchange] },
  }))
  const first = [...shown, ...added]
  return {
    violations: [...first, ...violations.filter((each) => !shown.includes(each))],
    received: first[0]!.received,
  }
}

/** The part of the report about kinds of failures. */
export function failuresReport(
  failures: Failures,
  report: Pick<Report, 'clauses' | 'strict'>,
): Pick<Report, 'failures' | 'knownFailures'> {
  const { all, list, matched } = failures
  const known = new Map(matched?.known.map(({ kind, entry }) => [keyOfKind(kind), entry]))
  const newChecks = new Set(matched?.newChecks.map(keyOfKind))
  const ended = new Map(matched?.unlisted.map(({ kind, ended }) => [keyOfKind(kind), ended]))
  const reports = all.map((kind): FailureReport => {
    const key = keyOfKind(kind)
    const { waived, known: isKnown, ...clause } = report.clauses.find(({ id }) => id === kind.clause)!
    const gravity = gravityOf(waived === undefined || isKnown ? clause : { ...clause, waived }, report)
    const entry = known.get(key) ?? ended.get(key)
    const state = known.has(key) ? 'known' : newChecks.has(key) ? 'new check' : gravity
    return { ...kind, state: gravity === 'waived' ? gravity : state, ...(entry && { reason: entry.reason }) }
  })
  const order = ['broken', 'warning', 'new check', 'waived', 'known']
  const sorted = reports.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  return {
    ...(all.length > 0 && { failures: sorted.slice(0, MOST_FAILURES) }),
    ...(list && matched && { knownFailures: knownFailures(list, matched) }),
  }
}

function knownFailures(list: NonNullable<Failures['list']>, { stale, unseen, ended }: Matched): KnownFailuresReport {
  const { file, since, first, failures } = list
  return { file, since, first, now: failures.length - stale.length - ended.length, stale, unseen, ended }
}

/** Expected failures: 26 → 19 since the list was written (2026-11-28) */
const burnDown = ({ first, now, since }: KnownFailuresReport) =>
  `expected failures: ${first} → ${now} since the list was written (${since})`

/** lines 11-25 and 31-35 */
export function linesInWords(entries: readonly Pick<ExpectedFailure, 'lines'>[]): string {
  const ranges: [number, number][] = []
  for (const { lines } of entries) {
    const before = ranges.at(-1)
    if (before && lines[0] <= before[1] + 1) before[1] = lines[1]
    else ranges.push([...lines])
  }
  return `lines ${list(ranges.map(([first, last]) => `${first}-${last}`))}`
}

const failureInWords = ({ clause, endpoint, case: what, received }: Omit<ExpectedFailure, 'lines' | 'reason'>) =>
  `${clause}: ${endpoint}: ${what}: received ${received}`

/** What the user has to change in the list, with the lines of the file. */
export function listToChange({ knownFailures }: Report): { title: string; message: string; fails: boolean }[] {
  if (!knownFailures) return []
  const { file, stale, unseen, ended } = knownFailures
  return [
    ...stale.map((entry) => ({
      title: `stale entry: ${entry.clause}`,
      message: `it no longer fails, so delete ${linesInWords([entry])} of ${file} (${failureInWords(entry)})`,
      fails: true,
    })),
    ...unseen.map((entry) => ({
      title: `unseen entry: ${entry.clause}`,
      message: `no generated probe failed with this seed; if it is fixed, delete ${linesInWords([entry])} of ${file} (${failureInWords(entry)})`,
      fails: false,
    })),
    ...ended.map((entry) => ({
      title: `ended entry: ${entry.clause}`,
      message: `it counted until ${entry.until}: change the date or delete ${linesInWords([entry])} of ${file} (${failureInWords(entry)})`,
      fails: false,
    })),
  ]
}

/** Burn-down, failures of newer checks and entries to change, a sentence each. */
export function knownInLines(report: Report): string[] {
  const { knownFailures, failures = [] } = report
  if (!knownFailures) return []
  const unlisted = failures.filter(({ state }) => state === 'broken')
  const newChecks = failures.filter(({ state }) => state === 'new check')
  return [
    capital(burnDown(knownFailures)),
    ...[...Map.groupBy(unlisted, ({ clause }) => clause).values()].map(unlistedInWords),
    ...newChecks.map((kind) => `New in this version: ${failureInWords(kind)} ("gatecheck expected upgrade" lists it)`),
    ...listToChange(report).map(({ title, message }) => `${capital(title)}: ${message}`),
  ]
}

function unlistedInWords([first, ...others]: readonly FailureReport[]): string {
  const more = others.length > 0 ? ` (and ${counted(others.length, 'more kind')})` : ''
  return `Not on the list: ${failureInWords(first!)}${more}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Waived clauses that fail in more ways than in the earlier run. */
export function waivedAndWorse({ report, earlier }: { report: Report; earlier?: Report }): string[] {
  if (!earlier?.failures) return []
  const before = new Set(earlier.failures.map(keyOfKind))
  const waived = (report.failures ?? []).filter(({ state }) => state === 'waived')
  const grown = waived.filter(
    (kind) => !before.has(keyOfKind(kind)) && earlier.failures!.some(({ clause }) => clause === kind.clause),
  )
  return [...Map.groupBy(grown, ({ clause }) => clause)].map(([clause, kinds]) => {
    const ways = kinds.map(({ endpoint, case: what, received }) => `${endpoint}: ${what}: received ${received}`)
    return `${clause} is waived and fails in ${counted(kinds.length, 'more way')} than in the earlier run: ${firstFew(ways, MOST_NAMED)}`
  })
}
