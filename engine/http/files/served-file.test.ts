import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { Wishes } from '../../config/configuration.ts'
import { LIMITS } from '../../config/limits.ts'
import { OutOfReach } from '../../media/facts.ts'
import { closeAll, heard, serving } from '../transport/servers-for-tests.ts'
import { fetcherOf } from './fetcher-for-tests.ts'
import { Garbled, MOST_COMPRESSION, MOST_REQUESTS, ServedFile, type Ways } from './served-file.ts'

afterEach(closeAll)

const FILE = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, index) => index * 7 + (index >> 8)))

function fileAt(origin: string, ways: Partial<Ways> = {}, wishes: Wishes = {}) {
  return new ServedFile(fetcherOf(origin, wishes), `${origin}/1.mp4`, {
    withKey: false,
    wait: async () => undefined,
    pauseMs: 1,
    renew: async () => undefined,
    hasTimeFor: () => true,
    ...ways,
  })
}

const inRanges: RequestListener = (request, response) => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  if (from === undefined) return void response.end(FILE)
  const end = Math.min(FILE.length, Number(to) + 1)
  response.writeHead(206, { 'content-range': `bytes ${from}-${end - 1}/${FILE.length}` })
  response.end(FILE.subarray(Number(from), end))
}

const read = async (file: ServedFile, from: number, to: number) => Buffer.from(await file.read(from, to))

describe('ServedFile', () => {
  it('fetches the beginning, then only the ranges that are read', async () => {
    const { origin, requests } = await heard(inRanges)
    const file = fileAt(origin)
    expect(await file.open()).toEqual({ kind: 'open' })
    expect(file.size()).toBe(FILE.length)
    expect(await read(file, 10, 1000)).toEqual(FILE.subarray(10, 1000))
    expect(await read(file, 299_000, 400_000)).toEqual(FILE.subarray(299_000))
    expect(requests.map(({ headers }) => headers.range)).toEqual(['bytes=0-131071', 'bytes=299000-299999'])
    expect(file.isWhole).toBe(false)
    expect(file.chunks.length).toBe(132_072)
  })

  it('gets a new URL if the first one works only once', async () => {
    const used = new Set<string>()
    const { origin, requests } = await heard((request, response) => {
      if (used.has(request.url!)) return void response.writeHead(403).end()
      used.add(request.url!)
      inRanges(request, response)
    })
    const file = fileAt(origin, { renew: async () => `${origin}/2.mp4` })
    await file.open()
    expect(await read(file, 200_000, 200_010)).toEqual(FILE.subarray(200_000, 200_010))
    expect(requests.map(({ url }) => url)).toEqual(['/1.mp4', '/1.mp4', '/2.mp4'])
    expect(file.isWhole).toBe(true)
  })

  it('retries a busy server and reads a file without ranges', async () => {
    let requests = 0
    const origin = await serving((_, response) => {
      if (++requests === 1) response.writeHead(503).end()
      else response.end(FILE)
    })
    const file = fileAt(origin)
    expect(await file.open()).toEqual({ kind: 'open' })
    expect(file.isWhole).toBe(true)
    expect(requests).toBe(2)
  })

  it('names --max-download if the file is longer', async () => {
    const file = fileAt(await serving((_, response) => void response.end(FILE)), {}, { maxDownload: 200_000 })
    await expect(file.open().then(() => file.read(0, 300_000))).rejects.toThrow('--max-download')
  })

  it('is cut if each response breaks off', async () => {
    const origin = await serving((_, response) => {
      response.writeHead(200, { 'content-length': '300000' })
      response.write(FILE.subarray(0, 1000), () => response.destroy())
    })
    expect(await fileAt(origin).open()).toEqual({ kind: 'cut', bytes: 1000, of: 300_000 })
  })

  it.each<[number, object]>([
    [404, { kind: 'refused', status: 404 }],
    [500, { kind: 'refused', status: 500 }],
  ])('is refused with %s', async (status, opening) => {
    expect(await fileAt(await serving((_, response) => response.writeHead(status).end())).open()).toEqual(opening)
  })

  it('is decompressed up to a limit, and garbled if it cannot be', async () => {
    const packed = (bytes: Buffer) =>
      serving((_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes))
    const file = fileAt(await packed(gzipSync(FILE)))
    await file.open()
    expect(await read(file, 0, FILE.length)).toEqual(FILE)
    const bomb = gzipSync(Buffer.alloc(LIMITS.fileBytesAtOnce * MOST_COMPRESSION + 1))
    await expect(fileAt(await packed(bomb)).open()).rejects.toThrow(OutOfReach)
    await expect(fileAt(await packed(Buffer.from('no gzip'))).open()).rejects.toThrow(Garbled)
  })

  it('takes a limited number of requests', async () => {
    const { origin, requests } = await heard(({ headers: { range = '' } }, response) => {
      const from = /^bytes=(\d+)-/.exec(range)?.[1]
      response.writeHead(206, { 'content-range': `bytes ${from}-${from}/${FILE.length}` }).end('x')
    })
    const file = fileAt(origin)
    await file.open()
    await expect(file.read(0, 1000)).rejects.toThrow(OutOfReach)
    expect(requests).toHaveLength(MOST_REQUESTS)
  })

  it('does not wait longer than the run', async () => {
    const origin = await serving((_, response) => void response.writeHead(503, { 'retry-after': '999999999' }).end())
    const opening = fileAt(origin, { hasTimeFor: () => false }).open()
    await expect(opening).rejects.toThrow('returned 503 with Retry-After 999999999 s')
  })
})

describe('ServedFile, requested as a whole', () => {
  const LONG = Buffer.alloc(LIMITS.fileBytesAtOnce + 100_000, FILE)

  it.each<[string, RequestListener]>([
    ['416', (_, response) => void response.writeHead(416).end()],
    ['the whole file', (_, response) => void response.writeHead(200, { 'content-length': LONG.length }).end(LONG)],
    ['nothing', (request) => void request.socket.destroy()],
  ])('gives no verdict if the rest is requested and %s comes', async (_, ranged) => {
    const { origin, requests } = await heard((request, response) => {
      response.setHeader('accept-ranges', 'bytes')
      if (request.headers.range) return ranged(request, response)
      response.writeHead(200, { 'content-length': LONG.length }).end(LONG)
    })
    const file = fileAt(origin, { whole: true })
    await file.open()
    await expect(file.read(LONG.length - 10, LONG.length)).rejects.toThrow(OutOfReach)
    expect([file.cut, file.size()]).toEqual([undefined, LONG.length])
    expect(requests.length).toBeLessThan(8)
  })
})
