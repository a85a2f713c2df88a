import type { Scene } from './both-ends-for-tests.ts'
import { BLANK, chunked, get, head, OK, scene } from './ways-for-tests.ts'

const BIG = Buffer.alloc(
  10 * 1024 * 1024,
  'abcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\nHost: nobody\r\n',
)
export const STREAMS: Scene[] = [
  scene(
    'a request and a response byte by byte',
    async (peer, host) => {
      await peer.drip(get(host))
      await peer.hears(`ok\r\n0${BLANK}`)
    },
    async (peer) => {
      await peer.hears(BLANK)
      await peer.drip(`${head('200 OK', 'Transfer-Encoding: chunked')}${chunked('ok')}0${BLANK}`)
    },
  ),
  scene(
    '100-continue',
    async (peer, host) => {
      await peer.say(`POST /v1/videos HTTP/1.1\r\nHost: ${host}\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n`)
      await peer.hears('100 Continue')
      await peer.say('12345')
      await peer.hears('ok')
    },
    async (peer) => {
      await peer.hears(BLANK)
      await peer.say(head('100 Continue'))
      await peer.hears('12345')
      await peer.say(OK)
    },
  ),
  scene(
    '10 MB to a slow client',
    async (peer, host) => {
      await peer.say(get(host))
      await peer.hearsNothingFor(100)
      await peer.hearsBytes(BIG.length)
    },
    async (peer) => {
      await peer.hears(BLANK)
      await peer.say(head('200 OK', `Content-Length: ${BIG.length}`))
      await peer.say(BIG)
    },
  ),
]
