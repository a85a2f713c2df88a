import type { Header } from '../../engine/history/entry/exchange.ts'
import { isRecord } from '../../engine/history/reading/reading.ts'
import { inPath } from '../../engine/http/requests.ts'
import { withoutRecipes } from '../../engine/keys/placeholders.ts'
import { belowTheVersion } from '../../engine/pact/file/asked-path.ts'
import type { PactFile, PactInteraction } from '../../engine/pact/file/pact-file.ts'
import type { Contract } from '../../engine/pact/verifier.ts'
import { KEY_PREFIX } from '../../spec/words.ts'
import type { Made } from './made.ts'

type Fields = Record<string, unknown>
const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

/** A contract of one interaction for Pact's verifier, with the values of its provider states filled in. */
export function contractOf({ source }: PactFile, interaction: PactInteraction, made: Made): Contract {
  const { providerStates: _, providerState: __, provider_state: ___, pending: ____, ...kept } = interaction.source
  const { generators: _____, ...request } = fieldsOf(kept.request)
  const asked = {
    ...kept,
    description: interaction.description,
    request: { ...request, path: pathOf(interaction, made), ...bodyOf(request, made) },
    response: responseOf(fieldsOf(kept.response), interaction, made),
  }
  const named = (value: unknown, otherwise: string) => {
    const { name } = fieldsOf(value)
    return { name: typeof name === 'string' ? name : otherwise }
  }
  return {
    ...source,
    consumer: named(source.consumer, 'client'),
    provider: named(source.provider, 'provider'),
    interactions: [asked],
  } as unknown as Contract
}

/** The path below the base URL, with the id of an existing job. */
export function pathOf({ request }: PactInteraction, { id }: Made): string {
  const path = belowTheVersion(request.method, request.path)
  return id === undefined ? path : path.replace(/^\/videos\/[^/?]+/, () => `/videos/${inPath(id)}`)
}

function bodyOf({ body }: Fields, made: Made): Fields {
  if (!isRecord(body)) return {}
  const isWrapped = 'content' in body && ('contentType' in body || 'encoded' in body)
  if (!isWrapped) return { body: filledIn(body, made) }
  return isRecord(body.content) ? { body: { ...body, content: filledIn(body.content, made) } } : {}
}

/** The alias and the image of the contract are examples. */
function filledIn(fields: Fields, { alias, image }: Made): Fields {
  const isModel = typeof fields.model === 'string' && fields.model !== ''
  return {
    ...fields,
    ...(alias !== undefined && isModel && { model: alias }),
    ...(image !== undefined && typeof fields.image_url === 'string' && { image_url: image }),
  }
}

/** If the contract expects the polled id in the response, the id of the job replaces it. */
function responseOf(response: Fields, { request }: PactInteraction, { id }: Made): Fields {
  const asked = /^\/videos\/([^/?]+)/.exec(belowTheVersion(request.method, request.path))?.[1]
  if (id === undefined || asked === undefined) return response
  const put = (fields: Fields) => (String(fields.id) === decoded(asked) ? { ...fields, id } : fields)
  const { body } = response
  if (!isRecord(body)) return response
  const isWrapped = 'content' in body && ('contentType' in body || 'encoded' in body)
  if (!isWrapped) return { ...response, body: put(body) }
  return isRecord(body.content) ? { ...response, body: { ...body, content: put(body.content) } } : response
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const A_KEY = new RegExp(`${KEY_PREFIX}[\\w-]*`, 'g')

/** The headers of the contract, without those that Pact adds; its keys are examples. */
export function headersOf({ request }: PactInteraction, { key }: Made, sent: readonly Header[]): Header[] {
  const headers = [...request.headers].flatMap(([name, value]): Header[] => {
    if (name === 'authorization') return key === 'as it is' ? [['Authorization', asItIs(value)]] : []
    if (['host', 'content-length', 'connection', 'transfer-encoding'].includes(name)) return []
    const came = sent.find(([each]) => each.toLowerCase() === name)?.[1] ?? value
    return WRITABLE.test(came) ? [[name, withoutRecipes(came)]] : []
  })
  const isLabelled = headers.some(([name]) => name.toLowerCase() === 'content-type')
  return [
    ...(key === 'as it is' ? [] : [['Authorization', `Bearer {{${key}}}`] as const]),
    ...headers,
    ...(request.body !== undefined && !isLabelled ? [['Content-Type', 'application/json'] as const] : []),
  ]
}

const WRITABLE = /^[\t\x20-\x7e]*$/

/** The contract's Authorization value with a valid key in it. */
function asItIs(value: string): string {
  return withoutRecipes(value).replace(A_KEY, '{{A}}')
}
