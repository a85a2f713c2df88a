import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLIENT_SCENARIOS } from '../../clients/scenarios/index.ts'
import { type RunningService, startService } from '../../service/start.ts'
import { command, type Finished, onlyKeyOf, startCommand, temporaryFolder } from './command.ts'

const PACT = fileURLToPath(new URL('../../spec/pacts/reference-client-video-service.json', import.meta.url))

/** Waits for nothing and gives up at the first error, so that all scenarios take it seconds. */
const HASTY = `
const { GATECHECK_BASE_URL: base, GATECHECK_KEY: key } = process.env
const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' }
const ask = async (path, more) => {
  const answer = await fetch(base + path, { headers, ...more })
  if (!answer.ok) throw new Error('answered ' + answer.status)
  return answer.json()
}
const [{ alias: model }] = (await ask('/models')).models
const { id } = await ask('/videos', { method: 'POST', body: JSON.stringify({ model, prompt: 'A lighthouse' }) })
let job = {}
while (!['succeeded', 'failed'].includes(job.status)) {
  await new Promise((resolve) => setTimeout(resolve, 50))
  job = await ask('/videos/' + encodeURIComponent(id))
}
if (job.status === 'failed') throw new Error(job.error.code)
await (await fetch(job.url)).arrayBuffer()`

let service: RunningService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const folders: ReturnType<typeof temporaryFolder>[] = []
afterAll(() => {
  for (const each of folders) each.remove()
})
function freshFolder(): string {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder.path
}

const NTH = [1, 2, 3]
const seeds: number[] = []
const jsonIn = (...names: string[]) => JSON.parse(readFileSync(join(...names), 'utf8'))

describe.concurrent.each(NTH)('without options and in a fresh folder, time %i,', () => {
  it('gatecheck client reports all scenarios', async () => {
    const cwd = freshFolder()
    const env = { PATH: process.env.PATH ?? '' }
    const finished = await command(['client', '--', process.execPath, '--input-type=module', '-e', HASTY], { cwd, env })
    const { scenarios, seed, faults, verdict } = jsonIn(cwd, '.gatecheck/client.json')
    seeds.push(seed)
    expect({ ...finished, faults, verdict }).toMatchObject({ code: 1, stderr: '', faults: [], verdict: 'fail' })
    expect(scenarios).toHaveLength(CLIENT_SCENARIOS.length)
  })

  it('every other command does what it is for', async () => {
    const cwd = freshFolder()
    const gatecheck = async (...args: string[]) => {
      const finished = await command(args, { cwd })
      expect([args, finished.code, finished.stderr]).toEqual([args, 0, expect.not.stringContaining('fault')])
    }
    await gatecheck('drift', 'record')
    await gatecheck('drift', 'check')
    await gatecheck('drift', 'diff', 'gatecheck-baseline.json', 'gatecheck-baseline.json')
    // Of the run that the check has left.
    for (const name of ['drain', 'report', 'judge']) await gatecheck(name)
    await gatecheck('show', '1')
    const { stdout } = await command(['openapi'], { cwd })
    writeFileSync(join(cwd, 'openapi.json'), stdout)
    await gatecheck('drift', 'openapi', 'openapi.json')
    await gatecheck('clauses')
    await gatecheck('pact', 'lint', PACT)
    await gatecheck('plan')
    await gatecheck('run')
    seeds.push(jsonIn(cwd, '.gatecheck/report.json').seed)
    await gatecheck('keygen')
    await gatecheck('certify')
    seeds.push(jsonIn(cwd, '.gatecheck/report.json').seed)
    await gatecheck('verify', '.gatecheck/certificate.json', '--key', 'gatecheck-signing-key.pub.pem')
    // Without options it takes many minutes, and draws no seed.
    await gatecheck('selfcheck', '--only', 'submission-needs-no-key', '--brief')
  })

  it.each<[string, string[]]>([
    ['serve', []],
    ['proxy', ['--target']],
  ])('gatecheck %s serves until it is stopped', async (name, options) => {
    const args = [name, ...options.flatMap((option) => [option, service.baseUrl])]
    const { process: running, finished } = startCommand(args, { cwd: freshFolder() })
    const baseUrl = await new Promise<string>((resolve) => {
      let said = ''
      running.stdout!.on('data', (data) => {
        said += data
        const [, found] = /GATECHECK_BASE_URL=(\S+)\n/.exec(said) ?? []
        if (found !== undefined) resolve(found)
      })
    })
    const headers = { authorization: `Bearer ${service.keys.own}` }
    expect((await fetch(`${baseUrl}/models`, { headers })).status).toBe(name === 'proxy' ? 200 : 401)
    running.kill('SIGTERM')
    expect(await finished).toMatchObject({ code: 0 } satisfies Partial<Finished>)
  })

  it('gatecheck pact verify holds a contract against a server', async () => {
    const { code, stderr } = await command(['pact', 'verify', PACT], { cwd: freshFolder(), env: onlyKeyOf(service) })
    expect(code, stderr).toBe(0)
  })
})

it('draws another seed each time', () => {
  expect(new Set(seeds).size).toBe(seeds.length)
})
