import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
// As a namespace: Node before 22.15 has no getCACertificates, but must reach the message about its version.
import * as tls from 'node:tls'
import type { Configuration } from '../../config/configuration.ts'
import { PASSPHRASE } from '../../config/network-names.ts'
import { UsageError } from '../../config/target.ts'
import type { AnsweredBy } from '../../history/entry/answered-by.ts'
import { excerpt, firstFew } from '../../history/reading/words.ts'
import { textGiven } from '../../writing/read-file.ts'
import { ExplainedFailure } from './explained-failure.ts'

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

/** Throws a usage error for unusable files. */
export function trustOf({ ca, clientCert, clientKey, insecure }: TrustSettings, passphrase?: string): Trust {
  const given = ca === undefined ? [] : certificatesIn('--ca', ca)
  // A list replaces Node's default, including NODE_EXTRA_CA_CERTS.
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

const MOST_NAMES = 3

/** OpenSSL and Node codes. */
const UNKNOWN_ISSUER = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]

/** Says what is wrong with a server's certificate and what to do. Contains text from the certificate. */
export function badCertificate(
  code: string,
  host: string,
  certificate: tls.PeerCertificate | undefined,
): ExplainedFailure {
  const sentence = `the certificate of ${host}${problem(code, host, certificate)}`
  return new ExplainedFailure(
    'certificate',
    `${sentence} (${code}). To accept any certificate without verification: --insecure`,
  )
}

function problem(code: string, host: string, certificate: tls.PeerCertificate | undefined): string {
  if (code === 'CERT_HAS_EXPIRED')
    return `, or one in its chain, has expired${dated(' (its own: ', certificate?.valid_to)}: renew it on the server`
  if (code === 'CERT_NOT_YET_VALID')
    return ` is not valid yet${dated(' (from ', certificate?.valid_from)}: check the clock of this machine`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return ` is not valid for this host; it is for ${namesIn(certificate)}. Use that name in the base URL, or have a certificate issued for ${host}`
  if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT')
    return ' is self-signed and not trusted: if you expect it, name its file with --ca'
  if (UNKNOWN_ISSUER.includes(code))
    return ` was issued by ${issuerOf(certificate)}, which is not trusted: name the CA certificate with --ca, or let the server send the missing intermediate certificate`
  return ' cannot be trusted'
}

const dated = (before: string, date: string | undefined) => (date ? `${before}${excerpt(date, 40)})` : '')

function namesIn(certificate: tls.PeerCertificate | undefined): string {
  const named = certificate?.subjectaltname?.split(/, ?/).map((each) => each.replace(/^(DNS|IP Address):/, ''))
  const names = named ?? [certificate?.subject?.CN ?? 'no host'].flat()
  return firstFew(
    names.map((each) => excerpt(each, 80)),
    MOST_NAMES,
  )
}

function issuerOf(certificate: tls.PeerCertificate | undefined): string {
  const { CN, O } = certificate?.issuer ?? {}
  return excerpt(String([CN ?? O ?? 'an issuer without a name'].flat()[0]), 80)
}

/** If the server rejected our certificate. With TLS 1.3 this comes only after the handshake. */
export function refusedCertificate(code: string): ExplainedFailure | undefined {
  if (/^ERR_SSL_\w*ALERT_(CERTIFICATE_REQUIRED|NO_CERTIFICATE)/.test(code))
    return new ExplainedFailure(
      'certificate',
      `the server requires a client certificate (${code}): use --client-cert and --client-key`,
    )
  if (
    /^ERR_SSL_\w*ALERT_(BAD_CERTIFICATE|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE|CERTIFICATE_(EXPIRED|UNKNOWN|REVOKED))/.test(
      code,
    )
  )
    return new ExplainedFailure(
      'certificate',
      `the server rejected the client certificate (${code}): ask its operator which CA must issue --client-cert`,
    )
  return undefined
}

const NAME_CHARACTERS = 300

/** `carrier`: the TCP connection below `socket`. `given`: fingerprints of the certificates from --ca. */
export function answeredByOf(
  carrier: Socket,
  socket: Socket,
  { proxy, given }: { proxy?: string | undefined; given: ReadonlySet<string> },
): AnsweredBy {
  // If both are the same socket, its TLS is that of the proxy.
  const secure = socket !== carrier && socket instanceof tls.TLSSocket ? socket : undefined
  const certificate = secure?.getPeerCertificate(true)
  return {
    ...(proxy === undefined && carrier.remoteAddress !== undefined && { address: carrier.remoteAddress }),
    ...(secure && certificate?.raw && { tls: describe(secure, new X509Certificate(certificate.raw)) }),
    ...(proxy !== undefined && { proxy }),
    ...(secure?.authorized && isIssuedBy(given, certificate) && { ca: true as const }),
  }
}

function describe(socket: tls.TLSSocket, certificate: X509Certificate): NonNullable<AnsweredBy['tls']> {
  const { issuer, subject, fingerprint256, validToDate } = certificate
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    issuer: inOneLine(issuer),
    subject: inOneLine(subject),
    fingerprint256,
    validTo: Number.isNaN(validToDate.getTime()) ? 'unknown' : validToDate.toISOString(),
    authorized: socket.authorized,
  }
}

const inOneLine = (name: string | undefined) => excerpt((name ?? '').replaceAll('\n', ', '), NAME_CHARACTERS)

function isIssuedBy(given: ReadonlySet<string>, certificate: tls.DetailedPeerCertificate | undefined): boolean {
  const seen = new Set<string>()
  // A root certificate is its own issuer.
  for (let each = certificate; each && !seen.has(each.fingerprint256); each = each.issuerCertificate) {
    if (given.has(each.fingerprint256)) return true
    seen.add(each.fingerprint256)
  }
  return false
}
