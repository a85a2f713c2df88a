import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
const KEY = 'cl_0123456789abcdefghij'
const TARGET = { GATECHECK_BASE_URL: 'http://127.0.0.1:9/v1', GATECHECK_KEY: KEY }

beforeAll(async () => {
  folder = temporaryFolder()
  writeFileSync(join(folder.path, 'with-key.json'), JSON.stringify({ key: KEY }))
  await command(['keygen', 'signing.pem'], { cwd: folder.path })
  writeFileSync(join(folder.path, 'with-typo.json'), JSON.stringify({ deadlin: '3s' }))
})
afterAll(() => folder.remove())

describe('wrong usage prints one line and exits 64', () => {
  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['no command', [], {}, /gatecheck run/],
    ['an unknown command', ['rum'], {}, /rum.*--help/],
    ['an unknown option', ['run', '--frobnicate'], {}, /--frobnicate.*--help/],
    ['a key on the command line', ['run', '--key', KEY], {}, /set the key in GATECHECK_KEY/],
    ['a key of another account', ['plan', `--other-account-key=${KEY}`], {}, /set the key in GATECHECK_KEY/],
    ['an unknown option of a command below another', ['drift', 'check', '--frobnicate'], {}, /--frobnicate.*--help/],
    ['a missing argument of such a command', ['drift', 'openapi'], {}, /Missing required argument 'document'/],
    ['no key', ['run', '--base-url', 'http://127.0.0.1:9/v1'], {}, /GATECHECK_KEY/],
    ['a key that is none', ['run'], { ...TARGET, GATECHECK_KEY: 'sk_0123456789' }, /begin with cl_/],
    [
      'equal keys',
      ['run'],
      { ...TARGET, GATECHECK_OTHER_ACCOUNT_KEY: KEY },
      /GATECHECK_KEY and GATECHECK_OTHER_ACCOUNT_KEY are the same key/,
    ],
    [
      'a filter that matches nothing',
      ['run', '--only', 'no-such-thing'],
      TARGET,
      /--only: no suite, .* matches "no-such-thing"/,
    ],
    ['a base URL that is none', ['run', '--base-url', 'nowhere'], TARGET, /"nowhere" is not a URL/],
    [
      'a base URL with /videos',
      ['run', '--base-url', 'http://127.0.0.1:9/v1/videos'],
      TARGET,
      /try http:\/\/127\.0\.0\.1:9\/v1/,
    ],
    ['plain http to another machine', ['run', '--base-url', 'http://10.0.0.1/v1'], TARGET, /http.*--allow-http/],
    ['half of a client certificate', ['plan', '--client-key', 'me.key'], TARGET, /--client-key.*without --client-cert/],
    [
      'a proxy that is none',
      ['run'],
      { ...TARGET, HTTP_PROXY: 'socks5://me:pw@a.test:1' },
      /^gatecheck: HTTP_PROXY (?!.*pw)/,
    ],
    [
      'a certificate of whoever answered',
      ['certify', '--insecure', '--signing-key', 'signing.pem'],
      TARGET,
      /--insecure cannot be combined with certify/,
    ],
    ['a limit of money without prices', ['plan', '--max-cost', '5'], TARGET, /--max-cost requires --prices/],
    ['a document over plain http', ['drift', 'openapi', 'http://a.test/openapi.json'], {}, /--allow-http/],
    ['a doubled version', ['run', '--base-url', 'http://127.0.0.1:9/v1/v1'], TARGET, /version twice/],
    ['an unknown report', ['run', '--report', 'pdf'], TARGET, /--report .*'pdf' is invalid.*junit/],
    ['a key in the configuration', ['run', '--config', 'with-key.json'], TARGET, /keys are not allowed/],
    ['a typo in the configuration', ['run', '--config', 'with-typo.json'], TARGET, /with-typo\.json.*deadlin/],
    ['no recorded run', ['judge', 'nowhere'], {}, /no recorded run/],
    ['an unknown clause', ['clauses', 'no.such'], {}, /No clause, open point, .* is called no\.such/],
    ['an unknown dialect', ['serve', '--dialect', 'klingon'], {}, /klingon/],
    ['an unknown scenario', ['serve', '--scenario', 'busi'], {}, /busi; did you mean busy.*--list/],
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
