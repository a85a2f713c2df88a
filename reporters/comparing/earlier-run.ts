import type { ClauseId } from '../../spec/clauses.ts'
import type { Report } from '../outcome/report.ts'
import type { RunRecord } from '../reporter.ts'

/** Changes since an earlier run; warnings count as failures. */
export type Comparison = {
  /** When the earlier run started. */
  since: string
  /** They passed before. */
  news: ClauseId[]
  fixed: ClauseId[]
  still: ClauseId[]
  /** They fail now, and the earlier run did not test them. */
  untestedBefore: ClauseId[]
  /** They failed before, and this run did not test them. */
  untestedNow: ClauseId[]
}

/** Undefined if there is no earlier run, or if one of the two tested nothing. */
export function comparisonOf({ report, earlier }: Pick<RunRecord, 'report' | 'earlier'>): Comparison | undefined {
  if (!earlier) return undefined
  const [before, now] = [judgedIn(earlier), judgedIn(report)]
  if (before.size === 0 || now.size === 0) return undefined
  const failing = [...now].flatMap(([id, verdict]) => (verdict === 'fail' ? [id] : []))
  const failedBefore = [...before].flatMap(([id, verdict]) => (verdict === 'fail' ? [id] : []))
  return {
    since: `${earlier.startedAt.slice(0, 10)} ${earlier.startedAt.slice(11, 16)} UTC`,
    news: failing.filter((id) => before.get(id) === 'pass'),
    fixed: failedBefore.filter((id) => now.get(id) === 'pass'),
    still: failing.filter((id) => before.get(id) === 'fail'),
    untestedBefore: failing.filter((id) => !before.has(id)),
    untestedNow: failedBefore.filter((id) => !now.has(id)),
  }
}

/** In one line, with no names: "1 new, 1 fixed, 5 failures unchanged". */
export function countsInWords({ news, fixed, still, untestedBefore, untestedNow }: Comparison): string {
  const counts: [readonly ClauseId[], string][] = [
    [news, 'new'],
    [untestedBefore, 'failing, not tested before'],
    [fixed, 'fixed'],
    [still, `${still.length === 1 ? 'failure' : 'failures'} unchanged`],
    [untestedNow, 'failed before, not tested now'],
  ]
  const parts = counts.flatMap(([{ length }, words]) => (length === 0 ? [] : [`${length} ${words}`]))
  return parts.length === 0 ? 'no failures in either run' : parts.join(', ')
}

const judgedIn = ({ clauses }: Report) =>
  new Map(clauses.flatMap(({ id, verdict }) => (verdict === 'pass' || verdict === 'fail' ? [[id, verdict]] : [])))
