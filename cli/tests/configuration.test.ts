import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
let folders = 0
beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(() => folder.remove())

function within(files: Record<string, string>): string {
  const path = join(folder.path, `${++folders}`)
  mkdirSync(path)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}
const plan = (cwd: string, ...args: string[]) => command(['plan', ...args], { cwd })

describe('a configuration', () => {
  it('sets options of a plan', async () => {
    const text = '{ "only": "paths,browser", "pollInterval": "5s" }'
    const { code, stdout, stderr } = await plan(within({ 'gatecheck.config.json': text }))
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('1 poll per unfinished job every 5 s')
    expect(stdout).toMatch(/^paths .*\n+browser/m)
    expect(stdout).not.toMatch(/^auth /m)
  })

  it('comes from the first of several files, with a note', async () => {
    const files = {
      'gatecheck.config.json': '{ "pollInterval": "7s" }',
      'gatecheck.config.ts': `export default { pollInterval: '5s' }\n`,
    }
    const { stdout, stderr } = await plan(within(files))
    expect(stdout).toContain('1 poll per unfinished job every 5 s')
    expect(stderr).toContain('Using gatecheck.config.ts; ignoring gatecheck.config.json')
  })

  it.each<[string, string, RegExp]>([
    ['a misspelt name', '{ "maxJob": 3 }', /unknown option maxJob\. Did you mean maxJobs\?/],
    ['a misspelt value', '{ "profile": "standart" }', /profile 'standart' is invalid.*Did you mean standard\?/],
    ['a misspelt suite', '{ "only": ["auht"] }', /Did you mean auth\?/],
    ['invalid JSON', '{ "model": cl_secret }', /not valid JSON/],
    ['a list', '[]', /must contain an object/],
  ])('with %s is rejected', async (_, text, message) => {
    const { code, stderr } = await plan(within({ 'gatecheck.config.json': text }))
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('secret')
    expect(code).toBe(64)
  })

  it('names an env file; malformed lines are reported by number only', async () => {
    const files = { 'gatecheck.config.json': '{ "env": "keys.env" }', 'keys.env': '# ours\nGATECHECK_KEY cl_secret\n' }
    const { code, stderr } = await plan(within(files))
    expect(stderr).toMatch(/--env keys\.env, line 2: missing =/)
    expect(stderr).not.toContain('secret')
    expect(code).toBe(64)
  })
})

describe('a name in an env file', () => {
  const env = (text: string) =>
    plan(within({ 'keys.env': text }), '--env', 'keys.env', '--base-url', 'https://a.test/v1')

  it.each([
    [
      '# ours\nGATECHECK_KEYS=cl_secret_secret',
      /--env keys\.env, line 2: unknown name GATECHECK_KEYS\. Did you mean GATECHECK_KEY\?/,
    ],
  ])('that resembles a known name is wrong usage: %j', async (text, message) => {
    const { code, stderr } = await env(text)
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('secret')
    expect(code).toBe(64)
  })

  it('of another program is accepted', async () => {
    const { code, stderr } = await env('GATE=1\nAPI_KEY=2\nGATECHECK_KEY=cl_0123456789abcdef\n')
    expect(stderr).toBe('')
    expect(code).toBe(0)
  })
})
