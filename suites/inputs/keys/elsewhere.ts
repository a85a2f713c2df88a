import type { RequestTemplate } from '../../../engine/history/entry/exchange.ts'
import { withAuthorization, withHeader } from '../../../engine/http/requests.ts'
import type { Malformation } from './malformation.ts'

const QUERY_NAMES = ['access_token', 'api_key', 'apikey', 'key', 'token', 'auth', 'authorization']
const COOKIE_NAMES = ['access_token', 'api_key', 'session', 'token', 'auth', 'authorization']
const OTHER_HEADERS: [string, string][] = [
  ['X-API-Key', '{{A}}'],
  ['Api-Key', '{{A}}'],
  ['X-Auth-Token', '{{A}}'],
  ['X-Access-Token', '{{A}}'],
  ['X-Authorization', 'Bearer {{A}}'],
  ['X-Forwarded-Authorization', 'Bearer {{A}}'],
  ['X-Original-Authorization', 'Bearer {{A}}'],
  ['Authentication', 'Bearer {{A}}'],
  ['Proxy-Authorization', 'Bearer {{A}}'],
]

/** A good key, but not where it belongs. */
export const keyElsewhere: Malformation[] = [
  {
    what: 'the key only in the query',
    of: (request) =>
      withQuery(
        withAuthorization(request),
        QUERY_NAMES.map((name) => `${name}={{A}}`),
      ),
  },
  {
    what: 'the header line only in the query',
    of: (request) => withQuery(withAuthorization(request), ['authorization=Bearer%20{{A}}']),
  },
  {
    what: 'the key only in a cookie',
    of: (request) =>
      withHeader(withAuthorization(request), 'Cookie', COOKIE_NAMES.map((name) => `${name}={{A}}`).join('; ')),
  },
  {
    what: 'the key only in other headers',
    of: (request) =>
      OTHER_HEADERS.reduce((so, [name, value]) => withHeader(so, name, value), withAuthorization(request)),
  },
  { what: 'the key only in the body', of: (request) => inBody(withAuthorization(request)) },
]

function withQuery(request: RequestTemplate, parameters: string[]): RequestTemplate {
  return { ...request, path: `${request.path}?${parameters.join('&')}` }
}

/** Only a submission has a body. The key never stands in a template, and bodies are sent as they are written. */
function inBody(request: RequestTemplate): RequestTemplate | undefined {
  if (!request.body?.startsWith('{')) return undefined
  return { ...request, body: request.body.replace('{', '{"api_key":"{{A}}","access_token":"{{A}}",') }
}
