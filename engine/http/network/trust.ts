import { createPrivateKey, X509Certificate } from 'node:crypto'
// As a namespace: Node before 22.15 has no getCACertificates and must still get as far as the version message.
import * as tls from 'node:tls'
import type { Configuration } from '../../config/configuration.ts'
import { PASSPHRASE } from '../../config/network-names.ts'
import { UsageError } from '../../config/target.ts'
import { excerpt } from '../../history/reading/words.ts'
import { textGiven } from '../../writing/read-file.ts'

export type TrustSettings = Pick<Configuration, 'ca' | 'clientCert' | 'clientKey' | 'insecure'>

export type Trust = {
  /** --insecure */
  acceptsAny: boolean
  /** For all servers; undefined: Node's default. */
  usual: tls.SecureContext | undefined
  /** For the server under test: with the client certificate. */
  own: tls.SecureContext | undefined
  /** Fingerprints of the certificates in --ca. */
  given: ReadonlySet<string>
}

/** Unusable files are a usage error before anything is sent. */
export function trustOf({ ca, clientCert, clientKey, insecure }: TrustSettings, passphrase?: string): Trust {
  const given = ca === undefined ? [] : certificatesIn('--ca', ca)
  // An own list replaces Node's default, NODE_EXTRA_CA_CERTS included.
  const trusted = ca === undefined ? {} : { ca: [...tls.getCACertificates('default'), ...given] }
  const usual = ca === undefined ? undefined : tls.createSecureContext(trusted)
  const shown = clientPair(clientCert, clientKey, passphrase)
  return {
    acceptsAny: insecure === true,
    usual,
    own: shown ? tls.createSecureContext({ ...trusted, ...shown }) : usual,
    given: new Set(given.map((each) => new X509Certificate(each).fingerprint256)),
  }
}

function clientPair(certFile: string | undefined, keyFile: string | undefined, passphrase: string | undefined) {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined) throw new UsageError('--client-key is given without --client-cert: give both')
  if (keyFile === undefined) throw new UsageError('--client-cert is given without --client-key: give both')
  const certificates = certificatesIn('--client-cert', certFile)
  const key = textOf('--client-key', keyFile)
  if (!new X509Certificate(certificates[0]!).checkPrivateKey(privateKeyIn(key, keyFile, passphrase)))
    throw new UsageError(
      `--client-key ${excerpt(keyFile)} does not belong to the first certificate in --client-cert ${excerpt(certFile)}`,
    )
  return { cert: certificates.join('\n'), key, ...(passphrase !== undefined && { passphrase }) }
}

function privateKeyIn(key: string, file: string, passphrase: string | undefined) {
  try {
    return createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) })
  } catch {
    const problem = !/ENCRYPTED/.test(key)
      ? 'contains no readable private key: it must be PEM'
      : passphrase === undefined
        ? `requires a passphrase: set ${PASSPHRASE} in the environment`
        : `cannot be decrypted with the passphrase in ${PASSPHRASE}`
    throw new UsageError(`--client-key ${excerpt(file)} ${problem}`)
  }
}

function certificatesIn(option: string, file: string): string[] {
  const certificates = textOf(option, file).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (certificates.length > 0 && certificates.every(isReadable)) return certificates
  throw new UsageError(
    `${option} ${excerpt(file)} contains no readable certificate: it must be PEM (-----BEGIN CERTIFICATE-----)`,
  )
}

function isReadable(certificate: string): boolean {
  try {
    return new X509Certificate(certificate).subject !== ''
  } catch {
    return false
  }
}

const textOf = (option: string, file: string) => textGiven(file, `${option} ${excerpt(file)}`, { encoding: 'latin1' })
