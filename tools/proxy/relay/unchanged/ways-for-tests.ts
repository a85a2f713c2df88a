import type { Client, Scene, Server } from './both-ends-for-tests.ts'

const KEY = 'Authorization: Bearer cl_4Rt9xKq2Zw83hhPm'
export const BLANK = '\r\n\r\n'
export const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

export const get = (host: string, more = '', path = '/v1/models') =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${KEY}\r\n${more}\r\n`

export const post = (host: string, body: string, more = '') =>
  `POST /v1/videos HTTP/1.1\r\nHost: ${host}\r\n${KEY}\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`

export const chunked = (...pieces: string[]) =>
  pieces.map((each) => `${each.length.toString(16)}\r\n${each}\r\n`).join('')
export const CHUNKED = 'Transfer-Encoding: chunked\r\n'
export const head = (status: string, ...lines: string[]) =>
  `HTTP/1.1 ${status}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`

/** One request that ends with `last`, and one response. */
export function exchange(name: string, request: (host: string) => string, answer: string, last = BLANK): Scene {
  return {
    name,
    async client(peer, host) {
      await peer.say(request(host))
      await peer.hearsBytes(answer.length)
    },
    async server(peer) {
      await peer.hears(last)
      await peer.say(answer)
    },
  }
}

export const answered = (name: string, answer: string) => exchange(name, get, answer)
export const asked = (name: string, request: (host: string) => string, last = BLANK) =>
  exchange(name, request, OK, last)

/** A response whose end is the end of the connection. */
export function closing(name: string, answer: string, request = (host: string) => get(host)): Scene {
  return {
    name,
    async client(peer, host) {
      await peer.say(request(host))
      await peer.hearsTheEnd()
      peer.end()
    },
    async server(peer) {
      await peer.hears(BLANK)
      await peer.say(answer)
      peer.end()
      await peer.hearsTheEnd()
    },
  }
}

export const scene = (name: string, client: Client, server: Server): Scene => ({ name, client, server })
