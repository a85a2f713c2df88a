import { list } from '../../../../engine/history/reading/words.ts'
import type { ClauseId } from '../../../../spec/clauses.ts'
import { ENDPOINTS, type EndpointName } from '../../../../spec/endpoints.ts'
import { VERSION_SEGMENT } from '../../../../spec/words.ts'
import type { Document } from '../document.ts'
import type { DocumentFindings } from '../finding.ts'
import type { Described, Operation } from '../operations.ts'
import { answersAgainstLaw } from './answers.ts'
import { securityAgainstLaw } from './security.ts'
import { SERVED } from './served.ts'
import { submissionAgainstLaw } from './submission.ts'

/** Where the document contradicts the specification, and what it omits. */
export function againstLaw(document: Document, described: Described, findings: DocumentFindings): void {
  basePathAgainstLaw(described, findings)
  for (const { name } of ENDPOINTS) {
    const operation = described.operations.get(name)
    if (!operation) missing(name, described, findings)
    else {
      parametersAgainstLaw(name, operation, findings)
      answersAgainstLaw(name, operation.operation, document, findings)
    }
  }
  securityAgainstLaw(document, described, findings)
  const submission = described.operations.get('POST /videos')
  if (submission) submissionAgainstLaw(submission.operation, document, findings)
}

function basePathAgainstLaw({ basePath, saysWhere }: Described, findings: DocumentFindings): void {
  if (basePath === undefined) return
  const twice = `/${VERSION_SEGMENT}/${VERSION_SEGMENT}`
  if (basePath.endsWith(`/${VERSION_SEGMENT}`) && !basePath.endsWith(twice)) return
  const isUnsaid = !saysWhere && basePath === ''
  const clause: ClauseId = basePath.endsWith(twice) ? 'paths.version-once' : 'paths.version-present'
  const received = basePath === '' ? 'no path' : basePath
  findings.add({
    ...{ side: 'law', kind: isUnsaid ? 'done, not said' : 'contradicts', about: 'base path', clause },
    ...{ expected: `a base URL that ends with /${VERSION_SEGMENT}, once`, received, subject: basePath },
    what: isUnsaid
      ? `The document does not give the base URL: it has no servers, and its paths do not start with /${VERSION_SEGMENT}.`
      : `The document puts the endpoints below ${received}; the specification says that the base URL ends with one /${VERSION_SEGMENT}.`,
  })
}

function missing(endpoint: EndpointName, { otherMethods }: Described, findings: DocumentFindings): void {
  const others = otherMethods.get(endpoint)
  const [method, path] = endpoint.split(' ') as [string, string]
  const place = { side: 'law', endpoint, clause: SERVED[endpoint] } as const
  if (others)
    findings.add({
      ...{ ...place, kind: 'contradicts', about: 'method', expected: method, received: others.join(', ') },
      what: `The document describes ${list(others)} ${path}, but not ${method} ${path}.`,
    })
  else
    findings.add({
      ...{ ...place, kind: 'done, not said', about: 'endpoint', expected: endpoint, received: 'nothing' },
      what: `The document does not describe ${endpoint}.`,
    })
}

/** Headers of HTTP itself are not requirements of the document. */
const OF_HTTP: ReadonlySet<unknown> = new Set(['authorization', 'accept', 'content-type', 'host', 'user-agent'])

/** The specification requires only the key and, for a submission, the body. */
function parametersAgainstLaw(endpoint: EndpointName, { parameters }: Operation, findings: DocumentFindings): void {
  for (const { name, in: where, required } of parameters) {
    if (required !== true || typeof name !== 'string' || where === 'path') continue
    if (where === 'header' && OF_HTTP.has(name.toLowerCase())) continue
    const received = `${name} in the ${String(where)}`
    findings.add({
      ...{ side: 'law', kind: 'contradicts', about: 'parameter', endpoint, part: 'request', clause: SERVED[endpoint] },
      ...{ expected: 'no parameter that has to be sent', received, subject: received },
      what: `The document says that ${endpoint} requires ${received}; the specification does not.`,
    })
  }
}
