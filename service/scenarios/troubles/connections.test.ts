import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { serviceWithClient } from '../../client-for-tests.ts'
import { DIALECTS } from '../../dialects/index.ts'
import type { Play } from '../scenario.ts'

const playing = (...scenarios: Play[]) => serviceWithClient({ scenarios })

/** The status, or that the connection broke. */
const seen = (answer: Promise<{ status: number }>) =>
  answer.then(
    ({ status }) => status,
    () => 'broken',
  )

it('hangs-up: does nothing, a given number of times for each key', async () => {
  await using client = await playing({ play: 'hangs-up', with: { of: 'submissions', times: 2 } })
  for (const key of ['own', 'sameAccount'] as const) {
    const before = client.service.jobs.list().length
    expect(await seen(client.submit({}, key))).toBe('broken')
    expect(await seen(client.submit({}, key))).toBe('broken')
    expect(client.service.jobs.list().length).toBe(before)
    expect(await seen(client.submit({}, key))).toBe(202)
  }
})

const ALL_DIALECTS = Object.keys(DIALECTS)

it.each(ALL_DIALECTS)(
  'a lost job does not count against the capacity: a new submission succeeds, in the dialect %s',
  async (dialect) => {
    for (const play of ['lost-answer', 'cut', 'gateway']) {
      await using client = await playing(
        { play: `dialect:${dialect}` },
        { play: 'capacity', with: { jobs: 1 } },
        { play, with: { of: 'submissions', times: 3, ...(play === 'gateway' && { work: 'done' }) } },
      )
      const headroom = (await client.as('own', '/capacity')).text
      for (let time = 0; time < 3; time++) expect(await seen(client.submit()), play).not.toBe(202)
      expect(client.service.jobs.list(), play).toHaveLength(3)
      expect((await client.as('own', '/capacity')).text).toBe(headroom)
      expect(await seen(client.submit()), play).toBe(202)
      expect(await seen(client.submit()), play).toBe(429)
    }
  },
)

/** The raw response, however it ended. */
function raw(url: URL, key: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname)
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (data) => {
      received += data
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
    socket.write(`GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  })
}

it.each(ALL_DIALECTS)(
  'cut: sends half of the body despite the full Content-Length, in the dialect %s',
  async (dialect) => {
    await using client = await playing({ play: `dialect:${dialect}` }, { play: 'cut', as: 'it' })
    const { baseUrl, keys } = client.service
    const received = await raw(new URL(`${baseUrl}/usage`), keys.own)
    const [head = '', body] = received.split('\r\n\r\n')
    const { text } = await client.as('own', '/usage')
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(Number(/content-length: (\d+)/i.exec(head)?.[1])).toBe(text.length)
    expect(body).toBe(text.slice(0, Math.floor(text.length / 2)))
  },
)
