export type Member = { name: string; source: string }

/**
 * The outermost members of a JSON object as written, duplicates included. The text has to be valid JSON.
 * A reviver of JSON.parse never sees the first of two equal names, and overflows on deep nesting.
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
const WHITE = new Set(' \n\r\t')

function* tokensOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    if (WHITE.has(text[at]!)) {
      at++
      continue
    }
    BARE.lastIndex = at
    const token = text[at] === '"' ? stringAt(text, at) : (BARE.exec(text)?.[0] ?? text[at]!)
    yield token
    at += token.length
  }
}

/** A loop: a regular expression overflows on strings with many escapes. */
function stringAt(text: string, start: number): string {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return text.slice(start, at + 1)
}

const LITERAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Whether the double that was read equals the literal exactly; 5.0, 5e0 and 50e-1 all equal 5. */
export function isHeldByDouble(literal: string, read: number): boolean {
  return normalForm(literal) === normalForm(String(read))
}

/** Digits without zeros at either end, and a power of ten, never written out because an exponent may be huge. */
function normalForm(literal: string): string {
  const parts = LITERAL.exec(literal)
  // Infinity, read from a literal beyond every double, has no digits.
  if (parts === null) return literal
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return `${sign}0`
  let end = digits.length
  while (digits[end - 1] === '0') end--
  const power = Number(exponent) - fraction.length + (digits.length - end)
  return `${sign}${digits.slice(0, end)}e${power}`
}
