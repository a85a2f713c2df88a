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

  it('refuses to overwrite a key', async () => {
    const before = readFileSync(within('key.pem'), 'utf8')
    expect((await gatecheck(['keygen', 'key.pem'])).code).toBe(64)
    expect(readFileSync(within('key.pem'), 'utf8')).toBe(before)
  })
})

describe('gatecheck certify', () => {
  it('writes a signed certificate and its page when every must clause passes', () => {
    expect(existsSync(within('run', 'certificate.json'))).toBe(true)
    expect(readFileSync(within('run', 'certificate.html'), 'utf8')).toContain('Certificate of conformance')
  })

  it('covers the reports beside the history by their digests', () => {
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
    expect(certified.stdout).toContain(
      'Not covered by the certificate (in another folder, or unsupported name): elsewhere.xml',
    )
  })

  it('makes a key private that others can read, and says so', async () => {
    await gatecheck(['keygen', 'open.pem'])
    chmodSync(within('open.pem'), 0o644)
    const args = ['certify', '--signing-key', 'open.pem', '--insecure']
    expect((await gatecheck(args)).stderr).toContain('open.pem was accessible to other users (mode 644)')
    expect(statSync(within('open.pem')).mode & 0o777).toBe(0o600)
    expect((await gatecheck(args)).stderr).not.toContain('was accessible to other users')
  })

  it('takes the signing key from the environment', async () => {
    const { code, stderr } = await gatecheck(['certify', '--profile', 'smoke'], {
      GATECHECK_SIGNING_KEY: readFileSync(within('key.pem'), 'utf8').replaceAll('\n', '\\n'),
    })
    // Far enough to tell: the key was read, and the profile does not go with it.
    expect(code).toBe(64)
    expect(stderr).toContain('--profile cannot be combined with certify')
  })

  it('refuses a revoked key before the run', async () => {
    const { code, stderr } = await gatecheck(['certify', '--signing-key', 'key.pem', '--out', 'never'], {
      GATECHECK_REVOKED_SIGNING_KEY: readFileSync(within('key.pub.pem'), 'utf8').replaceAll('\n', '\\n'),
    })
    expect(code).toBe(64)
    expect(stderr).toContain('is revoked by GATECHECK_REVOKED_SIGNING_KEY')
    expect(existsSync(within('never'))).toBe(false)
  })

  it('refuses to run without a signing key', async () => {
    const { code, stderr } = await gatecheck(['certify', '--out', 'never'])
    expect(code).toBe(64)
    expect(stderr).toContain('gatecheck keygen')
    expect(existsSync(within('never'))).toBe(false)
  })

  it('refuses a smaller --generate before the run', async () => {
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

  it('names missing API keys before the run', async () => {
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

describe('an incomplete run', () => {
  it('gets no certificate, and the output says what is missing', async () => {
    const args = ['certify', '--signing-key', 'key.pem', '--quiet', '--out', 'short', '--max-jobs', '1']
    const { code, stdout } = await gatecheck(args)
    expect(code).toBe(2)
    expect(stdout).toMatch(/NO CERTIFICATE {2}\d+ unmet conditions:/)
    expect(stdout).toContain('raise or drop --max-jobs')
    expect(existsSync(within('short', 'certificate.json'))).toBe(false)
  })
})

describe('gatecheck verify', () => {
  const verify = (...args: string[]) => gatecheck(['verify', ...args])
  const fingerprint = () =>
    createHash('sha256')
      .update(createPublicKey(readFileSync(within('key.pub.pem'), 'utf8')).export({ type: 'spki', format: 'der' }))
      .digest('hex')

  it('has no verdict on an untrusted key', async () => {
    const { code, stdout } = await verify('run/certificate.json')
    expect(code).toBe(2)
    expect(lastLine(stdout)).toMatch(/^NO VERDICT {2}the signature is intact, but the key is not trusted/)
    expect(lastLine(stdout)).toMatch(/--key, or add --trust-embedded-key/)
    expect(stdout.slice(0, stdout.indexOf('NO VERDICT'))).toContain(`signing key fingerprint: ${fingerprint()}`)
    expect(stdout).not.toMatch(/^VALID/m)
  })

  it('accepts the embedded key with --trust-embedded-key, and says that no key was trusted', async () => {
    const { code, stdout } = await verify('run/certificate.json', '--trust-embedded-key')
    expect(code).toBe(0)
    expect(lastLine(stdout)).toMatch(/^VALID/)
    expect(stdout.slice(0, stdout.indexOf('VALID'))).toContain(`signing key fingerprint: ${fingerprint()}`)
    expect(stdout).toContain('no trusted key was given')
    expect(stdout).not.toContain('media.')
  })

  it('accepts a trusted key together with the recorded run', async () => {
    const { code, stdout } = await verify('run/certificate.json', '--key', 'key.pub.pem', '--history', 'run')
    expect(stdout).not.toContain('no trusted key')
    expect(code).toBe(0)
  })

  it('rejects a changed payload, even if the embedded key is trusted', async () => {
    const text = readFileSync(within('run', 'certificate.json'), 'utf8')
    writeFileSync(within('tampered.json'), text.replace('"payload":"e', '"payload":"f'))
    const { code, stdout } = await verify('tampered.json')
    expect(code).toBe(1)
    expect(lastLine(stdout)).toMatch(/^NOT VALID {2}\d+ problems?: .*signature/)
    expect((await verify('tampered.json', '--trust-embedded-key')).code).toBe(1)
  })

  it('first lists what it read and what it did not', async () => {
    const { stdout } = await verify('run/certificate.json', '--trust-embedded-key')
    expect(stdout.split('\n')[0]).toBe(
      'Verified: run/certificate.json and certificate.html. Not verified: the recorded run and its reports (name their folder with --history).',
    )
    copyFileSync(within('run', 'certificate.json'), within('moved.json'))
    const moved = await verify('moved.json', '--trust-embedded-key')
    expect(moved.stdout.split('\n')[0]).toMatch(
      /^Verified: moved\.json\. Not verified: .* a page of the certificate \(moved\.html or certificate\.html beside it\)\.$/,
    )
    expect(moved.code).toBe(0)
  })

  it('finds a changed page beside a certificate of any name', async () => {
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

  it('takes the trusted key as a fingerprint, from a list or from the environment', async () => {
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

  it('rejects a revoked key even if it is trusted', async () => {
    const revoked = await verify('run/certificate.json', '--key', 'key.pub.pem', '--revoked', fingerprint())
    expect([revoked.code, revoked.stdout]).toEqual([1, expect.stringContaining('revoked-key')])
    const env = { GATECHECK_REVOKED_SIGNING_KEY: fingerprint() }
    const args = ['verify', 'run/certificate.json', '--key', 'key.pub.pem', '--revoked', '0'.repeat(64)]
    expect((await gatecheck(args, env)).stdout).toContain('revoked-key')
  })

  it('rejects a certificate that another key signed', async () => {
    await gatecheck(['keygen', 'other.pem'])
    const { code, stdout } = await verify('run/certificate.json', '--key', 'other.pub.pem')
    expect(code).toBe(1)
    expect(stdout).toContain('untrusted-key')
  })

  it.skipIf(process.platform === 'win32')('does not wait for a pipe in the place of a page or a report', async () => {
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

  it('finds a changed report and changed pages beside the history', async () => {
    mkdirSync(within('forged'))
    const forge = (name: string, from: string, to: string) =>
      writeFileSync(within('forged', name), readFileSync(within('run', name), 'utf8').replace(from, to))
    for (const name of ['history.jsonl', 'certificate.json']) copyFileSync(within('run', name), within('forged', name))
    forge('report.json', '"verdict": "pass"', '"verdict": "fail"')
    for (const name of ['report.html', 'certificate.html']) forge(name, '127.0.0.1', 'api.example.com')
    const { code, stdout } = await verify('forged/certificate.json', '--history', 'forged')
    expect(code).toBe(1)
    for (const found of ['report-differs', 'page-differs, at report.html', 'page-differs, at certificate.html'])
      expect(stdout).toContain(found)
  })

  it.each([
    ['a broken line', (text: string) => text.replace('"kind":"learned"', '"kind":"lear')],
    ['no beginning', (text: string) => text.replace('"kind":"began"', '"kind":"begam"')],
    ['no plan', (text: string) => text.replace('"planned"', '"plannee"')],
    ['nothing in it', () => ''],
  ])('rejects a history with %s', async (_, change) => {
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
