import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readHistory } from '../../engine/history/recorded.ts'
import { type RunningService, startService } from '../../service/start.ts'
import { command, type Started, startCommand, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
let service: RunningService

beforeAll(async () => {
  folder = temporaryFolder()
  service = await startService()
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

async function proxy(...more: string[]): Promise<Started & { said(): string; until(words: RegExp): Promise<string> }> {
  const target = more.includes('--target') ? [] : ['--target', service.baseUrl]
  const started = startCommand(['proxy', ...target, ...more], { cwd: folder.path })
  let said = ''
  for (const stream of [started.process.stdout!, started.process.stderr!])
    stream.on('data', (data) => {
      said += data
    })
  const until = async (words: RegExp): Promise<string> => {
    await vi.waitFor(() => expect(said).toMatch(words), { timeout: 600_000, interval: 20 })
    return words.exec(said)![1]!
  }
  return { ...started, said: () => said, until }
}

const ask = async (url: string, key: string, body?: object) => {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(url, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  return (await answer.json()) as { id: string }
}

/** Numbers of the readable exchanges. */
const numbersIn = (path: string) =>
  [...readHistory(path)].flatMap((entry) => (entry.kind === 'exchange' ? [entry.n] : []))

/** Enough time to write, even on a busy machine. */
const A_MOMENT_MS = 2000
function expectNoKeys(...texts: string[]): void {
  const secrets = Object.values(service.keys).map((key) => key.slice(3, 15))
  for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret)
}

describe('gatecheck proxy', () => {
  it('reports failures as they happen, writes reports on SIGUSR2 and SIGTERM, and shows no key', async () => {
    const { process, until, finished, said } = await proxy('--out', 'seen', '--report', 'html,har')
    const baseUrl = await until(/^export GATECHECK_BASE_URL=(\S+)$/m)
    const key = service.keys.own
    const { id } = await ask(`${baseUrl}/videos`, key, { model: 'swift', prompt: 'x', duration: 1 })
    for (let poll = 0; poll < 5; poll++) await ask(`${baseUrl}/videos/${id}`, key)
    await until(/(FAIL {2}client {2}client\.stops-at-a-final-state \(must)/)
    process.kill('SIGUSR2')
    await until(/(Written so far: seen\/report\.json)/)
    expect(JSON.parse(readFileSync(join(folder.path, 'seen/client.json'), 'utf8')).verdict).toBe('fail')
    process.kill('SIGTERM')
    const { code, stderr } = await finished
    expect(stderr).toBe('')
    // The polling rate fails, too, unless the machine was too busy to judge it.
    expect(said()).toMatch(/PASS {2}\d+ must[\s\S]*FAIL {2}\d must clauses?/)
    expect(code).toBe(1)
    const files = readdirSync(join(folder.path, 'seen'))
    expect(files).toEqual(
      expect.arrayContaining(['client.json', 'history.jsonl', 'report.html', 'report.json', 'run.har']),
    )
    expectNoKeys(said(), ...files.map((file) => readFileSync(join(folder.path, 'seen', file), 'latin1')))
  })

  it('has recorded all but the last moment after SIGKILL', async () => {
    const { process, until, finished } = await proxy('--out', 'killed', '--json')
    const baseUrl = await until(/"baseUrl":"([^"]+)"/)
    const key = service.keys.otherAccount
    for (let nth = 0; nth < 20; nth++) await ask(`${baseUrl}/models`, key)
    await rest(A_MOMENT_MS)
    await ask(`${baseUrl}/models`, key)
    process.kill('SIGKILL')
    await finished
    const path = join(folder.path, 'killed/history.jsonl')
    expect(numbersIn(path).slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expectNoKeys(readFileSync(path, 'latin1'))
    const report = await command(['report', 'killed', '--report', 'json=after.json'], { cwd: folder.path })
    expect(report.code).not.toBe(70)
    const after = JSON.parse(readFileSync(join(folder.path, 'after.json'), 'utf8'))
    expect(after.reason).toContain('was killed')
    expect(after.clauses.find(({ id }: { id: string }) => id === 'readings.models-not-empty').verdict).toBe('pass')
  })

  it('refuses a port that is taken', async () => {
    const port = new URL(service.baseUrl).port
    const args = ['proxy', '--target', service.baseUrl, '--port', port, '--out', 'taken']
    const { code, stderr } = await command(args, { cwd: folder.path })
    expect(stderr).toContain(`--port ${port} is in use`)
    expect(code).toBe(64)
    expect(existsSync(join(folder.path, 'taken/run.lock'))).toBe(false)
  })
})

it('needs a target', async () => {
  const { code, stderr } = await command(['proxy'], { cwd: folder.path })
  expect(stderr).toContain('--target')
  expect(code).toBe(64)
})
