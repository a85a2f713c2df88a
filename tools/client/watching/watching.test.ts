import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { Elsewhere, Exchange } from '../../../engine/history/entry/exchange.ts'
import { sendTo, serviceWithClient, submission } from '../../../service/client-for-tests.ts'
import type { Play } from '../../../service/scenarios/scenario.ts'
import type { Witnessed } from '../../../service/witness.ts'
import { momentsIn } from './moments.ts'
import { recorded } from './recorded.ts'

type Client = Awaited<ReturnType<typeof serviceWithClient>>

async function recordedOf(act: (client: Client) => Promise<unknown>, ...scenarios: Play[]) {
  const witnessed: Witnessed[] = []
  await using client = await serviceWithClient({ scenarios, witness: (each) => witnessed.push(each) })
  const from = Date.now()
  await act(client)
  const { baseUrl, keys } = client.service
  const count = witnessed.length
  await expect.poll(() => witnessed.length).toBeGreaterThanOrEqual(count)
  const late = [{ at: from + 1, ms: 30 }]
  const history = await recorded({ baseUrl, key: keys.own, witnessed, from, to: Date.now(), late, seed: 1 })
  const asked = history.filter((entry): entry is Exchange | Elsewhere => /exchange|elsewhere/.test(entry.kind))
  return { history, asked, moments: momentsIn(history), key: keys.own, text: JSON.stringify(history) }
}

it('redacts keys wherever they stand, in compressed bodies too', async () => {
  const { asked, key, text } = await recordedOf(async (client) => {
    const { own } = client.service.keys
    await client.send(`/usage?key=${own}`, { headers: { 'x-key': own, cookie: `k=${own}` } })
    await client.send('/videos', submission(JSON.stringify({ key: Buffer.from(own).toString('base64') })))
    await client.send('/usage', { headers: { authorization: `Bearer ${own.slice(0, -1)}` } })
    await client.send('/usage', { headers: { authorization: 'Bearer cl_another0key0of0somebody' } })
    const inside = `{"key":"${own}"}`
    const headers = { 'content-encoding': 'br' }
    await client.as('own', '/videos', { method: 'POST', body: brotliCompressSync(inside), headers })
    const untold = { 'content-type': 'application/octet-stream' }
    await client.as('own', '/videos', { method: 'POST', body: gzipSync(inside), headers: untold })
  })
  expect(text).not.toContain(key.slice(3))
  expect(text).not.toContain(Buffer.from(key).toString('base64').slice(0, 12))
  expect(text).not.toContain('another0key')
  expect(asked[0]!.request.path).toBe('/v1/usage?key={{A}}')
  const cut = expect.stringMatching(/^Bearer \{\{A from character 1 to \d+\}\}$/)
  expect(asked[2]!.request.headers).toContainEqual(['authorization', cut])
  expect(asked[3]!.request.headers).toContainEqual(['authorization', 'Bearer {{K1}}'])
  expect(asked[4]!.request.body).toBe('{"key":"{{A}}"}')
  expect(asked[5]!.request.body).toMatch(/^\(unreadable, not kept: .* SHA-256 [0-9a-f]{64}; contains \{\{A\}\}\)$/)
})

it('records requests outside the base URL and to other origins as such', async () => {
  const { asked, moments } = await recordedOf(
    async (client) => {
      const { url } = (await client.as('own', await client.submitted())).json
      await sendTo(url)
      await sendTo(new URL('/videos', client.service.baseUrl).href)
    },
    { play: 'fast' },
    { play: 'elsewhere' },
  )
  const [file, other] = asked.filter((each) => each.kind === 'elsewhere')
  expect(file!.origin).toMatch(/^http:\/\/localhost:\d+$/)
  expect(file!.answer).toMatchObject({ status: 200, body: '', truncated: true })
  expect(other).toMatchObject({ request: { path: '/videos' }, answer: { status: 401 } })
  expect(moments.slice(-2)).toMatchObject([{ kind: 'fetch', elsewhere: true }, { kind: 'other' }])
})

it('records lost responses, truncated downloads, waits and codings', async () => {
  const { moments } = await recordedOf(
    async (client) => {
      await client.submit()
      await client.submit().catch(() => undefined)
      await client.as('own', '/usage', { headers: { 'accept-encoding': 'gzip' } })
      const { url } = (await client.as('own', await client.submitted({ model: 'swift' }))).json
      await sendTo(url).catch(() => undefined)
    },
    { play: 'fast' },
    { play: 'gzip' },
    { play: 'cut-download' },
    { play: 'busy', with: { times: 1, seconds: 7 } },
    { play: 'lost-answer' },
    { play: 'pieces', with: { of: 'polls' } },
  )
  const submissions = moments.filter(({ kind }) => kind === 'submission')
  expect(submissions).toMatchObject([{ status: 429, wait: 7 }, { lost: true }, { status: 202 }])
  expect(moments.find(({ what }) => what.endsWith('/usage'))).toMatchObject({ coding: 'gzip' })
  expect(moments.find(({ kind }) => kind === 'poll')).toMatchObject({ coding: 'chunked', state: 'succeeded' })
  expect(moments.at(-1)).toMatchObject({ kind: 'fetch', status: 200, lost: true })
})
