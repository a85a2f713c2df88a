import { isUtf8 } from 'node:buffer'
import { readBase64 } from '../document/base64.ts'
import type { Envelope } from '../document/envelope.ts'
import type { Checkable } from '../document/readiness.ts'
import type { Statement } from '../document/statement.ts'
import { againstHistory, type RecordedRun } from './against-history.ts'
import { contradictionsIn, subjectsTwice } from './consistency.ts'
import { readCanonicalJson } from './json-text.ts'
import { againstThisLaw } from './law.ts'
import { notesOn } from './notes.ts'
import type { Pinned } from './pinned-keys.ts'
import { firstProblems, type Problem } from './problem.ts'
import { weaknessesOf } from './reliance.ts'
import { asEnvelope, asStatement } from './shape.ts'
import { problemsOfSignatures } from './signatures.ts'

export type Evidence = {
  /** Keys that the reader trusts: at least one must have signed. */
  trusted?: readonly Pinned[] | undefined
  /** Ids of revoked keys; they are never trusted. */
  revoked?: ReadonlySet<string> | undefined
  history?: RecordedRun | undefined
  /** The clauses for which this version has a check, so that none can be listed as not covered. */
  checkable?: Checkable | undefined
  /** Maximum age in milliseconds since the end of the run. */
  maxAge?: number | undefined
  /** Milliseconds since 1970; default: now. */
  now?: number | undefined
}

export type Verification = {
  /** The claims, if well-formed and printable; trust them only if there are no problems. */
  statement?: Statement
  problems: Problem[]
  notes: string[]
}

/** All problems of a certificate. Never throws on any text. */
export function verifyCertificate(text: string, evidence: Evidence = {}): Verification {
  const { problems, ...rest } = lookedInto(text, evidence)
  return { ...rest, problems: firstProblems(problems) }
}

function lookedInto(text: string, evidence: Evidence): Verification {
  const { value, problems } = readCanonicalJson(text, 'envelope', '\n')
  if (value === undefined) return { problems, notes: [] }
  const { known: envelope, problems: misshapen } = asEnvelope(value)
  if (!envelope) return { problems: [...problems, ...misshapen], notes: [] }
  const inside = insideOf(envelope, evidence)
  return { ...inside, problems: [...problems, ...misshapen, ...inside.problems] }
}

function insideOf(
  envelope: Envelope,
  { trusted = [], revoked, history, checkable = new Set(), maxAge, now = Date.now() }: Evidence,
): Verification {
  const { bytes: body, flaw } = readBase64(envelope.payload)
  const { statement, isWellFormed, problems: unreadable } = statementIn(body)
  const signer = statement?.predicate.signer
  const problems = [
    ...(flaw ? [notBase64(flaw)] : []),
    ...unreadable,
    ...problemsOfSignatures({ envelope, body, signer, trusted, revoked }),
  ]
  if (!statement) return { problems, notes: [] }

  const signedBy = envelope.signatures.map(({ keyid }) => keyid)
  const law = againstThisLaw(statement.predicate, checkable)
  return {
    ...(isWellFormed && { statement }),
    problems: [
      ...problems,
      ...subjectsTwice(statement),
      ...contradictionsIn(statement.predicate),
      ...weaknessesOf(statement.predicate, { now, maxAge, checkable }),
      ...law.problems,
      ...(history ? againstHistory(statement, history, checkable) : []),
    ],
    notes: [...law.notes, ...notesOn(statement, { trusted, signedBy, history })],
  }
}

function notBase64(found: string): Problem {
  return { what: 'payload-base64', where: 'envelope/payload', expected: 'canonical standard base64', found }
}

type Found = { statement?: Statement; isWellFormed: boolean; problems: Problem[] }

function statementIn(body: Buffer): Found {
  if (!isUtf8(body)) {
    const found = 'bytes that are not UTF-8'
    return {
      isWellFormed: false,
      problems: [{ what: 'payload-not-utf8', where: 'payload', expected: 'UTF-8', found }],
    }
  }
  const { value, problems } = readCanonicalJson(body.toString(), 'payload')
  if (value === undefined) return { isWellFormed: false, problems }
  const { known, problems: misshapen } = asStatement(value)
  return {
    ...(known && { statement: known }),
    isWellFormed: misshapen.length === 0,
    problems: [...problems, ...misshapen],
  }
}
