import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { around } from '../../service/interface/behaviour.ts'
import type { Patch } from '../../service/layers.ts'
import { type RunningService, type ServiceOptions, startService } from '../../service/start.ts'
import { environmentOf, temporaryFolder } from './command.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))

let service: RunningService | undefined
let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await service?.close()
  folder.remove()
})

/** `vitest run` as a user types it, with a server in the environment. */
async function vitestAgainst(options: ServiceOptions, ...args: string[]) {
  service = await startService(options)
  const output = join(folder.path, 'result.json')
  writeFileSync(join(folder.path, 'gatecheck.config.json'), JSON.stringify({ pollInterval: '5ms' }))
  const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1', ...environmentOf(service) }
  const child = spawn(
    process.execPath,
    [VITEST, 'run', '--root', ROOT, '--reporter=json', `--outputFile=${output}`, ...args],
    {
      cwd: folder.path,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let stderr = ''
  child.stderr.on('data', (data) => {
    stderr += data
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const result = JSON.parse(readFileSync(output, 'utf8')) as Result
  return { code, stderr, tests: result.testResults.flatMap((file) => file.assertionResults) }
}

type Result = { testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[] }

describe('vitest run with a server in the environment', () => {
  it('runs each chosen check as a test, and passes a server that keeps the law', async () => {
    const { code, tests, stderr } = await vitestAgainst({}, '-t', 'auth.unknown-key|paths.')
    expect(code, stderr).toBe(0)
    const passed = tests.filter(({ status }) => status === 'passed').map(({ title }) => title)
    expect(passed.some((title) => title.includes('(auth.unknown-key)'))).toBe(true)
    expect(passed.every((title) => /\((auth\.unknown-key|paths\..*)\)$/.test(title))).toBe(true)
  })

  it('fails the test of the clause that is broken, and says what was expected and what came', async () => {
    const patch: Patch = (behaviour, world) =>
      around(
        behaviour,
        'admit',
        (next, incoming) => next(incoming) ?? (incoming.path.endsWith('/usage') ? world.keys.own : undefined),
      )
    const { code, tests } = await vitestAgainst(
      { layers: [{ name: 'usage is open', patch }] },
      '-t',
      'auth.header-required|auth.unknown-key',
    )
    expect(code).toBe(1)
    const failed = tests.filter(({ status }) => status === 'failed')
    expect(failed.map(({ title }) => title).join()).toContain('auth.header-required')
    expect(failed[0]?.failureMessages.join()).toMatch(/expected 401[\s\S]*received 200/)
  })
})
