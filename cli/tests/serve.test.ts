import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { begin, command, startCommand, temporaryFolder } from './command.ts'

const GIVEN = {
  GATECHECK_KEY: `cl_${'Own0Key'.repeat(4)}`,
  GATECHECK_SAME_ACCOUNT_KEY: `cl_${'Same0Key'.repeat(4)}`,
  GATECHECK_OTHER_ACCOUNT_KEY: `cl_${'Other0Key'.repeat(4)}`,
  GATECHECK_REVOKED_KEY: `cl_${'Revoked0Key'.repeat(3)}`,
}

const folder = temporaryFolder()
afterAll(folder.remove)
const started: ReturnType<typeof begin>[] = []
afterEach(async () => {
  for (const { io, finished } of started.splice(0)) {
    io.emit('SIGTERM')
    await finished
  }
})

/** Resolves when the service has printed `last`. */
async function served(args: string[], last: RegExp, env: Record<string, string> = {}) {
  const service = begin(['serve', ...args], env)
  started.push(service)
  const ready = vi.waitFor(() => expect(service.said.stdout).toMatch(last), { timeout: 60_000, interval: 10 })
  await Promise.race([ready, service.finished])
  return { ...service.said, service }
}

const BANNER_ENDS = /control\/openapi\.json\)\n$/

async function statusOf(baseUrl: string, key: string): Promise<number> {
  return (await fetch(`${baseUrl}/usage`, { headers: { Authorization: `Bearer ${key}` } })).status
}

describe('gatecheck serve --json', () => {
  it('prints one line when it is ready, with base URL and keys', async () => {
    const { stdout } = await served(['--json'], /\n$/)
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    const told = JSON.parse(stdout)
    expect(told).toMatchObject({
      host: '127.0.0.1',
      pid: process.pid,
      port: Number(new URL(told.baseUrl).port),
    })
    expect(Object.keys(told.keys)).toEqual(['key', 'sameAccount', 'otherAccount', 'revoked'])
    expect(await statusOf(told.baseUrl, told.keys.key)).toBe(200)
    expect(await statusOf(told.baseUrl, told.keys.revoked)).toBe(401)
  })

  it('takes its keys from the environment', async () => {
    for (const _ of ['before', 'after']) {
      const { stdout, service } = await served(['--json'], /\n$/, GIVEN)
      const { baseUrl, keys } = JSON.parse(stdout)
      expect(Object.values(keys)).toEqual(Object.values(GIVEN))
      expect(await Promise.all(Object.values(GIVEN).map((key) => statusOf(baseUrl, key)))).toEqual([200, 200, 200, 401])
      service.io.emit('SIGTERM')
      expect((await service.finished).code).toBe(0)
    }
  })
})

describe('the banner', () => {
  it('does not print keys from the environment', async () => {
    const { GATECHECK_KEY } = GIVEN
    const { stdout } = await served([], BANNER_ENDS, { GATECHECK_KEY })
    expect(stdout).toContain('# GATECHECK_KEY is already set\n')
    expect(stdout).not.toContain(GATECHECK_KEY)
    expect(stdout).toMatch(/^export GATECHECK_SAME_ACCOUNT_KEY=cl_/m)
  })

  it('warns if other machines can reach it', async () => {
    const { stdout } = await served(['--host', '0.0.0.0'], BANNER_ENDS)
    expect(stdout).toMatch(/^# Warning: it listens on 0\.0\.0\.0; .*$/m)
  })
})

describe('the list of scenarios', () => {
  it('is printed without an error to a reader that closes the pipe early', async () => {
    const { process: listing, finished } = startCommand(['serve', '--list'], { cwd: folder.path })
    listing.stdout?.once('data', () => listing.stdout?.destroy())
    const { code, stderr } = await finished
    expect(stderr).toBe('')
    expect(code).toBe(0)
  })
})

describe('wrong usage', () => {
  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['an address that is none of this machine', ['--host', '192.0.2.1'], {}, /--host 192\.0\.2\.1 is not an address/],
    ['a key that is none', [], { GATECHECK_KEY: 'sk_0123456789' }, /GATECHECK_KEY is not an API key/],
    [
      'equal keys',
      [],
      { GATECHECK_KEY: GIVEN.GATECHECK_KEY, GATECHECK_REVOKED_KEY: GIVEN.GATECHECK_KEY },
      /GATECHECK_KEY and GATECHECK_REVOKED_KEY are the same key/,
    ],
  ])('%s', async (_, args, env, message) => {
    const { code, stderr, stdout } = await command(['serve', ...args], { cwd: folder.path, env })
    expect(stderr).toMatch(message)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(code).toBe(64)
    for (const key of Object.values(env)) expect(stdout + stderr).not.toContain(key)
  })
})

describe('gatecheck serve', () => {
  const submitted = async ({ baseUrl, keys }: { baseUrl: string; keys: { key: string } }, prompt: string) => {
    const headers = { authorization: `Bearer ${keys.key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ model: 'swift', prompt })
    const answer = await fetch(`${baseUrl}/videos`, { method: 'POST', headers, body })
    const { id } = (await answer.json()) as { id: string }
    const record = await fetch(`${baseUrl}/videos/${id}`, { headers })
    return ((await record.json()) as { status: string }).status
  }

  it('plays scenarios, faults and variants by name, for all requests or for some', async () => {
    const { stdout } = await served(
      [
        ...['--json', '--speed', '0', '--scenario', 'fails,after=1,prompt=a storm', '--scenario', 'fast,prompt=calm'],
        ...['--fault', 'any-key-of-the-right-form-taken,account=nobody', '--variant', 'rates-all-a-thousandth-slow'],
      ],
      /\n$/,
    )
    const told = JSON.parse(stdout)
    expect(await submitted(told, 'In a Storm at sea')).toBe('failed')
    expect(await submitted(told, 'A calm sea')).toBe('succeeded')
    const played = await (await fetch(`${told.control}/control/played`)).json()
    expect(JSON.stringify(played)).toContain('fault:any-key-of-the-right-form-taken')
    expect(JSON.stringify(played)).toContain('variant:rates-all-a-thousandth-slow')
    expect(await (await fetch(`${told.control}/control/clock`)).json()).toMatchObject({ speed: 0 })
  })

  it('lists all scenarios, or those that contain some words', async () => {
    const all = await command(['serve', '--list'], { cwd: folder.path })
    for (const name of ['busy', 'dialect:plain', 'any-key-of-the-right-form-taken', 'rates-all-a-thousandth-slow'])
      expect(all.stdout).toMatch(new RegExp(`^  ${name}$`, 'm'))
    const some = await command(['serve', '--list', 'retry-after seconds'], { cwd: folder.path })
    expect(some.stdout).toMatch(/^ {2}busy$/m)
    expect(some.stdout.length).toBeLessThan(all.stdout.length / 10)
    expect([all.code, some.code]).toEqual([0, 0])
    expect((await command(['serve', '--list', 'xyzzy'], { cwd: folder.path })).stdout).toMatch(/^No scenario/)
  })
})
