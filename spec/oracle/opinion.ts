import type { Level } from '../clause.ts'
import type { ClauseId } from '../clauses.ts'
import type { OpenPointId } from '../open-points.ts'
import type { FieldName } from '../words.ts'

export type OracleContext = {
  /** The aliases that GET /models lists. */
  aliases: readonly string[]
  /** Addresses of images that the server is known to be able to use. */
  images?: readonly string[]
}

export type Reason = {
  verdict: 'accept' | 'refuse' | 'open'
  level?: Level
  by: ClauseId | OpenPointId
  field?: FieldName | 'body'
  /** The server may also accept the body and let the job fail. */
  orJobFails?: true
  why: string
}

export type Opinion = {
  verdict: 'accept' | 'refuse' | 'open'
  /** Of an acceptance or a refusal; without meaning where the verdict is open. */
  level: Level
  orJobFails: boolean
  reasons: Reason[]
}

/** A refusal outweighs what is open, and what is open outweighs an acceptance. */
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

/** Only reasons of the same level count: a mere should beside it does not make the letter of a must any stricter. */
function refusal(level: Level, reasons: Reason[]): Opinion {
  const decisive = reasons.filter((reason) => reason.verdict === 'refuse' && reason.level === level)
  return { verdict: 'refuse', level, orJobFails: decisive.every((reason) => reason.orJobFails === true), reasons }
}
