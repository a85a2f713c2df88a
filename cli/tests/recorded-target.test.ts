import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { type RunningService, startService } from '../../service/start.ts'
import { command, onlyKeyOf, temporaryFolder } from './command.ts'

let recorded: RunningService
let other: RunningService
const folder = temporaryFolder()
const gatecheck = (args: string[], env: Record<string, string> = {}) => command(args, { cwd: folder.path, env })
const SMOKE = ['--profile', 'smoke', '--only', 'auth', '--poll-interval', '5ms']
const FAILED = ['run', '--failed', 'first', '--out', 'again', '--quiet', '--poll-interval', '5ms']
const keyOf = ({ keys }: RunningService) => ({ GATECHECK_KEY: keys.own })
const firstLine = (text: string) => text.split('\n')[0]

/** Which servers receive requests during the call. */
async function requestsDuring(act: () => Promise<unknown>): Promise<{ recorded: boolean; other: boolean }> {
  for (const { journal } of [recorded, other]) journal.clear()
  await act()
  const was = ({ journal }: RunningService) => journal.entries({}).length > 0
  return { recorded: was(recorded), other: was(other) }
}

beforeAll(async () => {
  const faults = FAULTS.filter(({ id }) => id === 'usage-needs-no-key')
  recorded = await startService({ layers: faults.map(layerOf) })
  other = await startService()
  const { code } = await gatecheck(['run', ...SMOKE, '--out', 'first', '--quiet'], onlyKeyOf(recorded))
  expect(code).toBe(1)
  const drift = await gatecheck(['drift', 'record', '--poll-interval', '5ms', '--quiet'], onlyKeyOf(recorded))
  expect(drift, drift.stderr).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await Promise.all([recorded.close(), other.close()])
  folder.remove()
})

describe.each([
  ['run --failed', FAILED, 'first', 1],
  [
    'drift check',
    ['drift', 'check', '--poll-interval', '5ms', '--quiet', '--out', 'checked'],
    'gatecheck-baseline.json',
    0,
  ],
] as const)('gatecheck %s', (_, args, place, exit) => {
  it('tests the recorded server by default and prints it first', async () => {
    let ended = { code: null as number | null, stderr: '' }
    const asked = await requestsDuring(async () => {
      ended = await gatecheck([...args], keyOf(recorded))
    })
    expect(firstLine(ended.stderr)).toBe(`Target: ${recorded.baseUrl} (recorded in ${place})`)
    expect(ended.code, ended.stderr).toBe(exit)
    expect(asked).toEqual({ recorded: true, other: false })
  })

  it('is wrong usage without a key of the recorded server', async () => {
    const { code, stdout, stderr } = await gatecheck([...args])
    expect(stderr).toContain(`Target: ${recorded.baseUrl} `)
    expect(stderr).toContain('No API key: set GATECHECK_KEY')
    expect(stdout).toBe('')
    expect(code).toBe(64)
  })

  it('sends nothing if the environment names another server', async () => {
    const asked = await requestsDuring(async () => {
      const { code, stderr } = await gatecheck([...args], onlyKeyOf(other))
      expect(stderr).toContain(
        `${place} was recorded from ${recorded.baseUrl}, but GATECHECK_BASE_URL is ${other.baseUrl}: name the server to test with --base-url`,
      )
      expect(code).toBe(64)
    })
    expect(asked).toEqual({ recorded: false, other: false })
  })

  it('tests another server with --base-url and prints both first', async () => {
    const asked = await requestsDuring(async () => {
      const { stderr } = await gatecheck([...args, '--base-url', other.baseUrl], keyOf(other))
      expect(firstLine(stderr)).toBe(
        `Target: ${other.baseUrl} (from --base-url; ${place} was recorded from ${recorded.baseUrl})`,
      )
    })
    expect(asked).toEqual({ recorded: false, other: true })
  })
})

describe('gatecheck run --failed', () => {
  it('tests the recorded server if the keys are those of the recorded run', async () => {
    const asked = await requestsDuring(() =>
      gatecheck(FAILED, { ...keyOf(recorded), GATECHECK_BASE_URL: other.baseUrl }),
    )
    expect(asked).toEqual({ recorded: true, other: false })
  })
})

describe('a baseline of the embedded service', () => {
  it('is checked against the embedded service even if a key is set', async () => {
    const baseline = ['--baseline', 'embedded.json', '--out', 'embedded', '--quiet']
    expect((await gatecheck(['drift', 'record', ...baseline])).code).toBe(0)
    const { code, stderr } = await gatecheck(['drift', 'check', ...baseline], keyOf(other))
    expect(firstLine(stderr)).toBe('Target: the embedded reference service (recorded in embedded.json)')
    expect(code).toBe(0)
    const elsewhere = await gatecheck(['drift', 'check', ...baseline], onlyKeyOf(other))
    expect(elsewhere.code).toBe(64)
    expect(existsSync(join(folder.path, 'embedded', 'drift.json'))).toBe(true)
  })
})
