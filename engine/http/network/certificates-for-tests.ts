import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** A CA in its own folder, with the certificates that it issues (by openssl). */
export class CertificatesForTests {
  readonly folder = mkdtempSync(join(tmpdir(), 'gatecheck-ca-'))
  readonly ca: string

  constructor(name = 'The CA of a test') {
    this.ca = this.#selfSigned('ca', name, 'basicConstraints=critical,CA:TRUE')
  }

  path(file: string): string {
    return join(this.folder, file)
  }

  text(file: string): string {
    return readFileSync(this.path(file), 'utf8')
  }

  /** NAME.pem and NAME.key, for names and addresses (DNS:a.test, IP:127.0.0.1). */
  issue(name: string, names: readonly string[], more: readonly string[] = ['-days', '1']) {
    const [cert = '', key = '', request = '', extensions = ''] = ['pem', 'key', 'csr', 'ext'].map((ending) =>
      this.path(`${name}.${ending}`),
    )
    writeFileSync(extensions, `subjectAltName=${names.join(',')}\n`)
    openssl(['req', '-new', ...EC, '-subj', `/CN=${name}`, '-keyout', key, '-out', request])
    const by = ['-CA', this.ca, '-CAkey', this.path('ca.key'), '-CAcreateserial']
    openssl(['x509', '-req', '-in', request, ...by, '-extfile', extensions, ...more, '-out', cert])
    return { cert, key }
  }

  selfSigned(name: string, names: readonly string[]) {
    return { cert: this.#selfSigned(name, name, `subjectAltName=${names.join(',')}`), key: this.path(`${name}.key`) }
  }

  /** The same key with a passphrase. */
  lock(key: string, passphrase: string): string {
    const locked = `${key}.locked`
    openssl(['pkcs8', '-topk8', '-in', key, '-out', locked, '-passout', `pass:${passphrase}`])
    return locked
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }

  #selfSigned(file: string, name: string, extension: string): string {
    const cert = this.path(`${file}.pem`)
    const out = ['-keyout', this.path(`${file}.key`), '-out', cert]
    openssl(['req', '-x509', ...EC, '-days', '1', '-subj', `/CN=${name}`, '-addext', extension, ...out])
    return cert
  }
}

const openssl = (words: readonly string[]) => execFileSync('openssl', words, { stdio: 'ignore' })
