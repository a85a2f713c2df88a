import type { Scene } from './both-ends-for-tests.ts'
import { BLANK, get, head, OK, scene } from './ways-for-tests.ts'

export const ENDINGS: Scene[] = [
  scene(
    'an upload that the client breaks off',
    async (peer, host, server) => {
      await peer.say(`POST /v1/videos HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100000\r\n\r\n{"mod`)
      await (await server).hears('{"mod')
      peer.reset()
    },
    (peer) => peer.hearsTheEnd(),
  ),
  scene(
    'a server that resets in the middle of an answer',
    async (peer, host) => {
      await peer.say(get(host))
      await peer.hearsTheEnd()
    },
    async (peer, client) => {
      await peer.hears(BLANK)
      await peer.say(`${head('200 OK', 'Content-Length: 500')}some`)
      await client.hears('some')
      peer.reset()
    },
  ),
  scene(
    'another protocol on the same connection',
    async (peer, host) => {
      await peer.say(get(host, 'Connection: Upgrade\r\nUpgrade: websocket\r\n'))
      await peer.hears('Upgrade: websocket\r\n\r\n')
      await peer.say('\x81\x02hi\r\nHost: nobody\r\n\r\n')
      await peer.hears('\x81\x02yo')
    },
    async (peer) => {
      await peer.hears(BLANK)
      await peer.say(head('101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket'))
      await peer.hears('nobody')
      await peer.say('\x81\x02yo')
    },
  ),
  scene(
    'a response before the request is complete, and pipelined requests',
    async (peer, host) => {
      await peer.say(`POST /v1/videos HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 4\r\n\r\nab`)
      await peer.hears('ok')
      await peer.say(`cd${get(host, 'X-Second: 1\r\n')}`)
      await peer.hearsBytes(2 * OK.length)
    },
    async (peer) => {
      await peer.hears(`${BLANK}ab`)
      await peer.say(OK)
      await peer.hears(`X-Second: 1${BLANK}`)
      await peer.say(OK)
    },
  ),
]
