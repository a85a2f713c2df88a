import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { run } from '../../reporters/outcome/run.ts'
import { SUITES } from '../../suites/index.ts'
import { recordedRun } from '../run/recorded-run.ts'
import type { Event } from './news.ts'
import { startProxied } from './proxied.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const goesOn = () => undefined

async function proxied({ fault, report }: { fault?: string; report?: string[] } = {}) {
  const patched = FAULTS.find(({ id }) => id === fault)
  const embedded = await startEmbedded(patched ? { layers: [layerOf(patched)] } : {})
  closing.push(() => embedded.close())
  const out = mkdtempSync(join(tmpdir(), 'gatecheck-test-'))
  closing.push(() => rmSync(out, { recursive: true, force: true }))
  const proxy = await startProxied({ target: embedded.provision.baseUrl, out, host: '127.0.0.1', report })
  const events: Event[] = []
  proxy.news.tells((event) => events.push(event))
  const { A: key = '', B: other = '' } = embedded.provision.keys
  const hasSeen = (count: number) =>
    vi.waitFor(() => expect(proxy.news.standing.exchanges).toBe(count), { timeout: 600_000 })
  return { ...proxy, hasSeen, provision: embedded.provision, out, events, key, other }
}

type Ask = { key: string; body?: object; headers?: Record<string, string> }

async function ask(url: string, { key, body, headers = {} }: Ask): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Record<string, unknown>
}

const ORDER = { model: 'swift', prompt: 'A lighthouse', duration: 1 }
const inAll = (out: string) => readdirSync(out).map((name) => readFileSync(join(out, name), 'latin1'))

/** Pieces of a key that are long enough to reveal it. */
const piecesOf = (key: string) => Array.from({ length: key.length - 3 - 9 }, (_, at) => key.slice(3 + at, 3 + at + 10))

describe('a proxy', () => {
  it('does not change the verdicts of a run, and judges no client for the requests of a suite', async () => {
    const { baseUrl, provision, end, out, news } = await proxied({ report: ['html', 'har', 'junit'] })
    const wishes = { profile: 'smoke' as const, seed: 5, pollIntervalMs: 5 }
    const [without, through] = [
      await run({ provision, suites: SUITES, wishes }),
      await run({ provision: { ...provision, baseUrl }, suites: SUITES, wishes }),
    ]
    const verdicts = ({ report }: typeof without) => report.clauses.map(({ id, verdict }) => [id, verdict])
    expect(verdicts(through)).toEqual(verdicts(without))
    const { record, exit } = await end(goesOn)
    expect(record.report.clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([])
    expect(record.report.verdict).toBe('pass')
    expect([0, 1]).toContain(exit)
    const sent = [...through.entries].filter(({ kind }) => kind === 'exchange').length
    expect(news.standing.exchanges).toBe(sent)
    // The live verdicts are those of the recorded history.
    expect(recordedRun(out).report.clauses).toEqual(record.report.clauses)
    const secrets = [provision.keys.A, provision.keys.A2!, provision.keys.B!, provision.keys.R!]
    for (const file of inAll(out))
      for (const key of secrets) expect(piecesOf(key).filter((piece) => file.includes(piece))).toEqual([])
  })

  it('blames one of two clients, and not the server', async () => {
    const { baseUrl, key, other, events, end, out } = await proxied()
    const { id } = await ask(`${baseUrl}/videos`, { key, body: ORDER })
    const mine = await ask(`${baseUrl}/videos`, { key: other, body: ORDER })
    for (let poll = 0; poll < 5; poll++) await ask(`${baseUrl}/videos/${id}`, { key })
    await ask(`${baseUrl}/videos/${mine.id}`, { key: other })
    const found = () => events.flatMap((event) => (event.kind === 'found' ? [event.finding.clause] : []))
    await vi.waitFor(() => expect(found()).toContain('client.stops-at-a-final-state'), { timeout: 600_000 })
    const { client, record, exit } = await end(goesOn)
    expect(exit).toBe(1)
    expect(record.report.verdict).toBe('pass')
    const broken = client.clauses.find(({ id: each }) => each === 'client.stops-at-a-final-state')!
    expect(broken.violations!.map((each) => each.client)).toEqual(broken.violations!.map(() => 'K1'))
    expect(client.clients.map(({ name }) => name)).toEqual(['K1', 'K2'])
    expect(JSON.parse(readFileSync(join(out, 'client.json'), 'utf8')).verdict).toBe('fail')
  })

  it.each<[string, (text: string) => Buffer, Record<string, string>]>([
    ['as gzip', gzipSync, { 'content-encoding': 'gzip' }],
    ['and does not say so', gzipSync, { 'content-type': 'application/octet-stream' }],
  ])('writes no key down that comes packed %s, and says whose fault that is', async (_, pack, headers) => {
    const { baseUrl, key, end, out } = await proxied({ report: ['html', 'har', 'junit'] })
    const body = pack(JSON.stringify({ ...ORDER, key }))
    await fetch(`${baseUrl}/videos`, { method: 'POST', headers: { authorization: `Bearer ${key}`, ...headers }, body })
    const { client } = await end(goesOn)
    expect(client.clauses.find(({ id }) => id === 'client.keeps-its-key-in-the-header')?.verdict).toBe('fail')
    for (const file of inAll(out)) {
      expect(piecesOf(key).filter((piece) => file.includes(piece))).toEqual([])
      for (const bytes of [body.toString('latin1'), body.toString('base64')])
        expect(file).not.toContain(JSON.stringify(bytes.slice(10, 30)).slice(1, -1))
    }
  })

  it('writes the same reports on request, and continues', async () => {
    const { baseUrl, key, page, end, out, hasSeen } = await proxied()
    await ask(`${baseUrl}/models`, { key })
    await hasSeen(1)
    const answered = await fetch(`${page}reports`, { method: 'POST' })
    const { paths } = (await answered.json()) as { paths: string[] }
    expect(paths.map((path) => path.slice(out.length + 1))).toEqual([
      ...['report.json', 'report.html'],
      ...['client.json', 'client.html'],
    ])
    const meanwhile = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
    expect(meanwhile.verdict).toBe('pass')
    await ask(`${baseUrl}/usage`, { key })
    const { record } = await end(goesOn)
    expect(record.report.budget.requests).toBe(meanwhile.budget.requests + 1)
  })

  it('shows the status only at its secret path', async () => {
    const { baseUrl, key, page, end, hasSeen } = await proxied()
    await ask(`${baseUrl}/models`, { key })
    await hasSeen(1)
    const standing = await (await fetch(`${page}standing.json`)).json()
    expect(standing).toMatchObject({ exchanges: 1, keys: ['K1'], findings: [] })
    const whole = await fetch(page)
    expect(await whole.text()).toContain('gatecheck proxy')
    expect(whole.headers.get('content-security-policy')).toContain("default-src 'none'")
    const { origin } = new URL(page)
    for (const path of ['/', '/standing.json', `${new URL(page).pathname.slice(0, -3)}/standing.json`])
      expect((await fetch(origin + path)).status).toBe(404)
    await end(goesOn)
    await expect(fetch(page)).rejects.toThrow()
  })

  it.each([
    [{ target: 'http://api.test/v1' }, /plain http:\/\/ to a remote host/],
    [{ target: 'https://api.test/cl_4Rt9xKq2Zw83hhPm/v1' }, /--target must not contain a key/],
    [{ target: 'https://api.test/v1/videos' }, /without \/videos/],
    [{ target: 'https://api.test/v1', host: '192.0.2.1' }, /not an address of this machine/],
  ])('is not started with %j', async (asked, why) => {
    const out = mkdtempSync(join(tmpdir(), 'gatecheck-test-'))
    closing.push(() => rmSync(out, { recursive: true, force: true }))
    await expect(startProxied({ out, host: '127.0.0.1', ...asked })).rejects.toThrow(why)
    expect(readdirSync(out)).not.toContain('run.lock')
  })
})
