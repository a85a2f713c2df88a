import type { Socket } from 'node:net'
import { MEBIBYTE } from '../../config/bounds/bound.ts'

/** The answer of a proxy and a TLS handshake are a few kilobytes. */
const MOST_BYTES = MEBIBYTE
const LOOK_MS = 25

export type Keep = <S extends Socket>(socket: S) => S

/** Opens in one step or more; each socket is handed to `keep`, so that none is left behind where it fails or takes too long. */
export async function inTime<T>(ms: number, open: (keep: Keep) => Promise<T>): Promise<T> {
  const kept: Socket[] = []
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(Object.assign(new Error(`no connection within ${ms} ms`), { code: 'ETIMEDOUT' })),
    ms,
  )
  const looking = setInterval(() => {
    if (kept.every(({ bytesRead }) => bytesRead <= MOST_BYTES)) return
    late.reject(
      Object.assign(new Error(`more than ${MOST_BYTES} bytes before the connection was established`), {
        code: 'EXCESS',
      }),
    )
  }, LOOK_MS)
  const keep: Keep = (socket) => {
    // Whoever is given it listens for itself; until then nobody else would.
    socket.on('error', () => undefined)
    kept.push(socket)
    return socket
  }
  try {
    return await Promise.race([open(keep), late.promise])
  } catch (error) {
    // It takes what it goes over with it; the other way round, Node itself breaks down.
    kept.at(-1)?.destroy()
    throw error
  } finally {
    clearTimeout(timer)
    clearInterval(looking)
  }
}

/** Fails with what the socket fails with before that. */
export function happens(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve())
    socket.once('error', reject)
    socket.once('close', () => reject(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' })))
  })
}
