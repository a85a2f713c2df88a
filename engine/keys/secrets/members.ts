/** A string (possibly cut off), a number, or punctuation. */
const TOKEN = /"((?:[^"\\]|\\[\s\S])*)("|\\?$)|-?\d[\d.eE+-]*|[{}[\],]/g
const COLON = /\s*:/y

type Level = { isObject: boolean; name: string | undefined; isNamed: boolean }

/** A JSON value and the name of its member; for an element of an array, the name of the array. */
export type Member = { name: string | undefined; value: string; isNumber: boolean }

/**
 * Replaces strings and numbers in JSON and keeps all other characters, also of JSON that is cut off or repeats a name. Takes
 * time linear in the length of the text.
 */
export function withMembers(text: string, instead: (member: Member) => string): string {
  let written = ''
  let done = 0
  const levels: Level[] = [{ isObject: false, name: undefined, isNamed: false }]
  for (const token of text.matchAll(TOKEN)) {
    const { 0: whole, 1: content, 2: end, index } = token
    const level = levels.at(-1)!
    if (content === undefined && '{}[],'.includes(whole)) {
      if (whole === ',') {
        level.isNamed = false
        if (level.isObject) level.name = undefined
      } else if ('{['.includes(whole)) levels.push({ isObject: whole === '{', name: level.name, isNamed: false })
      else if (levels.length > 1) levels.pop()
      continue
    }
    COLON.lastIndex = index + whole.length
    if (content !== undefined && level.isObject && !level.isNamed && COLON.test(text)) {
      level.name = unescaped(content)
      level.isNamed = true
      continue
    }
    const value = content === undefined ? whole : unescaped(content)
    const other = instead({ name: level.name, value, isNumber: content === undefined })
    if (other === value) continue
    const quoted = JSON.stringify(other)
    written += text.slice(done, index) + (end === '"' || content === undefined ? quoted : quoted.slice(0, -1))
    done = index + whole.length
  }
  return written + text.slice(done)
}

/** Returns a string that is cut off in an escape as it is. */
function unescaped(content: string): string {
  if (!content.includes('\\')) return content
  try {
    return JSON.parse(`"${content}"`) as string
  } catch {
    return content
  }
}
