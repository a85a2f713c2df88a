import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { around } from '../../service/interface/behaviour.ts'
import { type RunningService, startService } from '../../service/start.ts'
import { command, environmentOf, FAST, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
let service: RunningService
const gatecheck = (args: string[]) => command(args, { cwd: folder.path, env: environmentOf(service) })
const REMOTE = ['--base-url', 'https://api.test/v1']

beforeAll(async () => {
  folder = temporaryFolder()
  service = await startService({
    layers: [
      {
        name: 'a gate that stands open',
        patch: (behaviour, world) => around(behaviour, 'admit', () => world.keys.own),
      },
    ],
  })
  await gatecheck(['run', ...FAST, '--profile', 'smoke'])
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

describe('gatecheck plan', () => {
  it('takes --failed, --report and --quiet as run does', async () => {
    const again = await gatecheck(['plan', '--failed', '.gatecheck', '--quiet'])
    expect(again.code).toBe(0)
    const all = await gatecheck(['plan', '--profile', 'smoke', '--quiet'])
    const requests = ({ stdout }: { stdout: string }) => Number(/^requests.* (\d+)$/m.exec(stdout)![1])
    expect(requests(again)).toBeLessThan(requests(all))
    expect(again.stdout).not.toContain('open points')
    expect((await gatecheck(['plan', '--report', 'junti'])).stderr).toContain('Did you mean junit?')
  })

  it('writes nothing', async () => {
    await gatecheck(['plan', '--out', 'elsewhere', '--report', 'junit=deep/down/junit.xml'])
    for (const name of ['elsewhere', 'deep']) expect(existsSync(join(folder.path, name))).toBe(false)
  })

  it('estimates the duration from an assumed pace', async () => {
    const { stdout } = await gatecheck(['plan', ...REMOTE])
    expect(stdout).toMatch(/Estimated duration: about \d+ min\. Assumed .*: 0\.2 s per response, 5 polls per job\./)
  })

  it('estimates the duration from an earlier run of the same server', async () => {
    const { stdout } = await gatecheck(['plan'])
    expect(stdout).toMatch(/Measured in the previous run \(profile smoke\): .* polls per job/)
    expect((await gatecheck(['plan', '--out', 'elsewhere'])).stdout).toContain('Assumed (')
    expect((await gatecheck(['plan', ...REMOTE])).stdout).toContain('Assumed (')
  })

  it('says that the deadline is too short, and which one suffices', async () => {
    const { stdout } = await gatecheck(['plan', ...REMOTE, '--deadline', '20s'])
    expect(stdout).toMatch(/Estimated duration: about 20 s/)
    expect(stdout).toMatch(
      /The deadline of 20 s leaves some clauses untested: the whole run would take about \d+ min\. Each of these fits: --deadline \d+m[.;]/,
    )
  })

  it('names only changes that fit the deadline', async () => {
    const at = ['plan', ...REMOTE, '--seed', '1', '--deadline']
    const { stdout } = await gatecheck([...at, '90s'])
    const [, changes = ''] = /Each of these fits: (.*)\.$/m.exec(stdout) ?? []
    expect(changes.split('; ').length).toBeGreaterThan(1)
    for (const change of changes.split('; ')) {
      const again = await gatecheck([...at, '90s', ...change.split(' ')])
      expect(again.stdout).not.toContain('untested')
    }
  })
})

describe('gatecheck plan --probe', () => {
  let asked: string[] = []
  const server = createServer(({ method, url, headers }, response) => {
    asked.push(`${method} ${url}`)
    const isKnown = headers.authorization === `Bearer ${service.keys.own}`
    const body = url?.endsWith('/capacity') ? { available: 2 } : { data: [{ id: url }] }
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json', 'ratelimit-policy': '"a";q=5;w=1' })
    response.end(JSON.stringify(isKnown ? body : { error: { code: 'unauthorized' } }))
  })
  const probe = async (env: Record<string, string> = {}) => {
    asked = []
    const { port } = server.address() as AddressInfo
    const own = { ...environmentOf(service), GATECHECK_BASE_URL: `http://127.0.0.1:${port}/v1` }
    return command(['plan', '--probe', '--quiet'], { cwd: folder.path, env: { ...own, ...env } })
  }
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => server.close())

  it('sends at most eight requests and creates no job', async () => {
    const { code, stdout } = await probe()
    expect(code).toBe(0)
    expect(asked.length).toBeLessThanOrEqual(8)
    expect(asked.filter((each) => !each.startsWith('GET '))).toEqual([])
    expect(stdout).toContain(`${asked.length} requests were sent, which cannot create a job.`)
  })

  it('prints what it measured, and the duration for jobs of several lengths', async () => {
    const { stdout } = await probe()
    expect(stdout).toMatch(
      /per response over HTTP\/1\.1, 5 requests per second allowed \(announced in headers\)\.\nFree capacity for 2 jobs\./,
    )
    expect(stdout).toContain(
      'The server refuses GATECHECK_SAME_ACCOUNT_KEY. The server refuses GATECHECK_OTHER_ACCOUNT_KEY.',
    )
    expect(stdout).toMatch(/The run keeps about 5 requests per second\. Assumed .*: 3 polls per job\./)
    expect(stdout).toMatch(/If a job takes 10 s: about .*; 60 s: about .*; 120 s: about /)
  })

  it('exits with 2 and prints the plan if the key is refused', async () => {
    const key = 'cl_a-key-that-was-never-issued'
    const { code, stdout, stderr } = await probe({ GATECHECK_KEY: key })
    expect(code).toBe(2)
    expect(stderr).toContain('the server refused GATECHECK_KEY')
    expect(stdout).toContain('Assumed (no previous run of this server)')
    expect(asked.length).toBeLessThanOrEqual(8)
    expect(stdout + stderr).not.toContain(key)
  })

  it('exits with 2 if the server cannot be reached', async () => {
    const { code, stdout, stderr } = await probe({ GATECHECK_BASE_URL: 'http://127.0.0.1:9/v1' })
    expect(code).toBe(2)
    expect(stderr).toContain('cannot be reached')
    expect(stdout).toContain('Estimated duration: about ')
  })
})
