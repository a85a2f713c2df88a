import type { AnsweredBy } from '../../../engine/history/entry/answered-by.ts'
import type { ConformanceResult } from '../document/statement.ts'

const KIND = {
  embedded: 'the embedded reference service',
  loopback: 'a local server',
  remote: 'a remote server',
} as const

type Fact = [name: string, value: string]

/** The server that a certificate is about; empty for version 1. */
export function whoAnswered({ kind, answeredBy = [], proxy, ca }: ConformanceResult['target']): Fact[] {
  if (kind === undefined) return []
  return [
    ['Target', KIND[kind]],
    ...(proxy === undefined ? [] : [['Proxy', proxy] satisfies Fact]),
    ...(ca === undefined ? [] : [['Additional CA (--ca)', ca] satisfies Fact]),
    ...answeredBy.map((way): Fact => ['Server', inWords(way)]),
  ]
}

function inWords({ address, tls, proxy, ca }: AnsweredBy): string {
  const where = address ?? `a server behind ${proxy === undefined ? 'a proxy' : `the proxy ${proxy}`}`
  if (!tls) return `${where}, without TLS`
  const { subject, issuer, fingerprint256, validTo, protocol } = tls
  const trust = ca ? ', trusted by --ca' : ''
  return `${where}, ${protocol}, certificate of ${subject || 'no subject'}, issued by ${issuer}${trust}, valid until ${validTo}, SHA-256 ${fingerprint256}`
}
