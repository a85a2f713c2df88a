import { endOfString } from './reading.ts'

/** Names that an object at any depth has more than once; JSON.parse keeps only the last value. The text must be valid JSON. */
export function duplicateMembers(json: string): string[] {
  const twice: string[] = []
  for (const { object, name } of membersIn(json)) {
    if (object.has(name)) twice.push(name)
    object.set(name, undefined)
  }
  return twice
}

/** Duplicates whose values differ as text; for others all parsers agree. */
export function membersThatDiffer(json: string): string[] {
  const twice = new Set(duplicateMembers(json))
  if (twice.size === 0) return []
  const differing: string[] = []
  for (const { object, name, end } of membersIn(json)) {
    if (!twice.has(name)) continue
    const value = shortValueAt(json, json.indexOf(':', end) + 1)
    if (object.has(name) && (value === undefined || object.get(name) !== value)) differing.push(name)
    object.set(name, value)
  }
  return differing
}

type Member = { object: Map<string, string | undefined>; name: string; end: number }

/** Each member, with the end of its name and a map for notes about its object. */
function* membersIn(json: string): Generator<Member> {
  const open: (Member['object'] | 'list')[] = []
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '{') open.push(new Map())
    else if (character === '[') open.push('list')
    else if (character === '}' || character === ']') open.pop()
    else if (character === '"') {
      const end = endOfString(json, at) + 1
      const object = open.at(-1)
      if (object instanceof Map && isFollowedByColon(json, end))
        yield { object, name: JSON.parse(json.slice(at, end)) as string, end }
      at = end - 1
    }
  }
}

/** Without a limit, deeply nested values would be read again at each level. */
const SHORT = 1000

/** The text up to the comma or bracket after a value. Undefined if it is longer. */
function shortValueAt(json: string, start: number): string | undefined {
  let depth = 0
  for (let at = start; at < json.length && at - start <= SHORT; at++) {
    const character = json[at]!
    if (character === '"') at = endOfString(json, at)
    else if (depth === 0 && (character === ',' || character === '}')) return json.slice(start, at).trim()
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
  }
  return undefined
}

function isFollowedByColon(json: string, end: number): boolean {
  let at = end
  while (json[at] === ' ' || json[at] === '\n' || json[at] === '\r' || json[at] === '\t') at++
  return json[at] === ':'
}
