import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CertificatesForTests } from '../../engine/http/network/certificates-for-tests.ts'
import { closeServers, portOf, secureServer } from '../../engine/http/network/secure-servers-for-tests.ts'
import { command, temporaryFolder } from './command.ts'

const folder = temporaryFolder()
const certificates = new CertificatesForTests()
const within = (name: string) => join(folder.path, name)
const KEY = { Authorization: 'Bearer cl_of-the-client' }

const contract = (response: object, description = 'the models') => ({
  consumer: { name: 'client' },
  provider: { name: 'video service' },
  interactions: [{ description, request: { method: 'GET', path: '/models', headers: KEY }, response }],
  metadata: { pactSpecification: { version: '3.0.0' } },
})
const GOOD = contract({ status: 200 })
const EXACT = contract({ status: 200, body: { models: ['film-1'] } }, 'counts them')

beforeAll(async () => {
  writeFileSync(within('good.json'), JSON.stringify(GOOD))
  writeFileSync(within('exact.json'), JSON.stringify(EXACT))
  writeFileSync(within('none.json'), '{"openapi":"3.1.0"}')
  mkdirSync(within('pacts'))
  writeFileSync(within('pacts/one.json'), JSON.stringify(GOOD))
  writeFileSync(within('pacts/two.json'), JSON.stringify({ ...EXACT, consumer: { name: 'another' } }))
})
afterAll(async () => {
  await closeServers()
  certificates.remove()
  folder.remove()
})

const gatecheck = (args: string[], env: Record<string, string> = {}) =>
  command(['pact', ...args], { cwd: folder.path, env })

describe('gatecheck pact lint', () => {
  it.each([
    ['a contract that relies on specified behaviour', ['good.json'], 0, /^SPECIFIED {2}0 of 1 part/m],
    ['one that contradicts the spec', ['exact.json', '--json', 'lint.json'], 1, /^CONTRADICTS[\s\S]*specified$/m],
    ['a file that is not a contract', ['none.json'], 64, /none\.json is not a Pact file: it has no interactions/],
  ])('%s', async (_, args, code, shows) => {
    const ended = await gatecheck(['lint', ...args])
    expect(ended.stdout + ended.stderr).toMatch(shows)
    expect(ended.code).toBe(code)
  })

  it('writes the findings as JSON', () => {
    expect(JSON.parse(readFileSync(within('lint.json'), 'utf8'))).toMatchObject({ schema: 1, against: 1, promised: 1 })
  })
})

describe('gatecheck pact verify', () => {
  const soon = ['--poll-interval', '5ms']

  it('verifies each contract of a folder and writes the reports of a run', async () => {
    const ended = await gatecheck(['verify', 'pacts', '--report', 'junit', ...soon])
    expect(ended.code, ended.stderr).toBe(0)
    expect(ended.stdout).toContain('✔ client: the models passed')
    expect(ended.stdout).toMatch(/! another: .*relies on unspecified behaviour/)
    const told = JSON.parse(readFileSync(within('.gatecheck/pact.json'), 'utf8'))
    expect(told).toMatchObject({
      schema: 1,
      verdict: 'pass',
      interactions: [{ standing: 'kept' }, { standing: 'relies' }],
    })
    expect(readFileSync(within('.gatecheck/junit.xml'), 'utf8')).toContain('client-pacts')
    const again = await command(['judge', '.gatecheck'], { cwd: folder.path })
    expect(again.stdout).toContain('report.json agree with the history')
  })

  it('accepts any TLS certificate of a broker with --insecure, and every report says so', async () => {
    const answering = (_: unknown, answer: ServerResponse) => answer.end(JSON.stringify(GOOD))
    const port = await portOf(secureServer(certificates.issue('broker', ['DNS:another.test']), answering))
    const secure = `https://127.0.0.1:${port}`
    const refused = await gatecheck(['verify', secure])
    expect(refused.stderr).toContain('issued by The CA of a test, which is not trusted')
    expect(refused.code).toBe(2)
    writeFileSync(within('gatecheck.config.json'), JSON.stringify({ insecure: true }))
    const ended = await gatecheck(['verify', secure, '--out', 'blind', ...soon])
    rmSync(within('gatecheck.config.json'))
    expect(ended.code, ended.stderr).toBe(0)
    expect(ended.stdout).toContain('--insecure: TLS certificates were not verified')
    const told = (name: string) => JSON.parse(readFileSync(within(`blind/${name}`), 'utf8'))
    expect(told('report.json')).toMatchObject({ target: { insecure: true } })
    expect(told('pact.json')).toMatchObject({ insecure: true })
  })
})
