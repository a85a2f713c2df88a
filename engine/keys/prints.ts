import { randomBytes, scryptSync } from 'node:crypto'
import type { KeyName } from './placeholders.ts'
import type { Keys } from './vault.ts'

/** Salted hashes that recognize keys but do not reveal them. */
export type KeyPrints = { salt: string; of: { name: KeyName; print: string }[] }

const SALT_BYTES = 16
/** Much shorter than a key, so that countless keys have the same hash. */
const PRINT_BYTES = 4
/** Parameters of scrypt: some milliseconds per guess. */
const EFFORT = { N: 4096, r: 8, p: 1 }

const printOf = (key: string, salt: string) =>
  scryptSync(key, Buffer.from(salt, 'hex'), PRINT_BYTES, EFFORT).toString('hex')

export function printsOf(keys: Keys): KeyPrints {
  const salt = randomBytes(SALT_BYTES).toString('hex')
  const of = given(keys).map(([name, key]) => ({ name, print: printOf(key, salt) }))
  return { salt, of }
}

/** The names of keys that differ from those that the prints were taken of. */
export function otherKeys(keys: Partial<Keys>, { salt, of }: KeyPrints): KeyName[] {
  const prints = new Map(of.map(({ name, print }) => [name, print]))
  return given(keys).flatMap(([name, key]) => {
    const print = prints.get(name)
    return print === undefined || print === printOf(key, salt) ? [] : [name]
  })
}

const given = (keys: Partial<Keys>) =>
  Object.entries(keys).filter((each): each is [KeyName, string] => each[1] !== undefined)
