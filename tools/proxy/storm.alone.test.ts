import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { clientCheck } from '../../engine/judge/clients/check.ts'
import { ClientJudging } from '../../engine/judge/clients/judging.ts'
import { kept } from '../../engine/judge/clients/verdict.ts'
import { startProxied } from './proxied.ts'

const SLOW_MS = 20
let judged = 0

/** A judge of a fixed speed. */
const slow = clientCheck({
  clause: 'client.sends-its-key',
  begin: () => undefined,
  see() {
    const until = performance.now() + SLOW_MS
    while (performance.now() < until);
    judged++
  },
  conclude: () => kept(judged, []),
})

vi.mock(import('../../suites/clients/index.ts'), async (original) => ({
  ...(await original()),
  clientJudging: () => new ClientJudging({ checks: [slow], observations: [] }),
}))

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const REQUESTS = 400

it('forwards and records a storm of requests while judging lags, and reports what is not judged', async () => {
  const server = createServer((incoming, outgoing) => {
    incoming.resume()
    outgoing.writeHead(429, { 'content-type': 'application/json', 'retry-after': '5' }).end('{"error":{"code":"x"}}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  closing.push(
    () => server.close(),
    () => agent.destroy(),
  )
  const out = mkdtempSync(join(tmpdir(), 'gatecheck-test-'))
  closing.push(() => rmSync(out, { recursive: true, force: true }))
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const proxy = await startProxied({ target, out, host: '127.0.0.1', judgingMs: 200 })
  const post = () =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization: 'Bearer cl_0123456789abcdef01234567', 'content-type': 'application/json' }
      const sent = request(`${proxy.baseUrl}/videos`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume().once('end', resolve)
      })
      sent.once('error', reject).end('{"model":"swift","prompt":"A gate in the rain"}')
    })
  await Promise.all(Array.from({ length: REQUESTS }, post))
  await vi.waitFor(() => expect(proxy.news.standing.exchanges).toBe(REQUESTS), { timeout: 60_000, interval: 5 })
  // Recorded, but not yet judged.
  expect(judged).toBeLessThan(REQUESTS)

  const { client, record } = await proxy.end(() => undefined)
  expect(judged).toBeLessThan(REQUESTS)
  expect(client).toMatchObject({ verdict: 'inconclusive', exit: 2 })
  expect(client.reason).toContain('could not be judged completely within 0.2 s')
  expect(client.clauses).toMatchObject([{ verdict: 'not judged', cause: { kind: 'judging cut short' } }])
  expect(record.report.clauses.map(({ verdict }) => verdict)).not.toContain('fail')
  const lines = readFileSync(join(out, 'history.jsonl'), 'utf8').split('\n')
  expect(lines.filter((line) => line.startsWith('{"kind":"exchange"'))).toHaveLength(REQUESTS)
  expect(JSON.parse(readFileSync(join(out, 'client.json'), 'utf8'))).toMatchObject({ verdict: 'inconclusive' })
})
