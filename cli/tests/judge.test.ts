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
  it('reaches the same verdicts from the recorded run', async () => {
    const { code, stdout } = await command(['judge', '.gatecheck'], { cwd: folder.path })
    expect(stdout).toContain('agree with the history')
    expect(code).toBe(0)
  })

  it('names the verdict that a changed status changes, and exits 1', async () => {
    const lines = readFileSync(file('history.jsonl'), 'utf8').split('\n')
    const at = lines.findIndex(
      (line) => line.includes('"by":"auth.bare-key-refused","part":"probe"') && line.includes('"status":401'),
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

  it('refuses a history that does not start with JSON', async () => {
    const lines = readFileSync(file('history.jsonl'), 'utf8')
    writeFileSync(file('history.jsonl'), `not json\n${lines}`)
    const { code, stderr } = await command(['judge'], { cwd: folder.path })
    writeFileSync(file('history.jsonl'), lines)
    expect(code).toBe(64)
    expect(stderr).toContain('is not JSON')
  })

  it.each(['judge', 'report'])(
    'reads a damaged history up to the damage, says so, and has no verdict: %s',
    async (what) => {
      const text = readFileSync(file('history.jsonl'), 'utf8')
      const lines = text.split('\n')
      for (const damaged of [20, lines.length - 1]) {
        writeFileSync(file('history.jsonl'), lines.toSpliced(damaged - 1, 1, 'not json').join('\n'))
        const { code, stderr } = await command([what, '.gatecheck'], { cwd: folder.path })
        writeFileSync(file('history.jsonl'), text)
        expect(stderr).toMatch(
          new RegExp(`history\\.jsonl is damaged in line ${damaged}: only the lines before it were read`),
        )
        expect(code).toBe(what === 'judge' ? 2 : 0)
      }
    },
  )
})
