import type { ServerResponse } from 'node:http'
import type { ConsoleSessions } from './sessions.ts'

const LOOKED_AFTER_EVERY_MS = 30_000

/** Open responses by session. */
export function openAnswers(sessions: Pick<ConsoleSessions, 'isOpen'>) {
  const open = new Map<ServerResponse, string>()
  const closeEnded = () => {
    for (const [answer, session] of open) if (!sessions.isOpen(session)) answer.destroy()
  }
  const timer = setInterval(closeEnded, LOOKED_AFTER_EVERY_MS).unref()
  return {
    watch(session: string, answer: ServerResponse) {
      open.set(answer, session)
      answer.once('close', () => open.delete(answer))
    },
    closeEnded,
    end: () => clearInterval(timer),
  }
}
