import { EXIT } from '../../../engine/config/exit-codes.ts'
import { gravityOf } from '../../../reporters/outcome/waivers.ts'
import { LEAST_PARALLEL } from '../document/extent.ts'
import type { ClauseResult, ConformanceResult, Statement } from '../document/statement.ts'
import { type Problem, shown } from './problem.ts'
import { waiversIn } from './waivers-stated.ts'

/** Whether a result is complete and consistent. */
export function contradictionsIn(result: ConformanceResult): Problem[] {
  const hindrances = [...mustsNotKept(result), ...runNotWhole(result)]
  return [
    ...hindrances,
    ...conclusion(result, hindrances.length > 0),
    ...waiversIn(result),
    ...notCoveredThough(result),
    ...twice(result),
    ...clock(result),
    ...extentOf(result),
  ]
}

/** With two digests of one file, readers could choose either. */
export function subjectsTwice({ subject }: Statement): Problem[] {
  const times = Map.groupBy(subject, ({ name }) => name)
  return [...times].flatMap(([name, { length }]): Problem[] =>
    length === 1
      ? []
      : [{ what: 'subject-twice', where: `payload/subject: ${name}`, expected: 'once', found: `${length} times` }],
  )
}

const at = (place: string) => `payload/predicate/${place}`

function mustsNotKept({ clauses, notCovered }: ConformanceResult): Problem[] {
  const uncovered = new Set(notCovered)
  const isWaived = ({ verdict, waived }: ClauseResult) => verdict === 'fail' && waived !== undefined
  return clauses
    .filter((clause) => clause.level === 'must' && clause.verdict !== 'pass' && !isWaived(clause))
    .filter(({ id, verdict }) => !(verdict === 'skip' && uncovered.has(id)))
    .map(({ id, verdict }) => ({
      what: 'must-not-kept' as const,
      where: at(`clauses: ${id}`),
      expected: 'pass, or a waived failure',
      found: verdict,
    }))
}

function runNotWhole({ profile, exit, strict, clauses, waivers }: ConformanceResult): Problem[] {
  const problems: Problem[] = []
  if (profile !== 'full') {
    problems.push({ what: 'profile-is-not-full', where: at('profile'), expected: 'full', found: profile })
  }
  if (exit !== EXIT.pass) {
    problems.push({ what: 'exit-is-not-zero', where: at('exit'), expected: '0', found: String(exit) })
    return problems
  }
  const broken = clauses.find((each) => each.verdict === 'fail' && gravityOf(each, { strict }) === 'broken')
  const stale = waivers.find(({ state }) => state === 'stale')
  const why = broken ? `0, although ${broken.id} failed` : stale && `0, although the waiver of ${stale.clause} is stale`
  if (why) problems.push({ what: 'exit-contradicts-clauses', where: at('exit'), expected: '1', found: why })
  return problems
}

function conclusion({ result }: ConformanceResult, isHindered: boolean): Problem[] {
  const where = at('result')
  if (result !== 'PASSED') return [{ what: 'not-passed', where, expected: 'PASSED', found: result }]
  if (!isHindered) return []
  return [{ what: 'result-contradicts-clauses', where, expected: 'FAILED', found: result }]
}

function notCoveredThough({ notCovered, clauses }: ConformanceResult): Problem[] {
  const verdicts = new Map(clauses.map(({ id, verdict }) => [id, verdict]))
  return notCovered.flatMap((id): Problem[] => {
    const verdict = verdicts.get(id)
    if (verdict === 'skip') return []
    const where = at(`notCovered: ${id}`)
    return [{ what: 'not-covered-contradicts-clauses', where, expected: 'skip', found: shown(verdict) }]
  })
}

function twice({ clauses, choices, waivers, notCovered }: ConformanceResult): Problem[] {
  const named = {
    clause: clauses.map(({ id }) => id),
    choice: choices.map(({ id }) => id),
    waiver: waivers.map(({ clause }) => clause),
    'not-covered': notCovered,
  }
  return (Object.keys(named) as (keyof typeof named)[]).flatMap((kind) => {
    const times = Map.groupBy(named[kind], (id) => id)
    return [...times].flatMap(([id, { length }]): Problem[] =>
      length === 1
        ? []
        : [{ what: `${kind}-twice`, where: at(`${kind}: ${id}`), expected: 'once', found: `${length} times` }],
    )
  })
}

/** A full run has tested each passed clause, and sent concurrent requests. */
function extentOf({ extent, reductions = [], clauses, counts: { parallel = 0 } }: ConformanceResult): Problem[] {
  if (extent === undefined) return []
  const problem = (place: string, expected: string, found: string): Problem[] => [
    { what: 'extent-contradicts-clauses', where: at(place), expected, found },
  ]
  const untried = clauses.find(({ verdict, amount }) => verdict === 'pass' && !amount?.cases)
  if (untried) return problem(`clauses: ${untried.id}`, 'at least one case of a clause that passed', 'none')
  if (extent === 'reduced')
    return reductions.length > 0 ? [] : problem('reductions', 'a reason for the reduction', 'none')
  if (reductions.length > 0) return problem('extent', 'reduced', `full, although ${reductions[0]}`)
  if (parallel >= LEAST_PARALLEL) return []
  return problem('extent', 'reduced', `full, although at most ${parallel} requests were in flight at once`)
}

function clock({ startedAt, finishedAt }: ConformanceResult): Problem[] {
  if (startedAt <= finishedAt) return []
  const expected = `no earlier than ${startedAt}`
  return [{ what: 'ends-before-it-starts', where: at('finishedAt'), expected, found: finishedAt }]
}
