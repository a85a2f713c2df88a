import { at, isRecord, walk } from '../reading.ts'

export type IdCandidate = { way: string[]; type: 'string' | 'number'; text: string }

/** Values of an answer that may be the job's id, the likeliest first. Whether one is, only GET /videos/{id} can tell. */
export function idCandidates(body: unknown, most = 12): IdCandidate[] {
  const found: (IdCandidate & { rank: number })[] = []
  for (const { way, value } of walk(body)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const text = String(value)
    if (text === '' || text.length > 500) continue
    found.push({ way, type: typeof value as 'string' | 'number', text, rank: rank(way, text) })
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.way.length - b.way.length)
    .slice(0, most)
    .map(({ rank: _, ...candidate }) => candidate)
}

function rank(way: readonly string[], text: string): number {
  const name = (way.at(-1) ?? '').toLowerCase().replace(/[^a-z]/g, '')
  const named = ['id', 'jobid', 'videoid', 'taskid'].indexOf(name)
  if (named >= 0) return named
  if (/(request|trace|account|user|org|project|model|key)id$/.test(name)) return 8
  if (name.endsWith('id') || name === 'uuid') return 4
  if (['job', 'video', 'task', 'name', 'handle', 'key', 'ref', 'token'].includes(name)) return 5
  if (/^https?:|\s/.test(text)) return 9
  return 7
}

export function idAt(body: unknown, way: readonly string[]): string | undefined {
  const value = at(body, way)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** The record of a job shows its id as the interface names it; compared as text, since its type is open. */
export function showsId(record: unknown, id: string): boolean {
  return (
    isRecord(record) && (typeof record.id === 'string' || typeof record.id === 'number') && String(record.id) === id
  )
}
