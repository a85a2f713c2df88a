import type { Scene } from './both-ends-for-tests.ts'
import { BLANK, CHUNKED, chunked, get, head, OK, post, scene } from './ways-for-tests.ts'

const BIG = Buffer.alloc(
  10 * 1024 * 1024,
  'abcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\nHost: nobody\r\n',
)
export const STREAMS: Scene[] = [
  scene(
    'a request that comes byte by byte, and so does its answer',
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
    '100-continue: the body waits for it',
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
    '100-continue, and refused instead',
    async (peer, host) => {
      await peer.say(`POST /v1/videos HTTP/1.1\r\nHost: ${host}\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n`)
      await peer.hears('{}')
      peer.end()
    },
    async (peer) => {
      await peer.hears(BLANK)
      await peer.say(`${head('417 Expectation Failed', 'Content-Length: 2', 'Connection: close')}{}`)
      await peer.hearsTheEnd()
      peer.end()
    },
  ),
  scene(
    'early hints, and the answer when the client has read them',
    async (peer, host) => {
      await peer.say(get(host))
      await peer.hears('103 Early Hints\r\n\r\n')
      await peer.say(get(host, 'X-Second: 1\r\n'))
      await peer.hears('okHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    },
    async (peer) => {
      await peer.hears(BLANK)
      await peer.say(head('103 Early Hints'))
      await peer.hears('X-Second')
      await peer.say(OK + OK)
    },
  ),
  scene(
    'streams in both directions, each piece an answer to the other',
    async (peer, host) => {
      await peer.say(get(host, CHUNKED).replace('GET', 'POST'))
      for (let nth = 0; nth < 5; nth++) {
        await peer.say(chunked(`ask ${nth}`))
        await peer.hears(`told ${nth}`)
      }
      await peer.say(`0${BLANK}`)
      await peer.hears(`0${BLANK}`)
    },
    async (peer) => {
      await peer.hears(BLANK)
      await peer.say(head('200 OK', 'Transfer-Encoding: chunked'))
      for (let nth = 0; nth < 5; nth++) {
        await peer.hears(`ask ${nth}`)
        await peer.say(chunked(`told ${nth}`))
      }
      await peer.hears(`0${BLANK}`)
      await peer.say(`0${BLANK}`)
    },
  ),
  scene(
    'ten requests on one connection, one after the other',
    async (peer, host) => {
      for (let nth = 1; nth <= 10; nth++) {
        await peer.say(nth % 2 ? get(host, `X-N: ${nth};\r\n`) : post(host, `body ${nth};`))
        await peer.hearsBytes(nth * OK.length)
      }
    },
    async (peer) => {
      for (let nth = 1; nth <= 10; nth++) {
        await peer.hears(` ${nth};`)
        await peer.say(OK)
      }
    },
  ),
  scene(
    'five requests at once on one connection',
    async (peer, host) => {
      await peer.say([1, 2, 3, 4, 5].map((nth) => get(host, `X-N: ${nth}\r\n`)).join(''))
      await peer.hearsBytes(5 * OK.length)
    },
    async (peer) => {
      await peer.hears('X-N: 5')
      await peer.say(OK.repeat(5))
    },
  ),
  scene(
    '10 MB up',
    async (peer, host) => {
      await peer.say(`POST /v1/videos HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${BIG.length}\r\n\r\n`)
      await peer.say(BIG)
      await peer.hears('ok')
    },
    async (peer) => {
      await peer.hearsBytes(BIG.length)
      await peer.say(OK)
    },
  ),
  scene(
    '10 MB down, to a client that does not read for a while',
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
  scene(
    'chunks of 1 MB with pauses',
    async (peer, host) => {
      await peer.say(get(host))
      await peer.hears(`0${BLANK}END`)
    },
    async (peer) => {
      await peer.hears(BLANK)
      await peer.say(head('200 OK', 'Transfer-Encoding: chunked'))
      const piece = BIG.subarray(0, 1024 * 1024)
      for (let nth = 0; nth < 3; nth++) {
        await peer.say(`${piece.length.toString(16)}\r\n`)
        await peer.say(piece)
        await peer.rest(20)
        await peer.say('\r\n')
      }
      await peer.say(`0${BLANK}END`)
    },
  ),
]
