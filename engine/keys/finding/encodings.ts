import { constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import { characters, type Dropped, without } from './dropped.ts'
import { mayBeReadable, READABLE } from './readable-runs.ts'
import { Strand, Weaving } from './strand.ts'

/** An encoding of bytes in which each character stands for the same number of bits. */
type Encoding = {
  form: string
  /** What is dropped before tokens are looked for: lines are wrapped, digits are set apart. */
  token: RegExp
  bitsEach: 4 | 6
  /** After so many characters, bytes begin as they began. */
  period: number
  decode: (token: string) => string
}

const BASE64: Encoding = {
  form: 'in base64',
  token: /[A-Za-z0-9+/_-]{10,}/g,
  bitsEach: 6,
  period: 4,
  decode: (token) => Buffer.from(token, 'base64').toString('latin1'),
}
const HEX: Encoding = {
  form: 'in hex',
  token: /[0-9a-fA-F]{16,}/g,
  bitsEach: 4,
  period: 2,
  decode: (token) => Buffer.from(token, 'hex').toString('latin1'),
}
/** Between what was not decoded from one run. */
const GAP = '\x01'

const BEFORE_HEX = /0x|\\x/i
const BETWEEN_DIGITS: Dropped = { found: /0x|\\x|[^A-Za-z0-9]+/gi }
const BLANKS = characters(/\s+/g, 'kept')

/** What a text says in the usual encodings; lines that are wrapped and digits that are set apart count as one. */
export function decoded(strand: Strand, bare: Strand): Strand[] {
  const unwrapped = without(BLANKS, strand)
  const digits = BEFORE_HEX.test(strand.text) ? without(BETWEEN_DIGITS, strand) : bare
  const found = [decodedBy(BASE64, unwrapped), decodedBy(HEX, digits), unpackedFrom(strand), ...codesIn(strand)]
  if (unwrapped !== strand) found.push(unpackedFrom(unwrapped))
  return found.filter((each) => each !== undefined)
}

function decodedBy({ form, token, bitsEach, period, decode }: Encoding, strand: Strand): Strand | undefined {
  const rate = 8 / bitsEach
  const weaving = new Weaving(rate, form)
  for (const { 0: found, index } of strand.text.matchAll(token)) {
    for (let offset = 0; offset < period; offset++) {
      if (!mayBeReadable(found, offset, bitsEach)) continue
      for (const { 0: run, index: at } of decode(found.slice(offset)).matchAll(READABLE)) {
        weaving.put(run, index + offset + at * rate)
        weaving.putGap(GAP, index)
      }
    }
  }
  return weaving.size === 0 ? undefined : weaving.strandOf(strand)
}

/** As gzip and zlib begin in base64. */
const PACKED = /(?:H4sI|eA[E-H]|eF[4-7]|eJ[w-z]|eN[o-r])[A-Za-z0-9+/_-]{8,}/g

function unpackedFrom(strand: Strand): Strand | undefined {
  const weaving = new Weaving(0, 'packed in base64')
  let left: number = BOUNDS.unpackedForKeys.most
  for (const { 0: token, index } of strand.text.matchAll(PACKED)) {
    const text = left > 0 ? unpack(Buffer.from(token, 'base64'), left) : undefined
    if (text === undefined) continue
    left -= text.length
    weaving.putAsOne(text, { from: index, to: index + token.length })
    weaving.putGap(GAP, index)
  }
  return weaving.size === 0 ? undefined : weaving.strandOf(strand)
}

function unpack(bytes: Buffer, most: number): string | undefined {
  // Words that follow are no part of it, and its end may be cut off.
  const options = { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH }
  const body = bytes[0] === GZIP ? bodyOfGzip(bytes) : undefined
  const ways = body
    ? // Of what follows the end of a member, the first takes all for one more member, and fails.
      [() => gunzipSync(bytes, options), () => inflateRawSync(body, options)]
    : [() => inflateSync(bytes, options)]
  for (const way of ways)
    try {
      return way().toString('latin1')
    } catch {
      // It may be unpacked in the other way.
    }
  return undefined
}

const GZIP = 0x1f
const GZIP_HEADER = 10
/** The bits that say what else stands before the body: a checksum, two bytes long; something with its length; texts. */
const FLAGS = { checksum: 2, extra: 4, texts: [8, 16] }

function bodyOfGzip(bytes: Buffer): Buffer {
  const flags = bytes[3] ?? 0
  let at = GZIP_HEADER
  if (flags & FLAGS.extra) at += 2 + (bytes[at] ?? 0) + ((bytes[at + 1] ?? 0) << 8)
  for (const text of FLAGS.texts) if (flags & text) at = bytes.indexOf(0, at) + 1
  if (flags & FLAGS.checksum) at += 2
  return bytes.subarray(at)
}

/** A name in JSON is no value, and no number behind a point is a code. */
const NUMBER = /(?<![\w.])\d{2,3}(?![\w.]|"\s*:)/g
const FEWEST_NUMBERS = 8

const CODES = [
  { form: 'as a list of bytes', base: 10, isCode: () => true },
  { form: 'in octal', base: 8, isCode: (digits: string) => /^[01]?[0-7]{2}$/.test(digits) },
]
type Codes = (typeof CODES)[number]

/** The characters of which numbers are the codes, in order. Long lists of numbers are many, and hardly any holds a key. */
function codesIn(strand: Strand): Strand[] {
  const numbers = strand.text.match(NUMBER) ?? []
  if (numbers.length < FEWEST_NUMBERS) return []
  return CODES.flatMap((codes) => {
    const text = textOf(codes, numbers)
    return text === undefined ? [] : [new Strand(text, { parent: strand, weave: () => woven(codes, strand.text) })]
  })
}

function textOf(codes: Codes, numbers: readonly string[]): string | undefined {
  const characters: string[] = []
  let most = 0
  let row = 0
  for (const digits of numbers) {
    const character = characterOf(codes, digits)
    row = character === GAP ? 0 : row + 1
    most = Math.max(most, row)
    characters.push(character)
  }
  return most < FEWEST_NUMBERS ? undefined : characters.join('')
}

function woven(codes: Codes, text: string): Weaving {
  const weaving = new Weaving(0, codes.form)
  for (const { 0: digits, index } of text.matchAll(NUMBER))
    weaving.putAsOne(characterOf(codes, digits), { from: index, to: index + digits.length })
  return weaving
}

function characterOf({ base, isCode }: Codes, digits: string): string {
  const code = isCode(digits) ? Number.parseInt(digits, base) : 0
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : GAP
}
