import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Wishes } from '../../engine/config/configuration.ts'
import { CertificatesForTests } from '../../engine/http/network/certificates-for-tests.ts'
import { HAS_IPV6 } from '../../engine/http/network/secure-servers-for-tests.ts'
import type { Provision } from '../../engine/run/provision.ts'
import { type Embedded, startEmbedded } from '../../fixtures/embedded.ts'
import * as real from '../../fixtures/networks/real-servers-for-tests.ts'
import { type Run, rejudge, run } from '../../reporters/outcome/run.ts'
import { SUITES } from '../index.ts'

const missing = real.missing()
const note = missing.length === 0 ? '' : ` (SKIPPED, AND NOTHING SHOWN: this machine has no ${missing.join(', no ')})`
if (!HAS_IPV6) console.warn('IPv6 is not tried: this machine has no ::1')
if (missing.length > 0) console.warn(`Real networks are not tried: install ${missing.join(', ')}`)

const ACCOUNT = ['proxied', 'pass-7Qx2'] as const
let service: Embedded
let own: CertificatesForTests
let started: real.Started[] = []
let client: real.Certificate
let ports: { plain: number; http2: number; mutual: number; proxy: number }
let direct: Run

/** A smoke run, as started from the command line. */
function smoke(told: Partial<Provision> = {}, wishes: Wishes = {}): Promise<Run> {
  const quick = { pollIntervalMs: 3, settleMs: 20, lagMs: 50, deadlineMs: 600_000, seed: 1 }
  return run({
    provision: { ...service.provision, ...told },
    wishes: { profile: 'smoke', ...quick, ...wishes },
    suites: SUITES,
    historyPath: own.path('history.jsonl'),
  })
}

const verdictsOf = ({ report }: Run) => Object.fromEntries(report.clauses.map(({ id, verdict }) => [id, verdict]))
const log = (name: string) => readFileSync(own.path(name), 'utf8')

describe.skipIf(missing.length > 0)(`a smoke run over a real network${note}`, () => {
  beforeAll(async () => {
    own = new CertificatesForTests()
    service = await startEmbedded()
    const [plain, http2, mutual, proxy] = await real.freePorts(4)
    ports = { plain: plain!, http2: http2!, mutual: mutual!, proxy: proxy! }
    const certificate = own.issue('server', ['DNS:localhost', 'IP:127.0.0.1', 'IP:::1'])
    const another = own.issue('another', ['DNS:another.test'])
    client = own.issue('client', ['DNS:client'])
    const ofOurs = [`ssl_client_certificate ${own.ca};`, 'ssl_verify_client on;']
    const fronts: real.Front[] = [
      // Without SNI, the default server presents another certificate.
      { listen: `127.0.0.1:${plain} ssl default_server`, certificate: another, more: ['server_name another.test;'] },
      { listen: `127.0.0.1:${plain} ssl`, certificate, more: ['server_name localhost;'] },
      {
        listen: `127.0.0.1:${http2} ssl http2`,
        certificate,
        more: HAS_IPV6 ? [`listen [::1]:${http2} ssl http2;`] : [],
      },
      { listen: `127.0.0.1:${mutual} ssl`, certificate, more: ofOurs },
    ]
    const upstream = new URL(service.provision.baseUrl).host
    started = [
      await real.startNginx(own.folder, upstream, fronts, [ports.plain, ports.http2, ports.mutual]),
      await real.startTinyproxy(own.folder, ports.proxy, ACCOUNT.join(' '), own.path('proxy.log')),
    ]
    direct = await smoke()
  })
  afterAll(async () => {
    await Promise.all(started.map((each) => each.end()))
    await service?.close()
    own?.remove()
  })

  const ways: Record<string, () => [told: Partial<Provision>, wishes: Wishes, shows: string, file: string]> = {
    'mutual TLS': () => [
      { baseUrl: `https://127.0.0.1:${ports.mutual}/v1` },
      { ca: own.ca, clientCert: client.cert, clientKey: client.key },
      ...(['GET /v1/models HTTP/1.1', 'nginx-access.log'] as const),
    ],
    'HTTP/2': () => [
      { baseUrl: `https://127.0.0.1:${ports.http2}/v1` },
      { ca: own.ca },
      ...(['GET /v1/models HTTP/2.0', 'nginx-access.log'] as const),
    ],
    IPv6: () => [
      { baseUrl: `https://[::1]:${ports.http2}/v1` },
      { ca: own.ca },
      ...(['::1 - - ', 'nginx-access.log'] as const),
    ],
    'a forward proxy that asks for a password': () => [
      {
        baseUrl: `https://localhost:${ports.http2}/v1`,
        environment: { HTTPS_PROXY: `http://${ACCOUNT.join(':')}@127.0.0.1:${ports.proxy}`, NO_PROXY: '' },
      },
      { ca: own.ca },
      ...([`CONNECT localhost:${ports.http2}`, 'proxy.log'] as const),
    ],
  }

  it.each(Object.entries(ways).filter(([name]) => HAS_IPV6 || name !== 'IPv6'))(
    'reaches over %s the verdicts of one without',
    async (_, way) => {
      const [told, wishes, shows, file] = way()
      const before = log(file).length
      const finished = await smoke(told, wishes)
      expect(finished.report.reason).toBe(direct.report.reason)
      expect(verdictsOf(finished)).toEqual(verdictsOf(direct))
      expect(finished.report).toMatchObject({ exit: 0, target: { baseUrl: told.baseUrl, ...wishes } })
      const tls = { issuer: expect.stringContaining('The CA of a test'), authorized: true }
      const [through] = finished.report.target.answeredBy!
      expect(through).toMatchObject({ tls, ca: true })
      expect(through).toMatchObject(
        told.environment ? { proxy: `http://127.0.0.1:${ports.proxy}` } : { address: expect.stringMatching(/127|::1/) },
      )
      expect(rejudge(own.path('history.jsonl'), SUITES).report).toEqual(finished.report)
      expect(log(file).slice(before)).toContain(shows)
      expect(JSON.stringify([...finished.entries])).not.toContain(ACCOUNT[1])
    },
  )

  const stops: Record<string, () => [told: Partial<Provision>, why: RegExp, wishes?: Wishes]> = {
    'a certificate of somebody else': () => [
      { baseUrl: `https://127.0.0.1:${ports.plain}/v1` },
      /cannot be reached: the certificate of 127\.0\.0\.1:\d+ is not valid for this host; it is for another\.test/,
    ],
    'no client certificate': () => [
      { baseUrl: `https://127.0.0.1:${ports.mutual}/v1` },
      /400 with a page, “400 No required SSL certificate was sent”/,
    ],
    'a password that the proxy does not take': () => [
      {
        baseUrl: `https://localhost:${ports.http2}/v1`,
        environment: { https_proxy: `http://proxied:wrong-word@127.0.0.1:${ports.proxy}`, no_proxy: '' },
      },
      /cannot be reached: the proxy http:\/\/127\.0\.0\.1:\d+ \(https_proxy\) rejected the user name and the password/,
    ],
  }

  it.each(Object.entries(stops))('reports %s, and judges nothing', async (_, stop) => {
    const [told, why, wishes] = stop()
    const { report, entries } = await smoke(told, { ca: own.ca, ...wishes })
    expect(report).toMatchObject({ exit: 2, reason: expect.stringMatching(why) })
    expect(JSON.stringify([report, ...entries])).not.toMatch(/wrong-word|pass-7Qx2/)
  })
})
