import { hash, randomInt, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { KEY_PREFIX } from '../../spec/words.ts'

export type StoredKey = {
  id: string
  account: string
  label: string
  prefix: string
  lastFour: string
  revoked: boolean
}

/** Characters kept at each end of a key that the service made. */
export const MOST_SHOWN = 4

export type Keys = ReturnType<typeof keysIn>

/** §2: only a hash, a short prefix and the last four characters are kept. */
export function keysIn(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO keys (id, account, label, sha256, prefix, last_four) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const selected = 'SELECT id, account, label, prefix, last_four AS lastFour, revoked FROM keys'
  const byHash = database.prepare(`${selected} WHERE sha256 = ?`)
  const byId = database.prepare(`${selected} WHERE id = ?`)
  const byAccount = database.prepare(`${selected} WHERE account = ? ORDER BY rowid`)
  const revoke = database.prepare('UPDATE keys SET revoked = 1 WHERE id = ?')
  const relabel = database.prepare('UPDATE keys SET label = ? WHERE id = ?')

  return Object.freeze({
    make: newKey,
    /** Returns its id; from then on only the hash of the key is known. */
    add(key: string, account: string, label: string): string {
      const id = randomUUID()
      const { prefix, lastFour } = keptOf(key)
      insert.run(id, account, label, sha256(key), prefix, lastFour)
      return id
    },
    /** Includes revoked keys. */
    find: (key: string) => storedKey(byHash.get(sha256(key))),
    get: (id: string) => storedKey(byId.get(id)),
    ofAccount: (account: string) => byAccount.all(account).flatMap((row) => storedKey(row) ?? []),
    revoke(id: string) {
      revoke.run(id)
    },
    relabel(id: string, label: string) {
      relabel.run(label, id)
    },
  })
}

/** A given key may be so short that four characters at each end would reveal all of it. */
function shownOf(key: string): number {
  return Math.min(MOST_SHOWN, Math.floor((key.length - KEY_PREFIX.length) / 4))
}

function storedKey(row: unknown): StoredKey | undefined {
  if (row === undefined) return undefined
  const columns = row as Omit<StoredKey, 'revoked'> & { revoked: number }
  return { ...columns, revoked: columns.revoked === 1 }
}

/** What is stored of a key beside its hash. */
export function keptOf(key: string): Pick<StoredKey, 'prefix' | 'lastFour'> {
  const shown = shownOf(key)
  return { prefix: key.slice(0, KEY_PREFIX.length + shown), lastFour: key.slice(key.length - shown) }
}

export function newKey(): string {
  return KEY_PREFIX + randomSecret()
}

export function sha256(key: string): string {
  return hash('sha256', key)
}

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function randomSecret(): string {
  return Array.from({ length: 40 }, () => LETTERS_AND_DIGITS[randomInt(LETTERS_AND_DIGITS.length)]).join('')
}
