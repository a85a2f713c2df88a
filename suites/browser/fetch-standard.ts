import type { Answer } from '../../engine/history/entry/exchange.ts'

/** A call of a page. It is never a simple request, because it carries Authorization. */
export type Call = { origin: string; method: string; headers: readonly string[]; credentials: boolean }

function header(answer: Answer, name: string): string | undefined {
  const values = answer.headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(', ')
}

/** The names in a list header; undefined if one is invalid, because a browser then drops the whole list. */
function listIn(answer: Answer, name: string): string[] | undefined {
  const members = (header(answer, name) ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  return members.every((each) => TOKEN.test(each)) ? members : undefined
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const REDIRECTS = [301, 302, 303, 307, 308]

/** The CORS check of the Fetch standard, for the preflight and the response. */
export function mayRead(answer: Answer, { origin, credentials }: Call): boolean {
  // A browser follows redirects and reads only the last response.
  if (REDIRECTS.includes(answer.status) && header(answer, 'location') !== undefined) return false
  const allowed = header(answer, 'access-control-allow-origin')
  if (allowed === '*' && !credentials) return true
  if (allowed !== origin) return false
  return !credentials || header(answer, 'access-control-allow-credentials') === 'true'
}

const SAFELISTED_METHODS = ['GET', 'HEAD', 'POST']

/** Whether a browser would send the call after this preflight response. */
export function letsThrough(preflight: Answer, call: Call): boolean {
  const isOk = preflight.status >= 200 && preflight.status < 300
  if (!isOk || !mayRead(preflight, call)) return false
  const methods = listIn(preflight, 'access-control-allow-methods')
  const headers = listIn(preflight, 'access-control-allow-headers')?.map((each) => each.toLowerCase())
  if (!methods || !headers) return false
  const wildcard = (list: string[]) => !call.credentials && list.includes('*')
  const methodIsAllowed = methods.includes(call.method) || SAFELISTED_METHODS.includes(call.method) || wildcard(methods)
  // The standard requires Authorization to be named, but browsers accept a wildcard.
  return methodIsAllowed && call.headers.every((name) => headers.includes(name) || wildcard(headers))
}

const CORS = /^access-control-allow-(origin|headers|methods)$/i

/** The CORS headers of a response. */
export const granted = ({ headers }: Answer): string =>
  headers
    .filter(([name]) => CORS.test(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')
