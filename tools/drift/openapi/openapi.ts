import type { Habits } from '../habits/habit.ts'
import { readDocument } from './document.ts'
import { type DocumentFinding, DocumentFindings } from './finding.ts'
import { againstLaw } from './law/law.ts'
import { againstObserved } from './observed/observed.ts'
import { operationsIn } from './operations.ts'

export { NoDocument } from './document.ts'

export type DocumentCompared = {
  findings: DocumentFinding[]
  /** Parts of the document that could not be inspected, with the reason. */
  leftOut: { what: string; why: string }[]
  /** There are more findings than are listed. */
  isCut: boolean
}

/**
 * Compares a published document with the specification and, if given, with observed behaviour. Pure; throws NoDocument
 * for a text that is not a document.
 */
export function compareDocument(published: { name: string; text: string }, habits?: Habits): DocumentCompared {
  const document = readDocument(published.text, published.name)
  const described = operationsIn(document)
  const findings = new DocumentFindings()
  againstLaw(document, described, findings)
  if (habits) againstObserved(habits, document, described, findings)
  return {
    findings: findings.inOrder(),
    leftOut: [...document.unresolved]
      .map(([what, why]) => ({ what, why }))
      .sort((one, other) => (one.what < other.what ? -1 : 1)),
    isCut: findings.isFull,
  }
}
