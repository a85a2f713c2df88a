/** A text, and the colon that makes it a name; what opens and what closes. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g

/** The first name that an object of a JSON text holds more than once, as it stands there; nothing where there is none. */
export function nameGivenTwice(text: string, value: unknown): string | undefined {
  const given = text.match(TOKEN)?.filter((token) => token.endsWith(':')).length ?? 0
  // Whatever parser has read it has kept one of each.
  return given === namesIn(value) ? undefined : twiceIn(text)
}

function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce((sum: number, each) => sum + namesIn(each), own)
}

function twiceIn(text: string): string | undefined {
  const open: Set<string>[] = []
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (colon) {
      const name = token.slice(0, -colon.length)
      const names = open.at(-1)
      // An escape is another way of writing the same name.
      const read = String(JSON.parse(name))
      if (names?.has(read)) return name
      names?.add(read)
    }
  }
  return undefined
}
