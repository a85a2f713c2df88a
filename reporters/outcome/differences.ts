import { isDeepStrictEqual } from 'node:util'
import type { Report } from './report.ts'

export type Difference = { what: string; recorded: string; judged: string }

const BY_ID = ['clauses', 'checks', 'open', 'jobs'] as const

/** Where a recorded report differs from what its history is judged as. */
export function differences(recorded: Report, judged: Report): Difference[] {
  const found: Difference[] = []
  const compare = (what: string, before: unknown, now: unknown) => {
    const after = now === undefined ? undefined : JSON.parse(JSON.stringify(now))
    if (!isDeepStrictEqual(before, after)) found.push({ what, recorded: summary(before), judged: summary(after) })
  }
  for (const name of new Set([...Object.keys(recorded), ...Object.keys(judged)]) as Set<keyof Report>)
    if (!(BY_ID as readonly string[]).includes(name)) compare(name, recorded[name], judged[name])
  for (const name of BY_ID) {
    const lists: (readonly { id: string }[])[] = [recorded[name] ?? [], judged[name]]
    const [before, after] = lists.map((list) => new Map(list.map((entry) => [entry.id, entry])))
    for (const id of new Set(lists.flat().map((entry) => entry.id)))
      compare(`${name}: ${id}`, before!.get(id), after!.get(id))
  }
  return found
}

function summary(value: unknown): string {
  const { verdict, choice, received, reason } = (value ?? {}) as Record<string, unknown>
  const words = [verdict, choice, received, reason].filter((each) => typeof each === 'string')
  if (words.length > 0) return words.join(': ')
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
