import type { Vault } from '../../keys/vault.ts'

/** The same, and in each text in it a recipe in the place of each key. */
export function scrubbed<T>(value: T, vault: Pick<Vault, 'scrub'>): T {
  if (typeof value === 'string') return vault.scrub(value) as T
  if (Array.isArray(value)) return value.map((each) => scrubbed(each, vault)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, scrubbed(each, vault)])) as T
}
