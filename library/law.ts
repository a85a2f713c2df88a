import { subjectOf } from '../runner/judging/check.ts'
import { CLAUSES } from '../spec/clauses.ts'
import { CLIENT_CLAUSES } from '../spec/clients/clauses.ts'
import { clientExplanation } from '../spec/clients/explanations.ts'
import { CLIENT_OPEN_POINTS } from '../spec/clients/open-points.ts'
import { explanation } from '../spec/explanations.ts'
import { OPEN_POINTS } from '../spec/open-points.ts'
import { openapiDocument } from '../spec/openapi/document.ts'
import { SUITES } from '../suites/index.ts'

export type CheckOfClause = { id: string; suite: string; title: string }

export type LawClause = {
  id: string
  level: 'must' | 'should'
  /** Of the specification. */
  section: string
  rule: string
  /** What has to be given, or met, before it can be tried. */
  needs: string[]
  /** How it is checked, what breaks it, what usually causes that, and how to mend it. */
  explained: { checked: string; violation: string; cause: string; remedy: string }
  checks: CheckOfClause[]
}

/** What the specification leaves to the server: observed, never judged. */
export type LawOpenPoint = { id: string; section: string; question: string; checks: CheckOfClause[] }

/** What binds clients. */
export type LawClientClause = {
  id: string
  level: 'must' | 'should'
  section: string
  rule: string
  /** How it is judged, what goes wrong, how to mend it, and that in a few lines of three languages. */
  explained: { judged: string; harm: string; remedy: string; code: Partial<Record<Language, string>> }
}
type Language = 'typescript' | 'python' | 'go' | 'curl'
/** What the specification leaves to clients: observed, never judged. */
export type LawClientOpenPoint = { id: string; section: string; question: string }

/** The whole law as data: what binds servers, and beside it what binds clients. Whoever changes what is given changes a copy. */
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
      const { id, level, section, rule } = clause
      const needs = 'needs' in clause ? [...clause.needs] : []
      return { id, level, section, rule, needs, explained: explanation(id), checks: checks(id) }
    }),
    open: OPEN_POINTS.map(({ id, section, question }) => ({ id, section, question, checks: checks(id) })),
    clients: {
      clauses: CLIENT_CLAUSES.map((each) => ({ ...each, explained: clientExplanation(each.id) })),
      open: [...CLIENT_OPEN_POINTS],
    },
  })
}

/** The interface as an OpenAPI 3.1 document. */
export function openapi(): Record<string, unknown> {
  return structuredClone(openapiDocument()) as Record<string, unknown>
}
