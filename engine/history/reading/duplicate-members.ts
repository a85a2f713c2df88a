/** The names that an object at any depth holds more than once: JSON.parse keeps the last and says nothing. The text is valid JSON. */
export function duplicateMembers(json: string): string[] {
  const twice: string[] = []
  const open: (Set<string> | 'list')[] = []
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '{') open.push(new Set())
    else if (character === '[') open.push('list')
    else if (character === '}' || character === ']') open.pop()
    else if (character === '"') {
      const end = endOfString(json, at)
      const names = open.at(-1)
      if (names instanceof Set && isFollowedByColon(json, end)) {
        const name = JSON.parse(json.slice(at, end)) as string
        if (names.has(name)) twice.push(name)
        names.add(name)
      }
      at = end - 1
    }
  }
  return twice
}

/** Those of them whose values are not the same text: with the others, every parser comes to the same. */
export function membersThatDiffer(json: string): string[] {
  const twice = new Set(duplicateMembers(json))
  if (twice.size === 0) return []
  const differing: string[] = []
  const open: (Map<string, string | undefined> | 'list')[] = []
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '{') open.push(new Map())
    else if (character === '[') open.push('list')
    else if (character === '}' || character === ']') open.pop()
    else if (character === '"') {
      const end = endOfString(json, at)
      const values = open.at(-1)
      if (values instanceof Map && isFollowedByColon(json, end)) {
        const name = JSON.parse(json.slice(at, end)) as string
        if (twice.has(name)) {
          const value = shortValueAt(json, json.indexOf(':', end) + 1)
          if (values.has(name) && (value === undefined || values.get(name) !== value)) differing.push(name)
          values.set(name, value)
        }
      }
      at = end - 1
    }
  }
  return differing
}

/** One value of many in each other is not read again and again. */
const SHORT = 1000

/** Up to the comma or bracket behind it; undefined where it is longer. */
function shortValueAt(json: string, start: number): string | undefined {
  let depth = 0
  for (let at = start; at < json.length && at - start <= SHORT; at++) {
    const character = json[at]!
    if (character === '"') at = endOfString(json, at) - 1
    else if (depth === 0 && (character === ',' || character === '}')) return json.slice(start, at).trim()
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
  }
  return undefined
}

/** No regular expression: it overflows on strings of many escapes. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end + 1
}

function isEscaped(json: string, at: number): boolean {
  let before = at - 1
  while (json[before] === '\\') before--
  return (at - before) % 2 === 0
}

function isFollowedByColon(json: string, end: number): boolean {
  let at = end
  while (json[at] === ' ' || json[at] === '\n' || json[at] === '\r' || json[at] === '\t') at++
  return json[at] === ':'
}
