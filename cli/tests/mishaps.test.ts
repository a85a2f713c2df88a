import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readHistory } from '../../runner/history/history.ts'
import { type RunningService, type ServiceOptions, startService } from '../../service/start.ts'
import { command, environmentOf, FAST, onlyKeyOf, temporaryFolder } from './command.ts'

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
  it('is told in five lines, and leaves the good run before it where it is', async () => {
    const env = environmentOf(await serve())
    await command(['run', ...FAST, '--only', 'readings'], { cwd: folder.path, env })
    const { code, stdout, stderr } = await command(['run', ...FAST], { cwd: folder.path, env: { ...env, ...NOBODY } })
    expect(code).toBe(2)
    expect(lastLine(stdout)).toMatch(/^NO VERDICT {2}http:\S+ cannot be reached: the connection was refused .*Is the/)
    expect(stdout.split('\n').filter(Boolean).length).toBeLessThanOrEqual(5)
    expect(stderr).toContain('.gatecheck still holds the earlier run')
    expect(reportIn('.gatecheck').verdict).toBe('pass')
    expect(reportIn('.gatecheck', 'reached-nothing').verdict).toBe('inconclusive')
    expect(readdirSync(inFolder('.gatecheck')).toSorted()).toEqual([
      '.gitignore',
      'history.jsonl',
      'reached-nothing',
      'report.html',
      'report.json',
    ])
  })
})

describe('what cannot be written is found before anything is sent', () => {
  it.each<[string, () => void, string[], RegExp]>([
    [
      'a report below a file',
      () => writeFileSync(inFolder('taken'), ''),
      ['--report', 'junit=taken/junit.xml'],
      /--report junit=taken\/junit.xml: nothing can be written there: a (part of the path is a file|file of that name)/,
    ],
    [
      'a report in place of a folder',
      () => mkdirSync(inFolder('there')),
      ['--report', 'junit=there'],
      /nothing can be written there: it is a folder/,
    ],
    [
      'a folder that is a file',
      () => writeFileSync(inFolder('out'), ''),
      ['--out', 'out'],
      /--out out cannot be made a folder: a file of that name is in the way/,
    ],
    [
      'a report in a folder of a folder that is not there',
      () => undefined,
      ['--report', 'junit=reprots/unit/junit.xml'],
      /--report junit=reprots\/unit\/junit\.xml: there is no folder \S+\/reprots to make unit in: make it, or name another/,
    ],
  ])('%s', async (_, make, args, message) => {
    const service = await serve()
    make()
    const { code, stderr } = await command(['run', ...FAST, ...args], { cwd: folder.path, env: onlyKeyOf(service) })
    expect(code).toBe(64)
    expect(stderr).toMatch(message)
    // What it would cost is no concern of a run that there will not be.
    expect(stderr).not.toContain('at most')
    expect(existsSync(inFolder('.gatecheck', 'history.jsonl'))).toBe(false)
    expect(existsSync(inFolder('reprots'))).toBe(false)
  })

  it('but one folder is made for a report, and any below that of the run', async () => {
    const reports = ['junit=unit/junit.xml', 'ctrf=deep/down/out/ctrf.json', 'har=deep/down/out/har/run.har']
    const args = ['run', ...FAST, '--only', 'readings', '--out', 'deep/down/out', '--report', reports.join(',')]
    const { code, stderr } = await command(args, { cwd: folder.path, env: onlyKeyOf(await serve()) })
    expect(stderr).toContain('at most')
    expect(code).toBe(0)
    for (const report of reports) expect(existsSync(inFolder(report.split('=')[1]!))).toBe(true)
  })

  it.skipIf(!existsSync('/proc/self'))('a folder in which nobody may write', async () => {
    const args = ['run', ...FAST, '--out', '/proc']
    const { code, stderr } = await command(args, { cwd: folder.path, env: onlyKeyOf(await serve()) })
    expect(code).toBe(64)
    expect(stderr).toMatch(/--out \/proc: nothing can be written there/)
    const below = await command(['run', ...FAST, '--out', '/proc/there'], {
      cwd: folder.path,
      env: onlyKeyOf(await serve()),
    })
    expect(below.code).toBe(64)
    expect(below.stderr).toMatch(/--out \/proc\/there cannot be made a folder/)
  })
})

describe('two things in one place are refused before anything is sent:', () => {
  it.each<[string, string[], RegExp]>([
    [
      'a report in the place of report.json',
      ['--report', 'junit=.gatecheck/report.json'],
      /that is the place of report/,
    ],
    [
      'a report in the place of the history',
      ['--report', 'html=.gatecheck/history.jsonl'],
      /that is the place of history/,
    ],
    ['two reports in one place', ['--report', 'html=one,junit=one'], /that is the place of the report html/],
  ])('%s', async (_, args, message) => {
    const { code, stderr } = await command(['run', ...FAST, ...args], {
      cwd: folder.path,
      env: onlyKeyOf(await serve()),
    })
    expect(code).toBe(64)
    expect(stderr).toMatch(message)
  })

  it("somebody else's file that is called like one of ours", async () => {
    mkdirSync(inFolder('mine'))
    writeFileSync(inFolder('mine', 'report.html'), 'precious')
    const { code, stderr } = await command(['run', ...FAST, '--out', 'mine'], {
      cwd: folder.path,
      env: onlyKeyOf(await serve()),
    })
    expect(code).toBe(64)
    expect(stderr).toContain('--out mine: report.html lies there, and no run of gatecheck')
    expect(stderr).not.toContain('at most')
    expect(readFileSync(inFolder('mine', 'report.html'), 'utf8')).toBe('precious')
  })
})

describe('a key, and no server', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    [
      'an empty base URL',
      { GATECHECK_BASE_URL: '', GATECHECK_KEY: 'cl_0123456789abcdef' },
      /GATECHECK_BASE_URL is empty/,
    ],
    ['no base URL', { GATECHECK_KEY: 'cl_0123456789abcdef' }, /GATECHECK_KEY is set, and no server is named/],
  ])('tests no other server instead: %s', async (_, env, message) => {
    const { code, stderr } = await command(['run', ...FAST, '--only', 'readings'], { cwd: folder.path, env })
    expect(code).toBe(64)
    expect(stderr).toMatch(message)
  })

  it('in a file, too', async () => {
    writeFileSync(inFolder('typo.env'), 'BASE_URL=http://127.0.0.1:9/v1\n')
    const args = ['run', ...FAST, '--only', 'readings', '--env', 'typo.env']
    const { code, stderr } = await command(args, { cwd: folder.path })
    expect(code).toBe(64)
    expect(stderr).toContain('--env typo.env is given, and no server is named')
  })

  it('and without any, the report says whose server it was', async () => {
    const { stdout } = await command(['run', '--only', 'readings', '--profile', 'smoke'], { cwd: folder.path })
    expect(stdout).toMatch(/^gatecheck .* the embedded reference service {2}profile smoke/)
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

describe('a server that goes away in mid-run', () => {
  it('is asked now and then whether it is back, and told to have stopped answering', async () => {
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
      /^NO VERDICT {2}http:\S+ stopped answering \(502 Bad Gateway\), with \d+ jobs? unfin/,
    )
    expect(asked()).toBeLessThan(600)
  })

  it('or never answers, is told not to be reached, however short the deadline', async () => {
    const { baseUrl } = await standIn(() => undefined)
    const env = { GATECHECK_BASE_URL: baseUrl, GATECHECK_KEY: 'cl_0123456789abcdef' }
    const { code, stdout } = await command(['run', '--deadline', '2s'], { cwd: folder.path, env })
    expect(code).toBe(2)
    expect(lastLine(stdout)).toMatch(/^NO VERDICT {2}http:\S+ cannot be reached: no answer came before the deadline/)
  })
})

/** No file of the process may grow beyond so many blocks of a kilobyte: as good as a full disk. */
function limitedTo(kilobytes: number, args: string[], env: Record<string, string>) {
  const bin = fileURLToPath(new URL('../bin.js', import.meta.url))
  const child = spawn('bash', ['-c', `ulimit -f ${kilobytes} && exec "$0" "$@"`, process.execPath, bin, ...args], {
    cwd: folder.path,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const texts = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (data) => {
        texts[name] += data
      })
    child.once('close', (code) => resolve({ code, ...texts }))
  })
}

describe.skipIf(process.platform === 'win32')('a disk that fills up in mid-run', () => {
  it('ends the run with a report of what was judged', async () => {
    const { code, stdout } = await limitedTo(
      2200,
      ['run', ...FAST, '--profile', 'standard'],
      environmentOf(await serve()),
    )
    expect(code).toBe(2)
    expect(lastLine(stdout)).toMatch(/^NO VERDICT {2}the history could not be written any further: files may not grow/)
    const report = reportIn('.gatecheck')
    expect(report.clauses.filter(({ verdict }: { verdict: string }) => verdict === 'pass').length).toBeGreaterThan(5)
    expect([...readHistory(inFolder('.gatecheck', 'history.jsonl'))].length).toBeGreaterThan(100)
  })

  it.skipIf(!existsSync('/dev/full'))('keeps the verdict where a report alone finds no room', async () => {
    symlinkSync('/dev/full', inFolder('page.html'))
    const args = ['run', ...FAST, '--only', 'readings', '--report', 'html=page.html,markdown']
    const { code, stdout, stderr } = await command(args, { cwd: folder.path, env: environmentOf(await serve()) })
    expect(lastLine(stdout)).toMatch(/^PASS/)
    expect(code).toBe(0)
    expect(stderr).toContain('page.html could not be written: no space is left on the disk')
    expect(reportIn('.gatecheck').verdict).toBe('pass')
    expect(existsSync(inFolder('.gatecheck', 'summary.md'))).toBe(true)
  })
})

describe('two runs at once on one account, in two folders, with room for four', () => {
  it('come to the right verdicts, without a warning', async () => {
    const env = environmentOf(await serve({ capacity: 4, polls: 4 }))
    const args = ['run', '--poll-interval', '20ms', '--deadline', '120s', '--profile', 'standard', '--generate', '60']
    const both = await Promise.all(
      ['one', 'two'].map((out) => command([...args, '--out', out, '--strict'], { cwd: folder.path, env })),
    )
    for (const { code, stdout } of both) {
      expect(lastLine(stdout)).toMatch(/^PASS {2}nothing broken: \d+ must/)
      expect(stdout).not.toMatch(/^(WARN|FAIL)/m)
      expect(code).toBe(0)
    }
  })
})
