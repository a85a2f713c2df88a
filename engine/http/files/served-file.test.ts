import type { RequestListener, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Wishes } from '../../config/configuration.ts'
import { OutOfReach } from '../../media/facts.ts'
import { closeAll, heard, serving } from '../connections/wire-for-tests.ts'
import { fetcherOf, KEY } from './fetcher-for-tests.ts'
import { ServedFile, type Ways } from './served-file.ts'

afterEach(closeAll)

const FILE = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, index) => index * 7 + (index >> 8)))

type Told = { target?: string; wishes?: Wishes; ways?: Partial<Ways> }

function fileAt(url: string, { target = new URL(url).origin, wishes = {}, ways = {} }: Told = {}) {
  const file = new ServedFile(fetcherOf(target, wishes), url, {
    withKey: false,
    wait: async () => undefined,
    pauseMs: 1,
    renew: async () => undefined,
    hasTimeFor: () => true,
    ...ways,
  })
  return file
}

/** As object stores do. */
const inRanges: RequestListener = (request, response) => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  if (from === undefined) return void response.end(FILE)
  const end = Math.min(FILE.length, Number(to) + 1)
  if (Number(from) >= FILE.length) return void response.writeHead(416).end()
  response.writeHead(206, { 'content-range': `bytes ${from}-${end - 1}/${FILE.length}` })
  response.end(FILE.subarray(Number(from), end))
}

const read = async (file: ServedFile, from: number, to: number) => Buffer.from(await file.read(from, to))

describe('a file that comes in ranges', () => {
  it('is asked for its beginning, and then for what is wanted of it', async () => {
    const { origin, requests } = await heard(inRanges)
    const file = fileAt(`${origin}/1.mp4`)
    expect(await file.open()).toEqual({ kind: 'open' })
    expect(file.size()).toBe(FILE.length)
    expect(await read(file, 10, 1000)).toEqual(FILE.subarray(10, 1000))
    expect(await read(file, 299_000, 400_000)).toEqual(FILE.subarray(299_000))
    expect(requests.map(({ headers }) => headers.range)).toEqual(['bytes=0-131071', 'bytes=299000-299999'])
    expect(file.isWhole).toBe(false)
    expect(file.chunks.length).toBe(132_072)
  })

  it('is asked for at the url that the job shows now where a link works once', async () => {
    const used = new Set<string>()
    const { origin, requests } = await heard((request, response) => {
      if (used.has(request.url!)) return void response.writeHead(403).end()
      used.add(request.url!)
      inRanges(request, response)
    })
    const file = fileAt(`${origin}/1?link=1`, { ways: { renew: async () => `${origin}/1?link=2` } })
    await file.open()
    expect(await read(file, 200_000, 200_010)).toEqual(FILE.subarray(200_000, 200_010))
    expect(requests.map(({ url }) => url)).toEqual(['/1?link=1', '/1?link=1', '/1?link=2'])
    expect(file.isWhole).toBe(true)
  })
})

describe('a file that comes in no ranges', () => {
  it('is left where it is longer than the run may read', async () => {
    const origin = await serving((_, response) => void response.end(FILE))
    const file = fileAt(`${origin}/1.mp4`, { wishes: { maxDownload: 200_000 } })
    await expect(file.open().then(() => file.read(0, 300_000))).rejects.toThrow('--max-download')
  })
})

describe('a file that is asked for as a whole', () => {
  /** Long enough to be cut where no more is read at once. */
  const LONG = Buffer.alloc(BOUNDS.fileBytesAtOnce.most + 100_000, FILE)
  const offering = (ranged: RequestListener) =>
    heard((request, response) => {
      response.setHeader('accept-ranges', 'bytes')
      if (request.headers.range) return ranged(request, response)
      response.writeHead(200, { 'content-length': LONG.length }).end(LONG)
    })
  const end = LONG.length - 10

  it.each<[string, RequestListener]>([
    ['416', (_, response) => void response.writeHead(416).end()],
    ['the whole', (_, response) => void response.writeHead(200, { 'content-length': LONG.length }).end(LONG)],
    ['nothing at all', (request) => void request.socket.destroy()],
  ])('is out of reach, and nobody is to blame, where what comes instead of a range is %s', async (_, ranged) => {
    const { origin, requests } = await offering(ranged)
    const file = fileAt(`${origin}/1.mp4`, { ways: { whole: true } })
    await file.open()
    await expect(file.read(end, LONG.length)).rejects.toThrow(OutOfReach)
    expect([file.cut, file.size()]).toEqual([undefined, LONG.length])
    expect(requests.length).toBeLessThan(8)
  })
})

describe('the bounds of one file', () => {
  it('hold where it comes compressed, and that is nobody\u2019s fault', async () => {
    const packed = gzipSync(Buffer.alloc(BOUNDS.fileBytesAtOnce.most * BOUNDS.unpackedFileTimes.most + 1))
    const origin = await serving((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    })
    await expect(fileAt(`${origin}/1.mp4`).open()).rejects.toThrow(OutOfReach)
  })

  it('hold where each part of it takes another request', async () => {
    const { origin, requests } = await heard(({ headers: { range = '' } }, response) => {
      const from = Number(/^bytes=(\d+)-/.exec(range)?.[1])
      response.writeHead(206, { 'content-range': `bytes ${from}-${from}/${FILE.length}` }).end('x')
    })
    const file = fileAt(`${origin}/1.mp4`)
    await file.open()
    await expect(file.read(0, 1000)).rejects.toThrow(OutOfReach)
    expect(requests).toHaveLength(BOUNDS.fileRequests.most)
  })

  it('leave a file that comes later than the run waits, and say so', async () => {
    const { origin, requests } = await heard((_, response) => {
      response.writeHead(503, { 'retry-after': '999999999' }).end()
    })
    const opening = fileAt(`${origin}/1.mp4`, { ways: { hasTimeFor: () => false } }).open()
    await expect(opening).rejects.toThrow('returned 503 with Retry-After 999999999 s')
    expect(requests).toHaveLength(1)
  })
})

describe('what does not come', () => {
  it('is cut where each answer breaks off', async () => {
    const origin = await serving((_, response) => {
      response.writeHead(200, { 'content-length': '300000' })
      response.write(FILE.subarray(0, 1000), () => response.destroy())
    })
    expect(await fileAt(`${origin}/1.mp4`).open()).toEqual({ kind: 'cut', bytes: 1000, of: 300_000 })
  })
})

describe('redirects', () => {
  const to = (location: string) => (response: ServerResponse) => response.writeHead(302, { location }).end()

  it('are followed to another host, which sees no key', async () => {
    const store = await heard(inRanges)
    const { origin, requests } = await heard((_, response) => to(`${store.origin}/there`)(response))
    const file = fileAt(`${origin}/1.mp4`, { ways: { withKey: true } })
    expect(await file.open()).toEqual({ kind: 'open' })
    expect(requests[0]!.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(store.requests[0]!.headers.authorization).toBeUndefined()
    expect(store.requests[0]!.headers.cookie).toBeUndefined()
  })
})
