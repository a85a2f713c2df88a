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
  const levels = new Levels()
  for (const token of text.matchAll(TOKEN)) {
    const { 0: whole, 1: content, 2: end, index } = token
    if (content === undefined && '{}[],'.includes(whole)) {
      levels.meet(whole)
      continue
    }
    const level = levels.last
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

const DEEPEST = 1000

/** The arrays and objects around a position. All levels below DEEPEST count as one. */
class Levels {
  readonly #levels: Level[] = [{ isObject: false, name: undefined, isNamed: false }]
  #deeper = 0

  get last(): Level {
    return this.#levels.at(-1)!
  }

  meet(mark: string): void {
    const { last } = this
    if (mark === ',') {
      last.isNamed = false
      if (last.isObject) last.name = undefined
    } else if (mark === '{' || mark === '[') {
      if (this.#levels.length === DEEPEST) this.#deeper++
      else this.#levels.push({ isObject: mark === '{', name: last.name, isNamed: false })
    } else if (this.#deeper > 0) this.#deeper--
    else if (this.#levels.length > 1) this.#levels.pop()
  }
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
