import type { Header } from '../../engine/history/entry/exchange.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Contract, Interaction } from '../../engine/pact/verifier.ts'
import { ENDPOINTS, type EndpointName, endpoint } from '../../spec/endpoints.ts'
import contract from '../../spec/pacts/reference-client-video-service.json' with { type: 'json' }

export const CONTRACT = contract as unknown as Contract

/** The keys of the contract's examples, and which of the run stands for each. */
const KEYS: Record<string, KeyName> = {
  'Bearer cl_reference-client': 'A',
  'Bearer cl_other-account': 'B',
  'Bearer cl_never-issued': 'U',
}

/** What the contract says is sent, and nothing that Pact adds by itself. */
export function headersOf({ request }: Interaction): Header[] {
  return Object.entries(request.headers ?? {}).flatMap(([name, values]) =>
    values.map((value): Header => {
      const key = name === 'Authorization' ? KEYS[value] : undefined
      return [name, key ? `Bearer {{${key}}}` : value]
    }),
  )
}

export function isSubmission({ request }: Interaction): boolean {
  return request.method === 'POST'
}

/** Expects the request to succeed. */
export const isGood = ({ response }: Interaction): boolean => response.status >= 200 && response.status < 300

export function endpointOf({ request: { method, path } }: Interaction): EndpointName {
  const found = ENDPOINTS.find(
    (each) =>
      each.method === method && (each.path === path || (each.path.includes('{id}') && path.startsWith('/videos/'))),
  )
  if (!found) throw new Error(`the contract requests an unknown endpoint: ${method} ${path}`)
  return found.name
}

/** A job comes of it, and costs what a job costs. */
export function isAcceptedSubmission(interaction: Interaction): boolean {
  return isSubmission(interaction) && interaction.response.status === endpoint('POST /videos').success
}

export function promiseOf({ response }: Interaction): string {
  const { status, body, matchingRules } = response
  const class_ = `a ${Math.floor(status / 100)}xx`
  const inStatus = matchingRules?.status && Object.keys(matchingRules.status).length > 0 ? class_ : String(status)
  return body?.content === undefined ? inStatus : `${inStatus} with JSON like ${JSON.stringify(body.content)}`
}
