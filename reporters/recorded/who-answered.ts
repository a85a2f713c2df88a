import type { ConformanceResult } from '../../certificate/document/statement.ts'
import type { AnsweredBy } from '../../runner/history/entry/answered-by.ts'

const KIND = {
  embedded: 'the embedded reference service, which the run itself started',
  loopback: 'a server on the machine of the run',
  remote: 'a remote server',
} as const

type Fact = [name: string, value: string]

/** Who answered the run that a certificate is about; nothing in version 1. */
export function whoAnswered({ kind, answeredBy = [], proxy, ca }: ConformanceResult['target']): Fact[] {
  if (kind === undefined) return []
  return [
    ['Target', KIND[kind]],
    ...(proxy === undefined ? [] : [['Proxy', proxy] satisfies Fact]),
    ...(ca === undefined ? [] : [['Additional CA (--ca)', ca] satisfies Fact]),
    ...answeredBy.map((way): Fact => ['Answered by', inWords(way)]),
  ]
}

function inWords({ address, tls, proxy, ca }: AnsweredBy): string {
  const where = address ?? `a server behind the proxy ${proxy ?? 'of the run'}`
  if (!tls) return `${where}, without TLS`
  const { subject, issuer, fingerprint256, validTo, protocol } = tls
  const trust = ca ? ', trusted through --ca' : ''
  return `${where}, ${protocol}, certificate of ${subject || 'no subject'}, issued by ${issuer}${trust}, valid to ${validTo}, SHA-256 ${fingerprint256}`
}
