import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
const KEY = 'cl_0123456789abcdefghij'
const TARGET = { GATECHECK_BASE_URL: 'http://127.0.0.1:9/v1', GATECHECK_KEY: KEY }

beforeAll(() => {
  folder = temporaryFolder()
  writeFileSync(join(folder.path, 'with-key.json'), JSON.stringify({ key: KEY }))
  writeFileSync(join(folder.path, 'with-typo.json'), JSON.stringify({ deadlin: '3s' }))
})
afterAll(() => folder.remove())

describe('wrong usage is answered with one line that says what to type, and exit 64', () => {
  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['no command', [], {}, /gatecheck run/],
    ['an unknown command', ['rum'], {}, /rum.*--help/],
    ['an unknown option', ['run', '--frobnicate'], {}, /--frobnicate.*--help/],
    ['no key', ['run', '--base-url', 'http://127.0.0.1:9/v1'], {}, /GATECHECK_KEY/],
    ['a key that is none', ['run'], { ...TARGET, GATECHECK_KEY: 'sk_0123456789' }, /begin with cl_/],
    [
      'equal keys',
      ['run'],
      { ...TARGET, GATECHECK_OTHER_ACCOUNT_KEY: KEY },
      /GATECHECK_KEY and GATECHECK_OTHER_ACCOUNT_KEY hold the same key/,
    ],
    ['a filter that matches nothing', ['run', '--only', 'no-such-thing'], TARGET, /--only no-such-thing matches no/],
    ['a base URL that is none', ['run', '--base-url', 'nowhere'], TARGET, /"nowhere" is not a URL/],
    [
      'a base URL with /videos',
      ['run', '--base-url', 'http://127.0.0.1:9/v1/videos'],
      TARGET,
      /try http:\/\/127\.0\.0\.1:9\/v1/,
    ],
    ['a doubled version', ['run', '--base-url', 'http://127.0.0.1:9/v1/v1'], TARGET, /version twice/],
    ['a time without a unit', ['run', '--deadline', '10'], TARGET, /3s or 10m/],
    ['a duration that no video has', ['plan', '--max-duration', '0.5'], {}, /a number from 1/],
    ['an unknown profile', ['run', '--profile', 'huge'], TARGET, /smoke, standard, full/],
    ['an unknown report', ['run', '--report', 'pdf'], TARGET, /--report pdf.*junit/],
    ['a missing env file', ['run', '--env', 'nowhere.env'], TARGET, /nowhere\.env/],
    ['a key in the configuration', ['run', '--config', 'with-key.json'], TARGET, /keys never stand/],
    ['a typo in the configuration', ['run', '--config', 'with-typo.json'], TARGET, /with-typo\.json.*deadlin/],
    ['no recorded run', ['judge', 'nowhere'], {}, /no recorded run/],
    ['an unknown clause', ['clauses', 'no.such'], {}, /no clause or open point no\.such/],
    ['an unknown dialect', ['serve', '--dialect', 'klingon'], {}, /klingon/],
    ['an unknown scenario', ['serve', '--scenario', 'busi'], {}, /busi; do you mean busy.*--list/],
    [
      'an unknown fault',
      ['serve', '--fault', 'any-key-of-the-right-form-takn'],
      {},
      /fault:any-key-of-the-right-form-taken/,
    ],
    ['a scenario with too much', ['serve', '--scenario', 'slow,polls=many'], {}, /polls of slow .*not many/],
    ['a scenario with a word of no use', ['serve', '--scenario', 'slow,pols=3'], {}, /slow knows no pols/],
    ['a speed that is none', ['serve', '--speed', '-1'], {}, /--speed/],
    ['a selfcheck of nothing', ['selfcheck', '--only', 'no-such-thing'], {}, /matches no fault/],
  ])('%s', async (_, args, env, message) => {
    const { code, stderr, stdout } = await command(args, { cwd: folder.path, env })
    expect(stderr).toMatch(message)
    expect(code).toBe(64)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stderr + stdout).not.toContain(KEY)
  })

  it('help and version go to standard output and exit 0', async () => {
    for (const args of [['--help'], ['run', '--help'], ['--version']]) {
      const { code, stdout, stderr } = await command(args, { cwd: folder.path })
      expect(code).toBe(0)
      expect(stdout).not.toBe('')
      expect(stderr).toBe('')
    }
  })
})
