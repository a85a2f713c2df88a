/** A key, and whatever it may be wrapped in once more, is made of these; most of what is no text has no long run of them. */
export const READABLE = /(?:[\t\n\r\x20-\x7e]\0?){8,}/g
const LONG = 8

/** The value of each digit of base64, in both alphabets, and of hex. */
const VALUES: Record<4 | 6, Uint8Array> = {
  6: valuesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', { '-': 62, _: 63 }),
  4: valuesOf('0123456789abcdef', { A: 10, B: 11, C: 12, D: 13, E: 14, F: 15 }),
}

function valuesOf(digits: string, besides: Record<string, number>): Uint8Array {
  const values = new Uint8Array(128)
  for (const [value, digit] of [...digits].entries()) values[digit.charCodeAt(0)] = value
  for (const [digit, value] of Object.entries(besides)) values[digit.charCodeAt(0)] = value
  return values
}

/**
 * Whether a token may hold a run of readable bytes, counted from this character on. A long text has many tokens and hardly
 * any that does, and this makes nothing that has to be thrown away again.
 */
export function mayBeReadable(token: string, offset: number, bitsEach: 4 | 6): boolean {
  const values = VALUES[bitsEach]
  let bits = 0
  let held = 0
  let run = 0
  for (let at = offset; at < token.length; at++) {
    bits = ((bits << bitsEach) | values[token.charCodeAt(at)]!) & 0xffff
    held += bitsEach
    if (held < 8) continue
    held -= 8
    const byte = (bits >> held) & 0xff
    // Each may have a NUL behind it.
    if (byte === 0) continue
    const isReadable = (byte >= 0x20 && byte <= 0x7e) || byte === 9 || byte === 10 || byte === 13
    run = isReadable ? run + 1 : 0
    if (run === LONG) return true
  }
  return false
}
