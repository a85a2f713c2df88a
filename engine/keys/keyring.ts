import type { KeyName } from './placeholders.ts'

/** A key with its account and validity, if known. */
export type KnownKey = { name: KeyName; account?: string; good?: boolean }

const NO_ACCOUNT = 'nobody'

/** The keys of a run, as their environment variables name them. */
export const USUAL_KEYS = [
  { name: 'A', account: 'A', good: true },
  { name: 'A2', account: 'A', good: true },
  { name: 'B', account: 'B', good: true },
  { name: 'R', account: 'A', good: false },
  { name: 'U', account: NO_ACCOUNT, good: false },
] as const satisfies readonly KnownKey[]

/** Keys and their accounts. Undefined means unknown, as for most keys in observed traffic. */
export class Keyring {
  readonly #known: ReadonlyMap<KeyName, KnownKey>

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

  /** Good now or earlier: such a key is a secret. */
  isIssued(name: KeyName): boolean {
    const account = this.#known.get(name)?.account
    return account !== undefined && account !== NO_ACCOUNT
  }

  areOfOneAccount(one: KeyName, other: KeyName): boolean | undefined {
    if (one === other) return true
    const [account, others] = [this.#known.get(one)?.account, this.#known.get(other)?.account]
    return account === undefined || others === undefined ? undefined : account === others
  }

  /** Another good key of the same account, or the key itself. */
  siblingOf(name: KeyName): KeyName {
    const isSibling = (key: KnownKey) => key.good && key.name !== name && this.areOfOneAccount(key.name, name)
    return this.known().find(isSibling)?.name ?? name
  }
}

const USUAL = new Keyring(USUAL_KEYS.map(({ name }) => name))

export const sameAccount = (one: KeyName, other: KeyName): boolean => USUAL.areOfOneAccount(one, other) === true
export const isKnownAsBad = (key: KeyName): boolean => USUAL.isGood(key) === false
export const siblingOf = (key: KeyName): KeyName => USUAL.siblingOf(key)
