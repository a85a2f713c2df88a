import { foldAscii, isEnough, type KeyPattern } from './key-patterns.ts'

export type Match = { at: number; length: number; pattern: KeyPattern; from: number; exact: boolean }

type Beginning = { pattern: KeyPattern; from: number }

const LONGEST_WINDOW = 8

/** Finds runs of keys in a text, in a time that grows with its length alone. */
export class Matcher {
  #window = LONGEST_WINDOW
  readonly #patterns: KeyPattern[] = []
  readonly #windows = new Map<string, Beginning[]>()
  /** The pairs of characters with which a window may begin: most places in a text are passed over at once. */
  readonly #beginnings = new Uint8Array(2 ** 14)

  constructor(patterns: readonly KeyPattern[]) {
    this.add(patterns)
  }

  /** Looks for these as well from now on. */
  add(patterns: readonly KeyPattern[]): void {
    this.#patterns.push(...patterns)
    const window = Math.min(this.#window, ...patterns.map((pattern) => pattern.leastTelling))
    if (window === this.#window) this.#put(patterns)
    else {
      this.#window = window
      this.#windows.clear()
      this.#beginnings.fill(0)
      this.#put(this.#patterns)
    }
  }

  #put(patterns: readonly KeyPattern[]): void {
    for (const pattern of patterns) {
      for (let from = 0; from + this.#window <= pattern.folded.length; from++) {
        const window = pattern.folded.slice(from, from + this.#window)
        const same = this.#windows.get(window)
        if (same) same.push({ pattern, from })
        else this.#windows.set(window, [{ pattern, from }])
        this.#beginnings[pairAt(window, 0)] = 1
      }
    }
  }

  matchesIn(text: string): Match[] {
    if (text.length < this.#window || this.#windows.size === 0) return []
    const folded = foldAscii(text)
    const matches: Match[] = []
    for (let at = 0; at + this.#window <= folded.length; at++) {
      if (this.#beginnings[pairAt(folded, at)] === 0) continue
      const beginnings = this.#windows.get(folded.slice(at, at + this.#window))
      const match = beginnings && this.#longest(text, folded, at, beginnings)
      if (!match) continue
      matches.push(match)
      at += match.length - 1
    }
    return matches
  }

  #longest(text: string, folded: string, at: number, beginnings: readonly Beginning[]): Match | undefined {
    let best: Match | undefined
    for (const { pattern, from } of beginnings) {
      let length = this.#window
      while (from + length < pattern.folded.length && folded[at + length] === pattern.folded[from + length]) length++
      if (best && length <= best.length) continue
      const shown = text.slice(at, at + length)
      if (!isEnough(pattern, from, shown)) continue
      best = { at, length, pattern, from, exact: shown === pattern.text.slice(from, from + length) }
    }
    return best
  }
}

/** Keys are ASCII; other characters share a place with some of them, which costs a look and no more. */
function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 127) << 7) | (text.charCodeAt(at + 1) & 127)
}
