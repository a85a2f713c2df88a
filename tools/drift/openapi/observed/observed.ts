import { list } from '../../../../engine/history/reading/words.ts'
import type { ClauseId } from '../../../../spec/clauses.ts'
import type { EndpointName } from '../../../../spec/endpoints.ts'
import { type Habits, keyOf } from '../../habits/habit.ts'
import type { Document, Json } from '../document.ts'
import type { DocumentFindings } from '../finding.ts'
import {
  type Answered,
  contentOf,
  type Described,
  isJsonType,
  jsonSchemaOf,
  responseTo,
  statusesOf,
} from '../operations.ts'
import { inState } from '../states.ts'
import { variantsOf } from '../variants.ts'
import { headersAgainstSaid, mediaTypeAgainstSaid, tellUnsaidHeaders, unsaidHeaders } from './headers.ts'
import { inWords, type ObservedPlace, placesIn } from './places.ts'
import { shapeAgainstSaid } from './shape.ts'

const isSuccess = (status: number) => status >= 200 && status < 300

/** Compares observed behaviour with the document, in both directions. */
export function againstObserved(
  habits: Habits,
  document: Document,
  described: Described,
  findings: DocumentFindings,
): void {
  const places = placesIn(habits)
  const answered: { place: ObservedPlace; said: Answered }[] = []
  for (const [endpoint, own] of Map.groupBy(places, ({ endpoint: name }) => name)) {
    const operation = described.operations.get(endpoint)?.operation
    if (!operation) {
      if (own.some(({ status }) => isSuccess(status))) unsaid(endpoint, findings)
      continue
    }
    const about = { endpoint, operation, document, findings }
    endpointKept(about, habits)
    successKept(about, own)
    refusalsKept(about, own, habits)
    for (const place of own) {
      const said = responseTo(operation, place.status, document)
      if (said) answered.push({ place, said })
      placeAgainstSaid(place, said, about)
    }
  }
  tellUnsaidHeaders(unsaidHeaders(answered, document), findings)
}

type About = { endpoint: EndpointName; operation: Json; document: Document; findings: DocumentFindings }

function unsaid(endpoint: EndpointName, findings: DocumentFindings): void {
  const what = `The document does not describe ${endpoint}, which the server has.`
  findings.add({
    side: 'observed',
    kind: 'done, not said',
    about: 'endpoint',
    endpoint,
    expected: 'nothing',
    received: endpoint,
    what,
  })
}

const NOT_THERE: ReadonlySet<string> = new Set(['404', '405', '410', '501'])

function endpointKept({ endpoint, findings }: About, habits: Habits): void {
  const statuses = [...(habits.get(keyOf({ endpoint }, 'answer'))?.tally.keys() ?? [])]
  if (statuses.length === 0 || !statuses.every((status) => NOT_THERE.has(status))) return
  const received = statuses.join(', ')
  const what = `The document describes ${endpoint}; the server returned ${list(statuses, 'or')} for it.`
  findings.add({
    side: 'observed',
    kind: 'promised, not kept',
    about: 'endpoint',
    endpoint,
    expected: endpoint,
    received,
    what,
  })
}

function successKept({ endpoint, operation, findings }: About, places: readonly ObservedPlace[]): void {
  const promised = statusesOf(operation).filter(isSuccess)
  const seen = [...new Set(places.map(({ status }) => status).filter(isSuccess))]
  if (seen.length === 0 || promised.some((status) => seen.includes(status))) return
  for (const status of promised) {
    const what = `The document says that ${endpoint} succeeds with ${status}; the server only returned ${list(seen.map(String), 'or')}.`
    const said = { expected: String(status), received: seen.join(', ') }
    findings.add({
      side: 'observed',
      kind: 'promised, not kept',
      about: 'status',
      endpoint,
      status: String(status),
      ...said,
      what,
    })
  }
}

/** If these clauses were judged, requests that should get these statuses were sent. */
const ASKED_FOR: { status: number; clause: ClauseId; endpoint?: EndpointName }[] = [
  { status: 401, clause: 'auth.header-required' },
  { status: 404, clause: 'accounts.unknown-id', endpoint: 'GET /videos/{id}' },
]

function refusalsKept(
  { endpoint, operation, findings }: About,
  places: readonly ObservedPlace[],
  habits: Habits,
): void {
  for (const { status, clause, endpoint: only = endpoint } of ASKED_FOR) {
    const wasAsked = only === endpoint && habits.has(keyOf({ clause }, 'verdict'))
    if (!wasAsked || !statusesOf(operation).includes(status) || places.some((place) => place.status === status))
      continue
    const what = `The document says that ${endpoint} may return ${status}; the server did not where it was expected.`
    const said = { expected: String(status), received: 'never seen' }
    findings.add({
      side: 'observed',
      kind: 'promised, not kept',
      about: 'status',
      endpoint,
      status: String(status),
      ...said,
      what,
    })
  }
}

function placeAgainstSaid(
  place: ObservedPlace,
  said: Answered | undefined,
  { endpoint, document, findings }: About,
): void {
  const status = String(place.status)
  if (!said) {
    const what = `The document does not say that ${endpoint} may return ${status}, which the server returned.`
    findings.add({
      side: 'observed',
      kind: 'done, not said',
      about: 'status',
      endpoint,
      status,
      expected: 'nothing',
      received: status,
      what,
    })
    return
  }
  headersAgainstSaid(place, { said, document, findings })
  mediaTypeAgainstSaid(place, { said, document, findings })
  const content = contentOf(said.response, document)
  if (!bodyAgainstSaid(place, content, findings)) return
  const schema = jsonSchemaOf(content)
  if (schema === undefined) return
  const variants = variantsOf([schema], document)
  const own = place.state === undefined ? variants : inState(variants, place.state, document)
  // A state unknown to the document is reported with its list of statuses.
  shapeAgainstSaid(own.length > 0 ? own : variants, place, { document, findings })
}

/** Whether both are JSON, so that they can be compared. */
function bodyAgainstSaid(
  place: ObservedPlace,
  content: ReadonlyMap<string, Json>,
  findings: DocumentFindings,
): boolean {
  const { endpoint, status, state, body } = place
  const types = body.get('')?.types ?? new Map<string, number>()
  const at = {
    side: 'observed',
    about: 'body',
    endpoint,
    status: String(status),
    pointer: '',
    ...(state !== undefined && { state }),
  } as const
  const isJson = [...types.keys()].some((type) => type !== 'nothing' && type !== 'no JSON')
  if (content.size === 0) {
    if (isJson) {
      const what = `The document describes no body of ${inWords(place)}; the server sent one.`
      findings.add({ ...at, kind: 'done, not said', expected: 'no body', received: 'JSON', what })
    }
    return false
  }
  if (![...content.keys()].every(isJsonType) || content.has('*/*')) return isJson
  for (const type of ['nothing', 'no JSON'].filter((each) => types.has(each))) {
    const what = `The document says that the body of ${inWords(place)} is JSON; ${types.get(type)} of ${place.answers} were ${type}.`
    findings.add({ ...at, kind: 'promised, not kept', expected: 'JSON', received: type, subject: type, what })
  }
  return isJson
}
