import { duplicateMembers } from '../../../engine/history/reading/duplicate-members.ts'
import { canonicalJson } from '../document/canonical.ts'
import type { Problem } from './problem.ts'

const BYTE_ORDER_MARK = '\uFEFF'

type Read = { value?: unknown; problems: Problem[] }

/** Accepts canonical JSON only, so that signed bytes and parsed values cannot differ. */
export function readCanonicalJson(text: string, place: 'envelope' | 'payload', ending = ''): Read {
  if (text.trim() === '') {
    return { problems: [{ what: `${place}-empty`, where: place, expected: 'canonical JSON', found: 'nothing' }] }
  }
  const problems: Problem[] = []
  const marked = text.startsWith(BYTE_ORDER_MARK)
  if (marked) {
    const found = 'a byte order mark before it'
    problems.push({ what: `${place}-byte-order-mark`, where: place, expected: 'JSON', found })
  }
  const json = marked ? text.slice(1) : text
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    const found = (error as Error).message
    return { problems: [...problems, { what: `${place}-not-json`, where: place, expected: 'complete JSON', found }] }
  }
  for (const name of new Set(duplicateMembers(json))) {
    const found = `${name} more than once in one object`
    problems.push({ what: `${place}-duplicate-member`, where: place, expected: 'unique keys', found })
  }
  return { value, problems: [...problems, ...notCanonical(json, value, place, ending)] }
}

function notCanonical(json: string, value: unknown, place: 'envelope' | 'payload', ending: string): Problem[] {
  const what = `${place}-not-canonical` as const
  let canonical: string
  try {
    canonical = canonicalJson(value) + ending
  } catch (error) {
    return [{ what, where: place, expected: 'canonical JSON', found: (error as Error).message }]
  }
  if (json === canonical) return []
  const at = firstDifference(json, canonical)
  return [{ what, where: `${place}, character ${at + 1}`, expected: around(canonical, at), found: around(json, at) }]
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

function around(text: string, at: number): string {
  return at >= text.length ? 'its end' : JSON.stringify(text.slice(at, at + 30))
}
