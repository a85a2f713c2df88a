import { KeysSeen, UnfitTraffic } from '../../../engine/judge/observed/observed-keys.ts'
import type { Seen } from '../../../engine/judge/observed/seen.ts'
import { type KeyName, recipesIn } from '../../../engine/keys/placeholders.ts'
import { mapStrings } from '../../../engine/keys/words.ts'

/** Each is searched for in every text and encoding. */
export const MOST_KEYS = 200
const AUTHORIZATION = /^(proxy-)?authorization$/i
/** By it the names begin of keys beyond those that there is room to tell. */
const BEYOND = 'X'

export type Disguised = {
  seen: Seen
  /** Who asks has no name of its own any more. */
  isNameless?: true
}

/**
 * The keys of traffic that goes on and on. Each has its name from the moment it is seen, and so has all that looks like
 * one, wherever it stands: what was written down cannot be taken back when it turns out to be one later.
 */
export class KeysPassing {
  readonly #keys: KeysSeen

  /** `added` is called for each new key. */
  constructor(given: ReadonlyMap<KeyName, string> = new Map(), added?: (name: KeyName, key: string) => void) {
    const byKey = new Map([...given].map(([name, key]) => [key, name]))
    this.#keys = new KeysSeen({ given: byKey, isPassing: true, most: MOST_KEYS, ...(added && { added }) })
  }

  names(): KeyName[] {
    return this.#keys.names()
  }

  /** Whether a key stands in what everybody will read. */
  isIn(url: string): boolean {
    this.#keys.note({ url, method: '', headers: [], at: 0, ms: 0, sent: 0, received: 0 })
    return this.#keys.isIn(url)
  }

  /** Redacts all keys known by now in texts that were made before. */
  keptOutOf<Value>(told: Value): Value {
    return mapStrings(told, (text) => this.#keys.besideRecipes(text))
  }

  /** Nothing of what it returns holds a key. */
  disguise(seen: Seen): Disguised {
    try {
      this.#keys.note(seen)
      return { seen: this.#keys.disguise(seen) }
    } catch (error) {
      if (!(error instanceof UnfitTraffic)) throw error
      return this.#disguiseBeyond(seen)
    }
  }

  #disguiseBeyond(seen: Seen): Disguised {
    const given = this.#keys.known
    const keys = new KeysSeen({ given, isPassing: true, most: Number.POSITIVE_INFINITY, letter: BEYOND })
    keys.note(seen)
    const disguised = keys.disguise(seen)
    const isOfAnother = ([name, value]: Seen['headers'][number]) =>
      AUTHORIZATION.test(name) && recipesIn(value).some((recipe) => recipe.name.startsWith(BEYOND))
    if (!disguised.headers.some(isOfAnother)) return { seen: disguised }
    const headers = disguised.headers.map((header) =>
      isOfAnother(header) ? ([header[0], 'Bearer (withheld)'] as const) : header,
    )
    return { seen: { ...disguised, headers }, isNameless: true }
  }
}
