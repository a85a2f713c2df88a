/** A connection over which the server answered. Its certificate may contain any text. */
export type AnsweredBy = {
  /** The remote address; unknown behind a proxy. */
  address?: string
  tls?: {
    protocol: string
    issuer: string
    subject: string
    fingerprint256: string
    /** ISO 8601 */
    validTo: string
    /** False only with --insecure. */
    authorized: boolean
  }
  /** The origin of the proxy, without credentials. */
  proxy?: string
  /** The server's chain contains a certificate from --ca. */
  ca?: true
}
