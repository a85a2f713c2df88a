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

/** A folder as somebody has it, with what it holds. */
function within(files: Record<string, string>): string {
  const path = join(folder.path, `${++folders}`)
  mkdirSync(path)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}
const plan = (cwd: string, ...args: string[]) => command(['plan', ...args], { cwd })

const PACKAGES = {
  'of npm init -y': '{ "name": "theirs", "version": "1.0.0", "type": "commonjs" }',
  'of no kind': '{ "name": "theirs", "version": "1.0.0" }',
  'of modules': '{ "name": "theirs", "version": "1.0.0", "type": "module" }',
}
const AS_A_MODULE = `/* Ours. */\nexport default { maxJobs: 3, only: ['paths', 'browser'], pollInterval: '5s' }\n`
const WITH_TYPES = `import { only } from './ours.ts'\n\nconst maxJobs: number = 3\nexport default { maxJobs, only, pollInterval: '5s' }\n`
const OURS = `export const only: string[] = ['paths', 'browser']\n`
const COMMONJS = `module.exports = { maxJobs: 3, only: ['paths', 'browser'], pollInterval: '5s' }\n`
const JSON_TEXT = '{ "maxJobs": 3, "only": "paths,browser", "pollInterval": "5s" }'

describe.each(Object.entries(PACKAGES))('a configuration in a folder %s', (_, manifest) => {
  it.each([
    ['gatecheck.config.ts', WITH_TYPES],
    ['gatecheck.config.mts', WITH_TYPES],
    ['gatecheck.config.cts', COMMONJS],
    ['gatecheck.config.mjs', AS_A_MODULE],
    ['gatecheck.config.js', AS_A_MODULE],
    ['gatecheck.config.cjs', COMMONJS],
    ['gatecheck.config.json', JSON_TEXT],
  ])('is read from %s', async (name, text) => {
    const { code, stdout, stderr } = await plan(within({ 'package.json': manifest, [name]: text, 'ours.ts': OURS }))
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toContain('a poll every 5 s')
    expect(stdout).toMatch(/^paths .*\n+browser/m)
    expect(stdout).not.toMatch(/^auth /m)
  })
})

describe('a configuration', () => {
  it('in CommonJS is read where files are that', async () => {
    const { stdout } = await plan(
      within({ 'package.json': PACKAGES['of npm init -y'], 'gatecheck.config.js': COMMONJS }),
    )
    expect(stdout).toContain('a poll every 5 s')
  })

  it('is the first of several, and says so', async () => {
    const files = { 'gatecheck.config.json': '{ "pollInterval": "7s" }', 'gatecheck.config.ts': AS_A_MODULE }
    const { stdout, stderr } = await plan(within(files))
    expect(stdout).toContain('a poll every 5 s')
    expect(stderr).toContain('read from gatecheck.config.ts, and not from gatecheck.config.json')
  })

  it.each<[string, string, RegExp]>([
    ['a name that is nearly right', '{ "maxJob": 3 }', /there is no option maxJob\. Did you mean maxJobs\?/],
    ['a name as it is typed', '{ "poll-interval": "3s" }', /Did you mean pollInterval\?/],
    ['a name that nothing is like', '{ "xyzzy": 3 }', /there is no option xyzzy\. There are baseUrl/],
    [
      'a word that is nearly right',
      '{ "profile": "standart" }',
      /profile 'standart' is invalid.*Did you mean standard\?/,
    ],
    ['a suite that is nearly right', '{ "only": ["auht"] }', /Did you mean auth\?/],
    ['what is no JSON', '{ "model": cl_secret }', /it is not JSON/],
    ['a list', '[]', /must hold an object/],
  ])('with %s is wrong usage', async (_, text, message) => {
    const { code, stderr } = await plan(within({ 'gatecheck.config.json': text }))
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('secret')
    expect(code).toBe(64)
  })

  it('may name the file of keys, of which a malformed line is told by its number alone', async () => {
    const files = { 'gatecheck.config.json': '{ "env": "keys.env" }', 'keys.env': '# ours\nGATECHECK_KEY cl_secret\n' }
    const { code, stderr } = await plan(within(files))
    expect(stderr).toMatch(/--env keys\.env, line 2: there is no = in it/)
    expect(stderr).not.toContain('secret')
    expect(code).toBe(64)
  })
})
