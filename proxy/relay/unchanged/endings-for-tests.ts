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
    'an upload that the client ends too soon',
    async (peer, host) => {
      await peer.say(`POST /v1/videos HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100000\r\n\r\n{"mod`)
      peer.end()
      await peer.hears('ok')
    },
    async (peer) => {
      await peer.hearsTheEnd()
      await peer.say(OK)
    },
  ),
  scene(
    'an upload that the server has enough of',
    async (peer, host) => {
      await peer.say(`POST /v1/videos HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100000\r\n\r\n{"mod`)
      await peer.hearsTheEnd()
      peer.end()
    },
    async (peer) => {
      await peer.hears(BLANK)
      await peer.say(`${head('413 Content Too Large', 'Connection: close', 'Content-Length: 2')}{}`)
      peer.end()
      await peer.hearsTheEnd()
    },
  ),
  scene(
    'a client that says its last and hears the answer',
    async (peer, host) => {
      await peer.say(get(host))
      peer.end()
      await peer.hearsTheEnd()
    },
    async (peer) => {
      await peer.hearsTheEnd()
      await peer.say(OK)
      peer.end()
    },
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
    'a server that resets without a word',
    async (peer, host) => {
      await peer.say(get(host))
      await peer.hearsTheEnd()
    },
    async (peer) => {
      await peer.hears(BLANK)
      peer.reset()
    },
  ),
  scene(
    'a client that resets while it waits',
    async (peer, host, server) => {
      await peer.say(get(host))
      await (await server).hears(BLANK)
      peer.reset()
    },
    (peer) => peer.hearsTheEnd(),
  ),
  scene(
    'a connection that is opened and closed',
    async (peer) => {
      peer.end()
      await peer.hearsTheEnd()
    },
    async (peer) => {
      await peer.hearsTheEnd()
      peer.end()
    },
  ),
  scene(
    'half a head, and then nothing',
    async (peer) => {
      await peer.say('GET /v1/models HTTP/1.1\r\nX-A: 1\r\nX-')
      await peer.hears('ok')
    },
    async (peer) => {
      await peer.hears('X-A: 1\r\nX-')
      await peer.say(OK)
    },
  ),
  scene(
    'a server that closes a kept connection',
    async (peer, host) => {
      await peer.say(get(host))
      await peer.hearsTheEnd()
      peer.end()
    },
    async (peer) => {
      await peer.hears(BLANK)
      await peer.say(OK)
      await peer.rest(20)
      peer.end()
      await peer.hearsTheEnd()
    },
  ),
  scene(
    'a server that speaks first',
    async (peer, host) => {
      await peer.hears('408')
      await peer.say(get(host))
      await peer.hearsTheEnd()
      peer.end()
    },
    async (peer) => {
      await peer.say(head('408 Request Timeout', 'Connection: close', 'Content-Length: 0'))
      await peer.hears(BLANK)
      peer.end()
      await peer.hearsTheEnd()
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
    'a tunnel',
    async (peer) => {
      await peer.say(`CONNECT other.test:443 HTTP/1.1\r\nX-A: 1${BLANK}`)
      await peer.hears(BLANK)
      await peer.say('anything')
      await peer.hears('else')
    },
    async (peer) => {
      await peer.hears(BLANK)
      await peer.say(head('200 Connected'))
      await peer.hears('anything')
      await peer.say('else')
    },
  ),
  scene(
    'an answer before the request is whole, and more requests behind it',
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
