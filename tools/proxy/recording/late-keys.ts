import type { HistoryEntry } from '../../../engine/history/entry/entries.ts'
import type { KeyName } from '../../../engine/keys/placeholders.ts'
import { Redactor } from '../../../engine/keys/redact.ts'
import { mapStrings } from '../../../engine/keys/words.ts'

/** How to rewrite the first `lines` lines of a history. `putBack` keeps the keys for the next attempt if this one fails. */
export type Rewriting = { lines: number; instead: (entry: HistoryEntry) => HistoryEntry; putBack: () => void }

/** Keys and secrets that became known after lines were written. These lines may hold them in an encoded form. */
export class LateKeys {
  readonly #named = new Map<KeyName, string>()
  #lines = 0

  /** `lines`: number of lines written before. */
  add(name: KeyName, value: string, lines: number): void {
    this.#named.set(name, value)
    this.#lines = Math.max(this.#lines, lines)
  }

  /** Undefined if nothing became known since the last call. */
  take(): Rewriting | undefined {
    if (this.#named.size === 0) return undefined
    const [named, lines] = [new Map(this.#named), this.#lines]
    const redactor = new Redactor(named)
    this.#named.clear()
    this.#lines = 0
    return {
      lines,
      instead: (entry) => mapStrings(entry, (text) => redactor.redact(text, { keepsPlaceholders: true })),
      putBack: () => {
        for (const [name, value] of named) this.add(name, value, lines)
      },
    }
  }
}
