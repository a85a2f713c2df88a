import type { DatabaseSync } from 'node:sqlite'

/** `sha256`: hash of the browser's session id; nothing stored here can open a session. */
export type StoredSession = {
  sha256: string
  user: string
  email: string
  account: string
  begunAt: number
  seenAt: number
}

export type Sessions = ReturnType<typeof sessionsIn>

/** Sessions of users and their unused form tokens. */
export function sessionsIn(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO sessions (sha256, user, begun_at, seen_at) VALUES (?, ?, ?, ?)')
  const select = database.prepare(`
    SELECT sha256, user, email, account, begun_at AS begunAt, seen_at AS seenAt
    FROM sessions JOIN users ON users.id = user WHERE sha256 = ?`)
  const touch = database.prepare('UPDATE sessions SET seen_at = ? WHERE sha256 = ?')
  const remove = database.prepare('DELETE FROM sessions WHERE sha256 = ?')
  const removeOld = database.prepare('DELETE FROM sessions WHERE begun_at < ? OR seen_at < ?')
  const keepNewest = database.prepare(`
    DELETE FROM sessions WHERE user = ?1 AND rowid NOT IN
      (SELECT rowid FROM sessions WHERE user = ?1 ORDER BY rowid DESC LIMIT ?2)`)
  const insertForm = database.prepare('INSERT INTO forms (sha256, session) VALUES (?, ?)')
  const takeForm = database.prepare('DELETE FROM forms WHERE sha256 = ? AND session = ?')
  const keepNewestForms = database.prepare(`
    DELETE FROM forms WHERE session = ?1 AND rowid NOT IN
      (SELECT rowid FROM forms WHERE session = ?1 ORDER BY rowid DESC LIMIT ?2)`)

  return Object.freeze({
    add(sha256: string, user: string, now: number, most: number) {
      insert.run(sha256, user, now, now)
      keepNewest.run(user, most)
    },
    get: (sha256: string) => select.get(sha256) as StoredSession | undefined,
    touch(sha256: string, now: number) {
      touch.run(now, sha256)
    },
    remove(sha256: string) {
      remove.run(sha256)
    },
    removeOld({ begunBefore, seenBefore }: { begunBefore: number; seenBefore: number }) {
      removeOld.run(begunBefore, seenBefore)
    },
    giveForm(sha256: string, session: string, most: number) {
      insertForm.run(sha256, session)
      keepNewestForms.run(session, most)
    },
    /** Removes it; returns whether it existed. */
    takeForm: (sha256: string, session: string) => takeForm.run(sha256, session).changes === 1,
  })
}
