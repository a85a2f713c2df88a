import { whenTakenOff } from '../../interface/adjust.ts'
import type { Incoming, World } from '../../interface/world.ts'

export type Wait = (ms: number, incoming: Incoming) => Promise<void>

/** By the clock of the service; also ends when the client disconnects or the layer is removed. */
export function waitingIn(world: World): Wait {
  const waiting = new Set<() => void>()
  let isOver = false
  whenTakenOff(world, () => {
    isOver = true
    for (const leave of [...waiting]) leave()
  })
  return async (ms, { socket }) => {
    if (isOver || socket.destroyed) return
    const gone = new AbortController()
    const leave = () => gone.abort()
    waiting.add(leave)
    socket.once('close', leave)
    await world.time.sleep(ms, gone.signal)
    waiting.delete(leave)
    socket.off('close', leave)
  }
}
