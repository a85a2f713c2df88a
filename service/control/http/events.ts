import type { ServerResponse } from 'node:http'
import { isAskedFor, type WantedEntries } from '../../journal/entry.ts'
import type { ControlRequest, Live } from './route.ts'
import { written } from './written.ts'

const AT_ONCE = 20

/**
 * Each reader has a position in the journal and reads on when it can. Unread entries stay in the journal only, so a
 * slow reader costs no memory; it is notified of entries that were dropped before it read them.
 */
export function eventsOf({ hands: { journal }, port, query, lastEventId }: ControlRequest): Live {
  const { after, ...filters } = query
  const isWanted = isAskedFor(filters as WantedEntries)
  let mark = placeOf(lastEventId) ?? (after === undefined ? journal.mark : Number(after))
  // A position from before a restart, whose journal is gone.
  if (mark > journal.mark) mark = 0

  return (response) => {
    let hasRoom = true
    let isDue = false
    const send = (text: string) => {
      hasRoom = response.write(text)
    }
    const readOn = () => {
      isDue = false
      while (hasRoom && !response.destroyed && mark < journal.mark) {
        const next = journal.since(mark, AT_ONCE)
        const missed = (next[0]?.mark ?? journal.mark + 1) - mark - 1
        mark += missed
        if (missed > 0) send(event('missed', mark, { entries: missed }))
        for (const each of next) {
          if (!hasRoom) break
          mark = each.mark
          if (isWanted(each.entry)) send(event('entry', mark, each.entry))
        }
      }
    }
    // Later, outside the current request, so that a reader cannot delay it or make it fail.
    const soon = () => {
      if (!isDue) setImmediate(readOn)
      isDue = true
    }
    response.on('drain', () => {
      hasRoom = true
      soon()
    })
    send('retry: 1000\n\n')
    whileItLasts(response, port, [journal.onEntry(soon), beating(() => hasRoom && send(':\n\n'), port.heartbeatMs)])
    soon()
  }
}

function placeOf(lastEventId: string | undefined): number | undefined {
  return lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined
}

function event(name: string, id: number, data: unknown): string {
  return `event: ${name}\nid: ${id}\ndata: ${written(data)}\n\n`
}

function beating(beat: () => void, ms: number): () => void {
  const timer = setInterval(beat, ms).unref()
  return () => clearInterval(timer)
}

function whileItLasts(response: ServerResponse, { live }: ControlRequest['port'], ends: readonly (() => void)[]): void {
  const end = () => response.end()
  live.add(end)
  response.once('close', () => {
    live.delete(end)
    for (const each of ends) each()
  })
}
