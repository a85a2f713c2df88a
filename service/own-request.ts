import { Socket } from 'node:net'
import { VERSION_SEGMENT } from '../spec/words.ts'
import type { OwnRequest } from './control/hands.ts'
import type { Incoming } from './interface/world.ts'

/** The request as it would have arrived over the network, without a key. */
export function incomingOf({ method, path, body }: OwnRequest): Incoming {
  const content = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body))
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  const url = `/${VERSION_SEGMENT}${path}`
  const [pathAlone = '', query = ''] = url.split('?', 2)
  const socket = new Socket()
  return {
    method,
    url,
    path: pathAlone,
    query: new URLSearchParams(query),
    headers,
    rawHeaders: Object.entries(headers).flat(),
    body: content,
    bodyTooLarge: false,
    connection: socket,
    socket,
  }
}
