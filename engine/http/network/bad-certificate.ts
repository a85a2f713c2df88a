import type { PeerCertificate } from 'node:tls'
import { excerpt, firstFew } from '../../history/reading/words.ts'
import { ExplainedFailure } from './explained-failure.ts'

const MOST_NAMES = 3

/** OpenSSL and Node codes. */
const UNKNOWN_ISSUER = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]

/** Says what is wrong with a server's certificate and what to do. The text in it is the server's. */
export function badCertificate(code: string, host: string, certificate: PeerCertificate | undefined): ExplainedFailure {
  const sentence = `the certificate of ${host}${problem(code, host, certificate)}`
  return new ExplainedFailure(
    'certificate',
    `${sentence} (${code}). To accept any certificate without verification: --insecure`,
  )
}

function problem(code: string, host: string, certificate: PeerCertificate | undefined): string {
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

function namesIn(certificate: PeerCertificate | undefined): string {
  const named = certificate?.subjectaltname?.split(/, ?/).map((each) => each.replace(/^(DNS|IP Address):/, ''))
  const names = named ?? [certificate?.subject?.CN ?? 'nobody'].flat()
  return firstFew(
    names.map((each) => excerpt(each, 80)),
    MOST_NAMES,
  )
}

function issuerOf(certificate: PeerCertificate | undefined): string {
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
