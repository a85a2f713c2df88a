import { list } from '../../../../engine/history/reading/words.ts'
import type { ClauseId } from '../../../../spec/clauses.ts'
import { type EndpointName, endpoint as endpointNamed } from '../../../../spec/endpoints.ts'
import { ERROR_CODES } from '../../../../spec/words.ts'
import type { Document, Json } from '../document.ts'
import type { DocumentFindings, ToldFinding } from '../finding.ts'
import { type Answered, contentOf, headerNamed, jsonSchemaOf, responseTo, statusesOf } from '../operations.ts'
import { typesOf, variantsOf } from '../variants.ts'
import { jobAgainstLaw } from './job.ts'
import { SERVED } from './served.ts'

type About = { endpoint: EndpointName; operation: Json; document: Document; findings: DocumentFindings }

/** Checks statuses, headers and bodies of responses. */
export function answersAgainstLaw(
  endpoint: EndpointName,
  operation: Json,
  document: Document,
  findings: DocumentFindings,
): void {
  const about = { endpoint, operation, document, findings }
  successAgainstLaw(about)
  refusalSaid(about, ERROR_CODES.unauthorized, 'codes.unauthorized')
  if (endpoint === 'GET /videos/{id}') refusalSaid(about, ERROR_CODES.not_found, 'accounts.unknown-id')
  if (endpoint === 'POST /videos') capacityAgainstLaw(about)
}

function successAgainstLaw(about: About): void {
  const { endpoint, operation, document, findings } = about
  const { success = 200 } = endpointNamed(endpoint)
  const clause: ClauseId = endpoint === 'POST /videos' ? 'submission.accepted-with-202' : 'answers.success-is-200'
  const others = statusesOf(operation).filter((status) => status >= 200 && status < 300 && status !== success)
  const place = { side: 'law', about: 'status', endpoint, clause, expected: String(success) } as const
  const said = responseTo(operation, success, document)
  const isExact = said?.name === String(success)
  if (others.length > 0 && (!isExact || endpoint === 'POST /videos'))
    findings.add({
      ...{
        ...place,
        kind: 'contradicts',
        received: others.join(', '),
        subject: others.join(),
        status: String(success),
      },
      what: `The document says that ${endpoint} succeeds with ${list(others.map(String), 'or')}; the specification says ${success}.`,
    })
  else if (!said || (!isExact && said.name.toUpperCase() === 'DEFAULT'))
    findings.add({
      ...{ ...place, kind: 'done, not said', received: said?.name ?? 'nothing', status: String(success) },
      what: `The document does not say that ${endpoint} succeeds with ${success}.`,
    })
  const answer = isExact ? said : responseTo(operation, others[0] ?? success, document)
  if (answer) bodyAgainstLaw(about, answer)
}

const BODIES: Record<EndpointName, ClauseId> = { ...SERVED, 'POST /videos': 'submission.answer-carries-the-id' }

function bodyAgainstLaw({ endpoint, document, findings }: About, { name: status, response }: Answered): void {
  const schema = jsonSchemaOf(contentOf(response, document))
  const place = { side: 'law', endpoint, status, pointer: '', clause: BODIES[endpoint] } as const
  if (schema === undefined) {
    findings.add({
      ...{ ...place, kind: 'done, not said', about: 'body', expected: 'JSON', received: 'no body in JSON' },
      what: `The document describes no JSON body for ${endpoint} ${status}.`,
    })
    return
  }
  const variants = variantsOf([schema], document)
  const types = typesOf(variants)
  const fitting = FITTING[endpoint]
  if (types && fitting && !types.some((type) => fitting.includes(type)))
    findings.add({
      ...{ ...place, kind: 'contradicts', about: 'type', expected: fitting.join(', '), received: types.join(', ') },
      what: `The document says that the body of ${endpoint} ${status} is a ${list(types, 'or')}; the specification says ${list(fitting, 'or')}.`,
    })
  else if (endpoint === 'GET /videos/{id}') jobAgainstLaw(schema, status, document, findings)
}

/** JSON types of an id and of a job. */
const FITTING: Partial<Record<EndpointName, string[]>> = {
  'POST /videos': ['object', 'list', 'string', 'number'],
  'GET /videos/{id}': ['object'],
}

function refusalSaid({ endpoint, operation, document, findings }: About, status: number, clause: ClauseId): void {
  if (responseTo(operation, status, document)) return
  findings.add({
    ...{ side: 'law', kind: 'done, not said', about: 'status', endpoint, status: String(status), clause },
    ...{ expected: String(status), received: 'nothing' },
    what: `The document does not say that ${endpoint} may return ${status}.`,
  })
}

const RETRY_AFTER = 'Retry-After'

function capacityAgainstLaw(about: About): void {
  const { endpoint, operation, document, findings } = about
  const status = ERROR_CODES.capacity_exceeded
  const said = responseTo(operation, status, document)
  if (!said) {
    refusalSaid(about, status, 'capacity.refused-with-429')
    return
  }
  const clause: ClauseId = 'capacity.retry-after-present'
  const place: Pick<ToldFinding, 'side' | 'endpoint' | 'status' | 'header' | 'clause'> = {
    ...{ side: 'law', endpoint, status: String(status), header: RETRY_AFTER, clause },
  }
  const header = headerNamed(said.response, RETRY_AFTER.toLowerCase(), document)
  if (!header) {
    findings.add({
      ...{ ...place, kind: 'done, not said', about: 'header', expected: 'a number of seconds', received: 'nothing' },
      what: `The document does not say that ${endpoint} ${status} has the header ${RETRY_AFTER}.`,
    })
    return
  }
  const variants = variantsOf([header.schema ?? true], document)
  const types = typesOf(variants)
  const isDate = variants.length > 0 && variants.every(({ formats }) => formats.some((format) => /date/i.test(format)))
  if (!isDate && (!types || types.some((type) => type === 'number' || type === 'string'))) return
  const received = isDate ? 'a date' : types!.join(', ')
  findings.add({
    ...{ ...place, kind: 'contradicts', about: 'type', expected: 'a number of seconds', received, subject: received },
    what: `The document says that ${RETRY_AFTER} of ${endpoint} ${status} is ${received}; the specification says a number of seconds.`,
  })
}
