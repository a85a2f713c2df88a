import type { Exchange } from '../../history/entry/exchange.ts'
import { at, headerOf, isRecord, jsonOf, parseJson, walk } from '../../history/reading/reading.ts'
import { canBeFilled } from '../../keys/placeholders.ts'

/** Longer texts are not ids. */
const LONGEST = 6000
const DEEPEST = 16

export type IdCandidate = { way: string[]; type: 'string' | 'number'; text: string }

/**
 * Values in the response to a submission that may be the job's id, the likeliest first; only GET /videos/{id} can tell.
 * A value sent in a field of the same name is not; one sent in another field comes last: an id of 5 may equal the duration.
 */
export function idCandidates(submission: Exchange, most: number): IdCandidate[] {
  const sent = namesByValue(parseJson(submission.request.body ?? '')?.value)
  const location = lastSegment(headerOf(submission, 'location'))
  const found = new Map<string, IdCandidate & { rank: number }>()
  for (const { way, value } of walk(jsonOf(submission)?.value, DEEPEST)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const text = String(value)
    if (
      text === '' ||
      !text.isWellFormed() ||
      !canBeFilled(text) ||
      [text, ...way].some((each) => each.length > LONGEST)
    )
      continue
    const own = text === location ? -1 : rank(way, text)
    const names = sent.get(text)
    if (own > NAMED_AN_ID && names?.has(lettersOf(way))) continue
    const candidate = {
      way,
      type: typeof value as 'string' | 'number',
      text,
      rank: own > NAMED_AN_ID && names ? own + LAST_RANK : own,
    }
    const known = found.get(text)
    if (!known || candidate.rank < known.rank) found.set(text, candidate)
  }
  return [...found.values()]
    .sort((a, b) => a.rank - b.rank || a.way.length - b.way.length)
    .slice(0, most)
    .map(({ rank: _, ...candidate }) => candidate)
}

const LIKE_AN_ID = /^(?=.*\d).{8}|^\d{3}/s

/** Whether the id may be where idCandidates does not look: in a long text, deeper, or as a name. */
export function mayHideItsId(submission: Exchange): boolean {
  const sent = namesByValue(parseJson(submission.request.body ?? '')?.value)
  for (const { way, value } of walk(jsonOf(submission)?.value, DEEPEST)) {
    if (typeof value === 'string' && value.length > LONGEST && !sent.has(value)) return true
    if (way.length === DEEPEST && typeof value === 'object' && value !== null) return true
    if (LIKE_AN_ID.test(way.at(-1) ?? '')) return true
  }
  return false
}

/** The names of the sent fields, by value as text. */
function namesByValue(value: unknown): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  for (const { way, value: each } of walk(value)) {
    if (typeof each === 'object' && each !== null) continue
    const text = String(each)
    names.set(text, (names.get(text) ?? new Set()).add(lettersOf(way)))
  }
  return names
}

const lettersOf = (way: readonly string[]) => (way.at(-1) ?? '').toLowerCase().replace(/[^a-z]/g, '')

function lastSegment(location: string | undefined): string | undefined {
  const segment = location?.split(/[?#]/)[0]?.replace(/\/$/, '').split('/').at(-1)
  try {
    return segment && decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Highest rank of names that say id. */
const NAMED_AN_ID = 4
const LAST_RANK = 10

function rank(way: readonly string[], text: string): number {
  const name = lettersOf(way)
  const named = ['id', 'jobid', 'videoid', 'taskid'].indexOf(name)
  if (named >= 0) return named
  if (/(request|trace|account|user|org|project|model|key)id$/.test(name)) return 8
  if (name.endsWith('id') || name === 'uuid') return 4
  if (['job', 'video', 'task', 'name', 'handle', 'key', 'ref', 'token'].includes(name)) return 5
  return /^https?:/.test(text) ? 9 : 7
}

/** A lone surrogate cannot be sent in a path. */
export function idAt(body: unknown, way: readonly string[]): string | undefined {
  const value = at(body, way)
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  return text.isWellFormed() ? text : undefined
}

/** Compares as text, because the specification leaves the type of the id open. */
export function showsId(record: unknown, id: string): boolean {
  return (
    isRecord(record) && (typeof record.id === 'string' || typeof record.id === 'number') && String(record.id) === id
  )
}
