import { randomFillSync } from 'node:crypto'

const drawn = Buffer.alloc(16 * 512)
let used = drawn.length

const DIGITS = Buffer.from('0123456789abcdef')
const VERSION_4 = 0x40
const VARIANT = 0x80
const HYPHENS_BEFORE = new Set([4, 6, 8, 10])
/** Position of each of the sixteen bytes in a UUID. */
const PLACES = Array.from({ length: 16 }, (_, nth) => 2 * nth + [...HYPHENS_BEFORE].filter((at) => at <= nth).length)
const written = Buffer.alloc(36, '-')

/**
 * A UUID in one flat string. crypto.randomUUID concatenates twenty strings, which stores would keep and which use more
 * memory than the job.
 */
export function randomUuid(): string {
  const from = sixteenBytes()
  for (let nth = 0; nth < 16; nth++) {
    let byte = drawn[from + nth]!
    if (nth === 6) byte = (byte & 0x0f) | VERSION_4
    if (nth === 8) byte = (byte & 0x3f) | VARIANT
    const at = PLACES[nth]!
    written[at] = DIGITS[byte >> 4]!
    written[at + 1] = DIGITS[byte & 0x0f]!
  }
  return written.toString('latin1')
}

export function randomHex(): string {
  const from = sixteenBytes()
  return drawn.toString('hex', from, from + 16)
}

/** Returns the offset of the next sixteen bytes. */
function sixteenBytes(): number {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += 16
  return used - 16
}
