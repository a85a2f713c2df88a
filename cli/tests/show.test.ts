import { appendFileSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import type { Report } from '../../reporters/outcome/report.ts'
import { around } from '../../service/interface/behaviour.ts'
import { type RunningService, startService } from '../../service/start.ts'
import { command, environmentOf, FAST, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
let service: RunningService
let report: Report
let lines: string[]
let exchanges: Exchange[]
const gatecheck = (args: string[]) => command(args, { cwd: folder.path, env: environmentOf(service) })
const show = (...args: string[]) => gatecheck(['show', ...args])

beforeAll(async () => {
  folder = temporaryFolder()
  service = await startService({
    layers: [
      {
        name: 'usage for everybody',
        patch: (behaviour, world) =>
          around(behaviour, 'admit', (next, incoming) =>
            incoming.path.endsWith('/usage') ? world.keys.own : next(incoming),
          ),
      },
    ],
  })
  await gatecheck(['run', ...FAST, '--profile', 'smoke'])
  report = JSON.parse(readFileSync(join(folder.path, '.gatecheck', 'report.json'), 'utf8'))
  lines = readFileSync(join(folder.path, '.gatecheck', 'history.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
  exchanges = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'exchange')
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

describe('gatecheck show', () => {
  it('shows request, response, purpose, control request and a curl command of a failure', async () => {
    const clause = report.clauses.find(({ id }) => id === 'auth.header-required')!
    const n = clause.evidence.at(-1)!
    const { twin } = exchanges.find((each) => each.n === n)!.purpose
    const { code, stdout, stderr } = await show(String(n))
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toContain(`Exchange ${n} of ${exchanges.length}`)
    expect(stdout).toContain(`exchange ${twin} with one defect: no Authorization header`)
    expect(stdout).toContain('check         auth.header-required (suite auth): returns 401')
    expect(stdout).toMatch(/evidence for {2}auth\.header-required \(must, failed\): expected 401, received 200/)
    expect(stdout).toContain('GET /v1/usage')
    expect(stdout).toMatch(new RegExp(`Its control request, exchange ${twin}[^]*» Authorization: Bearer {{A}}`))
    expect(stdout).toMatch(/Reproduce:\n {2}curl -i 'http/)
    expect(stdout).not.toContain(service.keys.own)
  })

  it('takes several numbers and a folder', async () => {
    mkdirSync(join(folder.path, 'moved'))
    copyFileSync(join(folder.path, '.gatecheck', 'history.jsonl'), join(folder.path, 'moved', 'history.jsonl'))
    const { code, stdout } = await show('1,', '3', 'moved')
    expect(code).toBe(0)
    expect([...stdout.matchAll(/^Exchange (\d+) of/gm)].map(([, n]) => n)).toEqual(['1', '3'])
    expect(stdout).toContain('discovery at the start of the run')
  })

  it('says which job a poll is of', async () => {
    const { n, purpose } = exchanges.find(({ purpose }) => purpose.by === 'jobs')!
    const { stdout } = await show(String(n))
    expect(stdout).toContain(`purpose       poll (job of exchange ${purpose.job})`)
    expect(stdout).toContain('sent by       poller')
    expect(stdout).toContain('evidence for  no failed clause')
  })

  it('shows the exchanges that decide a clause', async () => {
    const { code, stdout } = await show('auth.header-required')
    const { evidence, violations } = report.clauses.find(({ id }) => id === 'auth.header-required')!
    const n = (violations?.[0]?.evidence ?? evidence).at(-1)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^auth\.header-required {2}§5\.2, must: failed\n {2}A request without/)
    expect(stdout).toMatch(RegExp(`^ {2}based on \\d+ exchanges?[^\n]*\n[^]*^Exchange ${n} of`, 'm'))
    const passed = report.clauses.find(({ verdict }) => verdict === 'pass')!
    expect((await show(`${passed.id},`, '.gatecheck')).stdout).toContain(', must: passed\n')
    const [line] = (await show('auth.header-required', '--json')).stdout.split('\n')
    expect(JSON.parse(line!)).toMatchObject({ kind: 'exchange', n })
  })

  it('prints entries of the history with --json', async () => {
    const { stdout } = await show('2', '5', '--json')
    const isOf = (line: string, n: number) => JSON.parse(line).kind === 'exchange' && JSON.parse(line).n === n
    const expected = [2, 5].map((n) => lines.find((line) => isOf(line, n)))
    expect(stdout.trimEnd().split('\n')).toEqual(expected)
  })

  it('shortens long bodies, omits binary ones and escapes control characters', async () => {
    mkdirSync(join(folder.path, 'odd'))
    const file = join(folder.path, 'odd', 'history.jsonl')
    copyFileSync(join(folder.path, '.gatecheck', 'history.jsonl'), file)
    const last = exchanges.at(-1)!
    const bodies = ['x'.repeat(50_000), '\u0000\ufffd\u0001ftyp'.repeat(99), '\u001b[2Jred']
    for (const [index, body] of bodies.entries()) {
      const answer = { status: 200, headers: [], body, bytes: body.length }
      appendFileSync(file, `${JSON.stringify({ ...last, n: 90_001 + index, answer })}\n`)
    }
    const { code, stdout } = await show('90001', '90002', '90003', 'odd')
    expect(code).toBe(0)
    expect(stdout).toMatch(/\(\d+ more characters; --json shows all\)/)
    expect(stdout).toContain('(a binary body of 693 bytes; --json shows it)')
    expect(stdout).toContain('\\u001b[2Jred')
    expect(stdout).not.toMatch(/(?!\n)\p{Cc}/u)
    expect((await show('90003', 'odd', '--json')).stdout).not.toMatch(/(?!\n)\p{Cc}/u)
  })

  it('shows exchanges of a client by scenario, or those that decide a failure', async () => {
    const keyInQuery = `
      const { GATECHECK_BASE_URL: base, GATECHECK_KEY: key } = process.env
      await fetch(base + '/models?key=' + key, { headers: { authorization: 'Bearer ' + key } })`
    const names = ['--scenario', 'plain,gzip', '--out', 'client-out']
    const start = ['--', process.execPath, '--input-type=module', '-e', keyInQuery]
    await gatecheck(['client', ...names, ...start])
    const { code, stdout } = await show('1', 'client-out')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Scenario plain\nExchange 1 of 1, /)
    expect(stdout).toContain('evidence for  client.keeps-its-key-in-the-header (must, failed)')
    expect((await show('1', 'client-out', '--scenario', 'plain')).stdout).toBe(stdout)
    expect(JSON.parse((await show('1', 'client-out', '--json')).stdout)).toMatchObject({ kind: 'exchange', n: 1 })
    expect((await show('1', 'client-out', '--scenario', 'nowhere')).stderr).toContain('scenarios there: plain')
  })

  it.each([
    [['99999'], /no such exchange in \.gatecheck; exchanges are numbered 1 to \d+/],
    [['twelve', 'moved'], /show twelve: name an exchange by its number or a clause by its id/],
    [['moved'], /name the number of an exchange or a clause/],
    [['1', 'nowhere'], /no recorded run/],
    [['auth.header-requird'], /Did you mean auth\.header-required\?/],
    [[], /Missing required argument/],
  ])('is wrong usage: %j', async (args, message) => {
    const { code, stderr } = await show(...args)
    expect(stderr).toMatch(message)
    expect(code).toBe(64)
  })
})
