import type { FirstSight } from '../../fixtures/clients/all.ts'
import type { Level } from '../../spec/clause.ts'
import type { ClientOutcome } from './try-out.ts'

/** So many clients, in so many trials; right is what none of them makes wrong. */
type Counted = { ids: number; trials: number; right: number }

/** How many wrong ones were caught, and how: by the clause that their writers named, by another alone, not at all. */
type Caught = { tried: number; byItsClause: number; byAnother: number; missed: number }

export type ClientsScore = {
  right: Counted
  wrong: Caught
  byLevel: Record<Level, Caught>
  /** Of those that were measured before what judges them was mended. */
  atFirstSight: Caught
  /** By scenario, the wrong ones that were seen in it and in no other that they were tried in. */
  shownOnlyIn: Record<string, string[]>
  /** How many they were, where that is too few. */
  fewShownOnlyIn: Record<string, number>
  /** How many were tried again with nothing else under way. */
  again: number
  survivors: ClientOutcome[]
  /** Known to escape, and why. */
  stillMissed: ClientOutcome[]
  /** Listed as known to escape, and caught: the list is out of date. */
  caughtAgain: ClientOutcome[]
  accusations: ClientOutcome[]
  /** Counted nowhere. */
  disputed: ClientOutcome[]
  requests: number
}

export function clientsScoreOf(outcomes: readonly ClientOutcome[]): ClientsScore {
  const of = (kind: ClientOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind)
  const [right, wrong] = [of('right client'), of('wrong client')]
  const escaped = wrong.filter((outcome) => !outcome.right)
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
    atFirstSight: caught(wrong.flatMap(({ atFirstSight }) => atFirstSight ?? [])),
    shownOnlyIn: shownOnlyIn(wrong),
    fewShownOnlyIn: fewShownOnlyIn(wrong),
    again: outcomes.filter(({ again }) => again).length,
    survivors: escaped.filter(isSurprising),
    stillMissed: escaped.filter((outcome) => !isSurprising(outcome)),
    caughtAgain: wrong.filter((outcome) => outcome.right && outcome.stillMissed !== undefined),
    accusations: right.filter((outcome) => !outcome.right),
    disputed: of('disputed client'),
    requests: outcomes.reduce((sum, { requests }) => sum + requests, 0),
  }
}

/** That one escapes is said where it is listed; that one does which is not, or that the suite itself fails, is news. */
const isSurprising = ({ stillMissed, faults }: ClientOutcome) => stillMissed === undefined || faults.length > 0

export function areClientsClean({ survivors, caughtAgain, accusations }: ClientsScore): boolean {
  return survivors.length + caughtAgain.length + accusations.length === 0
}

function caught(sights: readonly (FirstSight | undefined)[]): Caught {
  const count = (how: FirstSight) => sights.filter((sight) => sight === how).length
  return {
    tried: sights.length,
    byItsClause: count('by its clause'),
    byAnother: count('by another'),
    missed: sights.length - count('by its clause') - count('by another'),
  }
}

function shownOnlyIn(wrong: readonly ClientOutcome[]): Record<string, string[]> {
  const shown: Record<string, string[]> = {}
  for (const { id, scenarios, elsewhere } of wrong) {
    for (const { name } of scenarios) shown[name] ??= []
    const names = [...scenarios.filter(({ broken }) => broken.length > 0).map(({ name }) => name), ...elsewhere]
    const [only, other] = names
    if (only !== undefined && other === undefined) shown[only]?.push(id)
  }
  return shown
}

/** With fewer than so many wrong clients that nothing else shows, a scenario has not proved its use. */
const ENOUGH = 2

/** Of the scenarios in which enough were tried that are to show there alone, those in which fewer were seen to. */
function fewShownOnlyIn(wrong: readonly ClientOutcome[]): Record<string, number> {
  const named = Map.groupBy(
    wrong.filter(({ scenarios }) => scenarios.length === 1),
    ({ scenarios }) => scenarios[0]!.name,
  )
  const few = Object.entries(shownOnlyIn(wrong)).filter(
    ([name, ids]) => ids.length < ENOUGH && (named.get(name)?.length ?? 0) >= ENOUGH,
  )
  return Object.fromEntries(few.map(([name, ids]) => [name, ids.length]))
}
