import { isRecord } from '../../../../engine/history/reading/reading.ts'
import { list } from '../../../../engine/history/reading/words.ts'
import { headersThatMatter } from '../../habits/headers.ts'
import type { Document, Json } from '../document.ts'
import type { DocumentFindings } from '../finding.ts'
import { type Answered, contentOf, coversType, headerNamed } from '../operations.ts'
import { inWords, type ObservedPlace } from './places.ts'

export const MOST_DOCUMENTED_HEADERS = 100

type Said = { said: Answered; document: Document; findings: DocumentFindings }

/** After this many responses, an optional header would have been seen. */
const OFTEN = 5

/** Headers that OpenAPI describes elsewhere, or leaves to HTTP. */
const NEVER_DESCRIBED: ReadonlySet<string> = new Set([
  'content-type',
  'content-encoding',
  'content-language',
  'cache-control',
  'pragma',
])
const isDescribed = (name: string) => !NEVER_DESCRIBED.has(name.split(' ')[0]!) && !name.startsWith('access-control-')

/** Headers that the document requires. */
export function headersAgainstSaid(place: ObservedPlace, { said, document, findings }: Said): void {
  const { endpoint, status, state, headers, answers } = place
  const at = {
    side: 'observed',
    about: 'header',
    endpoint,
    status: String(status),
    ...(state !== undefined && { state }),
  } as const
  const promised = isRecord(said.response.headers)
    ? Object.keys(said.response.headers).slice(0, MOST_DOCUMENTED_HEADERS)
    : []
  for (const name of promised) {
    const lower = name.toLowerCase()
    const shown = headers.get(lower)?.always ?? 0
    const isRequired = (headerNamed(said.response, lower, document) as Json).required === true
    const isMissed = isRequired ? shown < answers : shown === 0 && answers >= OFTEN
    if (!isDescribed(lower) || isOfTheTransfer(lower) || !isMissed) continue
    const what = `The document says that ${inWords(place)} has the header ${name}; ${shown} of ${answers} responses had it.`
    const received = shown === 0 ? 'never there' : 'missing at times'
    findings.add({ ...at, kind: 'promised, not kept', header: lower, expected: 'a header', received, what })
  }
}

/** Other headers are not recorded, so their absence proves nothing. */
const isOfTheTransfer = (name: string) => headersThatMatter([[name, '']]).length === 0

/** Undocumented headers, with the responses that had them. */
export function unsaidHeaders(
  places: readonly { place: ObservedPlace; said: Answered }[],
  document: Document,
): Map<string, ObservedPlace[]> {
  const unsaid = new Map<string, ObservedPlace[]>()
  for (const { place, said } of places) {
    for (const name of place.headers.keys())
      if (isDescribed(name) && !headerNamed(said.response, name, document))
        unsaid.set(name, [...(unsaid.get(name) ?? []), place])
  }
  return unsaid
}

const MOST_SHOWN = 3

/** Joins a header that is in all responses into one finding. */
export function tellUnsaidHeaders(
  unsaid: ReadonlyMap<string, readonly ObservedPlace[]>,
  findings: DocumentFindings,
): void {
  for (const [header, places] of unsaid) {
    const kinds = [...new Set(places.map(({ endpoint, status }) => inWords({ endpoint, status })))].sort()
    const more = kinds.length > MOST_SHOWN ? [`${kinds.length - MOST_SHOWN} more`] : []
    const where = list([...kinds.slice(0, MOST_SHOWN), ...more])
    const what = `The document does not describe the header ${header} of ${where}, which the server sent.`
    const said = { expected: 'nothing', received: 'a header' }
    findings.add({ side: 'observed', kind: 'done, not said', about: 'header', header, ...said, what })
  }
}

export function mediaTypeAgainstSaid(place: ObservedPlace, { said, document, findings }: Said): void {
  const ranges = [...contentOf(said.response, document).keys()]
  if (ranges.length === 0) return
  for (const type of place.headers.get('content-type')?.words.keys() ?? []) {
    if (ranges.some((range) => coversType(range, type))) continue
    const { endpoint, status, state } = place
    findings.add({
      ...{ side: 'observed', kind: 'contradicts', about: 'media type', endpoint, status: String(status) },
      ...(state !== undefined && { state }),
      ...{ expected: ranges.join(', '), received: type, subject: type },
      what: `The document says that the body of ${inWords(place)} is ${ranges.join(' or ')}; its Content-Type was ${type}.`,
    })
  }
}
