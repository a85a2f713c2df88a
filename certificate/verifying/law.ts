import { excerpt, list } from '../../runner/history/reading/words.ts'
import { SUITE } from '../../runner/settings/version.ts'
import { CLAUSES, type Clause } from '../../spec/clauses.ts'
import { specDigest } from '../../spec/digest.ts'
import { OPEN_POINTS } from '../../spec/open-points.ts'
import type { Checkable } from '../document/readiness.ts'
import type { ConformanceResult } from '../document/statement.ts'
import type { Problem } from './problem.ts'

const clausesById = new Map<string, Clause>(CLAUSES.map((clause) => [clause.id, clause]))
const openPoints = new Set<string>(OPEN_POINTS.map(({ id }) => id))

type Held = { problems: Problem[]; notes: string[] }

/** Holds a result against the law that this version knows; what another version says of another law stays open. */
export function againstThisLaw(result: ConformanceResult, checkable: Checkable): Held {
  const digest = specDigest()
  const found = result.law.sha256
  const isThisLaw = found === digest
  const members = () => [...clausesNotOf(result), ...choicesNotOf(result)]
  if (result.suite.version === SUITE.version) {
    const where = 'payload/predicate/law/sha256'
    const law: Problem[] = isThisLaw ? [] : [{ what: 'law-digest', where, expected: digest, found }]
    return { problems: [...law, ...members(), ...withACheck(result, checkable)], notes: [] }
  }
  const version = `gatecheck ${excerpt(result.suite.version)} made it; this is ${SUITE.version}, which may judge otherwise`
  if (isThisLaw) return { problems: members(), notes: [version] }
  return { problems: [], notes: [version, ofAnotherLaw(result)] }
}

function ofAnotherLaw({ clauses }: ConformanceResult): string {
  const unknown = clauses.filter(({ id }) => !clausesById.has(id)).map(({ id }) => id)
  const named = unknown.length === 0 ? '' : `; unknown here: ${excerpt(list(unknown))}`
  return `its law is another one, so whether it names every clause was not looked into${named}`
}

function clausesNotOf({ clauses }: ConformanceResult): Problem[] {
  const named = new Set(clauses.map(({ id }) => id))
  const missing = CLAUSES.filter(({ id }) => !named.has(id)).map(({ id }): Problem => {
    return { what: 'clause-missing', where: 'payload/predicate/clauses', expected: id, found: 'nothing' }
  })
  const differing = clauses.flatMap(({ id, level, section }): Problem[] => {
    const where = `payload/predicate/clauses: ${id}`
    const law = clausesById.get(id)
    if (!law) return [{ what: 'clause-unknown', where, expected: 'no such clause', found: id }]
    const problems: Problem[] = []
    if (level !== law.level) problems.push({ what: 'clause-level', where, expected: law.level, found: level })
    if (section !== law.section) {
      problems.push({ what: 'clause-section', where, expected: law.section, found: section })
    }
    return problems
  })
  return [...missing, ...differing]
}

function choicesNotOf({ choices }: ConformanceResult): Problem[] {
  return choices
    .filter(({ id }) => !openPoints.has(id))
    .map(({ id }) => ({
      what: 'choice-unknown' as const,
      where: `payload/predicate/choices: ${id}`,
      expected: 'no such open point',
      found: id,
    }))
}

function withACheck({ notCovered }: ConformanceResult, checkable: Checkable): Problem[] {
  return notCovered
    .filter((id) => checkable.has(id))
    .map((id) => ({
      what: 'not-covered-has-a-check' as const,
      where: `payload/predicate/notCovered: ${id}`,
      expected: 'a verdict of the check that this version has',
      found: 'not covered',
    }))
}
