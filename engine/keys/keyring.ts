import type { KeyName } from './recipes.ts'

/** What is known of a key besides its name: whose it is, and whether it is a good one. */
export type KnownKey = { name: KeyName; account?: string; good?: boolean }

const NOBODY = 'nobody'

/** The keys that a run is given, and what its user says of them by naming their variables. */
export const USUAL_KEYS = [
  { name: 'A', account: 'A', good: true },
  { name: 'A2', account: 'A', good: true },
  { name: 'B', account: 'B', good: true },
  { name: 'R', account: 'A', good: false },
  { name: 'U', account: NOBODY, good: false },
] as const satisfies readonly KnownKey[]

/** Any number of keys of any number of accounts. Undefined is what nobody knows: of keys that were only seen at work, that is most. */
export class Keyring {
  readonly #known: ReadonlyMap<KeyName, KnownKey>

  /** Of the usual names more is known than the name, unless something else is said. */
  constructor(names: readonly KeyName[], known: readonly KnownKey[] = USUAL_KEYS) {
    const said = new Map<KeyName, KnownKey>(known.map((key) => [key.name, key]))
    this.#known = new Map(names.map((name) => [name, said.get(name) ?? { name }]))
  }

  known(): KnownKey[] {
    return [...this.#known.values()]
  }

  isGood(name: KeyName): boolean | undefined {
    return this.#known.get(name)?.good
  }

  /** Good, or good once: whoever owns it, it is a secret. */
  isIssued(name: KeyName): boolean {
    const account = this.#known.get(name)?.account
    return account !== undefined && account !== NOBODY
  }

  areOfOneAccount(one: KeyName, other: KeyName): boolean | undefined {
    if (one === other) return true
    const [account, others] = [this.#known.get(one)?.account, this.#known.get(other)?.account]
    return account === undefined || others === undefined ? undefined : account === others
  }

  /** Another good key of the same account; where there is none, the key itself. */
  siblingOf(name: KeyName): KeyName {
    const isSibling = (key: KnownKey) => key.good && key.name !== name && this.areOfOneAccount(key.name, name)
    return this.known().find(isSibling)?.name ?? name
  }
}

const USUAL = new Keyring(USUAL_KEYS.map(({ name }) => name))

/** For what is planned with the keys that a run is given. */
export const sameAccount = (one: KeyName, other: KeyName): boolean => USUAL.areOfOneAccount(one, other) === true
/** What was said of a key by naming it so; of others, nothing is known. */
export const isKnownAsBad = (key: KeyName): boolean => USUAL.isGood(key) === false
export const siblingOf = (key: KeyName): KeyName => USUAL.siblingOf(key)
