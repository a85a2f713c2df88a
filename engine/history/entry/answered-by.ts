/** One way in which the server under test was reached, and over which it answered. Its certificate may say anything. */
export type AnsweredBy = {
  /** The remote address of the connection. Unknown behind a proxy. */
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
  /** A certificate from --ca stands in the chain of the server's own. */
  ca?: true
}
