import type { Level } from '../../../spec/clause.ts'
import type { ClientOutcome, HowCaught } from './try-out.ts'

type Counted = { ids: number; trials: number; right: number }

/** Wrong clients caught by their clause, caught only by another one, or missed. */
type Caught = { tried: number; byItsClause: number; byAnother: number; missed: number }

export type ClientsScore = {
  right: Counted
  wrong: Caught
  byLevel: Record<Level, Caught>
  missed: ClientOutcome[]
  /** Listed as missed, with a reason. */
  knownMissed: ClientOutcome[]
  /** Listed as missed but caught: the list is out of date. */
  caughtAgain: ClientOutcome[]
  falsePositives: ClientOutcome[]
  requests: number
}

export function clientsScoreOf(outcomes: readonly ClientOutcome[]): ClientsScore {
  const of = (kind: ClientOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind)
  const [right, wrong] = [of('right client'), of('wrong client')]
  const uncaught = wrong.filter((outcome) => !outcome.right)
  return {
    right: {
      ids: new Set(right.map(({ id }) => id)).size,
      trials: right.length,
      right: right.filter((outcome) => outcome.right).length,
    },
    wrong: caught(wrong.map((outcome) => outcome.caught)),
    byLevel: {
      must: caught(wrong.filter(({ level }) => level === 'must').map((outcome) => outcome.caught)),
      should: caught(wrong.filter(({ level }) => level === 'should').map((outcome) => outcome.caught)),
    },
    missed: uncaught.filter(isNew),
    knownMissed: uncaught.filter((outcome) => !isNew(outcome)),
    caughtAgain: wrong.filter((outcome) => outcome.right && outcome.stillMissed !== undefined),
    falsePositives: right.filter((outcome) => !outcome.right),
    requests: outcomes.reduce((sum, { requests }) => sum + requests, 0),
  }
}

const isNew = ({ stillMissed, faults }: ClientOutcome) => stillMissed === undefined || faults.length > 0

export function areClientsClean({ missed, caughtAgain, falsePositives }: ClientsScore): boolean {
  return missed.length + caughtAgain.length + falsePositives.length === 0
}

function caught(ways: readonly (HowCaught | undefined)[]): Caught {
  const count = (how: HowCaught) => ways.filter((way) => way === how).length
  return {
    tried: ways.length,
    byItsClause: count('by its clause'),
    byAnother: count('by another'),
    missed: count('not'),
  }
}
