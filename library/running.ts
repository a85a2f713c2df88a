import { EventEmitter, on } from 'node:events'
import type { ProgressEvent } from './options.ts'

/** A run in progress: await its result, or iterate over its events. */
export type Running<Result> = Promise<Result> & AsyncIterable<ProgressEvent>

type Tell = (event: ProgressEvent) => void

/** A loop gets the events from its start on. The run does not wait for loops or end with them. */
export function running<Result>(start: (tell: Tell) => Promise<Result>): Running<Result> {
  const news = new EventEmitter()
  let isOver = false
  const result = start((event) => news.emit('event', event)).finally(() => {
    isOver = true
    news.emit('end')
  })
  return Object.assign(result, {
    async *[Symbol.asyncIterator]() {
      // The loop throws the error at its end; until then it must not count as unhandled.
      result.catch(() => undefined)
      if (!isOver) for await (const [event] of on(news, 'event', { close: ['end'] })) yield event as ProgressEvent
      await result
    },
  })
}
