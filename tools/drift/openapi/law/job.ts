import { list } from '../../../../engine/history/reading/words.ts'
import type { ClauseId } from '../../../../spec/clauses.ts'
import type { EndpointName } from '../../../../spec/endpoints.ts'
import { openapiDocument } from '../../../../spec/openapi/document.ts'
import { JOB } from '../../../../spec/openapi/job-schemas.ts'
import { STATUSES } from '../../../../spec/words.ts'
import { Document, type Json } from '../document.ts'
import type { DocumentFindings, ToldFinding } from '../finding.ts'
import { inState, STATUS } from '../states.ts'
import { allows, membersOf, type Schema, typesOf, type Variant, variantsOf, wordsOf } from '../variants.ts'

const ENDPOINT: EndpointName = 'GET /videos/{id}'

let law: Document | undefined
const ofLaw = () => {
  law ??= new Document(openapiDocument() as unknown as Json, false)
  return law
}

type Both = { law: readonly Variant[]; said: readonly Variant[] }
type Place = { pointer: string; state?: string; status: string }
type Reader = { document: Document; findings: DocumentFindings }

/** By state: what the specification and the document say about the job record. */
export function jobAgainstLaw(schema: Schema, status: string, document: Document, findings: DocumentFindings): void {
  const both = {
    law: variantsOf([{ $ref: `#/components/schemas/${JOB}` }], ofLaw()),
    said: variantsOf([schema], document),
  }
  const reader = { document, findings }
  membersAgainstLaw(both, STATUS, { pointer: '', status }, reader)
  for (const state of STATUSES) {
    const own = { law: inState(both.law, state, ofLaw()), said: inState(both.said, state, document) }
    // If the document does not know the state, its list of statuses has been reported.
    if (own.said.length > 0) requiredByLaw(own, { pointer: '', state, status }, reader)
  }
}

function requiredByLaw({ law: wanted, said }: Both, place: Place, reader: Reader): void {
  const [only] = wanted
  for (const name of only?.required ?? []) {
    const tellsTheState = place.pointer === '' && name === STATUS
    if (!tellsTheState) membersAgainstLaw({ law: wanted, said }, name, place, reader)
  }
}

function membersAgainstLaw({ law: wanted, said: all }: Both, name: string, place: Place, reader: Reader): void {
  const objects = all.filter((variant) => allows(variant, 'object'))
  const pointer = `${place.pointer}/${name}`
  const { document, findings } = reader
  const where = `${pointer}${place.state === undefined ? '' : ` (${place.state} job)`}`
  const at = {
    side: 'law' as const,
    endpoint: ENDPOINT,
    pointer,
    status: place.status,
    clause: CLAUSE_OF[pointer] ?? 'jobs.poll-answers-an-object',
    ...(place.state !== undefined && { state: place.state }),
  }
  const members = membersOf(objects, ({ members }) => members.get(name), document)
  if (!objects.some((variant) => variant.members.has(name))) {
    const what = `The document does not say that ${ENDPOINT} ${place.status} contains ${where}.`
    findings.add({ ...at, kind: 'done, not said', about: 'field', expected: 'a field', received: 'nothing', what })
    return
  }
  if (!objects.every(({ required }) => required.has(name))) {
    const what = `The document says that ${where} in ${ENDPOINT} ${place.status} is optional; the specification requires it.`
    const said = { expected: 'always there', received: 'may be missing' }
    findings.add({ ...at, kind: 'done, not said', about: 'required', ...said, what })
  }
  const own = { law: membersOf(wanted, (variant) => variant.members.get(name), ofLaw()), said: members }
  for (const each of differences(own, where, place.status)) findings.add({ ...at, ...each })
  if (own.law.some(({ required }) => required.size > 0)) requiredByLaw(own, { ...place, pointer }, reader)
}

type Difference = Pick<ToldFinding, 'kind' | 'about' | 'expected' | 'received' | 'what' | 'subject'>

function* differences({ law: wanted, said }: Both, where: string, status: string): Generator<Difference> {
  const place = `${where} in ${ENDPOINT} ${status}`
  const types = { law: typesOf(wanted), said: typesOf(said)?.filter((type) => type !== 'null') }
  if (types.law && types.said && !types.said.some((type) => types.law?.includes(type))) {
    const [expected, received] = [types.law.join(', '), types.said.join(', ') || 'null']
    const what = `The document says that ${place} is a ${received}; the specification says a ${expected}.`
    yield { kind: 'contradicts', about: 'type', expected, received, subject: received, what }
    return
  }
  const words = { law: wordsOf(wanted) ?? [], said: wordsOf(said) }
  if (words.law.length === 0) return
  const expected = words.law.join(', ')
  if (!words.said) {
    const what = `The document does not list the values of ${place}: ${list(words.law, 'or')}.`
    yield { kind: 'done, not said', about: 'words', expected, received: 'any text', what }
    return
  }
  const more = words.said.filter((word) => !words.law.includes(word))
  const less = words.law.filter((word) => !words.said!.includes(word))
  const received = words.said.join(', ')
  if (more.length > 0) {
    const what = `The document allows ${list(more, 'or')} for ${place}; the specification does not.`
    yield { kind: 'contradicts', about: 'words', expected, received, subject: `more: ${more.join()}`, what }
  }
  if (less.length > 0) {
    const what = `The document does not allow ${list(less, 'or')} for ${place}; the specification does.`
    yield { kind: 'contradicts', about: 'words', expected, received, subject: `less: ${less.join()}`, what }
  }
}

const CLAUSE_OF: Record<string, ClauseId> = {
  '/id': 'jobs.id-is-the-one-polled',
  '/status': 'jobs.status-is-a-listed-word',
  '/stage': 'jobs.running-has-a-stage',
  '/url': 'jobs.succeeded-has-a-url',
  '/error': 'jobs.failed-has-an-error',
  '/error/code': 'jobs.failed-has-an-error',
  '/error/message': 'jobs.failed-has-an-error',
}
