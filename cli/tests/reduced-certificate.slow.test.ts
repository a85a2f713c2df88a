import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { type RunningService, startService } from '../../service/start.ts'
import { command, environmentOf, temporaryFolder } from './command.ts'

/** Only polls that arrive in parallel show it. */
const FAULT = 'final-job-queued-anew-when-two-polls-end-it-at-once'

describe('a faulty server whose fault shows only in parallel requests', () => {
  let service: RunningService
  const folder = temporaryFolder()
  const gatecheck = (...args: string[]) =>
    command(args, {
      cwd: folder.path,
      env: {
        ...environmentOf(service),
        GATECHECK_IMAGE_URL: service.imageUrl,
        GATECHECK_FAILING_PROMPT: service.failingPrompt,
      },
    })
  const certify = (...args: string[]) =>
    gatecheck('certify', '--signing-key', 'key.pem', '--quiet', '--poll-interval', '20ms', '--burst', '8', ...args)

  beforeAll(async () => {
    service = await startService({ layers: [layerOf(FAULTS.find(({ id }) => id === FAULT)!)] })
    await gatecheck('keygen', 'key.pem')
  })
  afterAll(async () => {
    await service.close()
    folder.remove()
  })

  it('gets no certificate by default', async () => {
    const { code } = await certify('--out', 'default')
    expect(code).toBe(1)
    expect(existsSync(join(folder.path, 'default', 'certificate.json'))).toBe(false)
  })

  it('gets a reduced one with --concurrency 1, which --require-full refuses', async () => {
    const { code, stdout } = await certify('--out', 'serial', '--concurrency', '1')
    expect(code).toBe(0)
    expect(stdout).toContain('Reduced certificate (requests in flight at once: at most 1')
    const verify = (...more: string[]) =>
      gatecheck('verify', 'serial/certificate.json', '--key', 'key.pub.pem', ...more)
    const valid = await verify('--history', 'serial')
    expect(valid.code).toBe(0)
    expect(valid.stdout).toMatch(/^VALID, reduced {2}/m)
    const refused = await verify('--require-full')
    expect(refused.code).toBe(1)
    expect(refused.stdout).toMatch(/^NOT FULL {2}reduced: requests in flight at once: at most 1/m)
    const json = JSON.parse((await verify('--json')).stdout)
    expect(json).toMatchObject({ verdict: 'valid', exit: 0, extent: 'reduced', target: { kind: 'loopback' } })
    expect(json.reductions).toEqual([expect.stringContaining('at most 1')])
    expect(json.target.answeredBy).toEqual([{ address: '127.0.0.1' }])
    expect((await verify('--max-age', '365d')).code).toBe(0)
  })
})
