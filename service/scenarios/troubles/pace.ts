import { count, oneOf, seconds } from '../parameters.ts'
import { REQUEST_KINDS } from '../requests/asked.ts'
import { contentOf, inPieces } from '../requests/content.ts'
import { waitingIn } from '../requests/waiting.ts'
import type { Trouble } from './trouble.ts'

const late: Trouble = {
  name: 'late',
  summary:
    'Conforming: responses are delayed by the given number of seconds. The request is processed before or after the delay.',
  parameters: [
    seconds('delay in the time of the service', { usual: 5 }),
    oneOf('work', 'when the request is processed', ['before', 'after']),
  ],
  comesTo: REQUEST_KINDS,
  countedBy: 'key',
  comes({ seconds, work }, _behaviour, world) {
    const wait = waitingIn(world)
    return async ({ incoming }, go) => {
      if (work === 'before') {
        const answer = await go()
        await wait(Number(seconds) * 1000, incoming)
        return answer
      }
      await wait(Number(seconds) * 1000, incoming)
      return go()
    }
  },
}

/** Limit for large files, which would take too long in tiny chunks. */
const MOST_PIECES = 4096

const pieces: Trouble = {
  name: 'pieces',
  summary:
    'Conforming: responses are chunked into tiny pieces without a Content-Length; multi-byte characters are split.',
  parameters: [count('bytes', 'size of a piece; larger for videos', { usual: 3 })],
  comesTo: REQUEST_KINDS,
  countedBy: 'key',
  comes:
    ({ bytes: size }, _behaviour, world) =>
    async (_asked, go) => {
      const answer = await go()
      const content = contentOf(answer, world)
      if (!content) return { spared: answer }
      const { status, headers, bytes } = content
      const length = Math.max(Number(size), Math.ceil(bytes.length / MOST_PIECES))
      return { status, headers, stream: oneByOne(bytes, length) }
    },
}

async function* oneByOne(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (const piece of inPieces(bytes, size)) {
    yield piece
    // Without this, Node would join the chunks.
    await new Promise(setImmediate)
  }
}

export const paceTroubles: readonly Trouble[] = [late, pieces]
