import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readHistory } from '../../runner/history/history.ts'
import { type RunningService, startService } from '../../service/start.ts'
import { command, environmentOf, startCommand, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
let service: RunningService
const history = () => join(folder.path, '.gatecheck', 'history.jsonl')

beforeEach(async () => {
  folder = temporaryFolder()
  service = await startService({ polls: 100_000 })
})
afterEach(async () => {
  await service.close()
  folder.remove()
})

/** A run whose job never ends, killed once it has written something down. */
async function killedBy(signal: NodeJS.Signals) {
  const started = startCommand(['run', '--poll-interval', '20ms', '--deadline', '60s'], {
    cwd: folder.path,
    env: environmentOf(service),
  })
  while (!existsSync(history()) || readFileSync(history(), 'utf8').split('\n').length < 100) await sleep(20)
  started.process.kill(signal)
  return started.finished
}

describe('a run that is stopped', () => {
  it('by SIGINT leaves a readable history and a report, and exits 130', async () => {
    const { code, stdout } = await killedBy('SIGINT')
    expect(code).toBe(130)
    expect(stdout).toMatch(/interrupted/)
    const entries = [...readHistory(history())]
    expect(entries.at(-1)).toMatchObject({ kind: 'ended', how: 'interrupted' })
    const report = JSON.parse(readFileSync(join(folder.path, '.gatecheck', 'report.json'), 'utf8'))
    expect(report).toMatchObject({ exit: 130, verdict: 'inconclusive' })
    expect((await command(['judge'], { cwd: folder.path })).code).toBe(0)
  })

  it('by SIGKILL leaves a history that can be read and judged', async () => {
    const { signal } = await killedBy('SIGKILL')
    expect(signal).toBe('SIGKILL')
    expect([...readHistory(history())].length).toBeGreaterThan(50)
    const { code, stdout } = await command(['judge'], { cwd: folder.path })
    expect(code).toBe(0)
    expect(stdout).toContain('no report.json')
  })
})
