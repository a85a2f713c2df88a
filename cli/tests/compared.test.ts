import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { besideAService } from './beside-a-service.ts'
import { command, onlyKeyOf } from './command.ts'

const beside = besideAService()
const gatecheck = (...args: string[]) => command(args, { cwd: beside.folder, env: onlyKeyOf(beside.service) })
const BODIES = ['--profile', 'smoke', '--only', 'submission', '--poll-interval', '5ms']
const page = (dir: string) => readFileSync(join(beside.folder, dir, 'report.html'), 'utf8')
const layers = FAULTS.filter(({ id }) => ['ratio-with-an-x-taken', 'empty-body-is-all-defaults'].includes(id)).map(
  layerOf,
)

it('lists fixed and new failures since the earlier run on terminal and page', async () => {
  for (const layer of layers) beside.service.layers.put(layer)
  const first = await gatecheck('run', ...BODIES)
  expect(first.code, first.stderr).toBe(1)
  expect(first.stdout).not.toContain('Compared with')
  const [fixed, other] = layers
  beside.service.layers.takeOff(fixed!.name)

  const failed = await gatecheck('run', '--failed', '.gatecheck', '--out', 'again', '--poll-interval', '5ms')
  expect(failed.stdout).toMatch(/^Compared with .*: 1 fixed, 1 failure unchanged$/m)
  expect(page('again')).toContain('<b>1 fixed, 1 failure unchanged</b>')

  const second = await gatecheck('run', ...BODIES)
  expect(second.stdout).toMatch(/: 1 fixed, 1 failure unchanged\n {2}fixed: submission\.[a-z-]+\n/)
  const written = page('.gatecheck')
  expect((await gatecheck('report', '.gatecheck')).code).toBe(0)
  expect(page('.gatecheck')).toBe(written)

  beside.service.layers.takeOff(other!.name)
  beside.service.layers.put(fixed!)
  expect((await gatecheck('run', ...BODIES)).stdout).toMatch(
    /: 1 new, 1 fixed\n {2}new: submission\.[a-z-]+; fixed: submission\./,
  )
})

it('compares runs of the embedded service on any port, and no runs of different servers', async () => {
  const embedded = () => command(['run', ...BODIES], { cwd: beside.folder })
  await embedded()
  expect((await embedded()).stdout).toContain('UTC: no failures in either run\n')
  expect((await gatecheck('run', ...BODIES)).stdout).not.toContain('Compared with')
})
