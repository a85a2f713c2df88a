import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CI_FILES } from '../../tools/init/ci.ts'
import { main } from '../main.ts'
import { command, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
let folders = 0
beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(() => folder.remove())

function within(files: Record<string, string> = {}) {
  const cwd = join(folder.path, `${++folders}`)
  mkdirSync(cwd)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  const read = (name: string) => readFileSync(join(cwd, name), 'utf8')
  const run = (words: string, env = {}) => command(words.split(' '), { cwd, env })
  return { cwd, read, run, has: (name: string) => existsSync(join(cwd, name)) }
}

describe('init', () => {
  it('writes configuration, workflow and .gitignore, and the next commands', async () => {
    const { read, run } = within()
    const { code, stdout, stderr } = await run('init --base-url https://host.example.com/v1/')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^wrote +gatecheck\.config\.json\nwrote +\.github\/workflows\/gatecheck\.yml\nwrote +\.gitignore\n/,
    )
    expect(stdout).toMatch(/1\. .*npx gatecheck plan\n[\s\S]*secret GATECHECK_KEY[\s\S]*package\.json does not list it/)
    expect(JSON.parse(read('gatecheck.config.json'))).toMatchObject({
      baseUrl: 'https://host.example.com/v1',
      profile: 'smoke',
    })
    expect(read('.github/workflows/gatecheck.yml')).toBe(CI_FILES.github.text)
    expect(read('.gitignore')).toBe('.gatecheck/\ngatecheck-signing-key.pem\n')
    const plan = await run('plan')
    expect(plan.stdout).toContain('Server: https://host.example.com/v1')
  })

  it('takes the base URL from the environment, or else an example to replace', async () => {
    const own = within()
    await own.run('init --ci none', { GATECHECK_BASE_URL: 'https://own.example.com/v1' })
    expect(own.read('gatecheck.config.json')).toContain('"baseUrl": "https://own.example.com/v1"')
    const { stdout } = await within().run('init --ci none --yes')
    expect(stdout).toContain('1. Enter the base URL of your server in gatecheck.config.json.')
    expect(stdout).not.toContain('secret')
  })

  it.each(['gitlab', 'jenkins'] as const)('writes the file of %s and says where the key goes', async (ci) => {
    const { read, run } = within({ 'package.json': '{ "devDependencies": { "gatecheck": "file:gatecheck.tgz" } }' })
    const { stdout } = await run(`init --ci ${ci}`)
    expect(read(CI_FILES[ci].path)).toBe(CI_FILES[ci].text)
    expect(stdout).toContain(CI_FILES[ci].secret)
    expect(stdout).not.toContain('tarball')
  })

  it('warns of a package outside the project', async () => {
    const files = { 'package.json': '{ "devDependencies": { "gatecheck": "file:../gatecheck/gatecheck.tgz" } }' }
    const { stdout } = await within(files).run('init')
    expect(stdout).toContain('lists gatecheck as file:../gatecheck/gatecheck.tgz, which CI lacks')
  })

  it('keeps existing files, shows what to add, and replaces them with --force', async () => {
    const files = { '.gitlab-ci.yml': 'theirs\n', 'gatecheck.config.json': '{}', '.gitignore': 'dist\n.gatecheck/' }
    const { read, run } = within(files)
    const { stdout } = await run('init --ci gitlab')
    expect(stdout).toMatch(/^kept +gatecheck\.config\.json\nkept +\.gitlab-ci\.yml\nextended +\.gitignore\n/)
    expect(stdout).toContain(`add this to .gitlab-ci.yml:\n\n${CI_FILES.gitlab.text}`)
    expect(read('.gitlab-ci.yml')).toBe('theirs\n')
    expect(read('gatecheck.config.json')).toBe('{}')
    expect(read('.gitignore')).toBe('dist\n.gatecheck/\ngatecheck-signing-key.pem\n')
    const forced = await run('init --ci gitlab --force')
    expect(forced.stdout).toMatch(/^replaced +gatecheck\.config\.json\nreplaced +\.gitlab-ci\.yml\n\n/)
    expect(read('.gitlab-ci.yml')).toBe(CI_FILES.gitlab.text)
  })

  it('keeps a configuration of another name, which takes precedence', async () => {
    const { has, run } = within({ 'gatecheck.config.ts': 'export default {}' })
    const { stdout } = await run('init --ci none --force')
    expect(stdout).toMatch(/^kept +gatecheck\.config\.ts\n/)
    expect(has('gatecheck.config.json')).toBe(false)
  })

  it('refuses a base URL with a key, and writes nothing', async () => {
    const { has, run } = within()
    const { code, stderr } = await run('init --base-url https://host/cl_0123456789abcdef/v1')
    expect([code, stderr]).toEqual([64, expect.stringContaining('contains an API key')])
    expect(stderr).not.toContain('0123456789abcdef')
    expect(has('gatecheck.config.json')).toBe(false)
  })
})

describe('init on a terminal', () => {
  /** Runs in the folder of this process, where each test refuses to write. */
  async function asked(typed: string, ...words: string[]) {
    let said = ''
    const write = (text: string) => {
      said += text
    }
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    stdin.end(typed)
    const stdout = { write, isTTY: true }
    const io = Object.assign(new EventEmitter(), { stdin, stdout, stderr: { write }, env: {} })
    const code = await main(['init', ...words], io)
    return { code, said }
  }

  it('asks again after an invalid answer, and writes nothing if the input ends', async () => {
    const { code, said } = await asked('host\nhttps://host.example.com/v1\nfast\n')
    expect(said).toMatch(/Base URL of the server.*\n {2}\(https:\/\/staging\.example\.com\/v1\) {3}"host" is not a URL/)
    expect(said).toMatch(/Profile: .*\n {2}\(smoke\) {3}It must be one of smoke, standard, full/)
    expect(said).toContain('the input ended, so nothing was written')
    expect(code).toBe(64)
  })

  it('does not ask what a flag says', async () => {
    const { said } = await asked('', '--profile', 'full', '--base-url', 'https://host.example.com/v1')
    expect(said).toMatch(/^CI system: /)
  })
})
