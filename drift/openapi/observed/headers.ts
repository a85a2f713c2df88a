import { isRecord } from '../../../runner/history/reading.ts'
import type { Document, Json } from '../document.ts'
import type { Findings } from '../finding.ts'
import { type Answered, contentOf, coversType, headerNamed } from '../operations.ts'
import { inWords, type Place } from './places.ts'

type Said = { said: Answered; document: Document; findings: Findings }

/** As often as this, a header that may be missing would have come. */
const OFTEN = 5

/** What OpenAPI describes elsewhere, or leaves to HTTP. */
const NEVER_DESCRIBED: ReadonlySet<string> = new Set([
  'content-type',
  'content-encoding',
  'content-language',
  'cache-control',
  'pragma',
])
const isDescribed = (name: string) => !NEVER_DESCRIBED.has(name.split(' ')[0]!) && !name.startsWith('access-control-')

export function headersAgainstSaid(place: Place, { said, document, findings }: Said): void {
  const { endpoint, status, state, headers, answers } = place
  const at = {
    side: 'observed',
    about: 'header',
    endpoint,
    status: String(status),
    ...(state !== undefined && { state }),
  } as const
  for (const name of headers.keys()) {
    if (!isDescribed(name) || headerNamed(said.response, name, document)) continue
    const what = `The document does not speak of the header ${name} of ${inWords(place)}, which was seen.`
    findings.add({ ...at, kind: 'done, not said', header: name, expected: 'nothing', received: 'a header', what })
  }
  const promised = isRecord(said.response.headers) ? Object.keys(said.response.headers).slice(0, MOST_HEADERS) : []
  for (const name of promised) {
    const lower = name.toLowerCase()
    const shown = headers.get(lower)?.always ?? 0
    const isRequired = (headerNamed(said.response, lower, document) as Json).required === true
    const isMissed = isRequired ? shown < answers : shown === 0 && answers >= OFTEN
    if (!isDescribed(lower) || isOfTheTransfer(lower) || !isMissed) continue
    const what = `By the document ${inWords(place)} carries the header ${name}; it was in ${shown} of ${answers}.`
    const received = shown === 0 ? 'never there' : 'missing at times'
    findings.add({ ...at, kind: 'promised, not kept', header: lower, expected: 'a header', received, what })
  }
}

const MOST_HEADERS = 100

/** No habit is kept of these, so nobody knows whether they came. */
const isOfTheTransfer = (name: string) =>
  /^(accept-ranges|age|alt-svc|connection|content-length|date|etag|expires|last-modified|server|set-cookie|vary|via)$|^(cf|x-amz|x-amzn|x-powered|x-cache|x-runtime)-?/.test(
    name,
  )

export function mediaTypeAgainstSaid(place: Place, { said, document, findings }: Said): void {
  const ranges = [...contentOf(said.response, document).keys()]
  if (ranges.length === 0) return
  for (const type of place.headers.get('content-type')?.words.keys() ?? []) {
    if (ranges.some((range) => coversType(range, type))) continue
    const { endpoint, status, state } = place
    findings.add({
      ...{ side: 'observed', kind: 'contradicts', about: 'media type', endpoint, status: String(status) },
      ...(state !== undefined && { state }),
      ...{ expected: ranges.join(', '), received: type, subject: type },
      what: `By the document the body of ${inWords(place)} is ${ranges.join(' or ')}; it was labelled ${type}.`,
    })
  }
}
