import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** A console user. `password`: its hash with salt and parameters. */
export type User = { id: string; email: string; account: string; password: string }

export type Users = ReturnType<typeof usersIn>

export function usersIn(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT OR IGNORE INTO users (id, email, account, password) VALUES (?, ?, ?, ?) RETURNING *',
  )
  const byEmail = database.prepare('SELECT * FROM users WHERE email = ?')
  const update = database.prepare('UPDATE users SET password = ? WHERE id = ?')
  const selectAccounts = database.prepare('SELECT account FROM users ORDER BY rowid')

  return Object.freeze({
    /** Undefined if the address or account exists. */
    add: ({ email, account, password }: Omit<User, 'id'>): User | undefined =>
      insert.get(randomUUID(), email, account, password) as User | undefined,
    find: (email: string) => byEmail.get(email) as User | undefined,
    changePassword(id: string, password: string) {
      update.run(password, id)
    },
    accounts: () => selectAccounts.all().map(({ account }) => account as string),
  })
}
