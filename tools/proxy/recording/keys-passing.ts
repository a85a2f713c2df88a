import { KeysSeen, UnfitTraffic } from '../../../engine/judge/observed/observed-keys.ts'
import type { Seen } from '../../../engine/judge/observed/seen.ts'
import { type KeyName, recipesIn } from '../../../engine/keys/placeholders.ts'
import { mapStrings } from '../../../engine/keys/words.ts'

/** Each is searched for in every text and encoding. */
export const MOST_KEYS = 200
const AUTHORIZATION = /^(proxy-)?authorization$/i
/** Prefix of the names of keys beyond the limit. */
const BEYOND = 'X'

export type Disguised = {
  seen: Seen
  /** The client's key is beyond the limit. */
  isNameless?: true
}

/**
 * Keys in continuous traffic. Each key, and everything that looks like one, is named as soon as it is seen: a written
 * history cannot be redacted later.
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

  /** Whether a URL contains a key. */
  isIn(url: string): boolean {
    this.#keys.note({ url, method: '', headers: [], at: 0, ms: 0, sent: 0, received: 0 })
    return this.#keys.isIn(url)
  }

  /** Redacts all keys known by now in texts that were made before. */
  keptOutOf<Value>(told: Value): Value {
    return mapStrings(told, (text) => this.#keys.besideRecipes(text))
  }

  /** Redacts all keys. */
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
