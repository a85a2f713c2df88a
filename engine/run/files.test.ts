import { afterEach, describe, expect, it } from 'vitest'
import { configure } from '../config/configuration.ts'
import { LIMITS } from '../config/limits.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { outcomeOf } from '../history/entry/look.ts'
import { polled } from '../history/handwritten-for-tests.ts'
import { History } from '../history/history.ts'
import type { Client } from '../http/client.ts'
import { fetcherOf, KEY } from '../http/files/fetcher-for-tests.ts'
import { closeAll, saying, serving } from '../http/transport/servers-for-tests.ts'
import type { Job } from '../jobs/job.ts'
import { Vault } from '../keys/vault.ts'
import { committed } from '../media/source-for-tests.ts'
import type { Shared } from './controls.ts'
import { FilesAtHand, MOST_TIMEOUTS, SEARCHED_BYTES } from './files.ts'

afterEach(closeAll)

const INDEX_FIRST = committed('avc-index-first.mp4')
/** By the clock that its file is fetched by. */
const readNow = (url: string, msAgo = 0): Exchange => ({
  ...polled({ id: 'job-1', status: 'succeeded', url }, { at: performance.now() - msAgo }),
  // Nobody waits for it here, and fetches may take less than a millisecond.
  ms: 0.1,
})
const jobWith = (polls: Exchange[]) => ({ n: 1, polls }) as unknown as Job

function filesOf(origin: string, poll: Shared['jobs']['poll'], history = new History()): FilesAtHand {
  const client = { fetcher: fetcherOf(origin), now: () => 0, wait: async () => undefined } as Partial<Client>
  const shared = {
    client,
    history,
    vault: new Vault({ A: KEY }, 1),
    configuration: configure({ seed: 1 }, true),
    jobs: { poll } as Partial<Shared['jobs']>,
  } as unknown as Shared
  return new FilesAtHand('a check', shared)
}

/** Looks at the files of jobs of a server at `origin`, each of which shows one url. */
function lookingFrom(origin: string) {
  const files = filesOf(origin, async (job) => job.polls[0]!)
  return async (url: string) => (await files.inspect(jobWith([polled({ id: 'job-1', status: 'succeeded', url })])))!
}

describe('a look at a file', () => {
  it('is taken at an origin that nobody answers from a few times, and no more', async () => {
    let asked = 0
    const nobody = await saying((socket) => {
      asked++
      socket.destroy()
    })
    const look = lookingFrom('http://127.0.0.1:9')
    for (let times = 0; times < MOST_TIMEOUTS; times++)
      expect(outcomeOf(await look(`${nobody}/${times}`))).toMatchObject({ kind: 'unreachable' })
    const before = asked
    expect(outcomeOf(await look(`${nobody}/last`))).toMatchObject({ kind: 'not fetched' })
    expect(asked).toBe(before)
  })

  it('finds keys in the beginning of a file, as far as they are looked for', async () => {
    const most = SEARCHED_BYTES
    const origin = await serving(({ url }, response) => {
      response.end(`${'x'.repeat(url === '/early' ? 1000 : most)} ${KEY} ${'x'.repeat(1000)}`)
    })
    const look = lookingFrom(origin)
    expect(await look(`${origin}/early`)).toMatchObject({ keys: ['{{A}}'] })
    expect(await look(`${origin}/late`)).not.toHaveProperty('keys')
  })

  it('is no look at a url that is longer than is asked for, of which no more is kept', async () => {
    const origin = await serving((_, response) => response.end('x'))
    const most = LIMITS.urlCharacters
    const { attempts } = await lookingFrom(origin)(`${origin}/`.padEnd(1_000_000, 'x'))
    expect(attempts.map(({ outcome: { kind } }) => kind)).toEqual(['not fetched'])
    expect(attempts[0]!.url).toHaveLength(most)
  })

  /** Each read of a job shows another link, and only the newest leads to its file; others read the job as well, so often. */
  async function lookingBesideOthers(othersRead: number, leads = true) {
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
      // Of two reads side by side, nobody knows which the server took first.
      for (const each of [...(left-- > 0 ? [read()] : []), own]) polls.push(history.append(each))
      return own
    }
    const polls: Exchange[] = []
    readByAll(polls)
    const look = await filesOf(origin, async (job) => readByAll(job.polls), history).inspect(jobWith(polls))
    return { look: look!, asked }
  }

  it.each([0, 1, 4])('finds a file whose link the next read replaces, though others read %i times', async (times) => {
    const { look, asked } = await lookingBesideOthers(times)
    expect(outcomeOf(look)).toMatchObject({ kind: 'read', reading: { kind: 'video' } })
    expect(asked).toBeLessThan(8)
  })

  it('blames nobody where others go on reading', async () => {
    const { look, asked } = await lookingBesideOthers(Number.POSITIVE_INFINITY)
    expect(outcomeOf(look)).toMatchObject({
      kind: 'not fetched',
      why: expect.stringContaining('polled again in between'),
    })
    expect(asked).toBeLessThan(8)
  })

  it('finds that no link leads there once nobody else reads', async () => {
    const { look } = await lookingBesideOthers(2, false)
    expect(outcomeOf(look)).toMatchObject({ kind: 'refused', status: 403 })
  })
})
