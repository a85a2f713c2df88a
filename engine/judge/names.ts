import { CLAUSES, type ClauseId, isClauseId } from '../../spec/clauses.ts'
import { OPEN_POINTS, type OpenPointId } from '../../spec/open-points.ts'
import { type Check, type Suite, subjectOf } from './check.ts'

/** What a name in `--only` selects. Every name in an output is valid. */
export type Meant = {
  suite?: Suite
  /** The clauses and open points whose ids begin with it. */
  group?: { clauses: ClauseId[]; openPoints: OpenPointId[] }
  clause?: ClauseId
  openPoint?: OpenPointId
  check?: Check
}

/** The part of an id before its first dot. */
export const groupOf = (id: string): string => id.slice(0, id.indexOf('.'))

export function meantBy(name: string, suites: readonly Suite[]): Meant {
  const suite = suites.find((each) => each.name === name)
  const check =
    checksOf(suites).find(({ id }) => id === name) ?? checksOf(suites).find(({ formerly }) => formerly === name)
  const clauses = CLAUSES.flatMap(({ id }) => (groupOf(id) === name ? [id] : []))
  const openPoints = OPEN_POINTS.flatMap(({ id }) => (groupOf(id) === name ? [id] : []))
  const openPoint = OPEN_POINTS.find(({ id }) => id === name)?.id
  return {
    ...(suite && { suite }),
    ...(clauses.length + openPoints.length > 0 && { group: { clauses, openPoints } }),
    ...(isClauseId(name) && { clause: name }),
    ...(openPoint && { openPoint }),
    ...(check && { check }),
  }
}

export function allNames(suites: readonly Suite[]): string[] {
  const ids = [...CLAUSES, ...OPEN_POINTS].map(({ id }) => id)
  const checks = checksOf(suites).map(({ id }) => id)
  return [...new Set([...suites.map(({ name }) => name), ...ids.map(groupOf), ...ids, ...checks])]
}

export const checksOf = (suites: readonly Suite[]): Check[] => suites.flatMap(({ checks }) => checks)

/** The checks that a pattern of `--only` selects; a star stands for any characters. */
export function checksChosen(pattern: string, suites: readonly Suite[]): Check[] {
  if (!pattern.includes('*')) return checksNamed(pattern, suites)
  return checksOf(suites).filter((check) =>
    [check.suite, check.id, subjectOf(check)].some((name) => fits(name, pattern)),
  )
}

/** No RegExp, which could take very long with many stars. */
function fits(name: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop() ?? ''
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}

/** A suite takes precedence over a group of the same name; `group.*` is the whole group. */
function checksNamed(name: string, suites: readonly Suite[]): Check[] {
  const { suite, group, ...one } = meantBy(name, suites)
  if (suite) return [...suite.checks]
  if (group) return checksOf(suites).filter((check) => groupOf(subjectOf(check)) === name)
  return checksOf(suites).filter((check) => check === one.check || subjectOf(check) === name)
}
