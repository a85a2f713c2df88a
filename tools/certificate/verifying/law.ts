import { SUITE } from '../../../engine/config/version.ts'
import { excerpt } from '../../../engine/history/reading/words.ts'
import { CLAUSES, type Clause } from '../../../spec/clauses.ts'
import { specDigest } from '../../../spec/digest.ts'
import { EARLIER_DIGESTS } from '../../../spec/earlier-digests.ts'
import { OPEN_POINTS } from '../../../spec/open-points.ts'
import type { Checkable } from '../document/readiness.ts'
import type { ConformanceResult } from '../document/statement.ts'
import type { Problem } from './problem.ts'

const clausesById = new Map<string, Clause>(CLAUSES.map((clause) => [clause.id, clause]))
const openPoints = new Set<string>(OPEN_POINTS.map(({ id }) => id))

type Held = { problems: Problem[]; notes: string[] }

/** Compares a result with the specification of this version. Of an earlier one, only the number of clauses is known. */
export function againstThisLaw(result: ConformanceResult, checkable: Checkable): Held {
  const digest = specDigest()
  const found = result.law.sha256
  const isThisVersion = result.suite.version === SUITE.version
  const notes = isThisVersion
    ? []
    : [`gatecheck ${excerpt(result.suite.version)} created it; this is ${SUITE.version}, whose verdicts may differ`]
  if (found === digest) {
    const members = [...clausesNotOf(result), ...choicesNotOf(result)]
    return { problems: isThisVersion ? [...members, ...withACheck(result, checkable)] : members, notes }
  }
  const earlier = EARLIER_DIGESTS.get(found)
  if (earlier) return { problems: clausesMissing(result, earlier), notes: [...notes, EARLIER_NOTE] }
  const expected = `${digest}, or the digest of an earlier version that gatecheck ${SUITE.version} knows`
  return { problems: [{ what: 'law-digest', where: 'payload/predicate/law/sha256', expected, found }], notes }
}

const EARLIER_NOTE =
  'it was judged by an earlier version of the specification data; only the number of its clauses was checked'

function clausesMissing({ clauses }: ConformanceResult, earlier: { clauses: number; musts: number }): Problem[] {
  const musts = clauses.filter(({ level }) => level === 'must').length
  if (clauses.length === earlier.clauses && musts === earlier.musts) return []
  const inWords = (all: number, of: number) => `${all} clauses, ${of} of them must clauses`
  return [
    {
      what: 'clause-missing',
      where: 'payload/predicate/clauses',
      expected: inWords(earlier.clauses, earlier.musts),
      found: inWords(clauses.length, musts),
    },
  ]
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
      expected: 'a verdict, because this version has a check for it',
      found: 'not covered',
    }))
}
