import type { Level } from '../../spec/clause.ts'
import type { RivalTrial } from './trial.ts'

/** A fault, the server that has it, and the same server without it. */
export type Asked = { server: string; twin: string; breaks: string; level: Level; isStrangers: boolean }

type Share = { caught: number; of: number }

export type Score = {
  caught: Share
  byWriter: { ours: Share; strangers: Share }
  byLevel: Record<Level, Share>
  bySubject: Record<string, Share>
  /** Caught by the violated clause; impossible for tools that know no clauses. */
  byItsClause: number
  falseAlarms: Share
  medianRequests: number
  medianSeconds: number
  withoutResult: number
}

/**
 * A fault is caught if the tool reports a kind of failure that it reports in no trial of the server without the fault.
 */
export function isCaught(trials: readonly RivalTrial[], { server, twin }: Pick<Asked, 'server' | 'twin'>): boolean {
  const usual = new Set(trials.filter((trial) => trial.server === twin).flatMap(({ failures }) => failures))
  return trials.some((trial) => trial.server === server && trial.failures.some((kind) => !usual.has(kind)))
}

/** All trials are of one tool. */
export function scoreOf(trials: readonly RivalTrial[], asked: readonly Asked[], lawful: readonly string[]): Score {
  const caught = asked.filter((each) => isCaught(trials, each))
  const share = (suits: (each: Asked) => boolean): Share => ({
    caught: caught.filter(suits).length,
    of: asked.filter(suits).length,
  })
  const accused = lawful.filter((server) =>
    trials.some((trial) => trial.server === server && trial.failures.length > 0),
  )
  const onFaults = trials.filter(({ server }) => asked.some((each) => each.server === server))
  const subjects = [...new Set(asked.map(subjectOf))]
  return {
    caught: share(() => true),
    byWriter: { ours: share(({ isStrangers }) => !isStrangers), strangers: share(({ isStrangers }) => isStrangers) },
    byLevel: { must: share(({ level }) => level === 'must'), should: share(({ level }) => level === 'should') },
    bySubject: Object.fromEntries(subjects.map((subject) => [subject, share((each) => subjectOf(each) === subject)])),
    byItsClause: caught.filter(({ server, breaks }) =>
      trials.some((trial) => trial.server === server && trial.failures.includes(breaks)),
    ).length,
    falseAlarms: { caught: accused.length, of: lawful.length },
    // Requests to servers in other processes are not counted.
    medianRequests: median(onFaults.map(({ requests }) => requests).filter((requests) => requests > 0)),
    medianSeconds: median(onFaults.map(({ seconds }) => seconds)),
    withoutResult: trials.filter(({ noResult }) => noResult !== undefined).length,
  }
}

const subjectOf = ({ breaks }: Pick<Asked, 'breaks'>) => breaks.split('.')[0]!

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length === 0 ? 0 : (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
}
