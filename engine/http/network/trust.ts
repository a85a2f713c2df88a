import { createPrivateKey, X509Certificate } from 'node:crypto'
// By name, Node before 22.15 does not load what is not there, and the word on its age would never come.
import * as tls from 'node:tls'
import type { Configuration } from '../../config/configuration.ts'
import { PASSPHRASE } from '../../config/network-names.ts'
import { UsageError } from '../../config/target.ts'
import { excerpt } from '../../history/reading/words.ts'
import { textGiven } from '../../writing/read-file.ts'

export type TrustSettings = Pick<Configuration, 'ca' | 'clientCert' | 'clientKey' | 'insecure'>

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Whose certificates are believed, and which one is shown. Files that cannot be used are wrong usage, and said before anything is sent. */
export class Trust {
  /** Any certificate is taken. */
  readonly isBlind: boolean
  /** For everybody. */
  readonly usual: tls.SecureContext | undefined
  /** Fingerprints of the certificates in --ca. */
  readonly given: ReadonlySet<string>
  /** For the server under test alone. */
  readonly own: tls.SecureContext | undefined

  constructor({ ca, clientCert, clientKey, insecure }: TrustSettings, passphrase?: string) {
    this.isBlind = insecure === true
    // What is given replaces what Node trusts by itself, NODE_EXTRA_CA_CERTS included, unless that is named again.
    const given = ca === undefined ? [] : certificatesIn('--ca', ca)
    this.given = new Set(given.map((each) => new X509Certificate(each).fingerprint256))
    const trusted = ca === undefined ? {} : { ca: [...tls.getCACertificates('default'), ...given] }
    this.usual = ca === undefined ? undefined : tls.createSecureContext(trusted)
    const shown = clientPair(clientCert, clientKey, passphrase)
    this.own = shown ? tls.createSecureContext({ ...trusted, ...shown }) : this.usual
  }
}

function clientPair(certFile: string | undefined, keyFile: string | undefined, passphrase: string | undefined) {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined) throw new UsageError('--client-key is given without --client-cert: give both')
  if (keyFile === undefined) throw new UsageError('--client-cert is given without --client-key: give both')
  const certificates = certificatesIn('--client-cert', certFile)
  const key = textOf('--client-key', keyFile)
  const privateKey = privateKeyIn(key, keyFile, passphrase)
  if (!new X509Certificate(certificates[0]!).checkPrivateKey(privateKey))
    throw new UsageError(
      `--client-key ${excerpt(keyFile)} does not belong to the first certificate in --client-cert ${excerpt(certFile)}`,
    )
  return { cert: certificates.join('\n'), key, ...(passphrase !== undefined && { passphrase }) }
}

function privateKeyIn(key: string, file: string, passphrase: string | undefined) {
  try {
    return createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) })
  } catch {
    const isLocked = /ENCRYPTED/.test(key)
    if (isLocked && passphrase === undefined)
      throw new UsageError(`--client-key ${excerpt(file)} requires a passphrase: set ${PASSPHRASE} in the environment`)
    if (isLocked)
      throw new UsageError(`--client-key ${excerpt(file)} cannot be decrypted with the passphrase in ${PASSPHRASE}`)
    throw new UsageError(`--client-key ${excerpt(file)} contains no readable private key: it must be PEM`)
  }
}

function certificatesIn(option: string, file: string): string[] {
  const certificates = textOf(option, file).match(CERTIFICATES) ?? []
  const isReadable = certificates.length > 0 && certificates.every(canBeRead)
  if (isReadable) return certificates
  throw new UsageError(
    `${option} ${excerpt(file)} contains no readable certificate: it must be PEM (-----BEGIN CERTIFICATE-----)`,
  )
}

function canBeRead(certificate: string): boolean {
  try {
    return new X509Certificate(certificate).subject !== ''
  } catch {
    return false
  }
}

const textOf = (option: string, file: string) => textGiven(file, `${option} ${excerpt(file)}`, { encoding: 'latin1' })
