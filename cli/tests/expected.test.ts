import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { startService } from '../../service/start.ts'
import { folderOfEachTest } from './beside-a-service.ts'
import { command, FAST, onlyKeyOf } from './command.ts'

const folder = folderOfEachTest()

/** `gatecheck run` on a service with these faults, always on the same address. */
async function run(faults: readonly string[], ...args: string[]) {
  const layers = FAULTS.filter(({ id }) => faults.includes(id)).map(layerOf)
  const service = await startService({ layers })
  folder.closeLater(service.close)
  const more = ['run', '--profile', 'smoke', ...FAST, ...args]
  return command(more, { cwd: folder.path, env: onlyKeyOf(service) })
}

const list = () => readFileSync(join(folder.path, 'gatecheck-expected.yaml'), 'utf8')

describe('gatecheck run with a list of known failures', () => {
  it('passes with the listed failure, and fails with another one or without it', async () => {
    const known = 'usage-is-csv'
    const first = await run([known], '--write-expected', '--seed', '1')
    expect([first.code, first.stderr]).toEqual([
      1,
      expect.stringMatching(/Wrote gatecheck-expected\.yaml with \d known/),
    ])
    writeFileSync(join(folder.path, 'gatecheck-expected.yaml'), list().replace('not stated', 'fixed in release 7'))

    const again = await run([known], '--seed', '2')
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('fixed in release 7')])
    expect(again.stdout).toMatch(/Expected failures: (\d) → \1 since the list was written/)

    const worse = await run(['usage-answers-500'], '--seed', '3')
    expect([worse.code, worse.stdout]).toEqual([1, expect.stringContaining('Not on the list: readings.usage-answers')])

    const fixed = await run([], '--seed', '4')
    expect([fixed.code, fixed.stdout]).toEqual([1, expect.stringMatching(/FAIL {2}\d stale entr.*: delete lines 11-/)])
    expect((await command(['judge'], { cwd: folder.path })).code).toBe(1)

    await run([], '--write-expected', '--seed', '4')
    expect(list()).toMatch(/first: \d\n[\s\S]*failures: \[\]/)
    expect((await run([], '--seed', '5')).code).toBe(0)
  })

  it('lists failures of newer checks with "expected upgrade"', async () => {
    await run([], '--write-expected')
    const path = join(folder.path, 'gatecheck-expected.yaml')
    writeFileSync(path, list().replace(/^ {2}- auth\.header-required.*\n/gm, ''))
    const marked = await run(['usage-needs-no-key'])
    expect([marked.code, marked.stdout]).toEqual([
      0,
      expect.stringContaining('New in this version: auth.header-required'),
    ])
    const told = await command(['expected', 'upgrade'], { cwd: folder.path })
    expect([told.code, told.stdout]).toEqual([0, expect.stringContaining('endpoint: GET /usage')])
    expect(list()).not.toContain('clause:')
    await command(['expected', 'upgrade', '--write'], { cwd: folder.path })
    expect(list()).toContain('clause: auth.header-required')
    expect((await run(['usage-needs-no-key', 'job-needs-no-key'])).code).toBe(1)
  })

  it.each([
    ['failures:\n  - clause: auth.unknwon-key', 'Did you mean auth.unknown-key?'],
    ['failures: 3', 'failures must be a list'],
    ['- a', 'it must be a list that'],
    ['a: [', 'not valid YAML'],
  ])('refuses %j', async (text, why) => {
    const head = text.startsWith('failures') ? HEAD : ''
    writeFileSync(join(folder.path, 'list.yaml'), head + text)
    const { code, stderr } = await run([], '--expected', 'list.yaml')
    expect([code, stderr]).toEqual([64, expect.stringContaining(why)])
    expect(existsSync(join(folder.path, '.gatecheck'))).toBe(false)
  })
})

const HEAD = `version: 0.1.0
target: https://server.test/v1
since: 2026-11-28
first: 1
profile: smoke
generate: 0
checks: []
`
