import { EventEmitter, on } from 'node:events'
import type { ProgressEvent } from './options.ts'

/** A run in progress: await its result, or iterate over its events. */
export type Running<Result> = Promise<Result> & AsyncIterable<ProgressEvent>

type Tell = (event: ProgressEvent) => void

/** Each loop hears of what happens from its beginning on; the run neither waits for it nor ends with it. */
export function running<Result>(start: (tell: Tell) => Promise<Result>): Running<Result> {
  const news = new EventEmitter()
  let isOver = false
  const result = start((event) => news.emit('event', event)).finally(() => {
    isOver = true
    news.emit('end')
  })
  return Object.assign(result, {
    async *[Symbol.asyncIterator]() {
      // Whoever loops learns at the end of the loop why there is no result, however long it takes to get there.
      result.catch(() => undefined)
      if (!isOver) for await (const [event] of on(news, 'event', { close: ['end'] })) yield event as ProgressEvent
      await result
    },
  })
}
