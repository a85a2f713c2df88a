import { isDeepStrictEqual } from 'node:util'
import type { Report } from './report.ts'

export type Difference = { what: string; recorded: string; judged: string }

const BY_ID = ['clauses', 'checks', 'open', 'jobs'] as const

/** Where a recorded report says something else than its own history, named piece by piece. */
export function differences(recorded: Report, judged: Report): Difference[] {
  const found: Difference[] = []
  for (const name of new Set([...Object.keys(recorded), ...Object.keys(judged)]) as Set<keyof Report>) {
    if ((BY_ID as readonly string[]).includes(name)) continue
    if (!isDeepStrictEqual(recorded[name], asJson(judged[name]))) {
      found.push({ what: name, recorded: inWords(recorded[name]), judged: inWords(judged[name]) })
    }
  }
  for (const list of BY_ID) found.push(...differencesById(list, recorded[list] ?? [], judged[list]))
  return found
}

type Entry = { id: string }

function differencesById(list: string, recorded: readonly Entry[], judged: readonly Entry[]): Difference[] {
  const ids = new Set([...recorded, ...judged].map((entry) => entry.id))
  return [...ids].flatMap((id) => {
    const before = recorded.find((entry) => entry.id === id)
    const now = asJson(judged.find((entry) => entry.id === id))
    if (isDeepStrictEqual(before, now)) return []
    return [{ what: `${list}: ${id}`, recorded: summary(before), judged: summary(now) }]
  })
}

function summary(entry: unknown): string {
  if (entry === undefined) return 'missing'
  const { verdict, choice, received, reason } = entry as Record<string, unknown>
  const words = [verdict, choice, received, reason].filter((each) => typeof each === 'string')
  return words.length > 0 ? words.join(': ') : inWords(entry)
}

function inWords(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

function asJson<T>(value: T): T {
  return value === undefined ? value : JSON.parse(JSON.stringify(value))
}
