import type { HistoryEntry } from '../../runner/history/entry/entries.ts'
import { Scrubber } from '../../runner/keys/finding/scrubber.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { withStrings } from '../../runner/keys/words.ts'

/** What has to be rewritten: the first lines of a history, and how. `putBack`: it could not be, and is still to be done. */
export type Rewriting = { lines: number; instead: (entry: HistoryEntry) => HistoryEntry; putBack: () => void }

/** Keys and other secrets that became known when lines were written already, in which they may stand in some other form. */
export class KnownLate {
  readonly #named = new Map<KeyName, string>()
  #lines = 0

  /** `lines`: how many were written before. */
  add(name: KeyName, value: string, lines: number): void {
    this.#named.set(name, value)
    this.#lines = Math.max(this.#lines, lines)
  }

  /** Undefined where nothing became known since the last time. */
  take(): Rewriting | undefined {
    if (this.#named.size === 0) return undefined
    const [named, lines] = [new Map(this.#named), this.#lines]
    const scrubber = new Scrubber(named)
    this.#named.clear()
    this.#lines = 0
    return {
      lines,
      instead: (entry) => withStrings(entry, (text) => scrubber.scrubBesideRecipes(text)),
      putBack: () => {
        for (const [name, value] of named) this.add(name, value, lines)
      },
    }
  }
}
