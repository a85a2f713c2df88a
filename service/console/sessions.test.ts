import { expect, it } from 'vitest'
import { openStore } from '../store/store.ts'
import { consoleSessions, ENDS_AFTER, ENDS_IDLE_AFTER } from './sessions.ts'

function sessionsOfAda() {
  const store = openStore()
  const user = store.users.add({ email: 'ada@example.com', account: 'ada', password: 'hash' })!
  let now = 0
  const sessions = consoleSessions(store, () => now)
  const pass = (ms: number) => {
    now += ms
  }
  return { user, sessions, pass }
}

it('finds who it was begun for, by nothing that is kept', () => {
  const { sessions, user } = sessionsOfAda()
  const id = sessions.begin(user.id)
  expect(Buffer.from(id, 'base64url')).toHaveLength(32)
  const session = sessions.find(id)!
  expect(session).toMatchObject({ user: user.id, email: 'ada@example.com' })
  expect(JSON.stringify(session)).not.toContain(id)
  expect(sessions.find(session.sha256)).toBeUndefined()
})

it('ends when nobody comes for long', () => {
  const { sessions, user, pass } = sessionsOfAda()
  const id = sessions.begin(user.id)
  pass(ENDS_IDLE_AFTER - 1)
  expect(sessions.find(id)).toBeDefined()
  pass(ENDS_IDLE_AFTER - 1)
  expect(sessions.find(id)).toBeDefined()
  pass(ENDS_IDLE_AFTER)
  expect(sessions.find(id)).toBeUndefined()
})

it('ends at last, whoever comes', () => {
  const { sessions, user, pass } = sessionsOfAda()
  const id = sessions.begin(user.id)
  const half = ENDS_IDLE_AFTER / 2
  let steps = 0
  while (sessions.find(id)) {
    pass(half)
    steps++
  }
  expect(steps * half).toBe(ENDS_AFTER)
})

it('takes each form once, of its own session, until that ends', () => {
  const { sessions, user } = sessionsOfAda()
  const [one, other] = [sessions.begin(user.id), sessions.begin(user.id)].map((id) => sessions.find(id)!)
  const form = sessions.form(one!)
  expect(sessions.use(form, other!)).toBe(false)
  expect(sessions.use(form, one!)).toBe(true)
  expect(sessions.use(form, one!)).toBe(false)
  const late = sessions.form(one!)
  sessions.end(one!.sha256)
  expect(sessions.use(late, one!)).toBe(false)
})

it('keeps the newest sessions of a user, and the newest forms of a session', () => {
  const { sessions, user } = sessionsOfAda()
  const ids = Array.from({ length: 25 }, () => sessions.begin(user.id))
  expect(ids.map((id) => sessions.find(id) !== undefined)).toEqual(ids.map((_, index) => index >= 5))
  const session = sessions.find(ids.at(-1)!)!
  const forms = Array.from({ length: 100 }, () => sessions.form(session))
  expect(sessions.use(forms[0]!, session)).toBe(false)
  expect(sessions.use(forms.at(-1)!, session)).toBe(true)
})
