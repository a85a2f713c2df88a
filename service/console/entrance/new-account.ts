import { randomInt } from 'node:crypto'
import type { Hands } from '../../control/hands.ts'
import type { User } from '../../store/users.ts'

const MOST_OF_A_NAME = 24

/** Each user gets a new account, never an existing one. */
export function newAccountFor(
  email: string,
  password: string,
  { store, accounts }: Pick<Hands, 'store' | 'accounts'>,
): User | undefined {
  return store.transaction(() => {
    const account = freeName(email, (name) => store.accounts.has(name))
    const user = store.users.add({ email, account, password })
    if (user) accounts.open(account)
    return user
  })
}

function freeName(email: string, isTaken: (name: string) => boolean): string {
  const [before = ''] = email.split('@')
  const readable = before
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MOST_OF_A_NAME)
  for (;;) {
    const name = `${readable || 'account'}-${randomInt(36 ** 3, 36 ** 4).toString(36)}`
    if (!isTaken(name)) return name
  }
}
