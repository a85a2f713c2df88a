import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { around } from '../../service/interface/behaviour.ts'
import { type RunningService, startService } from '../../service/start.ts'
import { command, environmentOf, FAST, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
let service: RunningService
const gatecheck = (args: string[]) => command(args, { cwd: folder.path, env: environmentOf(service) })
const REMOTE = ['--base-url', 'https://api.test/v1']

beforeAll(async () => {
  folder = temporaryFolder()
  service = await startService({
    layers: [
      {
        name: 'a gate that stands open',
        patch: (behaviour, world) => around(behaviour, 'admit', () => world.keys.own),
      },
    ],
  })
  await gatecheck(['run', ...FAST, '--profile', 'smoke'])
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

describe('gatecheck plan', () => {
  it('takes --failed, --report and --quiet as run does', async () => {
    const again = await gatecheck(['plan', '--failed', '.gatecheck', '--quiet'])
    expect(again.code).toBe(0)
    const all = await gatecheck(['plan', '--profile', 'smoke', '--quiet'])
    const requests = ({ stdout }: { stdout: string }) => Number(/^requests.* (\d+)$/m.exec(stdout)![1])
    expect(requests(again)).toBeLessThan(requests(all))
    expect(again.stdout).not.toContain('open points')
    expect((await gatecheck(['plan', '--report', 'junti'])).stderr).toContain('Did you mean junit?')
  })

  it('writes nothing', async () => {
    await gatecheck(['plan', '--out', 'elsewhere', '--report', 'junit=deep/down/junit.xml'])
    for (const name of ['elsewhere', 'deep']) expect(existsSync(join(folder.path, name))).toBe(false)
  })

  it('estimates the duration from an assumed pace', async () => {
    const { stdout } = await gatecheck(['plan', ...REMOTE])
    expect(stdout).toMatch(/Estimated duration: about \d+ min\. Assumed .*: 0\.2 s per response, 5 polls per job\./)
  })

  it('estimates the duration from an earlier run of the same server', async () => {
    const { stdout } = await gatecheck(['plan'])
    expect(stdout).toMatch(/Measured in the previous run \(profile smoke\): .* polls per job/)
    expect((await gatecheck(['plan', '--out', 'elsewhere'])).stdout).toContain('Assumed (')
    expect((await gatecheck(['plan', ...REMOTE])).stdout).toContain('Assumed (')
  })

  it('says that the deadline is too short, and which one suffices', async () => {
    const { stdout } = await gatecheck(['plan', ...REMOTE, '--deadline', '20s'])
    expect(stdout).toMatch(/Estimated duration: about 20 s/)
    expect(stdout).toMatch(
      /The deadline of 20 s leaves some clauses untested: the whole run would take about \d+ min \(--deadline \d+m\)/,
    )
  })
})
