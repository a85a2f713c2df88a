import type { RequestListener, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { OutOfReach } from '../../media/facts.ts'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import { configure, type Wishes } from '../../settings/configuration.ts'
import { closeAll, heard, saying, serving } from '../connections/wire-for-tests.ts'
import { fetcherOf, KEY } from './fetcher-for-tests.ts'
import { mostOfOne, ServedFile, type Ways } from './served-file.ts'

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

  it('is read on where less comes than was asked for', async () => {
    const most = 50_000
    const { origin } = await heard((request, response) => {
      const [, from] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? []
      const start = Number(from)
      const end = Math.min(FILE.length, start + most)
      response.writeHead(206, { 'content-range': `bytes ${start}-${end - 1}/*` }).end(FILE.subarray(start, end))
    })
    const file = fileAt(`${origin}/1.mp4`)
    await file.open()
    expect(file.size()).toBeUndefined()
    expect(await read(file, 0, 140_000)).toEqual(FILE.subarray(0, 140_000))
  })

  it('is fetched ahead where it is gone through piece by piece', async () => {
    const { origin, requests } = await heard(inRanges)
    const file = fileAt(`${origin}/1.mp4`)
    await file.open()
    for (let at = 0; at < FILE.length; at += 1000)
      expect(await read(file, at, at + 10)).toEqual(FILE.subarray(at, at + 10))
    expect(requests.length).toBeLessThan(8)
  })

  it('is left where it changes while it is read', async () => {
    let etag = 0
    const origin = await serving((request, response) => {
      response.setHeader('etag', `"${etag++}"`)
      inRanges(request, response)
    })
    const file = fileAt(`${origin}/1.mp4`)
    await file.open()
    await expect(file.read(200_000, 200_010)).rejects.toThrow('the file changed while it was read')
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
  it('is whole at once', async () => {
    const { origin, requests } = await heard((_, response) => void response.end(FILE))
    const file = fileAt(`${origin}/1.mp4`)
    expect(await file.open()).toEqual({ kind: 'open' })
    expect(file.isWhole).toBe(true)
    expect(requests).toHaveLength(1)
  })

  it('is left where it is longer than the run may read', async () => {
    const origin = await serving((_, response) => void response.end(FILE))
    const file = fileAt(`${origin}/1.mp4`, { wishes: { maxDownload: 200_000 } })
    await expect(file.open().then(() => file.read(0, 300_000))).rejects.toThrow('--max-download')
  })

  it('is asked for without a range where a server refuses one', async () => {
    const origin = await serving((request, response) => {
      if (request.headers.range) response.writeHead(400).end()
      else response.end(FILE)
    })
    const file = fileAt(`${origin}/1.mp4`)
    expect(await file.open()).toEqual({ kind: 'open' })
  })
})

describe('a file that is asked for as a whole', () => {
  const whole = { wishes: { maxDownload: 200_000 }, ways: { whole: true } }

  /** Long enough to be cut where no more is read at once. */
  const LONG = Buffer.alloc(BOUNDS.fileBytesAtOnce.most + 100_000, FILE)
  const offering = (ranged: RequestListener) =>
    heard((request, response) => {
      response.setHeader('accept-ranges', 'bytes')
      if (request.headers.range) return ranged(request, response)
      response.writeHead(200, { 'content-length': LONG.length }).end(LONG)
    })
  const end = LONG.length - 10

  it('is read on in ranges, where they are offered and it is longer than is read at once', async () => {
    const { origin, requests } = await offering((request, response) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range!)!.map(Number)
      response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${LONG.length}` })
      response.end(LONG.subarray(from, to! + 1))
    })
    const file = fileAt(`${origin}/1.mp4`, { ways: { whole: true } })
    expect(await file.open()).toEqual({ kind: 'open' })
    expect(file.size()).toBe(LONG.length)
    expect(await read(file, end, LONG.length)).toEqual(LONG.subarray(end))
    expect(requests.map(({ headers }) => headers.range)).toEqual([undefined, `bytes=${end}-${LONG.length - 1}`])
  })

  it.each<[string, RequestListener]>([
    ['416', (_, response) => void response.writeHead(416).end()],
    ['404', (_, response) => void response.writeHead(404).end()],
    ['the whole', (_, response) => void response.writeHead(200, { 'content-length': LONG.length }).end(LONG)],
    ['another range', (_, response) => void response.writeHead(206, { 'content-range': 'bytes 0-0/9' }).end('x')],
    ['nothing at all', (request) => void request.socket.destroy()],
  ])('is out of reach, and nobody is to blame, where what comes instead of a range is %s', async (_, ranged) => {
    const { origin, requests } = await offering(ranged)
    const file = fileAt(`${origin}/1.mp4`, { ways: { whole: true } })
    await file.open()
    await expect(file.read(end, LONG.length)).rejects.toThrow(OutOfReach)
    expect([file.cut, file.size()]).toEqual([undefined, LONG.length])
    expect(requests.length).toBeLessThan(8)
  })

  it('is left where no ranges are offered', async () => {
    const origin = await serving((_, response) => void response.end(FILE))
    const file = fileAt(`${origin}/1.mp4`, whole)
    await expect(file.open().then(() => file.read(0, 300_000))).rejects.toThrow('--max-download')
  })
})

describe('the bounds of one file', () => {
  it('are those of the table, and more where a run may read more', async () => {
    expect(configure({}, true).maxDownload).toBe(BOUNDS.downloadBytes.most)
    const most = BOUNDS.fileBytesAtOnce.most
    expect(mostOfOne({ maxDownload: BOUNDS.downloadBytes.most })).toBe(most)
    expect(mostOfOne({ maxDownload: most * 100 })).toBe(most * 25)
  })

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

  it.each([
    ['a number of seconds', '90', 90_000],
    ['a date', 'Mon, 05 Jan 2026 10:02:00 GMT', 120_000],
    ['nothing', undefined, 1],
  ])('do not shorten a wait of which %s is said', async (_, told, ms) => {
    let left = 1
    const origin = await serving((request, response) => {
      const headers = { date: 'Mon, 05 Jan 2026 10:00:00 GMT', ...(told && { 'retry-after': told }) }
      if (left-- > 0) response.writeHead(503, headers).end()
      else inRanges(request, response)
    })
    const waited: number[] = []
    const wait = async (each: number) => void waited.push(each)
    expect(await fileAt(`${origin}/1.mp4`, { ways: { wait, pauseMs: 1 } }).open()).toEqual({ kind: 'open' })
    expect(waited).toEqual([ms])
  })

  it('leave a file that comes later than the run waits, and say so', async () => {
    const { origin, requests } = await heard((_, response) => {
      response.writeHead(503, { 'retry-after': '999999999' }).end()
    })
    const opening = fileAt(`${origin}/1.mp4`, { ways: { hasTimeFor: () => false } }).open()
    await expect(opening).rejects.toThrow('answered 503 and told to come back in 999999999 s')
    expect(requests).toHaveLength(1)
  })

  it('hold for each wait of which nothing is said', async () => {
    let left = 1
    const origin = await serving((request, response) => {
      if (left-- > 0) response.writeHead(503).end()
      else inRanges(request, response)
    })
    const waited: number[] = []
    const wait = async (ms: number) => void waited.push(ms)
    await fileAt(`${origin}/1.mp4`, { ways: { wait, pauseMs: 60_000 } }).open()
    expect(waited).toEqual([BOUNDS.fileWaitMs.most])
  })
})

describe('what does not come', () => {
  it('is refused, with its status', async () => {
    const origin = await serving((_, response) => void response.writeHead(404).end('no'))
    expect(await fileAt(`${origin}/1.mp4`).open()).toEqual({ kind: 'refused', status: 404 })
  })

  it('is tried again where it may pass', async () => {
    let left = 2
    const origin = await serving((request, response) => {
      if (left-- > 0) response.writeHead(503).end()
      else inRanges(request, response)
    })
    expect(await fileAt(`${origin}/1.mp4`).open()).toEqual({ kind: 'open' })
  })

  it('is tried again a few times, and once where each try takes all the time that it may', async () => {
    const busy = await heard((_, response) => void response.writeHead(503).end())
    expect(await fileAt(`${busy.origin}/1.mp4`).open()).toMatchObject({ kind: 'refused', status: 503 })
    expect(busy.requests).toHaveLength(1 + BOUNDS.fileRetries.most)
    const silent = await heard(() => undefined)
    const wishes = { requestTimeoutMs: 60 }
    expect(await fileAt(`${silent.origin}/1.mp4`, { wishes }).open()).toMatchObject({ kind: 'unreachable' })
    expect(silent.requests).toHaveLength(1 + BOUNDS.fileRetriesInVain.most)
  })

  it('is cut where each answer breaks off', async () => {
    const origin = await serving((_, response) => {
      response.writeHead(200, { 'content-length': '300000' })
      response.write(FILE.subarray(0, 1000), () => response.destroy())
    })
    expect(await fileAt(`${origin}/1.mp4`).open()).toEqual({ kind: 'cut', bytes: 1000, of: 300_000 })
  })

  it('is not cut where it comes too slowly for us', async () => {
    const origin = await serving((_, response) => {
      response.writeHead(200, { 'content-length': '300000' })
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    })
    const opening = await fileAt(`${origin}/1.mp4`, { wishes: { requestTimeoutMs: 100 } }).open()
    expect(opening).toMatchObject({ kind: 'not fetched' })
  })

  it('is not cut where more comes behind it than is read', async () => {
    const trailer = `X-Long: ${'x'.repeat(BOUNDS.headBytes.most)}\r\n`
    const text = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n${trailer}\r\n`
    const origin = await saying((socket) => socket.end(text))
    expect(await fileAt(`${origin}/1.mp4`).open()).toMatchObject({ kind: 'not fetched' })
  })

  it('is unreachable where nobody answers', async () => {
    const origin = await saying((socket) => socket.destroy())
    expect(await fileAt(`${origin}/1.mp4`).open()).toMatchObject({ kind: 'unreachable' })
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

  it('lead nowhere where there are too many, or to what is no web address', async () => {
    const round = await serving((_, response) => void to('/again')(response))
    expect(await fileAt(`${round}/1.mp4`).open()).toMatchObject({
      kind: 'refused',
      what: 'redirects that lead in a circle',
    })
    const file = await serving((_, response) => void to('file:///etc/passwd')(response))
    expect(await fileAt(`${file}/1.mp4`).open()).toMatchObject({ what: 'a redirect to file:///etc/passwd' })
  })

  it('lead no deeper than the server itself is', async () => {
    const { origin, requests } = await heard(inRanges)
    await expect(fileAt(`${origin}/1.mp4`, { target: 'https://203.0.113.9' }).open()).rejects.toThrow(
      '127.0.0.1 is a loopback address',
    )
    expect(requests).toEqual([])
  })
})
