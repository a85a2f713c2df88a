import type { Wishes } from '../../engine/config/configuration.ts'
import { inUnits, moneyOf } from '../../engine/config/prices/money.ts'
import { causesOf } from '../../reporters/causes/causes.ts'
import { type Details, detailsOf } from '../../reporters/causes/details.ts'
import type { ClauseReport, Report } from '../../reporters/outcome/report.ts'
import type { RunRecord } from '../../reporters/reporter.ts'
import { type Standing, standingOf } from '../../reporters/words/standings.ts'
import type { ClauseId } from '../../spec/clauses.ts'

export type WatchedClause = Pick<ClauseReport, 'id' | 'level' | 'rule'> & Pick<Standing, 'tone' | 'sign' | 'word'>

/** What to fix next. */
export type Next = Pick<Details, 'case' | 'expected' | 'received'> & {
  title: string
  fix: string
  command?: string
}

type Spent = { jobs: number; videoSeconds: number; requests: number; cost: bigint }

/** Results of all runs of a watch. */
export class Watched {
  /** Each clause by the latest run that judged it. */
  readonly clauses = new Map<ClauseId, WatchedClause>()
  readonly spent: Spent = { jobs: 0, videoSeconds: 0, requests: 0, cost: 0n }
  readonly #failedOnce = new Set<ClauseId>()
  runs = 0
  next: Next | undefined

  /** Clauses whose result this run changed. */
  add(record: RunRecord): WatchedClause[] {
    const { report } = record
    this.runs++
    this.#count(report)
    this.next = nextIn(record)
    return report.clauses.flatMap((clause) => {
      const isJudged = clause.verdict === 'pass' || clause.verdict === 'fail'
      if (!isJudged) return []
      const { id, level, rule } = clause
      const { tone, sign, word } = standingOf(clause, report)
      const before = this.clauses.get(id)
      const now = { id, level, rule, tone, sign, word }
      this.clauses.set(id, now)
      if (clause.verdict === 'fail') this.#failedOnce.add(id)
      const isChanged = before === undefined ? clause.verdict === 'fail' : before.tone !== tone
      return isChanged ? [now] : []
    })
  }

  /** Failed in a run of this watch, and passed in a later one. */
  get fixed(): ClauseId[] {
    return [...this.#failedOnce].filter((id) => this.clauses.get(id)?.tone === 'good')
  }

  get failed(): WatchedClause[] {
    return [...this.clauses.values()].filter(({ tone }) => tone === 'bad' || tone === 'warn')
  }

  /** The remaining limits for the next run; `usedUp`: the option whose limit is exhausted. */
  left({ maxJobs, maxVideoSeconds, maxRequests, maxCost }: Wishes): { wishes: Wishes; usedUp?: string } {
    const { jobs, videoSeconds, requests, cost } = this.spent
    const money = maxCost === undefined ? undefined : moneyOf(maxCost) - cost
    const usedUp = [
      ['--max-jobs', maxJobs !== undefined && maxJobs <= jobs],
      ['--max-video-seconds', maxVideoSeconds !== undefined && maxVideoSeconds <= videoSeconds],
      ['--max-requests', maxRequests !== undefined && maxRequests <= requests],
      ['--max-cost', money !== undefined && money <= 0n],
    ].find(([, is]) => is)?.[0] as string | undefined
    if (usedUp !== undefined) return { wishes: {}, usedUp }
    return {
      wishes: {
        ...(maxJobs !== undefined && { maxJobs: maxJobs - jobs }),
        ...(maxVideoSeconds !== undefined && { maxVideoSeconds: maxVideoSeconds - videoSeconds }),
        ...(maxRequests !== undefined && { maxRequests: maxRequests - requests }),
        ...(money !== undefined && { maxCost: inUnits(money) }),
      },
    }
  }

  #count({ budget: { jobs, videoSeconds, requests, cost } }: Report): void {
    this.spent.jobs += jobs
    this.spent.videoSeconds += videoSeconds
    this.spent.requests += requests
    if (cost) this.spent.cost += moneyOf(cost.atMost)
  }
}

function nextIn(record: RunRecord): Next | undefined {
  const [cause] = causesOf(record)
  if (!cause) return undefined
  const { clause, title, fix, after } = cause
  const { case: what, expected, received, command } = detailsOf(clause, record, after)
  return {
    title: title ?? `${clause.id}: ${clause.rule}`,
    ...(what !== undefined && { case: what }),
    expected,
    received,
    fix,
    ...(command && { command: command.text }),
  }
}
