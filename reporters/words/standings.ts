import type { ClauseReport, Report } from '../../runner/report/report.ts'
import { gravityOf } from '../../runner/report/waivers.ts'

/** How a clause came out, told by sign and word as well as by colour: not everybody sees colours, and printers have none. */
export type Standing = {
  tone: 'bad' | 'warn' | 'waived' | 'doubtful' | 'none' | 'good'
  sign: string
  /** Of one clause. */
  word: string
  /** Of several. */
  words: string
}

/** The gravest first. */
const BY_OUTCOME = {
  broken: { tone: 'bad', sign: '✘', word: 'broken', words: 'broken' },
  warning: { tone: 'warn', sign: '!', word: 'broken, a warning', words: 'broken, warnings' },
  waived: { tone: 'waived', sign: '~', word: 'broken, but waived', words: 'broken, but waived' },
  inconclusive: { tone: 'doubtful', sign: '?', word: 'inconclusive', words: 'inconclusive' },
  skip: { tone: 'none', sign: '–', word: 'not tried', words: 'not tried' },
  pass: { tone: 'good', sign: '✔', word: 'holds', words: 'hold' },
} as const satisfies Record<string, Standing>

export const STANDINGS: readonly Standing[] = Object.values(BY_OUTCOME)

export function standingOf(clause: Pick<ClauseReport, 'verdict' | 'level' | 'waived'>, report: Report): Standing {
  return BY_OUTCOME[clause.verdict === 'fail' ? gravityOf(clause, report) : clause.verdict]
}

/** What no check of this version tries, which nobody can mend. */
export const isUnchecked = ({ cause }: Pick<ClauseReport, 'cause'>) => cause?.kind === 'no check'
