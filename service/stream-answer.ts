import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Answer } from './interface/world.ts'

type Streamed = Answer & Required<Pick<Answer, 'stream'>>

export function isStreamed(answer: Answer): answer is Streamed {
  return answer.stream !== undefined
}

export type WhenSent = (how: { streamed: number; isCut: boolean }) => void

/** Sends status and headers at once; when source or connection ends, the other is closed, too. */
export function sendStream({ status, headers, stream }: Streamed, response: ServerResponse, whenSent: WhenSent): void {
  const source = readable(stream)
  let streamed = 0
  // Closed, so that an incomplete response does not look complete.
  source.once('error', () => response.destroy())
  response.once('close', () => {
    source.destroy()
    whenSent({ streamed, isCut: !response.writableFinished })
  })
  response.writeHead(status, headers)
  response.flushHeaders()
  if (response.req.method === 'HEAD') {
    response.end()
    return
  }
  source.on('data', (chunk: Uint8Array) => {
    streamed += chunk.length
  })
  if (headers['content-encoding'] === 'gzip') source.pipe(createGzip()).pipe(response)
  else source.pipe(response)
}

/** Discards the response if the client is gone. */
export function dropStream({ stream }: Answer): void {
  if (stream)
    readable(stream)
      .on('error', () => {})
      .destroy()
}

/** Reads at most one chunk ahead, so that the source sees backpressure. */
function readable(stream: AsyncIterable<Uint8Array>): Readable {
  return stream instanceof Readable ? stream : Readable.from(stream, { highWaterMark: 1 })
}
