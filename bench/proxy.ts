import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as rest } from 'node:timers/promises'
import { beside } from './beside.ts'
import { rendering } from './clients.ts'
import { load, rateOf } from './load.ts'
import { markdownTable } from './markdown-table.ts'
import { tell } from './tell.ts'

/** Alternating, so that other load affects all equally; the first round is not counted. */
const ROUNDS = 5
const MS = 1500
const CONNECTIONS = 16
/** Single requests, with pauses as in a client's traffic. */
const SINGLE = 60
const REST_MS = 10
/** Minimum throughput as a share of a bare proxy's: recording and judging cost more than forwarding. */
const LEAST = 0.05

/** Number of requests before each of two memory measurements, which should be equal. */
const MANY = 5000
const MANY_CONNECTIONS = 200
const MOST_GROWTH = 1.3

type Server = { baseUrl: string; key: string }
type Watched = Server & { pid: number }
const NAMES = ['direct', 'bare', 'ours'] as const
type Measured = Record<(typeof NAMES)[number], number>

/** Compares the proxy with a bare one, which forwards on the same sockets without parsing. */
export async function proxyBesideBareProxy(): Promise<boolean> {
  const { single, many, held } = await beside('./processes/served-process.ts', (direct: Server) => {
    process.env.BENCH_TARGET = direct.baseUrl
    return beside('./processes/bare-proxy-process.ts', (bare: Server) =>
      beside('./processes/proxy-process.ts', async (ours: Watched) => {
        const servers = { direct, bare: { ...bare, key: direct.key }, ours: { ...ours, key: direct.key } }
        return {
          single: await middles(servers, ofSingleRequests),
          many: await middles(servers, rateUnderLoad),
          held: await heldAfter(servers.ours),
        }
      }),
    )
  })
  const ratio = many.ours / many.bare
  const rows = [
    ['', 'directly', 'a bare proxy', 'gatecheck proxy', 'ratio'],
    ['ms a request, some 80 in a second', ...inAll(single, 2), (single.ours / single.bare).toFixed(2)],
    [`requests in a second, as many as go, on ${CONNECTIONS} connections`, ...inAll(many, 0), ratio.toFixed(2)],
  ]
  const [first, then] = held
  const memory = `After ${MANY} requests on ${MANY_CONNECTIONS} connections it holds ${first} MB, and after as many again ${then} MB.`
  const text = `${markdownTable(rows, [1, 2, 3, 4])}\n\n${memory}`
  tell('docs/guides/proxy.md', 'speed', text)
  process.stdout.write(`${text}\n`)
  return ratio >= LEAST && then <= first * MOST_GROWTH
}

const inAll = (measured: Measured, digits: number) => NAMES.map((name) => measured[name].toFixed(digits))

async function middles(
  servers: Record<keyof Measured, Server>,
  measure: (server: Server) => Promise<number>,
): Promise<Measured> {
  const all: Record<keyof Measured, number[]> = { direct: [], bare: [], ours: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of NAMES) {
      const measured = await measure(servers[name])
      if (round > 0) all[name].push(measured)
    }
  }
  return { direct: middle(all.direct), bare: middle(all.bare), ours: middle(all.ours) }
}

const rateUnderLoad = async (server: Server) =>
  rateOf(await load({ ...server, client: rendering, connections: CONNECTIONS, ms: MS }))

/** Megabytes after this many requests, and after as many more. */
async function heldAfter(server: Watched): Promise<[first: number, then: number]> {
  const pass = async () => {
    for (let left = MANY; left > 0; )
      left -= (await load({ ...server, client: rendering, connections: MANY_CONNECTIONS, ms: MS })).count
    const pages = Number(readFileSync(`/proc/${server.pid}/statm`, 'latin1').split(' ')[1])
    return Math.round((pages * PAGE) / 1e6)
  }
  return [await pass(), await pass()]
}

const PAGE = 4096

/** Median milliseconds of one request, from its first byte to the last of the response. */
async function ofSingleRequests({ baseUrl, key }: Server): Promise<number> {
  const { hostname, port, pathname } = new URL(baseUrl)
  const socket = connect(Number(port), hostname).setNoDelay(true)
  const times: number[] = []
  for (let nth = 0; nth < SINGLE; nth++) {
    const began = performance.now()
    socket.write(`GET ${pathname}/models HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${key}\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    times.push(performance.now() - began)
    await rest(REST_MS)
  }
  socket.destroy()
  return middle(times)
}

const middle = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1]!
