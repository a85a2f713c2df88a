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

it('expires after a long time without requests', () => {
  const { sessions, user, pass } = sessionsOfAda()
  const id = sessions.begin(user.id)
  pass(ENDS_IDLE_AFTER - 1)
  expect(sessions.find(id)).toBeDefined()
  pass(ENDS_IDLE_AFTER - 1)
  expect(sessions.find(id)).toBeDefined()
  pass(ENDS_IDLE_AFTER)
  expect(sessions.find(id)).toBeUndefined()
})

it('expires in the end despite requests', () => {
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

it('keeps the newest sessions of a user, and the newest forms of a session', () => {
  const { sessions, user } = sessionsOfAda()
  const ids = Array.from({ length: 25 }, () => sessions.begin(user.id))
  expect(ids.map((id) => sessions.find(id) !== undefined)).toEqual(ids.map((_, index) => index >= 5))
  const session = sessions.find(ids.at(-1)!)!
  const forms = Array.from({ length: 100 }, () => sessions.form(session))
  expect(sessions.use(forms[0]!, session)).toBe(false)
  expect(sessions.use(forms.at(-1)!, session)).toBe(true)
})
