import { subjectOf } from '../engine/judge/check.ts'
import { CLAUSES } from '../spec/clauses.ts'
import { CLIENT_CLAUSES } from '../spec/clients/clauses.ts'
import { CLIENT_OPEN_POINTS } from '../spec/clients/open-points.ts'
import { OPEN_POINTS } from '../spec/open-points.ts'
import { openapiDocument } from '../spec/openapi/document.ts'
import { SUITES } from '../suites/index.ts'

export type CheckOfClause = { id: string; suite: string; title: string }

export type LawClause = {
  id: string
  level: 'must' | 'should'
  /** Section of the specification. */
  section: string
  rule: string
  /** What must be provided or occur before the clause can be tested. */
  needs: string[]
  /** How it is checked, what violates it, the usual cause, and the fix. */
  explained: { checked: string; violation: string; cause: string; remedy: string }
  checks: CheckOfClause[]
}

/** Open point: left to the server by the specification; observed, never judged. */
export type LawOpenPoint = { id: string; section: string; question: string; checks: CheckOfClause[] }

/** Clause for clients. */
export type LawClientClause = {
  id: string
  level: 'must' | 'should'
  section: string
  rule: string
  /** How it is judged, the harm of a violation, the fix, and example code. */
  explained: { judged: string; harm: string; remedy: string; code: Partial<Record<Language, string>> }
}
type Language = 'typescript' | 'python' | 'go' | 'curl'
/** Open point: left to clients by the specification; observed, never judged. */
export type LawClientOpenPoint = { id: string; section: string; question: string }

/** Returns a copy of all clauses and open points, for servers and clients. */
export function clauses(): {
  clauses: LawClause[]
  open: LawOpenPoint[]
  clients: { clauses: LawClientClause[]; open: LawClientOpenPoint[] }
} {
  const all = SUITES.flatMap((suite) => suite.checks)
  const checks = (subject: string): CheckOfClause[] =>
    all.filter((check) => subjectOf(check) === subject).map(({ id, suite, title }) => ({ id, suite, title }))
  return structuredClone({
    clauses: CLAUSES.map((clause): LawClause => {
      const { id, level, section, rule, explanation } = clause
      const needs = 'needs' in clause ? [...clause.needs] : []
      return { id, level, section, rule, needs, explained: explanation, checks: checks(id) }
    }),
    open: OPEN_POINTS.map(({ id, section, question }) => ({ id, section, question, checks: checks(id) })),
    clients: {
      clauses: CLIENT_CLAUSES.map(({ explanation, ...rest }) => ({ ...rest, explained: explanation })),
      open: [...CLIENT_OPEN_POINTS],
    },
  })
}

/** Returns the interface as an OpenAPI 3.1 document. */
export function openapi(): Record<string, unknown> {
  return structuredClone(openapiDocument()) as Record<string, unknown>
}
