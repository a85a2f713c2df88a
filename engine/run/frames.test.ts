import { Buffer } from 'node:buffer'
import type { RequestListener } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { configure, type Wishes } from '../config/configuration.ts'
import type { Outcome } from '../history/entry/inspection.ts'
import type { Client } from '../http/client.ts'
import { fetcherOf } from '../http/files/fetcher-for-tests.ts'
import { ServedFile } from '../http/files/served-file.ts'
import { closeAll, serving } from '../http/transport/servers-for-tests.ts'
import type { MediaFacts } from '../media/facts.ts'
import { committed } from '../media/source-for-tests.ts'
import type { Still } from '../media/still.ts'
import type { RunContext } from './context.ts'
import { Frames } from './frames.ts'

afterEach(closeAll)

const CLIP = Buffer.from(committed('avc-index-first.mp4'))
const URL_OF_A_STILL = 'data:image/jpeg;base64,/9j/'
const facts = (codec: string) => ({ codec }) as MediaFacts
const aVideo = (codec = 'avc'): Outcome => ({ kind: 'read', reading: { kind: 'video', facts: facts(codec) } })

const inRanges =
  (file: Buffer): RequestListener =>
  (request, response) => {
    const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const end = Math.min(file.length, Number(to) + 1)
    response.writeHead(206, { 'content-range': `bytes ${from}-${end - 1}/${file.length}` })
    response.end(file.subarray(Number(from), end))
  }

const contextFor = (origin: string, still: Still | undefined, wishes: Wishes) => {
  const configuration = configure({ seed: 1, ...wishes }, true)
  const fetcher = fetcherOf(origin, wishes)
  const client = { fetcher } as Partial<Client>
  return { context: { configuration, client, ...(still && { still }) } as RunContext, fetcher }
}

type Seen = { still?: Still; file?: Buffer; wishes?: Wishes; outcome?: Outcome; count?: number }

async function framesOf({ still, file = CLIP, wishes = {}, outcome = aVideo(), count = 1 }: Seen) {
  const origin = await serving(inRanges(file))
  const given: Uint8Array[] = []
  const { context, fetcher } = contextFor(
    origin,
    still &&
      ((each) => {
        given.push(each)
        return still(each)
      }),
    wishes,
  )
  const drawer = new Frames(context)
  const frames: (string | undefined)[] = []
  let requests = 0
  for (let n = 0; n < count; n++) {
    const served = new ServedFile(fetcher, `${origin}/${n}.mp4`, {
      ...{
        withKey: false,
        wait: async () => undefined,
        hasTimeFor: () => true,
        pauseMs: 1,
        renew: async () => undefined,
      },
    })
    await served.open()
    frames.push(await drawer.of(served, outcome))
    requests = served.fetches.length
  }
  return { frames, given, requests }
}

const good: Still = async () => URL_OF_A_STILL

describe('previews of videos', () => {
  it('are drawn from the bytes that were read', async () => {
    const { frames, given, requests } = await framesOf({ still: good })
    expect(frames).toEqual([URL_OF_A_STILL])
    expect(Buffer.from(given[0]!).toString('latin1', 4, 8)).toBe('ftyp')
    expect(requests).toBe(1)
  })

  it('are limited to 16 in a run, not counting failures', async () => {
    let n = 0
    const now: Still = async () => (n++ < 1 ? undefined : URL_OF_A_STILL)
    const { frames } = await framesOf({ still: now, count: 18 })
    expect(frames.filter(Boolean)).toHaveLength(16)
    expect(frames[0]).toBeUndefined()
    expect(n).toBe(17)
  })
})
