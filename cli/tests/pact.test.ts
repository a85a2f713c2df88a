import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../reporters/outcome/report.ts'
import { command, type Finished, temporaryFolder } from './command.ts'

const folder = temporaryFolder()
afterAll(folder.remove)
let run: Finished
const temporary = join(folder.path, 'temporary')

beforeAll(async () => {
  mkdirSync(temporary)
  const env = { TMPDIR: temporary }
  run = await command(['run', '--only', 'pact', '--poll-interval', '5ms'], { cwd: folder.path, env })
})

describe('gatecheck run --only pact', () => {
  it('passes', () => {
    expect(run.code, run.stderr).toBe(0)
    const report: Report = JSON.parse(readFileSync(join(folder.path, '.gatecheck/report.json'), 'utf8'))
    expect(report.clauses.filter(({ verdict }) => verdict === 'pass')).toMatchObject([
      { id: 'pact.reference-client-is-served' },
    ])
  })

  it("shows nothing of Pact's own output", () => {
    expect(run.stdout).toContain('✔ passed: pact 1')
    expect(run.stdout + run.stderr).not.toMatch(/Verifying a pact|returns a response|pact_|\d{4}-\d{2}-\d{2}T/)
  })

  it('leaves no temporary files', () => {
    expect(readdirSync(temporary)).toEqual([])
  })
})
