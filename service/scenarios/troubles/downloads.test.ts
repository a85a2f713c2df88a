import { request } from 'undici'
import { expect, it } from 'vitest'
import { serviceWithClient } from '../../client-for-tests.ts'
import type { Play } from '../scenario.ts'

const playing = (...scenarios: Play[]) => serviceWithClient({ scenarios: [{ play: 'fast' }, ...scenarios] })
type Client = Awaited<ReturnType<typeof playing>>

const urlOf = async ({ submitted, as }: Client): Promise<string> => (await as('own', await submitted())).json.url

/** The bytes received, and whether they are complete. */
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

it('cut-download: stops after its share, a given number of times for each job, and resumes from there', async () => {
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

const hopsOf = async (url: string): Promise<{ statuses: number[]; hosts: string[] }> => {
  const { statusCode, headers, body } = await request(url)
  await body.dump()
  const host = new URL(url).hostname
  if (!headers.location) return { statuses: [statusCode], hosts: [host] }
  const next = await hopsOf(String(headers.location))
  return { statuses: [statusCode, ...next.statuses], hosts: [host, ...next.hosts] }
}

it('redirected: leads elsewhere and back', async () => {
  await using client = await playing({ play: 'redirected', with: { hops: 2, to: 'elsewhere' } })
  const { statuses, hosts } = await hopsOf(await urlOf(client))
  expect(statuses).toEqual([302, 302, 200])
  expect(hosts).toEqual(['127.0.0.1', 'localhost', '127.0.0.1'])
})
