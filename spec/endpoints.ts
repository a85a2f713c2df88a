/** The six endpoints, as paths below the base URL. */
export const ENDPOINTS = [
  { name: 'POST /videos', method: 'POST', path: '/videos', success: 202, section: '§4', does: 'submits a job' },
  { name: 'GET /videos/{id}', method: 'GET', path: '/videos/{id}', section: '§4', does: 'reads a job and advances it' },
  { name: 'GET /models', method: 'GET', path: '/models', section: '§4', does: 'lists the model aliases' },
  { name: 'GET /usage', method: 'GET', path: '/usage', section: '§4', does: 'returns the usage of the calling key' },
  { name: 'GET /capacity', method: 'GET', path: '/capacity', section: '§4', does: 'reports the available capacity' },
  {
    name: 'GET /billing/balance',
    method: 'GET',
    path: '/billing/balance',
    section: '§4',
    does: 'returns the plan and credits of the account',
  },
] as const satisfies readonly Endpoint[]

type Endpoint = {
  name: string
  method: 'GET' | 'POST'
  path: string
  success?: number
  section: string
  does: string
}
export type EndpointName = (typeof ENDPOINTS)[number]['name']

export function endpoint(name: EndpointName): Endpoint {
  return ENDPOINTS.find((each) => each.name === name)!
}

/** GET endpoints that depend on the account's state alone: no body, no parameter. */
export const READINGS = [
  'GET /models',
  'GET /usage',
  'GET /capacity',
  'GET /billing/balance',
] as const satisfies readonly EndpointName[]
