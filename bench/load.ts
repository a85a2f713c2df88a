import { connect, type Socket } from 'node:net'

export type Load = { url: string; method: string; key: string; body?: string; connections: number; ms: number }
export type Measured = { count: number; ms: number }

/** Requests one after the other on each connection, by a client that does so little that the server is what is measured. */
export async function load({ connections, ms, ...request }: Load): Promise<Measured> {
  const { hostname, port, pathname } = new URL(request.url)
  const bytes = written(request, `${hostname}:${port}`, pathname)
  const began = performance.now()
  const ends = began + ms
  const counts = await Promise.all(
    Array.from({ length: connections }, () => onOneConnection(connect(Number(port), hostname), bytes, ends)),
  )
  return { count: counts.reduce((all, each) => all + each, 0), ms: performance.now() - began }
}

export const rateOf = ({ count, ms }: Measured): number => count / (ms / 1000)

function written(
  { method, key, body = '' }: Pick<Load, 'method' | 'key' | 'body'>,
  host: string,
  path: string,
): Buffer {
  const length = body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]
  const head = [`${method} ${path} HTTP/1.1`, `host: ${host}`, `authorization: Bearer ${key}`, ...length]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function onOneConnection(socket: Socket, request: Buffer, ends: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    let received = ''
    socket.setNoDelay(true)
    socket.once('connect', () => socket.write(request))
    socket.once('error', reject)
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      const headEnds = received.indexOf('\r\n\r\n')
      if (headEnds < 0) return
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(received.slice(0, headEnds + 2))?.[1])
      if (!Number.isInteger(length)) return reject(new Error(`an answer without a length: ${received.slice(0, 200)}`))
      if (received.length < headEnds + 4 + length) return
      if (!/^HTTP\/1\.1 20/.test(received)) return reject(new Error(received.slice(0, 200)))
      received = ''
      count++
      if (performance.now() < ends) return socket.write(request)
      socket.destroy()
      resolve(count)
    })
  })
}
