import type { RequestTemplate } from '../../../engine/history/entry/exchange.ts'
import { withHeader } from '../../../engine/http/requests.ts'
import { ALWAYS_HEADERS, ALWAYS_METHODS, ALWAYS_QUERIES } from './oddities.ts'

/** What each run tries of odd requests, plain enough for the proxies on the way. */
export function hostileRequests(request: RequestTemplate): { what: string; request: RequestTemplate }[] {
  const { body: _, ...bodiless } = request
  const method = (name: string) => ({ what: name, request: { ...harmless(bodiless), method: name } })
  const query = (text: string) => ({
    what: `the query ?${text.slice(0, 20)}`,
    request: { ...read(request), path: `${request.path}?${text}` },
  })
  const header = (name: string, value: string) => ({
    what: `${name}: ${value}`,
    request: withHeader(read(request), name, value),
  })
  return [
    ...ALWAYS_METHODS.filter((name) => name !== request.method).map(method),
    ...ALWAYS_QUERIES.map(query),
    ...ALWAYS_HEADERS.map(([name, value]) => header(name, value)),
  ]
}

/** Whoever deletes or changes jobs, which the interface does not name, is not to lose one. */
export function harmless(request: RequestTemplate): RequestTemplate {
  const folder = request.path.lastIndexOf('/videos/')
  return folder < 0 ? request : { ...request, path: `${request.path.slice(0, folder)}/videos/gatecheck` }
}

/** A submission may become a job; with no body it cannot. */
function read(request: RequestTemplate): RequestTemplate {
  return request.method === 'POST' ? { ...request, body: '{}' } : request
}
