import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunningService, type ServiceOptions, startService } from '../../service/start.ts'
import { begin, command, environmentOf, FAST, onlyKeyOf, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
const services: RunningService[] = []
const closers: (() => unknown)[] = []
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  for (const service of services.splice(0)) await service.close()
  folder.remove()
})

async function serve(options: ServiceOptions = {}): Promise<RunningService> {
  const service = await startService(options)
  services.push(service)
  return service
}

const inFolder = (...names: string[]) => join(folder.path, ...names)
const reportIn = (...names: string[]) => JSON.parse(readFileSync(inFolder(...names, 'report.json'), 'utf8'))
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)!
const NOBODY = { GATECHECK_BASE_URL: 'http://127.0.0.1:9/v1' }

describe('a run that reaches nothing', () => {
  it('is reported in five lines and keeps the earlier run', async () => {
    const env = environmentOf(await serve())
    await command(['run', ...FAST, '--only', 'readings'], { cwd: folder.path, env })
    const { code, stdout, stderr } = await command(['run', ...FAST], { cwd: folder.path, env: { ...env, ...NOBODY } })
    expect(code).toBe(2)
    expect(lastLine(stdout)).toMatch(
      /^NO VERDICT {2}http:\S+ cannot be reached: the connection was refused .*Check that the server is running/,
    )
    expect(stdout.split('\n').filter(Boolean).length).toBeLessThanOrEqual(5)
    expect(stderr).toContain('.gatecheck still contains the earlier run')
    expect(reportIn('.gatecheck').verdict).toBe('pass')
    expect(reportIn('.gatecheck', 'aborted').verdict).toBe('inconclusive')
    expect(readdirSync(inFolder('.gatecheck')).toSorted()).toEqual([
      '.gitignore',
      'aborted',
      'history.jsonl',
      'report.html',
      'report.json',
    ])
  })
})

describe('a key without a server', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    [
      'an empty base URL',
      { GATECHECK_BASE_URL: '', GATECHECK_KEY: 'cl_0123456789abcdef' },
      /GATECHECK_BASE_URL is empty/,
    ],
    ['no base URL', { GATECHECK_KEY: 'cl_0123456789abcdef' }, /GATECHECK_KEY is set without a base URL/],
  ])('is wrong usage: %s', async (_, env, message) => {
    const { code, stderr } = await command(['run', ...FAST, '--only', 'readings'], { cwd: folder.path, env })
    expect(code).toBe(64)
    expect(stderr).toMatch(message)
  })

  it('is wrong usage in an env file', async () => {
    writeFileSync(inFolder('typo.env'), 'BASE_URL=http://127.0.0.1:9/v1\n')
    const args = ['run', ...FAST, '--only', 'readings', '--env', 'typo.env']
    const { code, stderr } = await command(args, { cwd: folder.path })
    expect(code).toBe(64)
    expect(stderr).toContain('--env typo.env is given without a base URL')
  })

  it('is not needed for the embedded service, which the report names', async () => {
    const { stdout } = await command(['run', '--only', 'readings', '--profile', 'smoke'], { cwd: folder.path })
    expect(stdout).toMatch(/^gatecheck .* \(embedded reference service\) {2}profile smoke/)
  })
})

/** Anybody's answers, counted. */
async function standIn(answer: RequestListener) {
  let asked = 0
  const server = createServer((request, response) => {
    asked++
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closers.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}/v1`, asked: () => asked }
}

describe('a server', () => {
  it('that stops answering during a run is asked seldom, and the run has no verdict', async () => {
    const service = await serve()
    let passed = 0
    const { baseUrl, asked } = await standIn((request, response) => {
      if (passed++ > 60) return response.writeHead(502).end('Bad Gateway')
      const { origin } = new URL(service.baseUrl)
      const onward = httpRequest(
        `${origin}${request.url}`,
        { method: request.method ?? 'GET', headers: request.headers },
        (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers)),
      )
      request.pipe(onward.on('error', () => response.destroy()))
      return response
    })
    const env = { ...onlyKeyOf(service), GATECHECK_BASE_URL: baseUrl }
    const { code, stdout } = await command(['run', ...FAST, '--profile', 'standard'], { cwd: folder.path, env })
    expect(code).toBe(2)
    expect(lastLine(stdout)).toMatch(
      /^NO VERDICT {2}http:\S+ stopped responding \(502 Bad Gateway\), with \d+ jobs? unfin/,
    )
    expect(asked()).toBeLessThan(600)
  })

  it('that never answers is reported as unreachable within a short deadline', async () => {
    const { baseUrl } = await standIn(() => undefined)
    const env = { GATECHECK_BASE_URL: baseUrl, GATECHECK_KEY: 'cl_0123456789abcdef' }
    const { code, stdout } = await command(['run', '--deadline', '2s'], { cwd: folder.path, env })
    expect(code).toBe(2)
    expect(lastLine(stdout)).toMatch(/^NO VERDICT {2}http:\S+ cannot be reached: no response before the deadline/)
  })
})

describe('two runs at once on one account with a capacity of four', () => {
  it('pass without a warning', async () => {
    const env = environmentOf(await serve({ capacity: 4, polls: 4 }))
    const args = ['run', '--poll-interval', '20ms', '--deadline', '120s', '--profile', 'standard', '--generate', '20']
    const both = await Promise.all(
      ['one', 'two'].map((out) => begin([...args, '--out', inFolder(out), '--strict'], env).finished),
    )
    for (const { code, stdout } of both) {
      expect(lastLine(stdout)).toMatch(/^PASS {2}\d+ must/)
      expect(stdout).not.toMatch(/^(WARN|FAIL)/m)
      expect(code).toBe(0)
    }
  })
})
