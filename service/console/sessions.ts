import type { StoredSession } from '../store/sessions.ts'
import type { Store } from '../store/store.ts'
import { newSecret, sha256 } from './secrets.ts'

const HOUR = 60 * 60 * 1000
/** Maximum and idle lifetime, by the machine's clock: the service's clock can be moved. */
export const ENDS_AFTER = 7 * 24 * HOUR
export const ENDS_IDLE_AFTER = 8 * HOUR
/** Writing once a minute is enough. */
const SEEN_TO_THE = 60 * 1000
const MOST_OF_A_USER = 20
/** Enough for all open pages of one session. */
const MOST_FORMS = 64

export type ConsoleSessions = {
  /** Returns the session id, which is not stored in full. */
  begin(user: string): string
  find(id: string): StoredSession | undefined
  isOpen(sha256: string): boolean
  end(sha256: string): void
  /** A token for one change. */
  form(session: StoredSession): string
  /** Whether it was an unused token of this session. */
  use(form: string, session: StoredSession): boolean
}

export function consoleSessions({ sessions, transaction }: Store, now = () => Date.now()): ConsoleSessions {
  const open = (hash: string): StoredSession | undefined => {
    const session = sessions.get(hash)
    const at = now()
    return session && at - session.begunAt < ENDS_AFTER && at - session.seenAt < ENDS_IDLE_AFTER ? session : undefined
  }
  return {
    begin(user) {
      const id = newSecret()
      transaction(() => {
        sessions.removeOld({ begunBefore: now() - ENDS_AFTER, seenBefore: now() - ENDS_IDLE_AFTER })
        sessions.add(sha256(id), user, now(), MOST_OF_A_USER)
      })
      return id
    },
    find(id) {
      const session = open(sha256(id))
      if (session && now() - session.seenAt > SEEN_TO_THE) sessions.touch(session.sha256, now())
      return session
    },
    isOpen: (hash) => open(hash) !== undefined,
    end: (hash) => sessions.remove(hash),
    form(session) {
      const token = newSecret()
      transaction(() => sessions.giveForm(sha256(token), session.sha256, MOST_FORMS))
      return token
    },
    use: (form, session) => sessions.takeForm(sha256(form), session.sha256),
  }
}
