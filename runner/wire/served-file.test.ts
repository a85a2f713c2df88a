import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { Vault } from '../keys/vault.ts'
import { configure, type Wishes } from '../settings/configuration.ts'
import { targetOf } from '../settings/target.ts'
import { Budget } from './budget.ts'
import { Fetcher } from './fetcher.ts'
import { ServedFile, type Ways } from './served-file.ts'
import { closeAll, never, saying, serving } from './wire-for-tests.ts'

afterEach(closeAll)

const FILE = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, index) => index * 7 + (index >> 8)))
const KEY = 'cl_0123456789abcdef'

type Told = { target?: string; wishes?: Wishes; ways?: Partial<Ways> }

function fileAt(url: string, { target = new URL(url).origin, wishes = {}, ways = {} }: Told = {}) {
  const configuration = configure({ seed: 1, requestTimeoutMs: 2000, ...wishes }, true)
  const fetcher = new Fetcher({
    target: targetOf(`${target}/v1`),
    vault: new Vault({ A: KEY }, 1),
    budget: new Budget(configuration),
    configuration,
    over: never,
    now: () => performance.now(),
    turn: async () => undefined,
  })
  const file = new ServedFile(fetcher, url, {
    withKey: false,
    wait: async () => undefined,
    pauseMs: 1,
    renew: async () => undefined,
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

/** A server, and the requests that it was sent. */
async function heard(listener: RequestListener) {
  const requests: IncomingMessage[] = []
  const origin = await serving((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  return { origin, requests }
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
    expect(await fileAt(`${round}/1.mp4`).open()).toMatchObject({ kind: 'refused', what: 'more than 5 redirects' })
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
