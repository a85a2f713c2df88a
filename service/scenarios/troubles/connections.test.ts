import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { sendTo, serviceWithClient } from '../../client-for-tests.ts'
import { DIALECTS } from '../../dialects/index.ts'
import type { Play } from '../scenario.ts'

const playing = (...scenarios: Play[]) => serviceWithClient({ scenarios })

/** What a plain client sees: a status, or that the connection broke. */
const seen = (answer: Promise<{ status: number }>) =>
  answer.then(
    ({ status }) => status,
    () => 'broken',
  )

it('hangs-up: does nothing, so many times for each key', async () => {
  await using client = await playing({ play: 'hangs-up', with: { of: 'submissions', times: 2 } })
  for (const key of ['own', 'sameAccount'] as const) {
    const before = client.service.jobs.list().length
    expect(await seen(client.submit({}, key))).toBe('broken')
    expect(await seen(client.submit({}, key))).toBe('broken')
    expect(client.service.jobs.list().length).toBe(before)
    expect(await seen(client.submit({}, key))).toBe(202)
  }
})

it('lost-answer: makes the job, and tells nobody', async () => {
  await using client = await playing({ play: 'lost-answer' })
  expect(await seen(client.submit({ prompt: 'A lost lighthouse' }))).toBe('broken')
  const [lost] = client.service.jobs.list()
  expect(lost!.parameters.prompt).toBe('A lost lighthouse')
  const entry = await client.service.journal.waitFor(({ job }) => job === lost!.id)
  expect(entry.answer).toBeNull()
  expect(await seen(client.submit())).toBe(202)
  expect(client.service.jobs.list()).toHaveLength(2)
})

it('lost-answer: waits for a submission that is accepted', async () => {
  await using client = await playing({ play: 'lost-answer' })
  expect(await seen(client.submit({ prompt: '' }))).toBe(400)
  expect(await seen(client.submit())).toBe('broken')
})

it('lost-answer: comes to polls, which move the job all the same', async () => {
  await using client = await playing({ play: 'lost-answer', with: { of: 'polls' } })
  const path = await client.submitted()
  expect(await seen(client.as('own', path))).toBe('broken')
  const statuses = (await client.pollToTheEnd(path)).map(({ status }) => status)
  expect(statuses).toEqual(['running', 'succeeded'])
})

const ALL_DIALECTS = Object.keys(DIALECTS)

it.each(ALL_DIALECTS)('a lost job takes no room: who submits again gets through, speaking %s', async (dialect) => {
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
})

/** As it came over the network, however it ended. */
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

it.each(ALL_DIALECTS)('cut: half of the body comes, though all of it was promised, speaking %s', async (dialect) => {
  await using client = await playing({ play: `dialect:${dialect}` }, { play: 'cut', as: 'it' })
  const { baseUrl, keys } = client.service
  const received = await raw(new URL(`${baseUrl}/usage`), keys.own)
  const [head = '', body] = received.split('\r\n\r\n')
  const { text } = await client.as('own', '/usage')
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(Number(/content-length: (\d+)/i.exec(head)?.[1])).toBe(text.length)
  expect(body).toBe(text.slice(0, Math.floor(text.length / 2)))
})

it('cut: breaks the answer of a plain client once for each key', async () => {
  await using client = await playing({ play: 'cut' })
  for (const key of ['own', 'otherAccount'] as const) {
    expect(await seen(client.as(key, '/usage'))).toBe('broken')
    expect(await seen(client.as(key, '/usage'))).toBe(200)
  }
})

it('gateway: answers with its page in place of the service, for the requests that are said', async () => {
  for (const status of [502, 503, 504]) {
    await using client = await playing({ play: 'gateway', with: { status, of: 'polls+downloads' } })
    const path = await client.submitted()
    for (let time = 0; time < 2; time++) {
      const answer = await client.as('own', path)
      expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html'])
      expect(answer.text).toMatch(/^<html>/)
    }
    const seenAfter = await client.pollToTheEnd(path)
    expect(seenAfter.map((each) => each.status)).toEqual(['queued', 'running', 'succeeded'])
    expect((await sendTo(seenAfter.at(-1).url)).status).toBe(200)
  }
})

it('says to who asks from within the service what is heard of nowhere else', async () => {
  await using client = await playing({ play: 'hangs-up' }, { play: 'lost-answer', with: { of: 'readings' } })
  const { service } = client
  const [key] = service.accounts.keysOf('studio').filter(({ revoked }) => !revoked)
  const ask = () => service.ask({ account: 'studio', keyId: key!.id }, { method: 'GET', path: '/usage' })
  const answers = [await ask(), await ask(), await ask()]
  expect(answers.map(({ status }) => status)).toEqual([502, 502, 200])
  expect(answers[0]!.text).toBe('The connection was closed before any answer.')
})

it('hangs-up: resets a connection where that is said, after as many as go well before', async () => {
  await using client = await playing({ play: 'hangs-up', with: { how: 'reset', of: 'polls', after: 2 } })
  const path = await client.submitted()
  const poll = () =>
    client.as('own', path).then(
      ({ status }) => status,
      (error: { code?: string }) => error.code,
    )
  expect([await poll(), await poll(), await poll(), await poll()]).toEqual([200, 200, 'ECONNRESET', 200])
})
