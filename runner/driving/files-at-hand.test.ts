import { afterEach, describe, expect, it } from 'vitest'
import { polled } from '../history/handwritten-for-tests.ts'
import { History } from '../history/history.ts'
import { outcomeOf } from '../history/look.ts'
import type { Job } from '../jobs/job.ts'
import { Vault } from '../keys/vault.ts'
import { BOUNDS } from '../settings/bounds.ts'
import { configure } from '../settings/configuration.ts'
import type { Client } from '../wire/client.ts'
import { fetcherOf, KEY } from '../wire/fetcher-for-tests.ts'
import { closeAll, saying, serving } from '../wire/wire-for-tests.ts'
import { FilesAtHand } from './files-at-hand.ts'
import type { Shared } from './shared.ts'

afterEach(closeAll)

/** Looks at the files of jobs of a server at `origin`, each of which shows one url. */
function lookingFrom(origin: string) {
  const poll = (url: string) => polled({ id: 'job-1', status: 'succeeded', url })
  const client = { fetcher: fetcherOf(origin), now: () => 0, wait: async () => undefined } as Partial<Client>
  const shared = {
    client,
    history: new History(),
    vault: new Vault({ A: KEY }, 1),
    configuration: configure({ seed: 1 }, true),
    jobs: { poll: async (job: Job) => job.polls[0]! } as Partial<Shared['jobs']>,
  } as unknown as Shared
  const files = new FilesAtHand('a check', shared)
  return async (url: string) => (await files.look({ n: 1, polls: [poll(url)] } as unknown as Job))!
}

describe('a look at a file', () => {
  it('is taken at an origin that nobody answers from a few times, and no more', async () => {
    let asked = 0
    const nobody = await saying((socket) => {
      asked++
      socket.destroy()
    })
    const look = lookingFrom('http://127.0.0.1:9')
    for (let times = 0; times < BOUNDS.looksInVain.most; times++)
      expect(outcomeOf(await look(`${nobody}/${times}`))).toMatchObject({ kind: 'unreachable' })
    const before = asked
    expect(outcomeOf(await look(`${nobody}/last`))).toMatchObject({ kind: 'not fetched' })
    expect(asked).toBe(before)
  })

  it('finds keys in the beginning of a file, as far as they are looked for', async () => {
    const most = BOUNDS.searchedBytes.most
    const origin = await serving(({ url }, response) => {
      response.end(`${'x'.repeat(url === '/early' ? 1000 : most)} ${KEY} ${'x'.repeat(1000)}`)
    })
    const look = lookingFrom(origin)
    expect(await look(`${origin}/early`)).toMatchObject({ keys: ['{{A}}'] })
    expect(await look(`${origin}/late`)).not.toHaveProperty('keys')
  })

  it('is no look at a url that is longer than is asked for, of which no more is kept', async () => {
    const origin = await serving((_, response) => response.end('x'))
    const most = BOUNDS.urlCharacters.most
    const { attempts } = await lookingFrom(origin)(`${origin}/`.padEnd(1_000_000, 'x'))
    expect(attempts.map(({ outcome: { kind } }) => kind)).toEqual(['not fetched'])
    expect(attempts[0]!.url).toHaveLength(most)
  })
})
