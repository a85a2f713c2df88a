import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService } from '../../service/start.ts'
import { command, type Finished, onlyKeyOf, temporaryFolder } from './command.ts'

type Subject = { name: string; digest: { sha256: string } }
let certified: Finished
let folder: ReturnType<typeof temporaryFolder>
const within = (...path: string[]) => join(folder.path, ...path)
const gatecheck = (args: string[], env: Record<string, string> = {}) => command(args, { cwd: folder.path, env })
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)

beforeAll(async () => {
  folder = temporaryFolder()
  await gatecheck(['keygen', 'key.pem'])
  // The embedded service has every key that a full run needs.
  certified = await gatecheck([
    'certify',
    '--signing-key',
    'key.pem',
    '--quiet',
    '--out',
    'run',
    '--report',
    'html,junit,har,junit=elsewhere.xml',
  ])
})
afterAll(() => folder.remove())

describe('gatecheck keygen', () => {
  it('writes a private key that only its owner reads, and a public one', () => {
    expect(statSync(within('key.pem')).mode & 0o077).toBe(0)
    expect(readFileSync(within('key.pem'), 'utf8')).toContain('PRIVATE KEY')
    expect(readFileSync(within('key.pub.pem'), 'utf8')).toContain('PUBLIC KEY')
  })

  it('overwrites none', async () => {
    const before = readFileSync(within('key.pem'), 'utf8')
    expect((await gatecheck(['keygen', 'key.pem'])).code).toBe(64)
    expect(readFileSync(within('key.pem'), 'utf8')).toBe(before)
  })
})

describe('gatecheck certify', () => {
  it('ends in a signed certificate and a page, where every must clause holds', () => {
    expect(existsSync(within('run', 'certificate.json'))).toBe(true)
    expect(readFileSync(within('run', 'certificate.html'), 'utf8')).toContain('Certificate of conformance')
  })

  it('covers the reports beside the history by their digests, as they were written', () => {
    const { payload } = JSON.parse(readFileSync(within('run', 'certificate.json'), 'utf8'))
    const { subject } = JSON.parse(Buffer.from(payload, 'base64').toString())
    const digests = Object.fromEntries(
      ['history.jsonl', 'report.json', 'report.html', 'junit.xml', 'run.har'].map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(within('run', name)))
          .digest('hex'),
      ]),
    )
    expect(Object.fromEntries(subject.map((each: Subject) => [each.name, each.digest.sha256]))).toEqual(digests)
    expect(subject[0].name).toBe('history.jsonl')
    expect(certified.stdout).toContain('Not covered by it, since it lies elsewhere or has an odd name: elsewhere.xml')
  })

  it('closes a key that others can read, and says so', async () => {
    await gatecheck(['keygen', 'open.pem'])
    chmodSync(within('open.pem'), 0o644)
    const args = ['certify', '--signing-key', 'open.pem', '--insecure']
    expect((await gatecheck(args)).stderr).toContain('open.pem could be read by others on this machine (mode 644)')
    expect(statSync(within('open.pem')).mode & 0o777).toBe(0o600)
    expect((await gatecheck(args)).stderr).not.toContain('could be read by others')
  })

  it('takes the key from the environment, and never shows it', async () => {
    const { code, stderr } = await gatecheck(['certify', '--profile', 'smoke'], {
      GATECHECK_SIGNING_KEY: readFileSync(within('key.pem'), 'utf8').replaceAll('\n', '\\n'),
    })
    // Far enough to tell: the key was read, and the profile does not go with it.
    expect(code).toBe(64)
    expect(stderr).toContain('--profile does not go with certify')
  })

  it('says before the run that the key is revoked', async () => {
    const { code, stderr } = await gatecheck(['certify', '--signing-key', 'key.pem', '--out', 'never'], {
      GATECHECK_REVOKED_SIGNING_KEY: readFileSync(within('key.pub.pem'), 'utf8').replaceAll('\n', '\\n'),
    })
    expect(code).toBe(64)
    expect(stderr).toContain('is revoked by GATECHECK_REVOKED_SIGNING_KEY')
    expect(existsSync(within('never'))).toBe(false)
  })

  it('says before the run that there is no key', async () => {
    const { code, stderr } = await gatecheck(['certify', '--out', 'never'])
    expect(code).toBe(64)
    expect(stderr).toContain('gatecheck keygen')
    expect(existsSync(within('never'))).toBe(false)
  })

  it('says before the run that it generates too little', async () => {
    const { code, stderr } = await gatecheck([
      'certify',
      '--signing-key',
      'key.pem',
      '--generate',
      '20',
      '--out',
      'few',
    ])
    expect(code).toBe(64)
    expect(stderr).toContain('leave out --generate 20')
    expect(existsSync(within('few'))).toBe(false)
  })

  it('says before the run which keys are missing, and spends nothing', async () => {
    const service = await startService()
    try {
      const args = ['certify', '--signing-key', 'key.pem', '--quiet', '--out', 'keyless']
      const { code, stderr } = await gatecheck(args, onlyKeyOf(service))
      expect(code).toBe(64)
      expect(stderr).toContain('GATECHECK_OTHER_ACCOUNT_KEY')
      expect(existsSync(within('keyless'))).toBe(false)
    } finally {
      await service.close()
    }
  })
})

describe('a run that is not enough for a certificate', () => {
  it('ends with what is missing and how to provide it', async () => {
    const args = ['certify', '--signing-key', 'key.pem', '--quiet', '--out', 'short', '--max-jobs', '4']
    const { code, stdout } = await gatecheck(args)
    expect(code).toBe(2)
    expect(stdout).toMatch(/NO CERTIFICATE {2}\d+ things are missing/)
    expect(stdout).toContain('raise or drop --max-jobs')
    expect(existsSync(within('short', 'certificate.json'))).toBe(false)
  })
})

describe('gatecheck verify', () => {
  const verify = (...args: string[]) => gatecheck(['verify', ...args])
  const changed = (name: string, change: (text: string) => string): string => {
    writeFileSync(within(name), change(readFileSync(within('run', 'certificate.json'), 'utf8')))
    return name
  }

  const fingerprint = () =>
    createHash('sha256')
      .update(createPublicKey(readFileSync(within('key.pub.pem'), 'utf8')).export({ type: 'spki', format: 'der' }))
      .digest('hex')

  it('has no verdict on an untrusted key, and says what to type', async () => {
    const { code, stdout } = await verify('run/certificate.json')
    expect(code).toBe(2)
    expect(lastLine(stdout)).toMatch(/^NO VERDICT {2}the signature is intact, but the key is not trusted/)
    expect(lastLine(stdout)).toMatch(/--key, or add --trust-embedded-key/)
    expect(stdout.slice(0, stdout.indexOf('NO VERDICT'))).toContain(
      `signed by the key with the fingerprint ${fingerprint()}`,
    )
    expect(stdout).not.toMatch(/^VALID/m)
  })

  it('finds it valid with the key that it names itself, if that is to be trusted, and says what that does not show', async () => {
    const { code, stdout } = await verify('run/certificate.json', '--trust-embedded-key')
    expect(code).toBe(0)
    expect(lastLine(stdout)).toMatch(/^VALID/)
    expect(stdout.slice(0, stdout.indexOf('VALID'))).toContain(
      `signed by the key with the fingerprint ${fingerprint()}`,
    )
    expect(stdout).toContain('no trusted key was given')
    expect(stdout).not.toContain('media.')
  })

  it('finds what was tampered with, whoever is trusted', async () => {
    const forged = changed('forged.json', (text) => text.replace('"payload":"e', '"payload":"f'))
    expect((await verify(forged, '--trust-embedded-key')).code).toBe(1)
  })

  it('finds it valid with the key that is trusted and the run that was recorded', async () => {
    const { code, stdout } = await verify('run/certificate.json', '--key', 'key.pub.pem', '--history', 'run')
    expect(stdout).not.toContain('no trusted key')
    expect(code).toBe(0)
  })

  it('names what was tampered with', async () => {
    const { code, stdout } = await verify(
      changed('tampered.json', (text) => text.replace('"payload":"e', '"payload":"f')),
    )
    expect(code).toBe(1)
    expect(lastLine(stdout)).toMatch(/^NOT VALID {2}\d+ problems?: .*signature/)
  })

  it('says first what it looked at, and what not', async () => {
    const { stdout } = await verify('run/certificate.json', '--trust-embedded-key')
    expect(stdout.split('\n')[0]).toBe(
      'Looked at: run/certificate.json and certificate.html. Not looked at: the recorded run and the reports beside it (name their folder with --history).',
    )
    copyFileSync(within('run', 'certificate.json'), within('moved.json'))
    const moved = await verify('moved.json', '--trust-embedded-key')
    expect(moved.stdout.split('\n')[0]).toMatch(
      /^Looked at: moved\.json\. Not looked at: .* a page of the certificate \(moved\.html or certificate\.html beside it\)\.$/,
    )
    expect(moved.code).toBe(0)
  })

  it('finds a page of somebody else beside a certificate of any name', async () => {
    const page = readFileSync(within('run', 'certificate.html'), 'utf8').replace('127.0.0.1', 'api.example.com')
    for (const name of ['certificate.html', 'acme.html']) {
      mkdirSync(within('renamed'), { recursive: true })
      copyFileSync(within('run', 'certificate.json'), within('renamed', 'acme.json'))
      writeFileSync(within('renamed', name), page)
      const { code, stdout } = await verify('renamed/acme.json', '--trust-embedded-key')
      expect([code, stdout]).toEqual([1, expect.stringContaining(`page-differs, at ${name}`)])
      rmSync(within('renamed'), { recursive: true })
    }
  })

  it('takes the key by its fingerprint, from a list, or from the environment', async () => {
    writeFileSync(
      within('keys.txt'),
      `# the one before\n${'0'.repeat(64)}\n${readFileSync(within('key.pub.pem'), 'utf8')}`,
    )
    for (const key of [fingerprint(), 'keys.txt'])
      expect((await verify('run/certificate.json', '--key', key)).code).toBe(0)
    const verifyIn = (env: Record<string, string>, ...more: string[]) =>
      gatecheck(['verify', 'run/certificate.json', ...more], env)
    expect((await verifyIn({ GATECHECK_TRUSTED_KEY: fingerprint() })).code).toBe(0)
    expect((await verifyIn({ GATECHECK_TRUSTED_KEY: '0'.repeat(64) })).stdout).toContain('untrusted-key')
    expect((await verifyIn({ GATECHECK_TRUSTED_KEY: '0'.repeat(64) }, '--key', fingerprint())).code).toBe(0)
    expect((await verifyIn({ GATECHECK_TRUSTED_KEY: '' })).code).toBe(64)
  })

  it('takes no key that is revoked, whoever is trusted', async () => {
    const revoked = await verify('run/certificate.json', '--key', 'key.pub.pem', '--revoked', fingerprint())
    expect([revoked.code, revoked.stdout]).toEqual([1, expect.stringContaining('revoked-key')])
    const env = { GATECHECK_REVOKED_SIGNING_KEY: fingerprint() }
    const args = ['verify', 'run/certificate.json', '--key', 'key.pub.pem', '--revoked', '0'.repeat(64)]
    expect((await gatecheck(args, env)).stdout).toContain('revoked-key')
  })

  it('does not take the word of a stranger', async () => {
    await gatecheck(['keygen', 'other.pem'])
    const { code, stdout } = await verify('run/certificate.json', '--key', 'other.pub.pem')
    expect(code).toBe(1)
    expect(stdout).toContain('untrusted-key')
  })

  it.skipIf(process.platform === 'win32')('waits for no pipe that lies where a page or a report should', async () => {
    const beside = ['history.jsonl', 'certificate.json']
    for (const name of ['certificate.html', 'report.json']) {
      mkdirSync(within('piped'))
      for (const each of beside) copyFileSync(within('run', each), within('piped', each))
      execFileSync('mkfifo', [within('piped', name)])
      const { code } = await verify('piped/certificate.json', '--key', 'key.pub.pem')
      expect([name, code]).toEqual([name, name === 'certificate.html' ? 64 : 0])
      rmSync(within('piped'), { recursive: true })
    }
  })

  it('finds a report beside the history that says something else', async () => {
    mkdirSync(within('forged'))
    for (const name of ['history.jsonl', 'report.json']) copyFileSync(within('run', name), within('forged', name))
    const report = readFileSync(within('forged', 'report.json'), 'utf8')
    writeFileSync(within('forged', 'report.json'), report.replace('"verdict": "pass"', '"verdict": "fail"'))
    const { code, stdout } = await verify('run/certificate.json', '--history', 'forged')
    expect(code).toBe(1)
    expect(stdout).toContain('report-differs')
  })

  it.each([
    ['report.html', ['--history', 'drawn']],
    ['certificate.html', []],
  ])('finds a page that was drawn by somebody else: %s', async (name, more) => {
    mkdirSync(within('drawn'), { recursive: true })
    for (const each of ['history.jsonl', 'report.json', 'report.html', 'certificate.json', 'certificate.html'])
      copyFileSync(within('run', each), within('drawn', each))
    expect((await verify('drawn/certificate.json', '--trust-embedded-key', ...more)).code).toBe(0)
    const page = readFileSync(within('drawn', name), 'utf8')
    writeFileSync(within('drawn', name), page.replace('127.0.0.1', 'api.example.com'))
    const { code, stdout } = await verify('drawn/certificate.json', ...more)
    expect(code).toBe(1)
    expect(stdout).toContain(`page-differs`)
    expect(stdout).toContain(name)
  })

  it.each([
    ['a broken line', (text: string) => text.replace('"kind":"learned"', '"kind":"lear')],
    ['no beginning', (text: string) => text.replace('"kind":"began"', '"kind":"begam"')],
    ['no plan', (text: string) => text.replace('"planned"', '"plannee"')],
    ['nothing in it', () => ''],
  ])('finds a history with %s not to be the one', async (_, change) => {
    mkdirSync(within('broken'), { recursive: true })
    writeFileSync(within('broken', 'history.jsonl'), change(readFileSync(within('run', 'history.jsonl'), 'utf8')))
    const { code, stdout } = await verify('run/certificate.json', '--history', 'broken')
    expect(code).toBe(1)
    expect(stdout).toContain('history-digest')
  })

  it.each([
    [['nothing.json']],
    [['run/certificate.json', '--history', 'nowhere']],
    [['run/certificate.json', '--key', 'nothing.pem']],
    [['run/certificate.json', '--key', 'key.pub.pem', '--trust-embedded-key']],
    [['run/certificate.json', '--key', '0123456789abcdef']],
    [['run/certificate.json', '--key', 'key.pem']],
    [['run/certificate.json', '--revoked', 'nothing.txt']],
  ])('is wrong usage: %j', async (args) => {
    expect((await verify(...args)).code).toBe(64)
  })
})
