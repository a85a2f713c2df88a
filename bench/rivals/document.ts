import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { Facts } from './rival.ts'

const DOCUMENT = fileURLToPath(new URL('../../spec/openapi.yaml', import.meta.url))

type Schema = Record<string, unknown> & { properties?: Record<string, Schema> }
type Answers = Record<string, { links?: Record<string, unknown> }>

export type OpenApi = {
  servers: { url: string }[]
  paths: Record<string, Record<string, { responses: Answers }>>
  components: { schemas: Record<string, Schema> }
}

export function readDocument(): OpenApi {
  return parse(readFileSync(DOCUMENT, 'utf8'))
}

export function atServer(document: OpenApi, baseUrl: string): OpenApi {
  return { ...document, servers: [{ url: baseUrl }] }
}

/** Adds the aliases, so that a tool knows valid and invalid models. */
export function withAliases(document: OpenApi, { aliases }: Facts): OpenApi {
  const copy = structuredClone(document)
  for (const name of ['PromptSubmission', 'ImageSubmission', 'UnpromisedSubmission']) {
    for (const properties of propertiesIn(copy.components.schemas[name]!)) {
      if (properties.model) properties.model = { type: 'string', enum: aliases }
    }
  }
  return copy
}

/** Adds links from a submission to its polls; the specification leaves the position of the id open. */
export function withLinks(document: OpenApi, { idPointer }: Facts): OpenApi {
  if (idPointer === undefined) return document
  const copy = structuredClone(document)
  const poll = (id: string) => ({ operationId: 'readVideo', parameters: { id } })
  copy.paths['/videos']!.post!.responses['202']!.links = { poll: poll(`$response.body#${idPointer}`) }
  copy.paths['/videos/{id}']!.get!.responses['200']!.links = { again: poll('$request.path.id') }
  return copy
}

/**
 * For requests that must be refused. Minimal, because Schemathesis breaks one part of a body at a time, and with the
 * full schema it would start from a body that some servers refuse anyway.
 */
export function refusableOutside(document: OpenApi, { aliases, judgesImagesLater }: Facts): OpenApi {
  const copy = structuredClone(document)
  const { VideoSettings, Resolution, Duration, Fps, Ratio, BitDepth } = copy.components.schemas
  const fields = { resolution: Resolution, duration: Duration, fps: Fps, ratio: Ratio, bit_depth: BitDepth }
  // Null in place of an optional field is open.
  const orNull = (schema: Schema | undefined) => ({ anyOf: [schema, { type: 'null' }] })
  const settings = {
    ...VideoSettings!.properties,
    ...Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, orNull(schema)])),
    model: { type: 'string', enum: aliases },
  }
  const body = (more: object, required: string) => ({
    type: 'object',
    properties: { ...settings, ...more },
    required: ['model', required],
  })
  // A server may accept an invalid image and fail its job: then no image must be refused.
  const image = judgesImagesLater ? { type: 'string' } : { type: 'string', pattern: '^https://[a-z.]+/' }
  copy.components.schemas.Submission = {
    anyOf: [body({ prompt: { type: 'string', minLength: 1 } }, 'prompt'), body({ image_url: image }, 'image_url')],
  }
  return copy
}

/** Only what every server must accept, so that any refusal is a failure. */
export function promisedOnly(document: OpenApi, facts: Facts, imageUrl: string | undefined): OpenApi {
  const copy = structuredClone(document)
  const { VideoSettings } = copy.components.schemas
  const settings = {
    ...VideoSettings!.properties,
    // Integers from 1:4 to 4:1; beyond is open.
    ratio: { type: 'string', enum: ['16:9', '9:16', '1:1', '4:3', '3:4', '4:5', '1:4', '4:1', '3:2', '7:5', '21:9'] },
    model: { type: 'string', enum: facts.aliases },
  }
  // Blank, very long and odd prompts are open, and so are unknown fields.
  const prompt = {
    type: 'string',
    pattern: '^[A-Za-z0-9\u00c0-\u00d6\u3042-\u3050,.!?"\'-][ A-Za-z0-9,.!?"\'\\n-]{0,80}$',
  }
  const closed = (schema: Schema) => ({ type: 'object', additionalProperties: false, ...schema })
  const text = closed({ properties: { ...settings, prompt }, required: ['model', 'prompt'] })
  const image = closed({
    properties: { ...settings, image_url: { type: 'string', enum: [imageUrl] } },
    required: ['model', 'image_url'],
  })
  copy.components.schemas.Submission = { anyOf: imageUrl === undefined ? [text] : [text, image] }
  return copy
}

/** The examples name a model that no server has. */
export function withoutExamples(document: OpenApi): OpenApi {
  const reviver = (key: string, value: unknown) => (key === 'examples' || key === 'example' ? undefined : value)
  return JSON.parse(JSON.stringify(document), reviver)
}

/** Respect treats 4XX in a document as a literal status, which no response has. */
export function withStatusesSpelledOut(document: OpenApi): OpenApi {
  const copy = structuredClone(document)
  const operations = Object.values(copy.paths).flatMap((path) => Object.values(path))
  for (const { responses } of operations) {
    for (const [range, statuses] of Object.entries(STATUSES_OF_RANGES)) {
      for (const status of statuses) if (responses[range]) responses[status] ??= responses[range]
      delete responses[range]
    }
  }
  return copy
}

const STATUSES_OF_RANGES = {
  '2XX': ['200', '201', '202', '203', '206'],
  '4XX': [
    '400',
    '402',
    '403',
    '405',
    '406',
    '408',
    '409',
    '410',
    '411',
    '412',
    '413',
    '414',
    '415',
    '418',
    '422',
    '429',
  ],
}

/** Respect treats every object as closed, unless it is declared open. */
export function withOpenObjects(document: OpenApi): OpenApi {
  const copy = structuredClone(document)
  for (const schema of Object.values(copy.components.schemas)) {
    if (schema.type === 'object' || schema.oneOf) schema.unevaluatedProperties = true
  }
  return copy
}

function propertiesIn(schema: Schema): Record<string, Schema>[] {
  const parts = (schema.allOf ?? []) as Schema[]
  return [schema, ...parts].flatMap(({ properties }) => (properties ? [properties] : []))
}
