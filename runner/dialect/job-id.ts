import type { Exchange } from '../history/exchange.ts'
import { at, headerOf, isRecord, jsonOf, parseJson, walk } from '../history/reading.ts'
import { BOUNDS } from '../settings/bounds.ts'

/** Longer texts are no ids, and longer names lead to none. */
const LONGEST = BOUNDS.idCharacters.most

export type IdCandidate = { way: string[]; type: 'string' | 'number'; text: string }

/**
 * Values of an answer that may be the job's id, the likeliest first. Whether one is, only GET /videos/{id} can tell.
 * What merely repeats the submission is no id, and each value is tried once.
 */
export function idCandidates(submission: Exchange, most: number): IdCandidate[] {
  const sent = valuesIn(parseJson(submission.request.body ?? '')?.value)
  const location = lastSegment(headerOf(submission, 'location'))
  const found = new Map<string, IdCandidate & { rank: number }>()
  for (const { way, value } of walk(jsonOf(submission)?.value)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const text = String(value)
    if (text === '' || !text.isWellFormed() || [text, ...way].some((each) => each.length > LONGEST)) continue
    // A job may well have the number that was sent as its duration, if the field is called an id.
    if (sent.has(text) && rank(way, text) > NAMED_AN_ID) continue
    const candidate = {
      way,
      type: typeof value as 'string' | 'number',
      text,
      rank: text === location ? -1 : rank(way, text),
    }
    const known = found.get(text)
    if (!known || candidate.rank < known.rank) found.set(text, candidate)
  }
  return [...found.values()]
    .sort((a, b) => a.rank - b.rank || a.way.length - b.way.length)
    .slice(0, most)
    .map(({ rank: _, ...candidate }) => candidate)
}

/** Whether one of its texts might be the id for all that anybody knows, and is longer than is asked for. */
export function holdsTextsTooLong(submission: Exchange): boolean {
  const sent = valuesIn(parseJson(submission.request.body ?? '')?.value)
  for (const { value } of walk(jsonOf(submission)?.value))
    if (typeof value === 'string' && value.length > LONGEST && !sent.has(value)) return true
  return false
}

function valuesIn(value: unknown): Set<string> {
  const plain = new Set<string>()
  for (const { value: each } of walk(value)) {
    if (typeof each !== 'object') plain.add(String(each))
    else if (each === null) plain.add('null')
  }
  return plain
}

function lastSegment(location: string | undefined): string | undefined {
  const segment = location?.split(/[?#]/)[0]?.replace(/\/$/, '').split('/').at(-1)
  try {
    return segment && decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The ranks up to this one are those of names that say id. */
const NAMED_AN_ID = 4

function rank(way: readonly string[], text: string): number {
  const name = (way.at(-1) ?? '').toLowerCase().replace(/[^a-z]/g, '')
  const named = ['id', 'jobid', 'videoid', 'taskid'].indexOf(name)
  if (named >= 0) return named
  if (/(request|trace|account|user|org|project|model|key)id$/.test(name)) return 8
  if (name.endsWith('id') || name === 'uuid') return 4
  if (['job', 'video', 'task', 'name', 'handle', 'key', 'ref', 'token'].includes(name)) return 5
  return /^https?:/.test(text) ? 9 : 7
}

/** Half of a character cannot stand in a path, so what holds one names no job. */
export function idAt(body: unknown, way: readonly string[]): string | undefined {
  const value = at(body, way)
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  return text.isWellFormed() ? text : undefined
}

/** The record of a job shows its id as the interface names it; compared as text, since its type is open. */
export function showsId(record: unknown, id: string): boolean {
  return (
    isRecord(record) && (typeof record.id === 'string' || typeof record.id === 'number') && String(record.id) === id
  )
}
