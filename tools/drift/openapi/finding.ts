import { createHash } from 'node:crypto'
import { excerpt, list, printable } from '../../../engine/history/reading/words.ts'
import type { Level } from '../../../spec/clause.ts'
import { type ClauseId, clause } from '../../../spec/clauses.ts'
import { ENDPOINTS, type EndpointName } from '../../../spec/endpoints.ts'

export const MOST_FINDINGS = 500

/** A document is compared with the specification and with the observed behaviour. */
type Side = 'law' | 'observed'

/**
 * promised, not kept: documented, but not observed · done, not said: required or observed, but not documented ·
 * contradicts: documented differently.
 */
type FindingKind = 'contradicts' | 'promised, not kept' | 'done, not said'

/** What differs at a place. */
type About =
  | 'base path'
  | 'endpoint'
  | 'method'
  | 'security'
  | 'parameter'
  | 'status'
  | 'header'
  | 'media type'
  | 'body'
  | 'field'
  | 'required'
  | 'type'
  | 'words'
  | 'format'
  | 'accepted'
  | 'refused'

export type DocumentFinding = {
  /** From place and difference: stable across days and machines. */
  id: string
  side: Side
  kind: FindingKind
  about: About
  endpoint?: EndpointName
  /** As documented or observed: 202, 4XX, default. */
  status?: string
  /** Job states, if it applies only to some of them. */
  states?: string[]
  /** JSON Pointer into the response body; with part 'request', into the request. */
  pointer?: string
  part?: 'request'
  header?: string
  expected: string
  received: string
  clause?: ClauseId
  level?: Level
  what: string
}

export type ToldFinding = Omit<DocumentFinding, 'id' | 'level' | 'states'> & {
  state?: string
  /** The word, type or name that differs, if the place does not say it. */
  subject?: string
}

export class DocumentFindings {
  readonly #found = new Map<string, DocumentFinding>()
  isFull = false

  /** The same difference in several job states is one finding. */
  add({ subject, state, ...told }: ToldFinding): void {
    const id = fingerprint(told, subject)
    const known = this.#found.get(id)
    if (known) {
      if (state !== undefined && !known.states?.includes(state)) known.states?.push(state)
      return
    }
    if (this.#found.size >= MOST_FINDINGS) {
      this.isFull = true
      return
    }
    this.#found.set(id, {
      ...told,
      id,
      ...(state !== undefined && { states: [state] }),
      ...(told.pointer !== undefined && { pointer: printable(told.pointer) }),
      ...(told.header !== undefined && { header: excerpt(told.header, 80) }),
      ...(told.status !== undefined && { status: excerpt(told.status, 20) }),
      expected: excerpt(told.expected, 300),
      received: excerpt(told.received, 300),
      what: excerpt(told.what, 500),
      ...(told.clause !== undefined && { level: clause(told.clause).level }),
    })
  }

  inOrder(): DocumentFinding[] {
    return [...this.#found.values()].map(withOtherStates).sort(byPlace)
  }
}

function withOtherStates(finding: DocumentFinding): DocumentFinding {
  const [, ...others] = finding.states ?? []
  if (others.length === 0) return finding
  return { ...finding, what: `${finding.what.replace(/\.$/, '')}; the same for a job that is ${list(others, 'or')}.` }
}

type Place = Pick<ToldFinding, 'side' | 'kind' | 'about' | 'endpoint' | 'status' | 'pointer' | 'part' | 'header'>

function fingerprint({ side, kind, about, endpoint, status, pointer, part, header }: Place, subject?: string) {
  const place = [side, kind, about, endpoint, status, pointer, part, header, subject]
  const text = JSON.stringify(place.map((each) => each ?? null))
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

const ranks = ENDPOINTS.map(({ name }): string => name)

/** Specification first, then by endpoint, status and place. */
function byPlace(one: DocumentFinding, other: DocumentFinding): number {
  const key = ({ side, endpoint, part, status, header, pointer, about, what, id }: DocumentFinding) => [
    side,
    endpoint === undefined ? -1 : ranks.indexOf(endpoint),
    part === 'request' ? 0 : 1,
    status ?? '',
    header ?? '',
    pointer ?? '',
    about,
    what,
    id,
  ]
  const [first, second] = [key(one), key(other)]
  const at = first.findIndex((each, index) => each !== second[index])
  return at < 0 ? 0 : first[at]! < second[at]! ? -1 : 1
}
