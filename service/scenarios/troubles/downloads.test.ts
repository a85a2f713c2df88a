import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { expect, it } from 'vitest'
import { serviceWithClient } from '../../client-for-tests.ts'
import type { Play } from '../scenario.ts'

const playing = (...scenarios: Play[]) => serviceWithClient({ scenarios: [{ play: 'fast' }, ...scenarios] })
type Client = Awaited<ReturnType<typeof playing>>

const urlOf = async ({ submitted, as }: Client): Promise<string> => (await as('own', await submitted())).json.url

/** As much of it as came, and whether that was all. */
async function download(url: string, headers: Record<string, string> = {}) {
  const { statusCode: status, headers: told, body } = await request(url, { headers })
  const chunks: Buffer[] = []
  let isWhole = true
  try {
    for await (const chunk of body) chunks.push(chunk)
  } catch {
    isWhole = false
  }
  return { status, told, bytes: Buffer.concat(chunks), isWhole }
}

it('cut-download: breaks off after its share, so many times for each job, and goes on from there', async () => {
  await using client = await playing({ play: 'cut-download', with: { share: 0.25, times: 2 } })
  for (const url of [await urlOf(client), await urlOf(client)]) {
    const first = await download(url)
    const second = await download(url)
    for (const { status, isWhole } of [first, second]) expect([status, isWhole]).toEqual([200, false])
    const third = await download(url)
    expect(third.isWhole).toBe(true)
    expect(Number(first.told['content-length'])).toBe(third.bytes.length)
    expect(first.bytes.length).toBeLessThanOrEqual(third.bytes.length / 4)
    const rest = await download(url, { range: `bytes=${first.bytes.length}-` })
    expect(rest.status).toBe(206)
    expect(Buffer.concat([first.bytes, rest.bytes]).equals(third.bytes)).toBe(true)
  }
})

it('cut-download: may send nothing but the headers', async () => {
  await using client = await playing({ play: 'cut-download', with: { share: 0 } })
  const { status, bytes, isWhole } = await download(await urlOf(client))
  expect([status, bytes.length, isWhole]).toEqual([200, 0, false])
})

it('cut-download: leaves alone what is no file', async () => {
  await using client = await playing({ play: 'cut-download' }, { play: 'expired', as: 'dead' })
  const url = await urlOf(client)
  expect(await download(url)).toMatchObject({ status: 403, isWhole: true })
  client.service.scenarios.off('dead')
  expect((await download(await urlOf(client))).isWhole).toBe(false)
})

it('trickle: takes its seconds of the clock, and is whole', async () => {
  await using client = await playing({ play: 'trickle', with: { seconds: 60 }, as: 'it' })
  const { clock, scenarios } = client.service
  clock.stop()
  const url = await urlOf(client)
  const before = clock.now()
  let isThere = false
  const slow = download(url).finally(() => {
    isThere = true
  })
  while (!isThere) {
    await sleep(2)
    if (!isThere) clock.moveBy(1000)
  }
  expect(clock.now() - before).toBeGreaterThanOrEqual(60_000)
  scenarios.off('it')
  const whole = await download(url)
  expect((await slow).bytes.equals(whole.bytes)).toBe(true)
})

it('trickle: comes at once when it is taken off', async () => {
  await using client = await playing({ play: 'trickle', as: 'it' })
  client.service.clock.stop()
  const url = await urlOf(client)
  const slow = await request(url)
  expect(slow.statusCode).toBe(200)
  client.service.scenarios.off('it')
  expect((await slow.body.arrayBuffer()).byteLength).toBe(Number(slow.headers['content-length']))
})

const hopsOf = async (url: string): Promise<{ statuses: number[]; hosts: string[] }> => {
  const { statusCode, headers, body } = await request(url)
  await body.dump()
  const host = new URL(url).hostname
  if (!headers.location) return { statuses: [statusCode], hosts: [host] }
  const next = await hopsOf(String(headers.location))
  return { statuses: [statusCode, ...next.statuses], hosts: [host, ...next.hosts] }
}

it('redirected: leads to the file by way of its hops, each time', async () => {
  await using client = await playing({ play: 'redirected', with: { hops: 3, status: 307 } })
  const url = await urlOf(client)
  for (let time = 0; time < 2; time++) expect((await hopsOf(url)).statuses).toEqual([307, 307, 307, 200])
})

it('redirected: leads elsewhere and back', async () => {
  await using client = await playing({ play: 'redirected', with: { hops: 2, to: 'elsewhere' } })
  const { statuses, hosts } = await hopsOf(await urlOf(client))
  expect(statuses).toEqual([302, 302, 200])
  expect(hosts).toEqual(['127.0.0.1', 'localhost', '127.0.0.1'])
})

it('redirected: lets nobody in who has no good link', async () => {
  await using client = await playing({ play: 'redirected' })
  const url = (await urlOf(client)).replace(/signature=./, 'signature=_')
  expect((await hopsOf(url)).statuses).toEqual([302, 403])
})
