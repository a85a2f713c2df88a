import { isWord, type KeyName, withoutRecipes } from './placeholders.ts'

/** Shorter runs of characters of a key are kept. */
const SHORTEST_RUN = 8
/** Shorter words are redacted only as a whole, longer ones from half of their length on. */
const LONG_WORD = 17
/** Texts are searched for groups of so many characters first. */
const GRAM = 4
/** Layers of escapes, such as a percent-encoded URL in JSON in JSON. */
const LAYERS = 3

/** One spelling of a secret: plain, in hex, or in base64 at one of three offsets. */
type Spelling = {
  name: KeyName
  text: string
  form: '' | ', in hex' | ', in base64'
  /** Bits of the secret per character, and before the first character. */
  bits: 8 | 6 | 4
  skipped: number
  /** Length of the shortest run that is redacted, and of the shortest one that looks like a word or a number. */
  least: number
  leastOrdinary: number
}

type Seed = { spelling: Spelling; from: number }
type Match = { from: number; to: number; name: KeyName; change: string }

/** Replaces secrets, and runs of 8 or more of their characters, by placeholders. Takes time linear in the text's length. */
export class Redactor {
  readonly #isSeed = new Uint8Array(2 ** 16)
  readonly #seeds = new Map<number, Seed[]>()
  #step = SHORTEST_RUN - GRAM + 1

  constructor(secrets: Iterable<readonly [KeyName, string]> = []) {
    for (const [name, secret] of secrets) this.add(name, secret)
  }

  add(name: KeyName, secret: string): void {
    for (const spelling of spellingsOf(name, secret)) {
      if (spelling.least < GRAM) continue
      this.#step = Math.min(this.#step, spelling.least - GRAM + 1)
      for (let from = 0; from + GRAM <= spelling.text.length; from++) {
        const gram = gramAt(spelling.text, from)
        this.#isSeed[gram] = 1
        const seeds = this.#seeds.get(gram)
        if (seeds) seeds.push({ spelling, from })
        else this.#seeds.set(gram, [{ spelling, from }])
      }
    }
  }

  /** `keepsPlaceholders`: the text comes from a history, so its braces are those of placeholders. */
  redact(text: string, { keepsPlaceholders = false } = {}): string {
    const rest = (piece: string) => (keepsPlaceholders ? piece : withoutRecipes(piece))
    const matches = this.#find(text, LAYERS)
    if (matches.length === 0) return rest(text)
    const pieces: string[] = []
    let done = 0
    for (const { from, to, name, change } of merged(matches)) {
      pieces.push(rest(text.slice(done, from)), `{{${name}${change}}}`)
      done = to
    }
    return pieces.join('') + rest(text.slice(done))
  }

  #find(text: string, layers: number): Match[] {
    const found = this.#search(text)
    if (layers === 0 || !/[%\\&]/.test(text)) return found
    const plain = text.replace(ESCAPE, unescaped)
    const inner = plain.length < text.length ? this.#find(plain, layers - 1) : []
    if (inner.length === 0) return found
    const starts = startsOf(text, plain.length)
    return found.concat(inner.map((match) => inEscapedText(match, text, starts)))
  }

  /** Each run has a gram at one of the searched positions. */
  #search(text: string): Match[] {
    const found: Match[] = []
    for (let at = 0; at + GRAM <= text.length; at += this.#step) {
      const gram = gramAt(text, at)
      const match = this.#isSeed[gram] === 1 ? longestAround(text, at, this.#seeds.get(gram)!) : undefined
      if (!match) continue
      found.push(match)
      while (at + this.#step < match.to) at += this.#step
    }
    return found
  }
}

function spellingsOf(name: KeyName, secret: string): Spelling[] {
  const bytes = Buffer.from(secret)
  const leastOfWord = (length: number) => (length < LONG_WORD ? length : Math.ceil(length / 2))
  const leastOf = (length: number) => (isWord(name) ? leastOfWord(length) : Math.min(length, SHORTEST_RUN))
  const plain = (text: string): Spelling => {
    const least = leastOf(text.length)
    const leastOrdinary = Math.max(least, Math.ceil(text.length / 2))
    return { name, text, form: '', bits: 8, skipped: 0, least, leastOrdinary }
  }
  const bitsOfRun = 8 * leastOf(bytes.length)
  const coded = (text: string, form: Spelling['form'], bits: 6 | 4, skipped = 0): Spelling => {
    // In base64, up to 4 of the bits are in characters that the run shares with its neighbours.
    const least = Math.floor((bitsOfRun - (bits === 6 ? 4 : 0)) / bits)
    return { name, text, form, bits, skipped, least, leastOrdinary: least }
  }
  const inBase64 = [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes])
    const first = Math.ceil((8 * offset) / 6)
    const own = (text: string) => text.slice(first, Math.floor((8 * shifted.length) / 6))
    const texts = [own(shifted.toString('base64')), own(shifted.toString('base64url'))]
    return texts.map((text) => coded(text, ', in base64', 6, 6 * first - 8 * offset))
  })
  // Unescaped percent-encoding shows the bytes of UTF-8.
  const all = [plain(secret), plain(bytes.toString('latin1')), coded(bytes.toString('hex'), ', in hex', 4), ...inBase64]
  return all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index)
}

/** A hash of four characters in 16 bits. Letter case and all but the lowest five bits do not count. */
function gramAt(text: string, at: number): number {
  const five = (offset: number) => text.charCodeAt(at + offset) & 31
  return (five(0) << 11) ^ (five(1) << 7) ^ (five(2) << 4) ^ five(3)
}

function longestAround(text: string, at: number, seeds: readonly Seed[]): Match | undefined {
  let best: { spelling: Spelling; from: number; start: number; length: number } | undefined
  for (const { spelling, from } of seeds) {
    let before = 0
    while (before < from && agree(spelling, from - before - 1, text.charCodeAt(at - before - 1))) before++
    let behind = 0
    while (from + behind < spelling.text.length && agree(spelling, from + behind, text.charCodeAt(at + behind)))
      behind++
    const length = before + behind
    if (length <= (best?.length ?? 0) || !isEnough(spelling, from - before, length)) continue
    best = { spelling, from: from - before, start: at - before, length }
  }
  if (!best) return undefined
  const { spelling, from, start, length } = best
  const shown = text.slice(start, start + length)
  const isExact = spelling.bits < 8 || shown === spelling.text.slice(from, from + length)
  const letters = isExact ? '' : ' in another letter case'
  const change = `${partOf(spelling, from, length)}${letters}${spelling.form}`
  return { from: start, to: start + length, name: spelling.name, change }
}

/** Base64 depends on letter case. */
function agree({ text, bits }: Spelling, at: number, other: number): boolean {
  const code = text.charCodeAt(at)
  return code === other || (bits !== 6 && (code ^ other) === 32 && (code | 32) >= 97 && (code | 32) <= 122)
}

/** Words, dates and numbers occur in servers' texts, and keys may contain some. */
const ORDINARY = /^(?:[\d\W_]+|[a-z\W_]+|[A-Z\W_]+)$/

const isEnough = ({ text, least, leastOrdinary }: Spelling, from: number, length: number): boolean =>
  length >= leastOrdinary || (length >= least && isRandom(text.slice(from, from + length)))

/** Whether a text mixes letters and digits, or upper and lower case. */
export const isRandom = (text: string): boolean => !ORDINARY.test(text)

function partOf({ text, bits, skipped }: Spelling, from: number, length: number): string {
  if (length === text.length) return ''
  const first = Math.ceil((skipped + from * bits) / 8)
  const last = Math.floor((skipped + (from + length) * bits) / 8)
  return ` from character ${first + 1} to ${last}`
}

const ESCAPE =
  /%([0-9a-f]{2})|\\u([0-9a-f]{4})|\\(["\\/])|&#x([0-9a-f]{1,8});?|&#(\d{1,8});?|&(amp|lt|gt|quot|apos|lowbar|sol|plus|equals);/gi
const NAMED = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", lowbar: '_', sol: '/', plus: '+', equals: '=' }),
)

function unescaped(whole: string, ...groups: (string | undefined)[]): string {
  const [percent, unicode, itself, hex, decimal, named] = groups
  if (itself !== undefined) return itself
  if (named !== undefined) return NAMED.get(named.toLowerCase())!
  const code = Number.parseInt(percent ?? unicode ?? hex ?? decimal!, decimal === undefined ? 16 : 10)
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

/** Where each character of the unescaped text begins in the escaped one. */
function startsOf(text: string, length: number): Int32Array {
  const starts = new Int32Array(length + 1)
  let plain = 0
  let done = 0
  const copy = (to: number) => {
    while (done < to) starts[plain++] = done++
  }
  for (const match of text.matchAll(ESCAPE)) {
    const [whole, ...groups] = match
    copy(match.index)
    for (let count = unescaped(whole, ...groups).length; count > 0; count--) starts[plain++] = done
    done += whole.length
  }
  copy(text.length)
  starts[plain] = text.length
  return starts
}

function inEscapedText({ name, change, ...place }: Match, text: string, starts: Int32Array): Match {
  const [from, to] = [starts[place.from]!, starts[place.to]!]
  const shown = text.slice(from, to)
  if (shown.length === place.to - place.from) return { from, to, name, change }
  const form = shown.includes('%') ? 'percent-encoded' : shown.includes('\\') ? 'with escapes' : 'in HTML escapes'
  return { from, to, name, change: `${change}, ${form}` }
}

/** One match for all that overlap, with the placeholder of the longest. */
function merged(matches: Match[]): Match[] {
  const result: Match[] = []
  let longest = 0
  for (const match of matches.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1)
    const length = match.to - match.from
    if (last && match.from < last.to) {
      const { name, change } = length > longest ? match : last
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, match.to), name, change }
      longest = Math.max(longest, length)
    } else {
      result.push(match)
      longest = length
    }
  }
  return result
}
