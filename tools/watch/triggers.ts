import { existsSync, watch } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isOnThisMachine, UsageError } from '../../engine/config/target.ts'

/** Short enough to see the restart of a small local server; remote servers are polled less often. */
const EVERY_MS = { here: 100, elsewhere: 2000 }
const LONGEST_CONNECT_MS = 2000
/** Editors write a file in several steps. */
const DEBOUNCE_MS = 200
/** Between the change of a file and the restart of the server. */
const TIME_TO_RESTART_MS = 1000
const IGNORED = /(^|[/\\])(\.git|\.gatecheck[^/\\]*|node_modules)([/\\]|$)/

/** Resolves when the server was away and accepts connections again. Connects only; sends nothing. */
export async function restarted(baseUrl: string, until: AbortSignal): Promise<void> {
  const url = new URL(baseUrl)
  const everyMs = isOnThisMachine(url) ? EVERY_MS.here : EVERY_MS.elsewhere
  for (let wasAway = false; ; ) {
    const isUp = await accepts(url)
    if (isUp && wasAway) return
    wasAway ||= !isUp
    await sleep(everyMs, undefined, { signal: until })
  }
}

export function refuseMissing(paths: readonly string[]): void {
  for (const path of paths) if (!existsSync(path)) throw new UsageError(`--watch ${path}: the path does not exist`)
}

/** Resolves when something below one of the paths has changed, and the server had time to restart. */
export async function changed(paths: readonly string[], baseUrl: string, until: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  const watchers = paths.map((path) =>
    watch(path, { recursive: true }, (_, file) => {
      if (IGNORED.test(file ?? path)) return
      clearTimeout(timer)
      timer = setTimeout(resolve, DEBOUNCE_MS)
    }),
  )
  until.addEventListener('abort', () => resolve(), { once: true })
  try {
    await promise
  } finally {
    clearTimeout(timer)
    for (const each of watchers) each.close()
  }
  until.throwIfAborted()
  await Promise.race([restarted(baseUrl, until), sleep(TIME_TO_RESTART_MS, undefined, { signal: until })])
}

function accepts({ hostname, port, protocol }: URL): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({
    host,
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    timeout: LONGEST_CONNECT_MS,
  })
  const end = (isUp: boolean) => {
    socket.destroy()
    resolve(isUp)
  }
  socket.once('connect', () => end(true))
  socket.once('error', () => end(false))
  socket.once('timeout', () => end(false))
  return promise
}
