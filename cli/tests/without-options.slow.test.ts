import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { command, startCommand, temporaryFolder } from './command.ts'

const PACT = fileURLToPath(new URL('../../spec/pacts/reference-client-video-service.json', import.meta.url))

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const jsonIn = (...names: string[]) => JSON.parse(readFileSync(join(folder.path, ...names), 'utf8'))

describe('without options and in a fresh folder', () => {
  it('every command passes, and runs share a seed', async () => {
    const gatecheck = async (...args: string[]) => {
      const finished = await command(args, { cwd: folder.path })
      expect([args, finished.code, finished.stderr]).toEqual([args, 0, expect.not.stringContaining('fault')])
      return finished.stdout
    }
    await gatecheck('drift', 'record')
    await gatecheck('drift', 'check')
    await gatecheck('drift', 'diff', 'gatecheck-baseline.json', 'gatecheck-baseline.json')
    // On the run that the check has written.
    for (const name of ['drain', 'report', 'judge']) await gatecheck(name)
    await gatecheck('show', '1')
    writeFileSync(join(folder.path, 'openapi.json'), await gatecheck('openapi'))
    await gatecheck('drift', 'openapi', 'openapi.json')
    await gatecheck('clauses')
    await gatecheck('pact', 'lint', PACT)
    await gatecheck('plan')
    const ran = await gatecheck('run')
    expect(ran.trimEnd().split('\n').at(-1)).toMatch(/^PASS/)
    expect(ran).toContain(join('.gatecheck', 'report.json'))
    const { seed, verdict } = jsonIn('.gatecheck/report.json')
    expect(verdict).toBe('pass')
    await gatecheck('keygen')
    await gatecheck('certify')
    expect(jsonIn('.gatecheck/report.json').seed).toBe(seed)
    await gatecheck('verify', '.gatecheck/certificate.json', '--key', 'gatecheck-signing-key.pub.pem')
    // Without options, it takes many minutes.
    await gatecheck('selfcheck', '--only', 'submission-needs-no-key')
  })

  it('gatecheck serve serves until SIGTERM', async () => {
    const { process: running, finished } = startCommand(['serve'], { cwd: folder.path })
    const baseUrl = await new Promise<string>((resolve) => {
      let said = ''
      running.stdout!.on('data', (data) => {
        said += data
        const [, found] = /GATECHECK_BASE_URL=(\S+)\n/.exec(said) ?? []
        if (found !== undefined) resolve(found)
      })
    })
    expect((await fetch(`${baseUrl}/models`)).status).toBe(401)
    running.kill('SIGTERM')
    expect(await finished).toMatchObject({ code: 0 })
  })
})
