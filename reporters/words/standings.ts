import type { ClauseReport, Report } from '../outcome/report.ts'
import { gravityOf } from '../outcome/waivers.ts'

/** Outcome of a clause, shown by sign and word as well as by colour. */
export type Standing = {
  tone: 'bad' | 'warn' | 'waived' | 'doubtful' | 'none' | 'good'
  sign: string
  /** Of one clause. */
  word: string
  /** Of several. */
  words: string
}

/** Most severe first. */
const BY_OUTCOME = {
  broken: { tone: 'bad', sign: '✘', word: 'failed', words: 'failed' },
  warning: { tone: 'warn', sign: '!', word: 'warning', words: 'warnings' },
  waived: { tone: 'waived', sign: '~', word: 'failed, waived', words: 'failed, waived' },
  inconclusive: { tone: 'doubtful', sign: '?', word: 'inconclusive', words: 'inconclusive' },
  skip: { tone: 'none', sign: '–', word: 'not tested', words: 'not tested' },
  pass: { tone: 'good', sign: '✔', word: 'passed', words: 'passed' },
} as const satisfies Record<string, Standing>

export const STANDINGS: readonly Standing[] = Object.values(BY_OUTCOME)

export function standingOf(clause: Pick<ClauseReport, 'verdict' | 'level' | 'waived'>, report: Report): Standing {
  return BY_OUTCOME[clause.verdict === 'fail' ? gravityOf(clause, report) : clause.verdict]
}

/** No check of this version covers the clause. */
export const isUnchecked = ({ cause }: Pick<ClauseReport, 'cause'>) => cause?.kind === 'no check'
