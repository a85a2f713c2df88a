import { connect, type Socket } from 'node:net'

/** `path`: below the base URL. */
type Asked = { method: string; path: string; body?: string }
/** Returns the next request of a client, given the last response. */
export type Client = (answer: string | undefined) => Asked
export type Load = { baseUrl: string; key: string; client: () => Client; connections: number; ms: number }
export type Measured = { count: number; ms: number }

/** Sequential requests on each connection, by a minimal client, so that the server is measured. */
export async function load({ baseUrl, key, client, connections, ms }: Load): Promise<Measured> {
  const { hostname, port, pathname } = new URL(baseUrl)
  const began = performance.now()
  const ends = began + ms
  const stop = stayAwake()
  const counts = await Promise.all(
    Array.from({ length: connections }, () => {
      const next = client()
      const write = (answer: string | undefined) =>
        written(next(answer), { key, host: `${hostname}:${port}`, pathname })
      return onOneConnection(connect(Number(port), hostname), write, ends)
    }),
  )
  stop()
  return { count: counts.reduce((all, each) => all + each, 0), ms: performance.now() - began }
}

/**
 * Keeps the client's thread busy: waking a sleeping client costs the server more than its other work on a virtual
 * machine, and only the slower server would find it asleep.
 */
function stayAwake(): () => void {
  let isOver = false
  const turn = () => {
    if (!isOver) setImmediate(turn)
  }
  turn()
  return () => {
    isOver = true
  }
}

export const rateOf = ({ count, ms }: Measured): number => count / (ms / 1000)

type At = { key: string; host: string; pathname: string }

function written({ method, path, body = '' }: Asked, { key, host, pathname }: At): string {
  const length = body === '' ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  const head = `${method} ${pathname}${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n`
  return `${head}${length}\r\n${body}`
}

function onOneConnection(socket: Socket, write: (answer?: string) => string, ends: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    let received = ''
    socket.setNoDelay(true)
    socket.once('connect', () => socket.write(write()))
    socket.once('error', reject)
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      const headEnds = received.indexOf('\r\n\r\n')
      if (headEnds < 0) return
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(received.slice(0, headEnds + 2))?.[1])
      if (!Number.isInteger(length)) return reject(new Error(`an answer without a length: ${received.slice(0, 200)}`))
      if (received.length < headEnds + 4 + length) return
      if (!/^HTTP\/1\.1 20/.test(received)) return reject(new Error(received.slice(0, 200)))
      const answer = received.slice(headEnds + 4)
      received = ''
      count++
      if (performance.now() < ends) return socket.write(write(answer))
      socket.destroy()
      resolve(count)
    })
  })
}
