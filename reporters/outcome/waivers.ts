import { didYouMean } from '../../engine/config/nearest-names.ts'
import { UsageError } from '../../engine/config/target.ts'
import type { Waiver } from '../../engine/config/waiver.ts'
import type { Suite } from '../../engine/judge/check.ts'
import { allNames, meantBy } from '../../engine/judge/names.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { ClauseReport, Report, WaiverReport } from './report.ts'

/** Parses `--waive NAME=REASON`. A waiver of a single clause replaces one of its group. */
export function waiversFrom(texts: readonly string[], suites: readonly Suite[] = []): Waiver[] {
  const all = texts.flatMap((text) => waiversOf(text, suites))
  const named = new Set(all.flatMap(({ clause, within }) => (within === undefined ? [clause] : [])))
  const waivers = all.filter(({ clause, within }) => within === undefined || !named.has(clause))
  const twice = waivers.find(({ clause }, index) => waivers.findIndex((each) => each.clause === clause) !== index)
  if (twice) throw new UsageError(`--waive ${twice.clause}: waived twice; leave one out`)
  return waivers
}

function waiversOf(text: string, suites: readonly Suite[]): Waiver[] {
  const [name = '', ...rest] = text.split('=')
  const reason = rest.join('=').trim()
  if (name === '')
    throw new UsageError(`--waive ${text}: name a clause before the =; "npx gatecheck clauses" lists them`)
  const clauses = clausesNamed(name, suites)
  if (reason === '')
    throw new UsageError(`--waive ${name}: give a reason, as in --waive ${name}="fix planned for release 7"`)
  if (typeof clauses === 'string') return [{ clause: clauses, reason }]
  return clauses.map((clause) => ({ clause, reason, within: name }))
}

/** A clause, or the clauses of a group or suite. */
function clausesNamed(name: string, suites: readonly Suite[]): ClauseId | ClauseId[] {
  const { clause, openPoint, check, group, suite } = meantBy(name, suites)
  if (clause) return clause
  if (check && check.kind !== 'observation') return check.clause
  if (openPoint || check)
    throw new UsageError(`--waive ${name}: an open point, which cannot fail: leave out the waiver`)
  const ofSuite = (suite?.checks ?? []).flatMap((each) => (each.kind === 'observation' ? [] : [each.clause]))
  const clauses = group?.clauses.length ? group.clauses : ofSuite
  if (clauses.length > 0) return [...new Set(clauses)]
  if (group || suite) throw new UsageError(`--waive ${name}: none of its clauses is judged: leave out the waiver`)
  throw new UsageError(
    `--waive ${name}: unknown clause.${didYouMean(name, allNames(suites)) || ' "npx gatecheck clauses" lists them'}`,
  )
}

const STATES = { fail: 'used', pass: 'stale', inconclusive: 'not judged', skip: 'not judged' } as const

/** The waiver of a group is stale only if all of its clauses pass. */
export function statesOf(waivers: readonly Waiver[], clauses: readonly ClauseReport[]): WaiverReport[] {
  const stateOf = ({ clause }: Waiver) => STATES[clauses.find(({ id }) => id === clause)?.verdict ?? 'skip']
  const needed = new Set(waivers.flatMap((each) => (each.within && stateOf(each) !== 'stale' ? [each.within] : [])))
  return waivers.flatMap((waiver) => {
    const { clause, reason, within } = waiver
    const state = stateOf(waiver)
    return within !== undefined && state === 'stale' && needed.has(within) ? [] : [{ clause, reason, state }]
  })
}

/** Whether a failed clause fails the run. */
export type Gravity = 'broken' | 'warning' | 'waived'

export function gravityOf(
  { level, waived }: Pick<ClauseReport, 'level' | 'waived'>,
  { strict }: Pick<Report, 'strict'>,
): Gravity {
  if (waived !== undefined) return 'waived'
  return level === 'must' || strict ? 'broken' : 'warning'
}
