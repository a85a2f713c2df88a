import { afterEach, describe, expect, it } from 'vitest'
import { configure } from '../config/configuration.ts'
import { LIMITS } from '../config/limits.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { outcomeOf } from '../history/entry/inspection.ts'
import { polled } from '../history/handwritten-for-tests.ts'
import { History } from '../history/history.ts'
import type { Client } from '../http/client.ts'
import { fetcherOf, KEY } from '../http/files/fetcher-for-tests.ts'
import { closeAll, saying, serving } from '../http/transport/servers-for-tests.ts'
import type { Job } from '../jobs/job.ts'
import { Vault } from '../keys/vault.ts'
import { committed } from '../media/source-for-tests.ts'
import type { RunContext } from './context.ts'
import { Files, MOST_TIMEOUTS, SEARCHED_BYTES } from './files.ts'

afterEach(closeAll)

const INDEX_FIRST = committed('avc-index-first.mp4')
const readNow = (url: string, msAgo = 0): Exchange => ({
  ...polled({ id: 'job-1', status: 'succeeded', url }, { at: performance.now() - msAgo }),
  // Fetches may take less than a millisecond.
  ms: 0.1,
})
const jobWith = (polls: Exchange[]) => ({ n: 1, polls }) as unknown as Job

function filesOf(origin: string, poll: RunContext['jobs']['poll'], history = new History()): Files {
  const client = { fetcher: fetcherOf(origin), now: () => 0, wait: async () => undefined } as Partial<Client>
  const context = {
    client,
    history,
    vault: new Vault({ A: KEY }, 1),
    configuration: configure({ seed: 1 }, true),
    jobs: { poll } as Partial<RunContext['jobs']>,
  } as unknown as RunContext
  return new Files('a check', context)
}

/** Inspects videos of jobs that show one URL each. */
function inspecting(origin: string) {
  const files = filesOf(origin, async (job) => job.polls[0]!)
  return async (url: string) => (await files.inspect(jobWith([polled({ id: 'job-1', status: 'succeeded', url })])))!
}

describe('the inspection of a video', () => {
  it('gives up an unreachable host after two videos', async () => {
    let asked = 0
    const silent = await saying((socket) => {
      asked++
      socket.destroy()
    })
    const inspect = inspecting('http://127.0.0.1:9')
    for (let times = 0; times < MOST_TIMEOUTS; times++)
      expect(outcomeOf(await inspect(`${silent}/${times}`))).toMatchObject({ kind: 'unreachable' })
    const before = asked
    expect(outcomeOf(await inspect(`${silent}/last`))).toMatchObject({ kind: 'not fetched' })
    expect(asked).toBe(before)
  })

  it('finds keys in the first 64 kB', async () => {
    const most = SEARCHED_BYTES
    const origin = await serving(({ url }, response) => {
      response.end(`${'x'.repeat(url === '/early' ? 1000 : most)} ${KEY} ${'x'.repeat(1000)}`)
    })
    const inspect = inspecting(origin)
    expect(await inspect(`${origin}/early`)).toMatchObject({ keys: ['{{A}}'] })
    expect(await inspect(`${origin}/late`)).not.toHaveProperty('keys')
  })

  it('does not fetch a URL that is too long, and truncates it', async () => {
    const origin = await serving((_, response) => response.end('x'))
    const most = LIMITS.urlCharacters
    const { attempts } = await inspecting(origin)(`${origin}/`.padEnd(1_000_000, 'x'))
    expect(attempts.map(({ outcome: { kind } }) => kind)).toEqual(['not fetched'])
    expect(attempts[0]!.url).toHaveLength(most)
  })

  /** Each poll shows another URL, and only the newest one is valid. `othersRead`: polls by other checks. */
  async function inspectingBesideOthers(othersRead: number, leads = true) {
    const history = new History()
    let newest = 0
    let asked = 0
    const origin = await serving(({ url }, response) => {
      asked++
      const isGood = leads && url === `/${newest}`
      response.writeHead(isGood ? 200 : 403).end(isGood ? INDEX_FIRST : '')
    })
    const read = () => readNow(`${origin}/${++newest}`)
    let left = othersRead
    const readByAll = (polls: Exchange[]) => {
      const own = read()
      for (const each of [...(left-- > 0 ? [read()] : []), own]) polls.push(history.append(each))
      return own
    }
    const polls: Exchange[] = []
    readByAll(polls)
    const look = await filesOf(origin, async (job) => readByAll(job.polls), history).inspect(jobWith(polls))
    return { look: look!, asked }
  }

  it.each([0, 1, 4])('finds a file whose URL each poll replaces, with %i other polls', async (times) => {
    const { look, asked } = await inspectingBesideOthers(times)
    expect(outcomeOf(look)).toMatchObject({ kind: 'read', reading: { kind: 'video' } })
    expect(asked).toBeLessThan(8)
  })

  it('has no verdict if other polls replace the URL every time', async () => {
    const { look, asked } = await inspectingBesideOthers(Number.POSITIVE_INFINITY)
    expect(outcomeOf(look)).toMatchObject({
      kind: 'not fetched',
      why: expect.stringContaining('polled again in between'),
    })
    expect(asked).toBeLessThan(8)
  })

  it('finds that no URL works once other polls have ended', async () => {
    const { look } = await inspectingBesideOthers(2, false)
    expect(outcomeOf(look)).toMatchObject({ kind: 'refused', status: 403 })
  })
})
