import { around } from '../../interface/behaviour.ts'
import type { Answer, Incoming } from '../../interface/world.ts'
import { count, oneOf, seconds } from '../parameters.ts'
import { contentOf, cutShort, inPieces } from '../requests/content.ts'
import { type Wait, waitingIn } from '../requests/waiting.ts'
import type { Trouble } from './trouble.ts'

const isAFile = ({ status }: Answer) => status === 200 || status === 206

const cutDownload: Trouble = {
  name: 'cut-download',
  summary:
    'Network problem: the connection is closed after a part of the video. Clients can download the file or its rest again.',
  parameters: [
    {
      name: 'share',
      about: 'share of the file that is sent, 0 to 1',
      type: 'number',
      least: 0,
      most: 0.99,
      usual: 0.5,
    },
  ],
  comesTo: ['downloads'],
  times: 1,
  countedBy: 'job',
  comes:
    ({ share }, _behaviour, world) =>
    async (_asked, go) => {
      const answer = await go()
      const content = isAFile(answer) ? contentOf(answer, world) : undefined
      return content ? cutShort(content, Number(share)) : { spared: answer }
    },
}

const PIECES = 20

const trickle: Trouble = {
  name: 'trickle',
  summary: 'Conforming: the video is sent slowly, in pieces, over the given number of seconds.',
  parameters: [seconds('duration of the download in the time of the service', { usual: 10 })],
  comesTo: ['downloads'],
  countedBy: 'job',
  comes({ seconds }, _behaviour, world) {
    const wait = waitingIn(world)
    return async ({ incoming }, go) => {
      const answer = await go()
      const content = isAFile(answer) ? contentOf(answer, world) : undefined
      if (!content) return { spared: answer }
      const { status, headers, bytes } = content
      const pause = () => wait((Number(seconds) * 1000) / PIECES, incoming)
      return {
        status,
        headers: { ...headers, 'content-length': String(bytes.length) },
        stream: slowly(bytes, pause),
      }
    }
  },
}

async function* slowly(bytes: Buffer, pause: () => ReturnType<Wait>): AsyncGenerator<Buffer> {
  for (const piece of inPieces(bytes, Math.ceil(bytes.length / PIECES))) {
    await pause()
    yield piece
  }
}

const HOP = 'hop'

const redirected: Trouble = {
  name: 'redirected',
  summary: 'Conforming: the url of a video redirects the given number of times.',
  parameters: [
    oneOf('status', 'status of the redirect', ['301', '302', '303', '307', '308'], '302'),
    count('hops', 'number of redirects in a row', { most: 20, usual: 1 }),
    oneOf('to', 'whether redirects stay on this host or go to localhost and back', ['here', 'elsewhere']),
  ],
  comesTo: ['downloads'],
  countedBy: 'job',
  comes({ status, hops, to }, behaviour, world) {
    around(behaviour, 'resultFile', (next, file, incoming) => next(file, withoutHop(incoming)))
    return async ({ incoming }, go) => {
      const hop = Number(incoming.query.get(HOP) ?? 0)
      if (!(hop < Number(hops))) return { spared: await go() }
      const query = new URLSearchParams(incoming.query)
      query.set(HOP, String(hop + 1))
      const origin = to === 'elsewhere' && hop % 2 === 0 ? world.origin.replace('127.0.0.1', 'localhost') : world.origin
      const headers = { location: `${origin}${incoming.path}?${query}`, 'content-type': 'text/html' }
      return { status: Number(status), headers, text: '<p>The video has moved.</p>\n' }
    }
  },
}

/** The signature covers the query, so nothing may be added to it. */
function withoutHop(incoming: Incoming): Incoming {
  if (!incoming.query.has(HOP)) return incoming
  const query = new URLSearchParams(incoming.query)
  query.delete(HOP)
  return { ...incoming, query }
}

export const downloadTroubles: readonly Trouble[] = [cutDownload, trickle, redirected]
