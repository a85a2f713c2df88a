import { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls'
import type { AnsweredBy } from '../../history/entry/answered-by.ts'
import { excerpt } from '../../history/reading/words.ts'

const NAME_CHARACTERS = 300

/** `carrier`: the TCP connection below `socket`. `given`: fingerprints of the certificates from --ca. */
export function answeredByOf(
  carrier: Socket,
  socket: Socket,
  { proxy, given }: { proxy?: string | undefined; given: ReadonlySet<string> },
): AnsweredBy {
  // If both are the same socket, its TLS is the proxy's.
  const tls = socket !== carrier && socket instanceof TLSSocket ? socket : undefined
  const certificate = tls?.getPeerCertificate(true)
  return {
    ...(proxy === undefined && carrier.remoteAddress !== undefined && { address: carrier.remoteAddress }),
    ...(tls && certificate?.raw && { tls: describe(tls, new X509Certificate(certificate.raw)) }),
    ...(proxy !== undefined && { proxy }),
    ...(tls?.authorized && isIssuedBy(given, certificate) && { ca: true as const }),
  }
}

function describe(socket: TLSSocket, certificate: X509Certificate): NonNullable<AnsweredBy['tls']> {
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

function isIssuedBy(given: ReadonlySet<string>, certificate: DetailedPeerCertificate | undefined): boolean {
  const seen = new Set<string>()
  // A root certificate is its own issuer.
  for (let each = certificate; each && !seen.has(each.fingerprint256); each = each.issuerCertificate) {
    if (given.has(each.fingerprint256)) return true
    seen.add(each.fingerprint256)
  }
  return false
}
