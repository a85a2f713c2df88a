import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from '../../service/start.ts'
import { command, environmentOf, FAST, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
let service: RunningService
const file = (name: string) => join(folder.path, '.gatecheck', name)

beforeAll(async () => {
  folder = temporaryFolder()
  service = await startService()
  await command(['run', ...FAST], { cwd: folder.path, env: environmentOf(service) })
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

describe('gatecheck judge', () => {
  it('reaches the same verdicts from the recorded run, offline', async () => {
    const { code, stdout } = await command(['judge', '.gatecheck'], { cwd: folder.path })
    expect(stdout).toContain('agrees with its history')
    expect(code).toBe(0)
  })

  it('names the verdict that one changed status changes, and exits 1', async () => {
    const lines = readFileSync(file('history.jsonl'), 'utf8').split('\n')
    const at = lines.findIndex(
      (line) => line.includes('"by":"auth.bare-key","part":"probe"') && line.includes('"status":401'),
    )
    expect(at).toBeGreaterThan(0)
    const changed = lines.with(at, lines[at]!.replace('"status":401', '"status":200'))
    writeFileSync(file('history.jsonl'), changed.join('\n'))
    const { code, stdout } = await command(['judge'], { cwd: folder.path })
    writeFileSync(file('history.jsonl'), lines.join('\n'))
    expect(code).toBe(1)
    expect(stdout).toContain('clauses: auth.bare-key-refused')
    expect(stdout).toContain('history')
  })

  it('names a verdict that was changed in the report', async () => {
    const report = readFileSync(file('report.json'), 'utf8')
    const changed = JSON.parse(report)
    changed.clauses.find((clause: { id: string }) => clause.id === 'auth.unknown-key').verdict = 'fail'
    writeFileSync(file('report.json'), JSON.stringify(changed))
    const { code, stdout } = await command(['judge'], { cwd: folder.path })
    writeFileSync(file('report.json'), report)
    expect(code).toBe(1)
    expect(stdout).toContain('clauses: auth.unknown-key')
  })

  it('refuses a history that is none', async () => {
    const lines = readFileSync(file('history.jsonl'), 'utf8')
    writeFileSync(file('history.jsonl'), `${lines}not json\n`)
    const { code, stderr } = await command(['judge'], { cwd: folder.path })
    writeFileSync(file('history.jsonl'), lines)
    expect(code).toBe(64)
    expect(stderr).toContain('is not JSON')
  })
})
