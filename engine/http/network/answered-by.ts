import { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { AnsweredBy } from '../../history/entry/answered-by.ts'
import { excerpt } from '../../history/reading/words.ts'
import { type AddressKind, kindOfAddress } from './address-kind.ts'

const MOST_CHARACTERS = 300

type Circumstances = { proxy?: string | undefined; given: ReadonlySet<string> }

/** Of `socket`, which may speak TLS over `carrier`. `given`: fingerprints of the certificates from --ca. */
export function wayOver(carrier: Socket, socket: Socket, { proxy, given }: Circumstances): AnsweredBy {
  const { remoteAddress: address } = carrier
  // Where they are the same, TLS is the proxy's.
  const tls = socket !== carrier && socket instanceof TLSSocket ? socket : undefined
  const certificate = tls?.getPeerCertificate(true)
  const isVouchedFor = tls?.authorized === true && isIssuedBy(given, certificate)
  return {
    ...(proxy === undefined && address !== undefined && { address }),
    ...(tls && certificate?.raw && { tls: identityOf(tls, new X509Certificate(certificate.raw)) }),
    ...(proxy !== undefined && { proxy }),
    ...(isVouchedFor && { ca: true as const }),
  }
}

function identityOf(
  socket: TLSSocket,
  { issuer, subject, fingerprint256, validToDate }: X509Certificate,
): NonNullable<AnsweredBy['tls']> {
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    issuer: nameIn(issuer),
    subject: nameIn(subject),
    fingerprint256,
    validTo: Number.isNaN(validToDate.getTime()) ? 'unknown' : validToDate.toISOString(),
    authorized: socket.authorized,
  }
}

/** Node writes one attribute a line, and nothing where there are none. */
const nameIn = (lines: string | undefined) => excerpt((lines ?? '').replaceAll('\n', ', '), MOST_CHARACTERS)

function isIssuedBy(given: ReadonlySet<string>, certificate: DetailedPeerCertificate | undefined): boolean {
  const seen = new Set<string>()
  // The last one is its own issuer.
  for (let each = certificate; each && !seen.has(each.fingerprint256); each = each.issuerCertificate) {
    if (given.has(each.fingerprint256)) return true
    seen.add(each.fingerprint256)
  }
  return false
}

/** The connections over which answers of one server have come. */
export class Answered {
  /** Kinds of the addresses; an unknown address, as behind a proxy, counts as public. */
  readonly kinds = new Set<AddressKind>()
  readonly #ways = new Map<string, AnsweredBy>()

  note(way: AnsweredBy): void {
    this.kinds.add(way.address === undefined ? 'public' : kindOfAddress(way.address))
    if (this.#ways.size < BOUNDS.waysToTheServer.most) this.#ways.set(JSON.stringify(way), way)
  }

  /** Distinct, in the order of their first answers. */
  ways(): AnsweredBy[] {
    return [...this.#ways.values()]
  }
}
