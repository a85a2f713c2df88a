import { createHash, createPublicKey } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService } from '../../service/start.ts'
import { NOT_JUDGED } from '../../tools/certificate/document/schema.ts'
import { IDENTITY, ISSUER, mockedSigstore, TOKEN } from '../../tools/certificate/sigstore-for-tests.ts'
import { command, type Finished, onlyKeyOf, temporaryFolder } from './command.ts'

let certified: Finished
let folder: ReturnType<typeof temporaryFolder>
const within = (...path: string[]) => join(folder.path, ...path)
const gatecheck = (args: string[], env: Record<string, string> = {}) => command(args, { cwd: folder.path, env })
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)

beforeAll(async () => {
  folder = temporaryFolder()
  await gatecheck(['keygen', 'key.pem'])
  // The embedded service has every key that a full run needs.
  writeFileSync(within('trusted-root.json'), (await mockedSigstore()).trustedRoot)
  certified = await gatecheck(
    [
      'certify',
      '--signing-key',
      'key.pem',
      '--quiet',
      '--out',
      'run',
      '--report',
      'html,junit,har,junit=elsewhere.xml',
      '--sigstore',
    ],
    { SIGSTORE_ID_TOKEN: TOKEN, CI_JOB_URL: 'https://gitlab.example/jobs/7' },
  )
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
    expect(certified.stdout).toContain(
      'Not covered by the certificate (in another folder, or unsupported name): elsewhere.xml',
    )
  })

  it('refuses a revoked key before the run', async () => {
    const { code, stderr } = await gatecheck(['certify', '--signing-key', 'key.pem', '--out', 'never'], {
      GATECHECK_REVOKED_SIGNING_KEY: readFileSync(within('key.pub.pem'), 'utf8').replaceAll('\n', '\\n'),
    })
    expect(code).toBe(64)
    expect(stderr).toContain('is revoked by GATECHECK_REVOKED_SIGNING_KEY')
    expect(existsSync(within('never'))).toBe(false)
  })

  it.each<[string, string[], RegExp]>([
    ['without a signing key', [], /gatecheck keygen/],
    ['with a smaller --generate', ['--signing-key', 'key.pem', '--generate', '20'], /leave out --generate 20/],
    ['with a subject without a digest', ['--signing-key', 'key.pem', '--subject', 'a:latest'], /by its digest/],
    [
      'with a subject and no server',
      ['--signing-key', 'key.pem', '--subject', `git+${'a'.repeat(40)}`],
      /would test the embedded reference service/,
    ],
    ['with --sigstore and no identity', ['--signing-key', 'key.pem', '--sigstore'], /needs an OIDC identity/],
    ['with a profile', ['--signing-key', 'key.pem', '--profile', 'smoke'], /--profile cannot be combined with certify/],
  ])('refuses to run %s', async (_, args, why) => {
    const { code, stderr } = await gatecheck(['certify', '--out', 'never', ...args])
    expect(stderr).toMatch(why)
    expect(code).toBe(64)
    expect(existsSync(within('never'))).toBe(false)
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
    expect(stdout).toContain('Test result (WARNED): short/test-result.intoto.jsonl, short/predicate.json')
    const { result, [NOT_JUDGED]: notJudged } = JSON.parse(readFileSync(within('short', 'predicate.json'), 'utf8'))
    expect(result).toBe('WARNED')
    expect(notJudged).not.toHaveLength(0)
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

  it('takes the trusted key as a fingerprint or from the environment', async () => {
    expect((await verify('run/certificate.json', '--key', fingerprint())).code).toBe(0)
    const verifyIn = (key: string) => gatecheck(['verify', 'run/certificate.json'], { GATECHECK_TRUSTED_KEY: key })
    expect((await verifyIn(fingerprint())).code).toBe(0)
    expect((await verifyIn('0'.repeat(64))).stdout).toContain('untrusted-key')
    expect((await verifyIn('')).code).toBe(64)
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

  it('rejects a changed history', async () => {
    mkdirSync(within('broken'), { recursive: true })
    writeFileSync(within('broken', 'history.jsonl'), '')
    const { code, stdout } = await verify('run/certificate.json', '--history', 'broken')
    expect(code).toBe(1)
    expect(stdout).toContain('history-digest')
  })

  it('prints JSON, and takes --revoked, --require-full and --max-age', async () => {
    const trusted = ['run/certificate.json', '--key', 'key.pub.pem']
    const { code, stdout } = await verify(...trusted, '--json', '--require-full', '--max-age', '365d')
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'valid',
      exit: 0,
      extent: 'full',
      target: { kind: 'embedded' },
    })
    expect(code).toBe(0)
    const revoked = await verify(...trusted, '--revoked', fingerprint())
    expect([revoked.code, revoked.stdout]).toEqual([1, expect.stringContaining('revoked-key')])
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

describe('the test result of a certified run', () => {
  const verify = (...args: string[]) => gatecheck(['verify', ...args])
  const bundle = 'run/test-result.sigstore.json'
  const SIGSTORE = [bundle, '--trusted-root', 'trusted-root.json']

  it('is verified with its key and its run, and names the key', async () => {
    const file = 'run/test-result.intoto.jsonl'
    const { code, stdout } = await verify(file, '--key', 'key.pub.pem', '--history', 'run')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Verified: run\/test-result\.intoto\.jsonl and history\.jsonl\.$/m)
    expect(stdout).toMatch(/^signed by: key [0-9a-f]{64} \(trusted\)$/m)
    expect(stdout).toContain('run: https://gitlab.example/jobs/7')
    expect(lastLine(stdout)).toMatch(/^VALID, (PASSED|WARNED) {2}/)
    expect((await verify(file)).code).toBe(2)
    const { result } = JSON.parse(readFileSync(within('run', 'predicate.json'), 'utf8'))
    const json = JSON.parse((await verify(file, '--trust-embedded-key', '--json')).stdout)
    expect(json).toMatchObject({ kind: 'test-result', verdict: 'valid', trust: 'embedded', result })
  })

  it('is verified offline as a Sigstore bundle, and names the identity', async () => {
    const { code, stdout } = await verify(...SIGSTORE, '--identity', IDENTITY, '--issuer', ISSUER, '--history', 'run')
    expect(stdout).toContain(`signed by: ${IDENTITY}, issuer ${ISSUER}, through Sigstore (trusted)`)
    expect(code).toBe(0)
    const unnamed = await verify(...SIGSTORE)
    expect(unnamed.code).toBe(2)
    expect(lastLine(unnamed.stdout)).toContain('name it with --identity and --issuer')
    const other = await verify(...SIGSTORE, '--identity', `${IDENTITY}2`, '--issuer', ISSUER)
    expect([other.code, lastLine(other.stdout)]).toEqual([1, 'NOT VALID  1 problem: untrusted-identity'])
  })

  it.each<[string, string[], string]>([
    ['a bundle without a trusted root', [bundle], 'needs --trusted-root FILE'],
    ['a key for a bundle', [...SIGSTORE, '--key', 'key.pub.pem'], 'use --identity and --issuer instead of a key'],
    ['an identity without an issuer', [...SIGSTORE, '--identity', IDENTITY], 'belong together'],
    ['--require-full', [...SIGSTORE, '--require-full'], '--require-full is for certificates'],
    ['a subject of a certificate', ['run/certificate.json', '--subject', 'x'], '--subject is for test results'],
  ])('refuses %s', async (_, args, why) => {
    const { code, stderr } = await verify(...args)
    expect(stderr).toContain(why)
    expect(code).toBe(64)
  })

  it('is covered by the certificate', async () => {
    const { stdout } = await verify('run/certificate.json', '--key', 'key.pub.pem', '--history', 'run')
    expect(stdout).toContain('test-result.intoto.jsonl, test-result.sigstore.json')
    expect(stdout).not.toContain('Not covered by the certificate: predicate')
  })
})
