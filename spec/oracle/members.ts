export type Member = { name: string; source: string }

/**
 * The outermost members of a JSON object as they are written, repeated ones included. The text has to be known as valid JSON.
 * A reviver of JSON.parse would not do: it never sees the first of two equal names, and it overflows on deep nesting.
 */
export function membersOf(text: string): Member[] {
  const members: Member[] = []
  let depth = 0
  let name = ''
  let before = ''
  for (const token of tokensOf(text)) {
    if (token === '}' || token === ']') depth--
    if (depth === 1 && token.startsWith('"') && before !== ':') name = JSON.parse(token)
    else if (depth === 1 && before === ':') members.push({ name, source: token })
    if (token === '{' || token === '[') depth++
    before = token
  }
  return members
}

const BARE = /[^\s"{}[\],:]+/y

function* tokensOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    if (isWhite(text[at]!)) {
      at++
      continue
    }
    BARE.lastIndex = at
    const token = text[at] === '"' ? stringAt(text, at) : (BARE.exec(text)?.[0] ?? text[at]!)
    yield token
    at += token.length
  }
}

function isWhite(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t'
}

/** A loop: as a regular expression this overflows on strings of many escapes. */
function stringAt(text: string, start: number): string {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return text.slice(start, at + 1)
}
