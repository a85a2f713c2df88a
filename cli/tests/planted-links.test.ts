import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { besideAService } from './beside-a-service.ts'
import { command, FAST, onlyKeyOf } from './command.ts'

const here = besideAService()
beforeEach(() => writeFileSync(at('precious'), 'precious'))

const at = (name: string) => join(here.folder, name)
const told = (...args: string[]) => command(args, { cwd: here.folder, env: onlyKeyOf(here.service) })
const isSafe = () => expect(readFileSync(at('precious'), 'utf8')).toBe('precious')

describe.skipIf(process.platform === 'win32')('a planted symbolic link', () => {
  it('is replaced by a report, and its target is unchanged', async () => {
    symlinkSync(at('precious'), at('junit.xml'))
    const run = await told('run', ...FAST, '--only', 'readings', '--report', 'junit=junit.xml')
    expect(run.code).toBe(0)
    isSafe()
    expect(readFileSync(at('junit.xml'), 'utf8')).toMatch(/^<\?xml/)
    symlinkSync(at('precious'), at(join('.gatecheck', 'run.har')))
    expect((await told('report', '--report', 'har')).code).toBe(0)
    isSafe()
    expect(statSync(at(join('.gatecheck', 'run.har'))).mode & 0o077).toBe(0)
  })

  it.each([['run', ...FAST, '--only', 'readings'], ['report'], ['client', '--', 'true']])(
    'in the place of the usual folder is not followed by %s',
    async (...args) => {
      mkdirSync(at('elsewhere'))
      symlinkSync(at('elsewhere'), at('.gatecheck'))
      const { code, stderr } = await told(...args)
      expect(stderr).toContain('.gatecheck is a symbolic link')
      expect(code).toBe(64)
      expect(readdirSync(at('elsewhere'))).toEqual([])
    },
  )

  it('receives neither a baseline nor a log line', async () => {
    symlinkSync(at('elsewhere'), at('baseline.json'))
    symlinkSync(at('precious'), at('log'))
    const inDrift = ['--poll-interval', '5ms', '--baseline', 'baseline.json']
    expect((await told('drift', 'record', ...inDrift, '--rounds', '2')).code).toBe(0)
    expect(existsSync(at('elsewhere'))).toBe(false)
    const checked = await told('drift', 'check', ...inDrift, '--log', 'log')
    expect(checked.code).toBe(64)
    expect(checked.stderr).toContain('--log log: cannot be written: it is a symbolic link')
    isSafe()
  })
})
