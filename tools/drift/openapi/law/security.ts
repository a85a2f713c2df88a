import { isRecord } from '../../../../engine/history/reading/reading.ts'
import type { ClauseId } from '../../../../spec/clauses.ts'
import type { EndpointName } from '../../../../spec/endpoints.ts'
import type { Document, Json } from '../document.ts'
import type { DocumentFindings, ToldFinding } from '../finding.ts'
import type { Described } from '../operations.ts'

/** Usually 1 or 2. */
export const MOST_SCHEMES = 20

type Slip = Pick<ToldFinding, 'kind' | 'received'> & { clause: ClauseId; what: string }

const EXPECTED = 'the key as a bearer token in the Authorization header'

/** Findings that apply to every endpoint are reported once. */
export function securityAgainstLaw(document: Document, { operations }: Described, findings: DocumentFindings): void {
  const slips = new Map<string, { slip: Slip; endpoints: EndpointName[] }>()
  for (const [endpoint, { operation }] of operations) {
    for (const slip of slipsIn(operation.security ?? document.root.security, document)) {
      const known = slips.get(JSON.stringify(slip)) ?? { slip, endpoints: [] }
      known.endpoints.push(endpoint)
      slips.set(JSON.stringify(slip), known)
    }
  }
  for (const { slip, endpoints } of slips.values()) {
    const isOfAll = endpoints.length === operations.size && endpoints.length > 1
    for (const endpoint of isOfAll ? [undefined] : endpoints) {
      const { what, ...said } = slip
      findings.add({
        ...{ side: 'law', about: 'security', part: 'request', ...said, expected: EXPECTED, subject: said.received },
        ...(endpoint !== undefined && { endpoint }),
        what: `The document says that ${endpoint ?? 'every endpoint'} ${what}.`,
      })
    }
  }
}

function* slipsIn(security: unknown, document: Document): Generator<Slip> {
  const ways = Array.isArray(security) ? security.filter(isRecord) : []
  if (ways.length === 0) {
    const what = 'requires no key; the specification requires one on every request'
    yield {
      kind: Array.isArray(security) ? 'contradicts' : 'done, not said',
      clause: 'auth.header-required',
      received: 'no key',
      what,
    }
    return
  }
  for (const way of ways.slice(0, MOST_SCHEMES)) {
    const names = Object.keys(way)
    const schemes = names.map((name) => schemeNamed(name, document))
    if (names.length === 0) {
      const what = 'allows requests without a key; the specification requires one on every request'
      yield { kind: 'contradicts', clause: 'auth.header-required', received: 'an optional key', what }
    } else if (!schemes.every(isBearer)) {
      const received = schemes.map(inWords).join(' and ')
      const clause = schemes.some(isBearer) ? 'auth.header-required' : clauseAgainst(schemes)
      yield {
        kind: 'contradicts',
        clause,
        received,
        what: `requires ${received}; the specification requires only ${EXPECTED}`,
      }
    }
  }
}

function schemeNamed(name: string, document: Document): Json {
  const { securitySchemes } = document.at(document.root.components)
  return isRecord(securitySchemes) && Object.hasOwn(securitySchemes, name) ? document.at(securitySchemes[name]) : {}
}

const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : '')

/** A key in this header may be described without its scheme. */
const isBearer = ({ type, scheme, in: where, name }: Json) =>
  (lower(type) === 'http' && lower(scheme) === 'bearer') ||
  (lower(type) === 'apikey' && where === 'header' && lower(name) === 'authorization')

const clauseAgainst = (schemes: readonly Json[]): ClauseId =>
  schemes.some(({ type }) => lower(type) === 'apikey') ? 'auth.only-the-header-counts' : 'auth.scheme-is-bearer'

function inWords({ type, scheme, in: where, name }: Json): string {
  if (lower(type) === 'http') return `the scheme ${String(scheme)}`
  if (lower(type) === 'apikey') return `the key as ${String(name)} in the ${String(where)}`
  return typeof type === 'string' ? type : 'a scheme that is not defined'
}
