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
 * A document that a server publishes, against the law and, where habits are given, against what was seen of the server.
 * Pure; it throws NoDocument for a text that is none.
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
