import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Report } from '../../reporters/outcome/report.ts'
import { around } from '../../service/interface/behaviour.ts'
import type { Patch } from '../../service/layers.ts'
import { type ServiceOptions, startService } from '../../service/start.ts'
import { folderOfEachTest } from './beside-a-service.ts'
import { command, environmentOf, FAST, onlyKeyOf } from './command.ts'

const folder = folderOfEachTest()

const service = async (options: ServiceOptions = {}) => {
  const running = await startService(options)
  folder.closeLater(running.close)
  return running
}
const serviceThat = (patch: Patch) => service({ layers: [{ name: 'what is wrong', patch }] })
const reportIn = (dir = '.gatecheck'): Report => JSON.parse(readFileSync(join(folder.path, dir, 'report.json'), 'utf8'))
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)

describe('gatecheck run', () => {
  it('skips what needs another key, with the reason, and passes', async () => {
    const running = await service()
    const { code } = await command(['run', ...FAST], { cwd: folder.path, env: onlyKeyOf(running) })
    expect(code).toBe(0)
    const revoked = reportIn().clauses.find((clause) => clause.id === 'auth.revoked-key')
    expect(revoked).toMatchObject({ verdict: 'skip', reason: expect.stringContaining('GATECHECK_REVOKED_KEY') })
  })

  it('shows frames of the videos if ffmpeg is on the PATH, and gives ffmpeg no key', async () => {
    const script = `process.stdin.resume().on('end', () => {
      const isTold = Object.keys(process.env).some((name) => name.startsWith('GATECHECK'))
      process.stdout.write(Buffer.from([0xff, 0xd8, 0xff, isTold ? 1 : 0]))
    })`
    writeFileSync(join(folder.path, 'ffmpeg'), `#!${process.execPath}\n${script}`, { mode: 0o755 })
    const running = await service()
    const env = environmentOf(running)
    const args = ['run', '--profile', 'smoke', '--only', 'media', '--base-url', running.baseUrl, ...FAST]
    const seen = await command(args, { cwd: folder.path, env: { ...env, PATH: folder.path } })
    expect([seen.code, seen.stderr]).toEqual([0, expect.not.stringContaining('Error')])
    expect(reportIn().videos.map(({ frame }) => frame)).toEqual(['data:image/jpeg;base64,/9j/AA=='])
    await command(args, { cwd: folder.path, env })
    expect(reportIn().videos.map(({ frame }) => frame)).toEqual([undefined])
  })

  it('has no verdict with a key that is not accepted', async () => {
    const running = await service()
    const { code, stdout } = await command(['run', ...FAST], {
      cwd: folder.path,
      env: { ...onlyKeyOf(running), GATECHECK_KEY: 'cl_0123456789abcdefghijklmnop' },
    })
    expect(code).toBe(2)
    expect(lastLine(stdout)).toMatch(/NO VERDICT.*the server refused GATECHECK_KEY/)
  })

  it('has no verdict on a base URL without its version', async () => {
    const running = await service()
    const env = { ...onlyKeyOf(running), GATECHECK_BASE_URL: running.baseUrl.replace('/v1', '') }
    const { code, stdout, stderr } = await command(['run', ...FAST], { cwd: folder.path, env })
    expect(code).toBe(2)
    expect(stderr).toContain('does not end with the version')
    expect(lastLine(stdout)).toContain(`${running.baseUrl} responds: try it as the base URL`)
  })

  it('exits 1 on a failed must clause, and with --strict on a failed should clause', async () => {
    const shut = await serviceThat((behaviour, world) => around(behaviour, 'admit', () => world.keys.own))
    const auth = ['run', ...FAST, '--only', 'auth']
    expect((await command(auth, { cwd: folder.path, env: onlyKeyOf(shut) })).code).toBe(1)
    const unlabelled = await serviceThat((behaviour) =>
      around(behaviour, 'finish', async (next, ...args) => {
        const answer = await next(...args)
        return { ...answer, headers: { ...answer.headers, 'content-type': 'text/html' } }
      }),
    )
    expect(
      (await command(['run', ...FAST, '--only', 'answers'], { cwd: folder.path, env: onlyKeyOf(unlabelled) })).code,
    ).toBe(0)
    expect(
      (
        await command(['run', ...FAST, '--only', 'answers', '--strict'], {
          cwd: folder.path,
          env: onlyKeyOf(unlabelled),
        })
      ).code,
    ).toBe(1)
  })

  it('has no verdict with --complete if must clauses are not judged', async () => {
    const running = await service()
    const { code, stdout } = await command(['run', ...FAST, '--only', 'auth', '--complete'], {
      cwd: folder.path,
      env: onlyKeyOf(running),
    })
    expect(code).toBe(2)
    expect(lastLine(stdout)).toContain('--complete')
  })

  it('moves an earlier run aside and writes the reports of --report', async () => {
    const running = await service()
    const env = onlyKeyOf(running)
    const args = ['run', ...FAST, '--only', 'paths', '--report', 'junit']
    await command(args, { cwd: folder.path, env })
    const first = reportIn().startedAt
    await command(args, { cwd: folder.path, env })
    expect(reportIn().startedAt).not.toBe(first)
    expect(readFileSync(join(folder.path, '.gatecheck', 'junit.xml'), 'utf8')).toContain('<testsuite')
    const aside = readdirSync(join(folder.path, '.gatecheck')).find((name) => name.startsWith('earlier-'))
    expect(aside).toBeDefined()
    expect(reportIn(join('.gatecheck', aside!)).startedAt).toBe(first)
  })

  it('takes options from gatecheck.config.ts, and flags take precedence', async () => {
    const running = await service()
    writeFileSync(
      join(folder.path, 'gatecheck.config.ts'),
      `export default { only: ['paths'], pollInterval: '5ms', seed: 7, strict: true }\n`,
    )
    await command(['run', '--seed', '8'], { cwd: folder.path, env: onlyKeyOf(running) })
    const report = reportIn()
    expect(report).toMatchObject({ seed: 8, strict: true })
    expect(new Set(report.checks.map((check) => check.suite))).toEqual(new Set(['paths']))
  })
})
