import type { Level } from '../clause.ts'
import { type ClauseId, clause } from '../clauses.ts'
import type { OpenPointId } from '../open-points.ts'
import { FIELDS, type FieldName } from '../words.ts'

export type OracleContext = {
  /** The aliases that GET /models lists. */
  aliases: readonly string[]
  /** URLs of images that the server is known to be able to use. */
  images?: readonly string[]
}

type Where = FieldName | 'body'

export type Reason = {
  verdict: 'accept' | 'refuse' | 'open'
  level?: Level
  by: ClauseId | OpenPointId
  field?: Where
  /** The server may instead accept the body and let the job fail. */
  orJobFails?: true
  why: string
}

export type Opinion = {
  verdict: 'accept' | 'refuse' | 'open'
  /** Level of an acceptance or a refusal; has no meaning if the verdict is open. */
  level: Level
  orJobFails: boolean
  reasons: Reason[]
}

/** A refusal outweighs open points, and these outweigh an acceptance. */
export function opinionFrom(reasons: Reason[]): Opinion {
  const has = (verdict: Reason['verdict'], level: Level) =>
    reasons.some((reason) => reason.verdict === verdict && reason.level === level)

  if (has('refuse', 'must')) return refusal('must', reasons)
  if (has('refuse', 'should')) return refusal('should', reasons)
  if (reasons.some((reason) => reason.verdict === 'open')) {
    return { verdict: 'open', level: 'must', orJobFails: false, reasons }
  }
  return { verdict: 'accept', level: has('accept', 'should') ? 'should' : 'must', orJobFails: false, reasons }
}

/** Only reasons of the same level decide whether the job may fail instead: a should next to a must changes nothing. */
function refusal(level: Level, reasons: Reason[]): Opinion {
  const decisive = reasons.filter((reason) => reason.verdict === 'refuse' && reason.level === level)
  return { verdict: 'refuse', level, orJobFails: decisive.every((reason) => reason.orJobFails === true), reasons }
}

export function accept(by: ClauseId, field: Where, why: string): Reason {
  return { verdict: 'accept', level: clause(by).level, by, field, why }
}

export function refuse(by: ClauseId, field: Where, why: string): Reason {
  return { verdict: 'refuse', level: clause(by).level, by, field, why }
}

export function refuseOrLetTheJobFail(by: ClauseId, field: Where, why: string): Reason {
  return { ...refuse(by, field, why), orJobFails: true }
}

export function leaveOpen(by: OpenPointId, field: Where, why: string): Reason {
  return { verdict: 'open', by, field, why }
}

export function refuseWrongType(field: FieldName, value: unknown): Reason {
  return refuse('submission.types-checked', field, `${field} is ${shown(value)}, not a ${FIELDS[field].type}`)
}

export function leaveNullOpen(field: FieldName): Reason {
  return leaveOpen('body.null-for-optional', field, `${field} is null`)
}

const LONGEST = 60

/** A value in a sentence, shortened. */
export function shown(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  if (typeof value !== 'string') return String(value)
  return JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value)
}
