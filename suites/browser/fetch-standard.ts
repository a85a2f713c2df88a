import type { Answer } from '../../runner/exchange.ts'

/** What a page wants to send: never a simple request, since it carries Authorization. */
export type Call = { origin: string; method: string; headers: readonly string[]; credentials: boolean }

function header(answer: Answer, name: string): string | undefined {
  const values = answer.headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(', ')
}

const listIn = (answer: Answer, name: string) => (header(answer, name) ?? '').split(',').map((each) => each.trim())

/** The CORS check of the Fetch standard, made on the preflight and again on the answer itself. */
export function mayRead(answer: Answer, { origin, credentials }: Call): boolean {
  const allowed = header(answer, 'access-control-allow-origin')
  if (allowed === '*' && !credentials) return true
  if (allowed !== origin) return false
  return !credentials || header(answer, 'access-control-allow-credentials') === 'true'
}

const SAFELISTED_METHODS = ['GET', 'HEAD', 'POST']

/** Whether a browser would send the call after this answer to its preflight. */
export function letsThrough(preflight: Answer, call: Call): boolean {
  const isOk = preflight.status >= 200 && preflight.status < 300
  if (!isOk || !mayRead(preflight, call)) return false
  const methods = listIn(preflight, 'access-control-allow-methods')
  const headers = listIn(preflight, 'access-control-allow-headers').map((each) => each.toLowerCase())
  const wildcard = (list: string[]) => !call.credentials && list.includes('*')
  const methodIsAllowed = methods.includes(call.method) || SAFELISTED_METHODS.includes(call.method) || wildcard(methods)
  // Authorization has to be named: a wildcard never stands for it.
  return (
    methodIsAllowed &&
    call.headers.every((name) => headers.includes(name) || (name !== 'authorization' && wildcard(headers)))
  )
}
